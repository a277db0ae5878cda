import { memo, type JSX } from 'react';
import { RotateCw } from 'lucide-react';
import type { PlaygroundMessages } from '../playground-messages.ts';
import { ChatCallView } from './chat-call.tsx';
import type { ChatItem, ChatTurn } from './chat-fold.ts';

export interface TurnActions {
  /** Asks again what a turn that failed was asked; null while it cannot be. */
  readonly retry: ((turn: ChatTurn) => void) | null;
}

interface ChatTurnViewProps {
  readonly turn: ChatTurn;
  readonly isLast: boolean;
  readonly messages: PlaygroundMessages;
  readonly actions: TurnActions;
}

export const ChatTurnView = memo(function ChatTurnView({
  turn,
  isLast,
  messages,
  actions,
}: ChatTurnViewProps): JSX.Element {
  return (
    <section className="pg-turn" aria-label={messages.chat.turn(turn.turn)}>
      {turn.items.map((item) => (
        <ItemView
          key={`${item.kind}-${item.seq}-${'part' in item ? item.part : 0}`}
          item={item}
          messages={messages}
        />
      ))}
      {turn.endSeq === null ? <p className="pg-turn-running">{messages.chat.running}</p> : null}
      {turn.error === null && turn.reason !== null && turn.reason !== 'completed' ? (
        <p className="pg-turn-end">{messages.chat.ended[turn.reason] ?? turn.reason}</p>
      ) : null}
      {turn.error === null ? null : (
        <div className="pg-turn-error">
          <p className="pg-turn-error-title">
            {messages.chat.errors[turn.error.code] ?? messages.chat.errors['OTHER']}
          </p>
          <p className="pg-turn-error-text">{turn.error.message}</p>
          {turn.error.retryAfterMs === null ? null : (
            <p>{messages.chat.retryAfter(Math.ceil(turn.error.retryAfterMs / 1_000))}</p>
          )}
          {isLast && actions.retry !== null ? (
            <button type="button" className="pg-button" onClick={() => actions.retry?.(turn)}>
              <RotateCw aria-hidden="true" />
              {messages.retry}
            </button>
          ) : null}
        </div>
      )}
      {turn.endSeq === null ? null : (
        <footer className="pg-turn-foot">
          <span className="pg-faint">{messages.chat.facts(turn.turn, turn.model, turn.outputTokens)}</span>
        </footer>
      )}
    </section>
  );
});

function ItemView({
  item,
  messages,
}: {
  readonly item: ChatItem;
  readonly messages: PlaygroundMessages;
}): JSX.Element {
  switch (item.kind) {
    case 'user':
      return item.source === 'user' ? (
        <div className="pg-said pg-said-user" dir="auto">
          {item.text}
        </div>
      ) : (
        <details className="pg-aside">
          <summary>{messages.chat.injected(item.source)}</summary>
          <div dir="auto">{item.text}</div>
        </details>
      );
    case 'text':
      return (
        <div className="pg-said" dir="auto">
          {item.text}
        </div>
      );
    case 'reasoning':
      return (
        <details className="pg-aside">
          <summary>{messages.chat.reasoning}</summary>
          <div dir="auto">{item.text}</div>
        </details>
      );
    case 'call':
      return <ChatCallView call={item} messages={messages} />;
  }
}

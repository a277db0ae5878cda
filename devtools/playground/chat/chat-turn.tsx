import { lazy, memo, Suspense, type JSX } from 'react';
import { GitBranch, GitPullRequestArrow, Pencil, RotateCw } from 'lucide-react';
import type { SessionSummary } from '../../../lib/index.ts';
import { hashOf } from '../page-place.ts';
import type { PlaygroundMessages } from '../playground-messages.ts';
import { ChatCallView } from './chat-call.tsx';
import type { ChatItem, ChatTurn, ChatUserMessage } from './chat-fold.ts';

const MarkdownText = lazy(() => import('../markdown/markdown-text.tsx'));

export interface TurnActions {
  /** Asks again what a turn that failed was asked; null while it cannot be. */
  readonly retry: ((turn: ChatTurn) => void) | null;
  /** Begins a branch from the end of a turn. */
  readonly branch: (sessionId: string, seq: number) => void;
  /** Begins a branch from before a turn, to ask its question another way. */
  readonly askAgain: (sessionId: string, turn: ChatTurn, question: string) => void;
}

interface ChatTurnViewProps {
  readonly sessionId: string;
  /** Whether the page's address points here. */
  readonly isTarget: boolean;
  /** Branches that begin at this turn's end. */
  readonly branches: readonly SessionSummary[];
  readonly turn: ChatTurn;
  readonly isLast: boolean;
  readonly messages: PlaygroundMessages;
  readonly actions: TurnActions;
}

export const ChatTurnView = memo(function ChatTurnView({
  sessionId,
  turn,
  isLast,
  isTarget,
  branches,
  messages,
  actions,
}: ChatTurnViewProps): JSX.Element {
  return (
    <section
      className="pg-turn"
      aria-label={messages.chat.turn(turn.turn)}
      data-turn={turn.startSeq}
      data-target={isTarget || undefined}
    >
      {turn.items.map((item) => (
        <ItemView
          key={`${item.kind}-${item.seq}-${'part' in item ? item.part : 0}`}
          item={item}
          messages={messages}
          onEdit={(question) => actions.askAgain(sessionId, turn, question)}
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
          <a className="pg-faint" href={hashOf({ session: sessionId, event: turn.endSeq, beside: null })}>
            {messages.chat.facts(turn.turn, turn.model, turn.outputTokens)}
          </a>
          <BranchButton
            label={messages.branches.branchFrom(turn.turn)}
            text={messages.branches.branch}
            onBranch={() => turn.endSeq !== null && actions.branch(sessionId, turn.endSeq)}
          />
          {branches.map(({ id, title }) => (
            <a
              key={id}
              className="pg-branch-link"
              href={hashOf({ session: id, event: null, beside: null })}
              dir="auto"
            >
              <GitBranch aria-hidden="true" />
              {title ?? messages.chat.untitled}
            </a>
          ))}
        </footer>
      )}
    </section>
  );
});

function BranchButton({
  label,
  text,
  onBranch,
}: {
  readonly label: string;
  readonly text: string;
  readonly onBranch: () => void;
}): JSX.Element {
  return (
    <button type="button" className="pg-turn-action" aria-label={label} title={label} onClick={onBranch}>
      <GitBranch aria-hidden="true" />
      {text}
    </button>
  );
}

interface ItemViewProps {
  readonly item: ChatItem;
  readonly messages: PlaygroundMessages;
  readonly onEdit: (question: string) => void;
}

function ItemView({ item, messages, onEdit }: ItemViewProps): JSX.Element {
  switch (item.kind) {
    case 'user':
      return <UserMessageView item={item} messages={messages} onEdit={onEdit} />;
    case 'text':
      return (
        <Suspense fallback={<PlainText text={item.text} />}>
          <MarkdownText text={item.text} words={messages.markdown} />
        </Suspense>
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

function PlainText({ text }: { readonly text: string }): JSX.Element {
  return (
    <div className="pg-said" dir="auto">
      {text}
    </div>
  );
}

function UserMessageView({
  item,
  messages,
  onEdit,
}: ItemViewProps & { readonly item: ChatUserMessage }): JSX.Element {
  if (item.branch !== null) {
    const { sessionId, seq, title } = item.branch;
    return (
      <div className="pg-outcome-card">
        <a href={hashOf({ session: sessionId, event: seq, beside: null })}>
          <GitPullRequestArrow aria-hidden="true" />
          {messages.branches.broughtBack(title)}
        </a>
        <div className="pg-said" dir="auto">
          {item.text}
        </div>
      </div>
    );
  }
  if (item.source !== 'user') {
    return (
      <details className="pg-aside">
        <summary>{messages.chat.injected(item.source)}</summary>
        <div dir="auto">{item.text}</div>
      </details>
    );
  }
  return (
    <div className="pg-asked">
      <button
        type="button"
        className="pg-turn-action"
        aria-label={messages.branches.editQuestion}
        title={messages.branches.editQuestion}
        onClick={() => onEdit(item.text)}
      >
        <Pencil aria-hidden="true" />
      </button>
      <div className="pg-said pg-said-user" dir="auto">
        {item.text}
      </div>
    </div>
  );
}

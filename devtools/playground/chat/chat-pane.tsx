import { useEffect, useLayoutEffect, useMemo, useRef, useSyncExternalStore, type JSX } from 'react';
import type { SessionStore } from '../../../lib/index.ts';
import type { StoreFeed } from '../../data/store-feed.ts';
import type { PlaygroundMessages } from '../playground-messages.ts';
import { ChatModel } from './chat-model.ts';
import { ChatTurnView, type TurnActions } from './chat-turn.tsx';
import './chat.css';

interface ChatPaneProps {
  readonly store: SessionStore;
  readonly feed: StoreFeed;
  readonly sessionId: string;
  readonly messages: PlaygroundMessages;
  readonly actions: TurnActions;
}

/** The conversation of one session, as people read it. */
export function ChatPane({ store, feed, sessionId, messages, actions }: ChatPaneProps): JSX.Element {
  const model = useMemo(() => new ChatModel(store, sessionId), [store, sessionId]);
  useEffect(() => model.start(feed), [model, feed]);
  const view = useSyncExternalStore(model.subscribe, model.getSnapshot);
  const area = useRef<HTMLDivElement>(null);
  const follows = useRef(true);

  useLayoutEffect(() => {
    follows.current = true;
  }, [model]);
  // Whoever reads further up is left there.
  useLayoutEffect(() => {
    const element = area.current;
    if (element !== null && follows.current) element.scrollTop = element.scrollHeight;
  }, [view]);

  return (
    <div
      ref={area}
      className="pg-chat"
      role="log"
      aria-label={messages.chat.conversation}
      aria-live="off"
      tabIndex={0}
      onScroll={({ currentTarget: { scrollTop, scrollHeight, clientHeight } }) => {
        follows.current = scrollHeight - scrollTop - clientHeight < 48;
      }}
    >
      {view.failure === null ? null : (
        <p className="pg-chat-failure" role="alert">
          {view.failure}
        </p>
      )}
      {view.earlier === 0 ? null : (
        <button type="button" className="pg-chat-earlier" onClick={() => model.showEarlier()}>
          {messages.chat.earlier(view.earlier)}
        </button>
      )}
      {view.state === 'ready' && view.turns.length === 0 ? (
        <p className="pg-chat-empty">{messages.chat.empty}</p>
      ) : null}
      {view.turns.map((turn, index) => (
        <ChatTurnView
          key={turn.startSeq}
          turn={turn}
          isLast={index === view.turns.length - 1}
          messages={messages}
          actions={actions}
        />
      ))}
    </div>
  );
}

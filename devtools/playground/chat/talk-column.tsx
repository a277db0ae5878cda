import type { JSX, ReactNode } from 'react';
import type { SessionStore, SessionSummary } from '../../../lib/index.ts';
import type { StoreFeed } from '../../data/store-feed.ts';
import type { Approvals } from '../agent/approvals.ts';
import { useFamily } from '../branches/family.ts';
import type { PlaygroundMessages } from '../playground-messages.ts';
import { ApprovalCards } from './approval-cards.tsx';
import { ChatPane } from './chat-pane.tsx';
import type { TurnActions } from './chat-turn.tsx';
import { TalkHeader } from './talk-header.tsx';

interface TalkColumnProps {
  readonly store: SessionStore;
  readonly feed: StoreFeed;
  readonly approvals: Approvals;
  readonly sessionId: string;
  /** Seq of an event to show. */
  readonly event: number | null;
  readonly messages: PlaygroundMessages;
  readonly actions: TurnActions;
  readonly onNew?: () => void;
  readonly onBeside?: (sessionId: string | null) => void;
  readonly onBothNew?: () => void;
  readonly columnActions?: ReactNode;
  readonly onBringBack: (branch: SessionSummary, parent: SessionSummary) => void;
  readonly onClose?: () => void;
  readonly model?: { readonly name: string; readonly choose: () => void };
  readonly children?: ReactNode;
}

/** One conversation: its name and lineage, what was said, and what its tools ask. */
export function TalkColumn({
  store,
  feed,
  approvals,
  sessionId,
  event,
  messages,
  actions,
  onBringBack,
  children,
  ...header
}: TalkColumnProps): JSX.Element {
  const family = useFamily(store, feed, sessionId);
  return (
    <section className="pg-talk" aria-label={family?.session.title ?? messages.chat.untitled}>
      <TalkHeader
        family={family}
        messages={messages}
        onBringBack={(parent) => family !== null && onBringBack(family.session, parent)}
        {...header}
      />
      <ChatPane
        key={sessionId}
        store={store}
        feed={feed}
        sessionId={sessionId}
        family={family}
        event={event}
        messages={messages}
        actions={actions}
      />
      <ApprovalCards approvals={approvals} sessionId={sessionId} messages={messages} />
      {children}
    </section>
  );
}

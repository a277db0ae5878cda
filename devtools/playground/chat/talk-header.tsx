import type { JSX } from 'react';
import { MessageSquarePlus } from 'lucide-react';
import type { SessionStore } from '../../../lib/index.ts';
import type { StoreFeed } from '../../data/store-feed.ts';
import type { PlaygroundMessages } from '../playground-messages.ts';
import { useSummary } from './use-summary.ts';

interface TalkHeaderProps {
  readonly store: SessionStore;
  readonly feed: StoreFeed;
  readonly sessionId: string | null;
  readonly messages: PlaygroundMessages;
  readonly onNew: () => void;
}

/** Which conversation this is. */
export function TalkHeader({ store, feed, sessionId, messages, onNew }: TalkHeaderProps): JSX.Element {
  const summary = useSummary(store, feed, sessionId);
  return (
    <header className="pg-talk-header">
      <h2 className="pg-talk-title" dir="auto">
        {summary === null ? '' : (summary.title ?? messages.chat.untitled)}
      </h2>
      <button
        type="button"
        className="pg-icon-button"
        aria-label={messages.newConversation}
        title={messages.newConversation}
        onClick={onNew}
      >
        <MessageSquarePlus aria-hidden="true" />
      </button>
    </header>
  );
}

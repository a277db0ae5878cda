import { useEffect, useState } from 'react';
import type { SessionStore, SessionSummary } from '../../../lib/index.ts';
import type { StoreFeed } from '../../data/store-feed.ts';

/** The summary of a session, kept up to date; null while it is read and for one that is gone. */
export function useSummary(
  store: SessionStore,
  feed: StoreFeed,
  sessionId: string | null,
): SessionSummary | null {
  const [summary, setSummary] = useState<SessionSummary | null>(null);
  useEffect(() => {
    if (sessionId === null) return undefined;
    let live = true;
    const read = (): void => {
      void store.summary(sessionId).then(
        (next) => live && setSummary(next ?? null),
        () => undefined,
      );
    };
    read();
    const stop = feed.listen((batch) => {
      const changed = batch.some(
        (notification) => notification.sessionId === sessionId && notification.type !== 'session/event',
      );
      if (changed) read();
    });
    return () => {
      live = false;
      stop();
    };
  }, [store, feed, sessionId]);
  return summary?.id === sessionId ? summary : null;
}

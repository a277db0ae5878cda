import { useEffect, useState } from 'react';
import type { SessionStore, SessionSummary } from '../../../lib/index.ts';
import type { StoreFeed } from '../../data/store-feed.ts';

/** A session among its relatives. */
export interface Family {
  readonly session: SessionSummary;
  /** From the first of all to the parent; what is not stored any more is left out. */
  readonly ancestors: readonly SessionSummary[];
  readonly children: readonly SessionSummary[];
  /** The parent's other children. */
  readonly siblings: readonly SessionSummary[];
}

/** A chain that goes round, or a very long one, is cut here. */
const MAX_ANCESTORS = 12;
const MAX_RELATIVES = 100;

export async function readFamily(store: SessionStore, sessionId: string): Promise<Family | null> {
  const session = await store.summary(sessionId);
  if (session === undefined) return null;
  const ancestors: SessionSummary[] = [];
  let parentId = session.header.parentSession;
  while (parentId !== undefined && ancestors.length < MAX_ANCESTORS) {
    const parent = await store.summary(parentId);
    if (parent === undefined || ancestors.some(({ id }) => id === parent.id)) break;
    ancestors.unshift(parent);
    parentId = parent.header.parentSession;
  }
  const { parentSession } = session.header;
  const [children, siblings] = await Promise.all([
    store.list({ parent: sessionId, limit: MAX_RELATIVES }),
    parentSession === undefined ? null : store.list({ parent: parentSession, limit: MAX_RELATIVES }),
  ]);
  return {
    session,
    ancestors,
    children: children.sessions,
    siblings: siblings?.sessions.filter(({ id }) => id !== sessionId) ?? [],
  };
}

/** A session's family, kept up to date; null while it is read, and for a session that is gone. */
export function useFamily(store: SessionStore, feed: StoreFeed, sessionId: string | null): Family | null {
  const [family, setFamily] = useState<Family | null>(null);
  useEffect(() => {
    if (sessionId === null) return undefined;
    let live = true;
    const read = (): void => {
      void readFamily(store, sessionId).then(
        (next) => live && setFamily(next),
        () => undefined,
      );
    };
    read();
    const stop = feed.listen((batch) => {
      if (batch.some(({ type }) => type !== 'session/event' && type !== 'session/status')) read();
    });
    return () => {
      live = false;
      stop();
    };
  }, [store, feed, sessionId]);
  return family?.session.id === sessionId ? family : null;
}

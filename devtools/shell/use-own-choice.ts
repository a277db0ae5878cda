import { useEffect, useState, useSyncExternalStore } from 'react';
import type { SessionId } from '../data/devtools-store.ts';
import { rememberedSession, rememberSession } from '../data/last-session.ts';
import type { SessionListModel } from '../data/session-list.ts';

interface OwnChoiceOptions {
  readonly sessions: SessionListModel;
  readonly storeName: string;
  /** False when the application decides which session is shown. */
  readonly enabled: boolean;
}

/**
 * The session that the panel shows by its own choice: the one that was looked at last, or else the one in which something
 * happened last.
 */
export function useOwnChoice({
  sessions,
  storeName,
  enabled,
}: OwnChoiceOptions): readonly [SessionId | null, (sessionId: SessionId) => void] {
  const list = useSyncExternalStore(sessions.subscribe, sessions.getSnapshot);
  const [choice, setChoice] = useState<SessionId | null>(null);
  const mayChoose = enabled && choice === null && list.status === 'ready' && list.sessions.size > 0;

  useEffect(() => {
    if (!mayChoose) return undefined;
    let live = true;
    void firstChoice(sessions, storeName).then((first) => {
      if (live) setChoice((chosen) => chosen ?? first);
    });
    return () => {
      live = false;
    };
  }, [mayChoose, sessions, storeName]);

  useEffect(() => {
    if (enabled && choice !== null) rememberSession(storeName, choice);
  }, [enabled, choice, storeName]);

  return [choice, setChoice];
}

async function firstChoice(sessions: SessionListModel, storeName: string): Promise<SessionId | null> {
  const remembered = rememberedSession(storeName);
  if (remembered !== null) {
    await sessions.ensure(remembered);
    if (sessions.getSnapshot().sessions.has(remembered)) return remembered;
  }
  let newest: { readonly id: SessionId; readonly updatedAt: number } | null = null;
  for (const session of sessions.getSnapshot().sessions.values())
    if (newest === null || session.updatedAt > newest.updatedAt) newest = session;
  return newest?.id ?? null;
}

import { useCallback } from 'react';
import { reasonOf } from '../../data/reason-of.ts';
import type { SessionId } from '../../data/devtools-store.ts';
import type { NearbyForkPoint } from '../../data/fork-place.ts';
import { useMessages } from '../../i18n/messages.ts';
import { usePanelServices } from '../../shell/panel-services.ts';
import { titleOf } from '../sessions/session-title.ts';

/** Forks one session, as `useForkFrom` does. */
export function useForkAction(sessionId: SessionId): (point: NearbyForkPoint) => void {
  const forkFrom = useForkFrom();
  return useCallback((point) => void forkFrom(sessionId, point), [sessionId, forkFrom]);
}

/**
 * Forks a session at a fork point, then shows and announces the child, with the way back: undoing puts the child into
 * the trash and returns to where it left. What fails stays as an intent, to be shown where it was asked for.
 */
export function useForkFrom(): (sessionId: SessionId, point: NearbyForkPoint) => Promise<void> {
  const messages = useMessages();
  const { store, forks, sessions, announce, showFork, selectSession } = usePanelServices();

  return useCallback(
    async (sessionId, point) => {
      const undo = async (childId: SessionId, name: string): Promise<void> => {
        try {
          await store.trash(childId);
        } catch (error) {
          announce(messages.fork.undoFailed(reasonOf(error)), 'error');
          return;
        }
        selectSession(sessionId, point.seq);
        announce(messages.fork.undone(name));
      };
      const outcome = await forks.fork({ sessionId, point, onForked: showFork });
      if (outcome === null) return;
      const { childId, title } = outcome;
      const name = title ?? titleOf(sessions.getSnapshot().sessions.get(sessionId), messages);
      announce(messages.fork.done(name, point.turn), 'success', {
        label: messages.fork.undo,
        undoes: true,
        run: () => void undo(childId, name),
      });
    },
    [store, forks, sessions, messages, announce, showFork, selectSession],
  );
}

import { useCallback } from 'react';
import type { SessionId } from '../../data/devtools-store.ts';
import type { NearbyForkPoint } from '../../data/fork-place.ts';
import { useMessages } from '../../i18n/messages.ts';
import { usePanelServices } from '../../shell/panel-services.ts';
import { titleOf } from '../sessions/session-title.ts';

/**
 * Forks a session at a fork point, then shows and announces the child, with the way back: undoing puts the child into
 * the trash and returns to where it left. What fails is shown where it was asked for.
 */
export function useForkAction(sessionId: SessionId): (point: NearbyForkPoint) => void {
  const messages = useMessages();
  const { store, forks, sessions, announce, showFork, selectSession } = usePanelServices();

  return useCallback(
    (point) => {
      const undo = async (childId: SessionId, name: string): Promise<void> => {
        try {
          await store.trash(childId);
        } catch (error) {
          announce(messages.fork.undoFailed(error instanceof Error ? error.message : String(error)), 'error');
          return;
        }
        selectSession(sessionId, point.seq);
        announce(messages.fork.undone(name));
      };
      void forks.fork({ sessionId, point, onForked: showFork }).then((outcome) => {
        if (outcome === null) return;
        const { childId, title } = outcome;
        const name = title ?? titleOf(sessions.getSnapshot().sessions.get(sessionId), messages);
        announce(messages.fork.done(name, point.turn), 'success', {
          label: messages.fork.undo,
          undoes: true,
          run: () => void undo(childId, name),
        });
      });
    },
    [sessionId, store, forks, sessions, messages, announce, showFork, selectSession],
  );
}

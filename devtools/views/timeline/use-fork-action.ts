import { useCallback } from 'react';
import type { SessionId } from '../../data/devtools-store.ts';
import type { NearbyForkPoint } from '../../data/fork-place.ts';
import { useMessages } from '../../i18n/messages.ts';
import { usePanelServices } from '../../shell/panel-services.ts';
import { titleOf } from '../sessions/session-title.ts';

/** Forks a session at a fork point, then shows and announces the child. What fails is shown where it was asked for. */
export function useForkAction(sessionId: SessionId): (point: NearbyForkPoint) => void {
  const messages = useMessages();
  const { forks, sessions, announce, showFork } = usePanelServices();

  return useCallback(
    (point) => {
      void forks.fork({ sessionId, point, onForked: showFork }).then((outcome) => {
        if (outcome === null) return;
        const name = outcome.title ?? titleOf(sessions.getSnapshot().sessions.get(sessionId), messages);
        announce(messages.fork.done(name, point.turn), 'success');
      });
    },
    [sessionId, forks, sessions, messages, announce, showFork],
  );
}

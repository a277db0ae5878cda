import { useSyncExternalStore, type JSX } from 'react';
import { ArrowRight, Square } from 'lucide-react';
import type { PlaygroundMessages } from '../playground-messages.ts';
import type { RunningTurns } from '../running-turns.ts';

interface ColumnActionsProps {
  readonly sessionId: string;
  readonly turns: RunningTurns;
  readonly messages: PlaygroundMessages;
  readonly onGoOn: () => void;
}

/** What can be done with one of two columns: stop its turn alone, or go on with it alone. */
export function ColumnActions({ sessionId, turns, messages, onGoOn }: ColumnActionsProps): JSX.Element {
  const running = useSyncExternalStore(turns.subscribe, turns.getSnapshot);
  const words = messages.branches;
  return running.has(sessionId) ? (
    <button type="button" className="pg-suggestion" onClick={() => turns.stop(sessionId)}>
      <Square aria-hidden="true" />
      {words.stopColumn}
    </button>
  ) : (
    <button type="button" className="pg-suggestion" onClick={onGoOn}>
      <ArrowRight aria-hidden="true" />
      {words.goOnHere}
    </button>
  );
}

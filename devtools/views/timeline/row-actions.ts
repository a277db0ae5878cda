import { createContext, useContext } from 'react';
import type { SessionId } from '../../data/devtools-store.ts';
import type { NearbyForkPoint } from '../../data/fork-place.ts';
import type { GapRow } from '../../data/timeline-rows.ts';

/** What the rows of a timeline can do. The same object while the timeline is, or every row would be drawn at each scroll. */
export interface RowActions {
  readonly sessionId: SessionId;
  readonly toggleSection: (section: string) => void;
  readonly toggleStream: (key: string) => void;
  readonly toggleText: (key: string) => void;
  readonly loadGap: (gap: GapRow) => void;
  readonly fork: (point: NearbyForkPoint) => void;
  readonly goTo: (seq: number) => void;
  readonly openSession: (sessionId: SessionId, seq?: number) => void;
  /** Whether something is being appended to the session right now. */
  readonly running: boolean;
}

export const RowActionsContext = createContext<RowActions | null>(null);

export function useRowActions(): RowActions {
  const actions = useContext(RowActionsContext);
  if (actions === null) throw new TypeError('a timeline row was rendered outside of a timeline');
  return actions;
}

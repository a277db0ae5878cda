/** What the events of a log add up to, small enough to be stored beside every commit. */
export interface LogTotals {
  readonly openTurn: { readonly turn: number; readonly start: number } | null;
  /** Number of the last `turn/start`, 0 before the first. */
  readonly lastTurn: number;
  readonly lastForkPoint: number | null;
  readonly turns: number;
  readonly failedTurns: number;
  /** Title of the last `session/title` event. */
  readonly loggedTitle: string | null;
}

/** The totals alone, out of something that has them among other fields. */
export function totalsOf({
  openTurn,
  lastTurn,
  lastForkPoint,
  turns,
  failedTurns,
  loggedTitle,
}: LogTotals): LogTotals {
  return { openTurn, lastTurn, lastForkPoint, turns, failedTurns, loggedTitle };
}

export const EMPTY_TOTALS: LogTotals = {
  openTurn: null,
  lastTurn: 0,
  lastForkPoint: null,
  turns: 0,
  failedTurns: 0,
  loggedTitle: null,
};

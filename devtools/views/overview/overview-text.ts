import { turnAt, turnCount, type OverviewTurns } from '../../data/overview-turns.ts';
import { durationText } from '../../i18n/format.ts';
import type { PanelMessages } from '../../i18n/en.ts';

/** "turn 12 of 80, failed, 1 tool error, 3 s": what a turn was, in words. */
export function turnText(
  turns: OverviewTurns,
  index: number,
  running: boolean,
  { overview, timeline }: PanelMessages,
): string {
  const turn = turnAt(turns, index);
  if (turn === null) return overview.noTurns;
  const parts = [overview.turnOf(turn.turn, turnCount(turns))];
  const point = turn.forkPoint;
  if (point === null) return [...parts, running ? timeline.running : timeline.stillOpen].join(', ');
  parts.push(timeline.reason[point.reason.kind] ?? point.reason.kind);
  if (point.toolErrors > 0) parts.push(timeline.toolErrors(point.toolErrors));
  if (point.endTime > point.startTime) parts.push(durationText(point.endTime - point.startTime));
  return parts.join(', ');
}

import type { KeyboardEvent } from 'react';
import { shortcutOf } from '../../data/shortcuts.ts';

/** Turns a page, at the least. */
const PAGE = 10;

export interface OverviewCommands {
  /** Index of the turn that the slider is at. */
  readonly at: number;
  readonly count: number;
  /** Goes to a turn; `extend` widens the zoomed part up to it. */
  moveTo(index: number, extend: boolean): void;
  /** Zooms to the turn that the slider is at. */
  zoom(): void;
  /** Shows the whole session; false when it is shown already. */
  clear(): boolean;
}

/** Runs the command of a key that was pressed on the overview. */
export function onOverviewKey(event: KeyboardEvent<HTMLElement>, commands: OverviewCommands): void {
  const { at, count } = commands;
  const moveTo = (index: number): true => {
    commands.moveTo(Math.max(0, Math.min(count - 1, index)), event.shiftKey);
    return true;
  };
  const page = Math.max(PAGE, Math.round(count / 20));
  const run = (): boolean => {
    switch (shortcutOf(event, 'overview')) {
      case 'previousTurn':
        return moveTo(at - 1);
      case 'nextTurn':
        return moveTo(at + 1);
      case 'pageOfTurnsBack':
        return moveTo(at - page);
      case 'pageOfTurnsOn':
        return moveTo(at + page);
      case 'firstTurn':
        return moveTo(0);
      case 'lastTurn':
        return moveTo(count - 1);
      case 'zoomToTurn':
        commands.zoom();
        return true;
      case 'showAll':
        return commands.clear();
      default:
        return false;
    }
  };
  if (count === 0 || !run()) return;
  event.preventDefault();
  event.stopPropagation();
}

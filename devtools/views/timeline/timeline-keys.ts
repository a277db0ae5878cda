import type { KeyboardEvent } from 'react';
import { shortcutOf } from '../../data/shortcuts.ts';

const PAGE_OF_ROWS = 12;

/** What the keys do in a timeline. */
export interface TimelineCommands {
  readonly active: number;
  readonly count: number;
  moveTo(index: number): void;
  /** Unfolds the active row, or what is in it. */
  unfold(): void;
  /** Folds the active row, or goes to the head of its turn. */
  fold(): void;
  /** Opens the active row in the inspector. */
  open(): void;
  fork(): void;
  /** Opens the search of the session. */
  find(): void;
  /** Goes to a neighbouring match of the search, or opens it. */
  walk(direction: 'next' | 'previous'): void;
  /** Shows the whole session again; false when it is shown already. */
  showAll(): boolean;
}

/** Runs the command of a key that was pressed on a row; keys pressed on a control inside a row are the control's. */
export function onTimelineKey(event: KeyboardEvent<HTMLElement>, commands: TimelineCommands): void {
  if (commands.count === 0) return;
  if (event.target instanceof HTMLElement && event.target.getAttribute('role') !== 'row') return;
  if (run(event, commands)) event.preventDefault();
}

function run(event: KeyboardEvent<HTMLElement>, commands: TimelineCommands): boolean {
  const { active, count } = commands;
  const moveTo = (index: number): true => {
    commands.moveTo(index);
    return true;
  };
  if (isBrowserFind(event)) {
    commands.find();
    return true;
  }
  switch (shortcutOf(event, 'timeline')) {
    case 'rowBelow':
      return moveTo(active + 1);
    case 'rowAbove':
      return moveTo(active - 1);
    case 'pageDown':
      return moveTo(active + PAGE_OF_ROWS);
    case 'pageUp':
      return moveTo(active - PAGE_OF_ROWS);
    case 'firstRow':
      return moveTo(0);
    case 'lastRow':
      return moveTo(count - 1);
    case 'unfold':
      commands.unfold();
      return true;
    case 'fold':
      commands.fold();
      return true;
    case 'inspect':
      commands.open();
      return true;
    case 'fork':
      // A key that is held down is one wish.
      if (!event.repeat) commands.fork();
      return true;
    case 'find':
      commands.find();
      return true;
    case 'walkMatches':
      commands.walk(event.shiftKey ? 'previous' : 'next');
      return true;
    case 'showAllRows':
      return commands.showAll();
    default:
      return false;
  }
}

/** The browser's own search finds only the rows that are drawn. */
function isBrowserFind(event: KeyboardEvent): boolean {
  return (
    (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey && event.key.toLowerCase() === 'f'
  );
}

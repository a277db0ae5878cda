import type { KeyboardEvent } from 'react';

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
}

/** Runs the command of a key that was pressed on a row; keys pressed on a control inside a row are the control's. */
export function onTimelineKey(event: KeyboardEvent<HTMLElement>, commands: TimelineCommands): void {
  if (event.ctrlKey || event.metaKey || event.altKey || commands.count === 0) return;
  if (event.target instanceof HTMLElement && event.target.getAttribute('role') !== 'row') return;
  const command = commandFor(event, commands);
  if (command === null) return;
  event.preventDefault();
  command();
}

function commandFor(event: KeyboardEvent<HTMLElement>, commands: TimelineCommands): (() => void) | null {
  const { active, count } = commands;
  switch (event.key) {
    case 'ArrowDown':
      return () => commands.moveTo(active + 1);
    case 'ArrowUp':
      return () => commands.moveTo(active - 1);
    case 'PageDown':
      return () => commands.moveTo(active + PAGE_OF_ROWS);
    case 'PageUp':
      return () => commands.moveTo(active - PAGE_OF_ROWS);
    case 'Home':
      return () => commands.moveTo(0);
    case 'End':
      return () => commands.moveTo(count - 1);
    case 'ArrowRight':
      return () => commands.unfold();
    case 'ArrowLeft':
      return () => commands.fold();
    case 'Enter':
    case ' ':
      return () => commands.open();
    case 'f':
    case 'F':
      // A key that is held down is one wish.
      return () => (event.repeat ? undefined : commands.fork());
    default:
      return null;
  }
}

/** Where a key acts: `panel` anywhere in the panel but in text fields, the others with the focus in that part. */
export type ShortcutPlace = 'panel' | 'sessions' | 'timeline' | 'overview';

interface ShortcutEntry {
  readonly id: string;
  /** `KeyboardEvent.key`; letters in upper case. A `Shift+` may be held as well where `shift` allows it. */
  readonly keys: readonly string[];
  readonly place: ShortcutPlace;
  /** Held down with Shift, the key does the same and more. */
  readonly shift?: true;
}

/** Every key that the panel knows: the handlers and the list of shortcuts both read this table. */
export const SHORTCUTS = [
  { id: 'help', keys: ['?'], place: 'panel', shift: true },
  { id: 'undo', keys: ['U'], place: 'panel' },
  { id: 'sessionAbove', keys: ['ArrowUp'], place: 'sessions' },
  { id: 'sessionBelow', keys: ['ArrowDown'], place: 'sessions' },
  { id: 'firstSession', keys: ['Home'], place: 'sessions' },
  { id: 'lastSession', keys: ['End'], place: 'sessions' },
  { id: 'unfoldForks', keys: ['ArrowRight'], place: 'sessions' },
  { id: 'foldForks', keys: ['ArrowLeft'], place: 'sessions' },
  { id: 'openSession', keys: ['Enter', ' '], place: 'sessions' },
  { id: 'sessionMenu', keys: ['M', 'ContextMenu'], place: 'sessions' },
  { id: 'forkLatest', keys: ['F'], place: 'sessions' },
  { id: 'goToOrigin', keys: ['O'], place: 'sessions' },
  { id: 'rename', keys: ['F2'], place: 'sessions' },
  { id: 'pin', keys: ['P'], place: 'sessions' },
  { id: 'label', keys: ['L'], place: 'sessions' },
  { id: 'compare', keys: ['C'], place: 'sessions' },
  { id: 'trash', keys: ['Delete'], place: 'sessions' },
  { id: 'rowAbove', keys: ['ArrowUp'], place: 'timeline' },
  { id: 'rowBelow', keys: ['ArrowDown'], place: 'timeline' },
  { id: 'pageUp', keys: ['PageUp'], place: 'timeline' },
  { id: 'pageDown', keys: ['PageDown'], place: 'timeline' },
  { id: 'firstRow', keys: ['Home'], place: 'timeline' },
  { id: 'lastRow', keys: ['End'], place: 'timeline' },
  { id: 'unfold', keys: ['ArrowRight'], place: 'timeline' },
  { id: 'fold', keys: ['ArrowLeft'], place: 'timeline' },
  { id: 'inspect', keys: ['Enter', ' '], place: 'timeline' },
  { id: 'fork', keys: ['F'], place: 'timeline' },
  { id: 'find', keys: ['/'], place: 'timeline', shift: true },
  { id: 'walkMatches', keys: ['F3'], place: 'timeline', shift: true },
  { id: 'showAllRows', keys: ['Escape'], place: 'timeline' },
  { id: 'previousTurn', keys: ['ArrowLeft', 'ArrowDown'], place: 'overview', shift: true },
  { id: 'nextTurn', keys: ['ArrowRight', 'ArrowUp'], place: 'overview', shift: true },
  { id: 'pageOfTurnsBack', keys: ['PageUp'], place: 'overview', shift: true },
  { id: 'pageOfTurnsOn', keys: ['PageDown'], place: 'overview', shift: true },
  { id: 'firstTurn', keys: ['Home'], place: 'overview', shift: true },
  { id: 'lastTurn', keys: ['End'], place: 'overview', shift: true },
  { id: 'zoomToTurn', keys: ['Enter'], place: 'overview' },
  { id: 'showAll', keys: ['Escape'], place: 'overview' },
] as const satisfies readonly ShortcutEntry[];

export type Shortcut = (typeof SHORTCUTS)[number];
export type ShortcutId = Shortcut['id'];

/** The part of a `KeyboardEvent` that tells a key. */
export interface PressedKey {
  readonly key: string;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
  readonly altKey: boolean;
  readonly shiftKey: boolean;
}

/** The shortcut that a key is in a part of the panel, or null. */
export function shortcutOf(pressed: PressedKey, place: ShortcutPlace): ShortcutId | null {
  if (pressed.ctrlKey || pressed.metaKey || pressed.altKey) return null;
  const key = pressed.key.length === 1 ? pressed.key.toUpperCase() : pressed.key;
  const isLetter = /^[A-Z]$/.test(key);
  const entries: readonly (ShortcutEntry & { readonly id: ShortcutId })[] = SHORTCUTS;
  const found = entries.find(
    (entry) =>
      entry.place === place &&
      entry.keys.includes(key) &&
      (!pressed.shiftKey || entry.shift === true || isLetter),
  );
  return found?.id ?? null;
}

/** Whether a key that is pressed there writes text. */
export function writesText(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  return target.isContentEditable || ['INPUT', 'TEXTAREA', 'SELECT'].includes(target.tagName);
}

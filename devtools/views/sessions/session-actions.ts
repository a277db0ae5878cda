import type { ShortcutId } from '../../data/shortcuts.ts';

/** What can be done with one session of the list. */
export const SESSION_ACTIONS = [
  'forkLatest',
  'goToOrigin',
  'rename',
  'pin',
  'label',
  'compare',
  'copyId',
  'export',
  'trash',
] as const;

export type SessionAction = (typeof SESSION_ACTIONS)[number];

/** The action that a key of the list stands for; the other keys move within it. */
export function actionOfShortcut(shortcut: ShortcutId): SessionAction | null {
  return SESSION_ACTIONS.find((action) => action === shortcut) ?? null;
}

import { lazy, Suspense, useCallback, useState, type JSX, type KeyboardEvent } from 'react';
import { shortcutOf, writesText } from '../data/shortcuts.ts';

const ShortcutsDialog = lazy(() => import('./shortcuts-dialog.tsx'));

export interface PanelShortcuts {
  readonly onKeyDown: (event: KeyboardEvent<HTMLElement>) => void;
  readonly show: () => void;
  /** The list of shortcuts, while it is asked for. */
  readonly dialog: JSX.Element | null;
}

/** The keys that act anywhere in the panel but where they write text. */
export function usePanelShortcuts({ undo }: { readonly undo: () => void }): PanelShortcuts {
  const [open, setOpen] = useState(false);
  const show = useCallback(() => setOpen(true), []);

  const onKeyDown = (event: KeyboardEvent<HTMLElement>): void => {
    if (event.defaultPrevented || event.repeat || writesText(event.target)) return;
    const shortcut = shortcutOf(event, 'panel');
    if (shortcut === 'help') show();
    else if (shortcut === 'undo') undo();
    else return;
    event.preventDefault();
  };

  return {
    onKeyDown,
    show,
    dialog: open ? (
      <Suspense fallback={null}>
        <ShortcutsDialog onClose={() => setOpen(false)} />
      </Suspense>
    ) : null,
  };
}

import type { JSX } from 'react';
import { SHORTCUTS, type Shortcut, type ShortcutPlace } from '../data/shortcuts.ts';
import { useMessages } from '../i18n/messages.ts';
import { ModalDialog } from './modal-dialog.tsx';

const ARROWS: Readonly<Record<string, string>> = {
  ArrowUp: '↑',
  ArrowDown: '↓',
  ArrowLeft: '←',
  ArrowRight: '→',
};

/** Every shortcut, by the part of the panel that it acts in. */
export default function ShortcutsDialog({ onClose }: { readonly onClose: () => void }): JSX.Element {
  const messages = useMessages();
  const places = [...new Set<ShortcutPlace>(SHORTCUTS.map(({ place }) => place))];
  return (
    <ModalDialog title={messages.shortcuts.title} onClose={onClose}>
      <div className="shortcuts">
        {places.map((place) => (
          <section key={place}>
            <h3 className="shortcuts-place">{messages.shortcuts.place[place]}</h3>
            <dl className="shortcuts-list">
              {SHORTCUTS.filter((shortcut) => shortcut.place === place).map((shortcut) => (
                <ShortcutEntry key={shortcut.id} shortcut={shortcut} />
              ))}
            </dl>
            {place === 'overview' ? <p className="shortcuts-note">{messages.shortcuts.withShift}</p> : null}
          </section>
        ))}
      </div>
      <div className="dialog-actions">
        <button type="button" className="button" onClick={onClose}>
          {messages.shortcuts.close}
        </button>
      </div>
    </ModalDialog>
  );
}

function ShortcutEntry({ shortcut }: { readonly shortcut: Shortcut }): JSX.Element {
  const messages = useMessages();
  return (
    <div className="shortcuts-entry">
      <dt>
        {shortcut.keys.map((key) => (
          <kbd key={key} className="key">
            {ARROWS[key] ?? messages.shortcuts.key[key] ?? key}
          </kbd>
        ))}
      </dt>
      <dd>{messages.shortcuts.what[shortcut.id]}</dd>
    </div>
  );
}

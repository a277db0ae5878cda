import { useId, useState, useSyncExternalStore, type JSX, type SyntheticEvent } from 'react';
import { X } from 'lucide-react';
import type { SessionSummary } from '../../data/devtools-store.ts';
import { useMessages } from '../../i18n/messages.ts';
import { ModalDialog } from '../../shell/modal-dialog.tsx';
import { usePanelServices } from '../../shell/panel-services.ts';
import { useDialogWork } from '../../shell/use-dialog-work.ts';
import { titleOf } from './session-title.ts';

/** The store takes no longer ones. */
const MAX_LENGTH = 60;

/** Gives a session labels and takes them away; those of the other sessions are offered. */
export default function LabelsDialog({
  summary,
  onClose,
}: {
  readonly summary: SessionSummary;
  readonly onClose: () => void;
}): JSX.Element {
  const messages = useMessages();
  const { store, sessions, announce } = usePanelServices();
  const { busy, failure, run } = useDialogWork(messages.labelsDialog.failed, onClose);
  const list = useSyncExternalStore(sessions.subscribe, sessions.getSnapshot);
  const [labels, setLabels] = useState<readonly string[]>(summary.labels);
  const [text, setText] = useState('');
  const listId = useId();
  const title = titleOf(summary, messages);
  const known = [...new Set([...list.sessions.values()].flatMap((other) => other.labels))]
    .filter((label) => !labels.includes(label))
    .sort((a, b) => a.localeCompare(b, messages.locale));

  const withText = (): readonly string[] => {
    const label = text.trim();
    return label === '' || labels.includes(label) ? labels : [...labels, label];
  };
  const add = (): void => {
    setLabels(withText());
    setText('');
  };

  const save = async (event: SyntheticEvent): Promise<void> => {
    event.preventDefault();
    await run(async () => {
      // A label that was written and not added was meant.
      await store.mark(summary.id, { labels: withText() });
      announce(messages.labelsDialog.saved(title), 'success');
    });
  };

  return (
    <ModalDialog title={messages.labelsDialog.title(title)} onClose={onClose}>
      <form onSubmit={(event) => void save(event)}>
        <div className="label-field">
          <label className="field">
            <span className="field-label">{messages.labelsDialog.add}</span>
            <input
              className="input"
              value={text}
              maxLength={MAX_LENGTH}
              autoFocus
              dir="auto"
              list={listId}
              onChange={(event) => setText(event.target.value)}
              onKeyDown={(event) => {
                // With a text in it, Enter adds; without one it saves.
                if (event.key !== 'Enter' || text.trim() === '' || event.nativeEvent.isComposing) return;
                event.preventDefault();
                add();
              }}
            />
          </label>
          <button type="button" className="button" disabled={text.trim() === ''} onClick={add}>
            {messages.labelsDialog.addButton}
          </button>
        </div>
        <datalist id={listId}>
          {known.map((label) => (
            <option key={label} value={label} />
          ))}
        </datalist>
        {labels.length === 0 ? (
          <p className="dialog-hint">{messages.labelsDialog.none}</p>
        ) : (
          <ul className="label-list" aria-label={messages.labelsDialog.list}>
            {labels.map((label) => (
              <li key={label} className="label">
                <span dir="auto">{label}</span>
                <button
                  type="button"
                  className="label-remove"
                  aria-label={messages.labelsDialog.remove(label)}
                  data-tip={messages.labelsDialog.remove(label)}
                  onClick={() => setLabels(labels.filter((other) => other !== label))}
                >
                  <X aria-hidden="true" />
                </button>
              </li>
            ))}
          </ul>
        )}
        {failure === null ? null : (
          <p className="dialog-failure" role="alert">
            {failure}
          </p>
        )}
        <div className="dialog-actions">
          <button type="button" className="button" onClick={onClose}>
            {messages.cancel}
          </button>
          <button type="submit" className="button button-primary" disabled={busy}>
            {messages.labelsDialog.save}
          </button>
        </div>
      </form>
    </ModalDialog>
  );
}

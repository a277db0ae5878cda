import { useId, useState, type JSX, type SyntheticEvent } from 'react';
import type { SessionSummary } from '../../data/devtools-store.ts';
import { useMessages } from '../../i18n/messages.ts';
import { ModalDialog } from '../../shell/modal-dialog.tsx';
import { usePanelServices } from '../../shell/panel-services.ts';
import { useDialogWork } from '../../shell/use-dialog-work.ts';
import { titleOf } from './session-title.ts';

export function RenameDialog({
  summary,
  onClose,
}: {
  readonly summary: SessionSummary;
  readonly onClose: () => void;
}): JSX.Element {
  const messages = useMessages();
  const { store, announce } = usePanelServices();
  const { busy, failure, run } = useDialogWork(messages.renameDialog.failed, onClose);
  const [title, setTitle] = useState(summary.title ?? '');
  const hintId = useId();

  const save = async (event: SyntheticEvent): Promise<void> => {
    event.preventDefault();
    await run(async () => {
      const name = title.trim();
      await store.rename(summary.id, name === '' ? null : name);
      announce(
        messages.sessions.renamed(name === '' ? titleOf({ ...summary, title: null }, messages) : name),
        'success',
      );
    });
  };

  return (
    <ModalDialog title={messages.renameDialog.title} onClose={onClose}>
      <form onSubmit={(event) => void save(event)}>
        <label className="field">
          <span className="field-label">{messages.renameDialog.label}</span>
          <input
            className="input"
            value={title}
            maxLength={1_000}
            autoFocus
            dir="auto"
            aria-describedby={hintId}
            onChange={(event) => setTitle(event.target.value)}
            onFocus={(event) => event.target.select()}
          />
        </label>
        <p id={hintId} className="dialog-hint">
          {messages.renameDialog.hint}
        </p>
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
            {messages.renameDialog.save}
          </button>
        </div>
      </form>
    </ModalDialog>
  );
}

import { useEffect, useState, type JSX } from 'react';
import type { SessionSummary } from '../../data/devtools-store.ts';
import { useMessages } from '../../i18n/messages.ts';
import { ModalDialog } from '../../shell/modal-dialog.tsx';
import { usePanelServices } from '../../shell/panel-services.ts';
import { useDialogWork } from '../../shell/use-dialog-work.ts';
import { titleOf } from './session-title.ts';

interface DeleteDialogProps {
  readonly summary: SessionSummary;
  readonly onClose: () => void;
}

/** Asks before a session is deleted for good, and says what stays. */
export function DeleteDialog({ summary, onClose }: DeleteDialogProps): JSX.Element {
  const messages = useMessages();
  const { store, announce } = usePanelServices();
  const { busy, failure, run } = useDialogWork(messages.deleteDialog.failed, onClose);
  const forks = useForkCount(summary);
  const title = titleOf(summary, messages);

  const confirm = async (): Promise<void> => {
    await run(async () => {
      await store.delete(summary.id);
      announce(messages.sessions.deleted(title), 'success');
    });
  };

  return (
    <ModalDialog title={messages.deleteDialog.title(title)} onClose={onClose}>
      <p>{messages.deleteDialog.what(summary.seq)}</p>
      <p>{forks === 0 ? messages.deleteDialog.noForks : messages.deleteDialog.stays(forks)}</p>
      {summary.header.parentSession === undefined ? null : <p>{messages.deleteDialog.parentStays}</p>}
      {failure === null ? null : (
        <p className="dialog-failure" role="alert">
          {failure}
        </p>
      )}
      <div className="dialog-actions">
        <button type="button" className="button" autoFocus onClick={onClose}>
          {messages.cancel}
        </button>
        <button type="button" className="button button-danger" disabled={busy} onClick={() => void confirm()}>
          {messages.deleteDialog.confirm}
        </button>
      </div>
    </ModalDialog>
  );
}

/** How many sessions were forked from this one; asked of the store, because the list may not be loaded to its end. */
function useForkCount(summary: SessionSummary): number {
  const { store } = usePanelServices();
  const [count, setCount] = useState(0);
  useEffect(() => {
    let live = true;
    void store.list({ parent: summary.id, limit: 1_000 }).then(
      (page) => {
        if (live) setCount(page.sessions.length);
      },
      () => undefined,
    );
    return () => {
      live = false;
    };
  }, [store, summary.id]);
  return count;
}

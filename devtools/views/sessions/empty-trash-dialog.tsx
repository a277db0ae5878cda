import { type JSX } from 'react';
import type { TrashListModel } from '../../data/trash-list.ts';
import { useMessages } from '../../i18n/messages.ts';
import { ModalDialog } from '../../shell/modal-dialog.tsx';
import { usePanelServices } from '../../shell/panel-services.ts';
import { useDialogWork } from '../../shell/use-dialog-work.ts';

interface EmptyTrashDialogProps {
  readonly model: TrashListModel;
  readonly onClose: () => void;
}

/** Asks before everything in the trash is deleted for good. */
export function EmptyTrashDialog({ model, onClose }: EmptyTrashDialogProps): JSX.Element {
  const messages = useMessages();
  const { store, announce } = usePanelServices();
  const { busy, failure, run } = useDialogWork(messages.deleteDialog.failed, onClose);

  const confirm = async (): Promise<void> => {
    await run(async () => {
      const sessions = await model.everything();
      for (const { id } of sessions) await store.delete(id);
      announce(messages.trash.emptied(sessions.length), 'success');
    });
  };

  return (
    <ModalDialog title={messages.trash.emptyTitle} onClose={onClose}>
      <p>{messages.trash.emptyWhat}</p>
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
          {messages.trash.emptyNow}
        </button>
      </div>
    </ModalDialog>
  );
}

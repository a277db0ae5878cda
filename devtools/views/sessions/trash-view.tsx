import { useEffect, useMemo, useRef, useState, useSyncExternalStore, type JSX } from 'react';
import { CircleAlert, LoaderCircle, RotateCcw, Trash2 } from 'lucide-react';
import { reasonOf } from '../../data/reason-of.ts';
import type { SessionSummary } from '../../data/devtools-store.ts';
import { TrashListModel } from '../../data/trash-list.ts';
import { relativeTime } from '../../i18n/format.ts';
import { useMessages } from '../../i18n/messages.ts';
import { EmptyState } from '../../shell/empty-state.tsx';
import { IconButton } from '../../shell/icon-button.tsx';
import { usePanelServices } from '../../shell/panel-services.ts';
import { DeleteDialog } from './delete-dialog.tsx';
import { EmptyTrashDialog } from './empty-trash-dialog.tsx';
import { titleOf } from './session-title.ts';
import { useNow } from './use-now.ts';

const DAY = 86_400_000;
const DEFAULT_TRASH_DAYS = 30;

/** The sessions in the trash: each can be restored, or deleted for good. */
export default function TrashView({ onRestored }: { readonly onRestored: () => void }): JSX.Element {
  const messages = useMessages();
  const { store, feed, announce, selectSession } = usePanelServices();
  const model = useMemo(() => new TrashListModel(store), [store]);
  useEffect(() => model.start(feed), [model, feed]);
  const trash = useSyncExternalStore(model.subscribe, model.getSnapshot);
  const [deleting, setDeleting] = useState<SessionSummary | 'everything' | null>(null);
  const view = useRef<HTMLDivElement>(null);
  const trashDays = store.trashDays ?? DEFAULT_TRASH_DAYS;

  // The pane's contents were exchanged under the focus.
  useEffect(() => view.current?.focus({ preventScroll: true }), []);

  const restore = async (summary: SessionSummary): Promise<void> => {
    try {
      await store.restore(summary.id);
      selectSession(summary.id);
      onRestored();
      announce(messages.trash.restored(titleOf(summary, messages)), 'success');
    } catch (error) {
      announce(messages.trash.notRestored(reasonOf(error)), 'error');
    }
  };

  return (
    <div ref={view} className="trash" tabIndex={-1} aria-label={messages.trash.title} role="region">
      {trash.status === 'failed' ? (
        <EmptyState
          tone="error"
          icon={<CircleAlert />}
          title={messages.trash.readFailed}
          hint={trash.error?.message ?? ''}
          action={{ label: messages.retry, onAction: () => model.retry() }}
        />
      ) : trash.status === 'loading' ? (
        <EmptyState
          tone="busy"
          icon={<LoaderCircle className="spinning" />}
          title={messages.sessions.loading}
        />
      ) : trash.sessions.length === 0 ? (
        <EmptyState
          icon={<Trash2 />}
          title={messages.trash.empty}
          hint={messages.trash.emptyHint(trashDays)}
        />
      ) : (
        <>
          <p className="trash-hint">{messages.trash.keptFor(trashDays)}</p>
          <ul className="trash-list">
            {trash.sessions.map((summary) => (
              <TrashRow
                key={summary.id}
                summary={summary}
                trashDays={trashDays}
                onRestore={() => void restore(summary)}
                onDelete={() => setDeleting(summary)}
              />
            ))}
          </ul>
          <div className="pane-footer">
            {trash.hasMore ? (
              <button type="button" className="button" onClick={() => void model.loadMore()}>
                {messages.sessions.loadMore}
              </button>
            ) : null}
            <button type="button" className="button" onClick={() => setDeleting('everything')}>
              {messages.trash.emptyNow}
            </button>
          </div>
        </>
      )}
      {deleting === null ? null : deleting === 'everything' ? (
        <EmptyTrashDialog model={model} onClose={() => setDeleting(null)} />
      ) : (
        <DeleteDialog summary={deleting} onClose={() => setDeleting(null)} />
      )}
    </div>
  );
}

interface TrashRowProps {
  readonly summary: SessionSummary;
  readonly trashDays: number;
  readonly onRestore: () => void;
  readonly onDelete: () => void;
}

function TrashRow({ summary, trashDays, onRestore, onDelete }: TrashRowProps): JSX.Element {
  const messages = useMessages();
  const now = useNow();
  const title = titleOf(summary, messages);
  const trashedAt = summary.trashedAt ?? now;
  const daysLeft = Math.max(0, Math.ceil((trashedAt + trashDays * DAY - now) / DAY));
  return (
    <li className="trash-row">
      <div className="trash-text">
        <span className="session-title" dir="auto">
          {title}
        </span>
        <span className="session-facts">
          {messages.sessions.turns(summary.turns)} · {messages.sessions.events(summary.seq)}
        </span>
        <span className="session-facts">
          {messages.trash.since(relativeTime(messages.locale, trashedAt, now))} ·{' '}
          {messages.trash.daysLeft(daysLeft)}
        </span>
      </div>
      <IconButton label={messages.trash.restore(title)} icon={<RotateCcw />} onClick={onRestore} />
      <IconButton label={messages.trash.deleteForGood(title)} icon={<Trash2 />} onClick={onDelete} />
    </li>
  );
}

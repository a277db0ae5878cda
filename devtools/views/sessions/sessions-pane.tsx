import { lazy, Suspense, useEffect, useState, useSyncExternalStore, type JSX } from 'react';
import { ArrowLeft, Plus, Trash2 } from 'lucide-react';
import { reasonOf } from '../../data/reason-of.ts';
import type { SessionId } from '../../data/devtools-store.ts';
import { useMessages } from '../../i18n/messages.ts';
import { IconButton } from '../../shell/icon-button.tsx';
import { usePanelServices } from '../../shell/panel-services.ts';
import { SessionsView } from './sessions-view.tsx';

const TrashView = lazy(() => import('./trash-view.tsx'));

/** The sessions by lineage, and those in the trash. */
export function SessionsPane({ chosen }: { readonly chosen: SessionId | null }): JSX.Element {
  const messages = useMessages();
  const { store, sessions: model, announce, selectSession } = usePanelServices();
  const list = useSyncExternalStore(model.subscribe, model.getSnapshot);
  const [inTrash, setInTrash] = useState(false);

  // Whoever follows a session out of the trash wants to see where it is now.
  useEffect(() => setInTrash(false), [chosen]);

  const create = async (): Promise<void> => {
    try {
      const session = await store.create();
      selectSession(session.id);
      announce(messages.sessions.created, 'success');
    } catch (error) {
      announce(messages.sessions.createFailed(reasonOf(error)), 'error');
    }
  };

  return (
    <>
      <header className="pane-header">
        {inTrash ? (
          <IconButton label={messages.trash.back} icon={<ArrowLeft />} onClick={() => setInTrash(false)} />
        ) : null}
        <h2 className="pane-title">{inTrash ? messages.trash.title : messages.panes.sessions}</h2>
        {list.status === 'ready' && !inTrash ? (
          <span className="pane-count">{`${messages.number(list.sessions.size)}${list.hasMore ? '+' : ''}`}</span>
        ) : null}
        <span className="pane-header-space" />
        {inTrash ? null : (
          <>
            <IconButton label={messages.trash.show} icon={<Trash2 />} onClick={() => setInTrash(true)} />
            <IconButton label={messages.sessions.create} icon={<Plus />} onClick={() => void create()} />
          </>
        )}
      </header>
      {inTrash ? (
        <Suspense fallback={null}>
          <TrashView onRestored={() => setInTrash(false)} />
        </Suspense>
      ) : (
        <SessionsView chosen={chosen} />
      )}
    </>
  );
}

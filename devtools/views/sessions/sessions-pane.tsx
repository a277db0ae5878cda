import {
  useDeferredValue,
  useEffect,
  useMemo,
  useRef,
  useState,
  useSyncExternalStore,
  type JSX,
} from 'react';
import { CircleAlert, GitBranch, LoaderCircle, Plus, Search, SearchX, X } from 'lucide-react';
import { buildLineage } from '../../../lib/index.ts';
import type { SessionId } from '../../data/devtools-store.ts';
import { lineageRows, neighbourOf } from '../../data/lineage-rows.ts';
import { saveLog } from '../../data/save-log.ts';
import { useMessages } from '../../i18n/messages.ts';
import { EmptyState } from '../../shell/empty-state.tsx';
import { IconButton } from '../../shell/icon-button.tsx';
import { usePanelServices } from '../../shell/panel-services.ts';
import { DeleteDialog } from './delete-dialog.tsx';
import { RenameDialog } from './rename-dialog.tsx';
import type { SessionAction } from './session-row.tsx';
import { titleOf } from './session-title.ts';
import { SessionTree } from './session-tree.tsx';

export function SessionsPane({ chosen }: { readonly chosen: SessionId | null }): JSX.Element {
  const messages = useMessages();
  const { store, sessions: model, announce, selectSession, freshFork } = usePanelServices();
  const list = useSyncExternalStore(model.subscribe, model.getSnapshot);
  const [query, setQuery] = useState('');
  const searched = useDeferredValue(query);
  const [collapsed, setCollapsed] = useState<ReadonlySet<SessionId>>(new Set());
  const [dialog, setDialog] = useState<{ readonly kind: 'rename' | 'delete'; readonly id: SessionId } | null>(
    null,
  );

  const lineage = useMemo(
    () =>
      buildLineage([...list.sessions.values()], {
        id: (summary) => summary.id,
        parent: (summary) => summary.header.parentSession ?? null,
      }),
    [list.sessions],
  );
  const view = useMemo(() => lineageRows(lineage, collapsed, searched), [lineage, collapsed, searched]);

  useEffect(() => {
    if (searched.trim() !== '') void model.loadAll();
  }, [searched, model]);

  const toggle = (id: SessionId): void => {
    const next = new Set(collapsed);
    if (!next.delete(id)) next.add(id);
    setCollapsed(next);
  };

  const create = async (): Promise<void> => {
    try {
      const session = await store.create();
      selectSession(session.id);
      announce(messages.sessions.created, 'success');
    } catch (error) {
      announce(
        messages.sessions.createFailed(error instanceof Error ? error.message : String(error)),
        'error',
      );
    }
  };

  const act = async (id: SessionId, action: SessionAction): Promise<void> => {
    if (action !== 'export') {
      setDialog({ kind: action, id });
      return;
    }
    try {
      await saveLog(store, id);
      announce(messages.sessions.exported(titleOf(list.sessions.get(id), messages)), 'success');
    } catch (error) {
      announce(
        messages.sessions.exportFailed(error instanceof Error ? error.message : String(error)),
        'error',
      );
    }
  };

  const [deleted, setDeleted] = useState<SessionId | null>(null);
  const focusTree = useRef<(() => void) | null>(null);
  useEffect(() => {
    // The focus was in the row that is gone now.
    if (deleted === null || list.sessions.has(deleted)) return;
    setDeleted(null);
    focusTree.current?.();
  }, [deleted, list.sessions]);

  const inDialog = dialog === null ? undefined : list.sessions.get(dialog.id);
  return (
    <>
      <header className="pane-header">
        <h2 className="pane-title">{messages.panes.sessions}</h2>
        {list.status === 'ready' ? (
          <span className="pane-count">{`${messages.number(list.sessions.size)}${list.hasMore ? '+' : ''}`}</span>
        ) : null}
        <span className="pane-header-space" />
        <IconButton label={messages.sessions.create} icon={<Plus />} onClick={() => void create()} />
      </header>
      <div className="search">
        <Search aria-hidden="true" />
        <input
          className="search-input"
          type="search"
          value={query}
          placeholder={messages.sessions.search}
          aria-label={messages.sessions.search}
          onChange={(event) => setQuery(event.target.value)}
        />
        {query === '' ? null : (
          <>
            <span className="search-count">{messages.sessions.matches(view.matches)}</span>
            <IconButton label={messages.sessions.clearSearch} icon={<X />} onClick={() => setQuery('')} />
          </>
        )}
      </div>
      {list.status === 'failed' ? (
        <EmptyState
          tone="error"
          icon={<CircleAlert />}
          title={messages.sessions.failed}
          hint={list.error?.message ?? ''}
          action={{ label: messages.retry, onAction: () => model.retry() }}
        />
      ) : list.status === 'loading' ? (
        <EmptyState
          tone="busy"
          icon={<LoaderCircle className="spinning" />}
          title={messages.sessions.loading}
        />
      ) : list.sessions.size === 0 ? (
        <EmptyState icon={<GitBranch />} title={messages.sessions.empty} hint={messages.sessions.emptyHint} />
      ) : view.rows.length === 0 ? (
        <EmptyState icon={<SearchX />} title={messages.sessions.noMatch} />
      ) : (
        <SessionTree
          rows={view.rows}
          chosen={chosen}
          fresh={freshFork}
          focusTree={focusTree}
          onChoose={selectSession}
          onToggle={toggle}
          onAction={(id, action) => void act(id, action)}
        />
      )}
      {list.hasMore ? (
        <div className="pane-footer">
          <button type="button" className="button" onClick={() => void model.loadMore()}>
            {messages.sessions.loadMore}
          </button>
        </div>
      ) : null}
      {dialog !== null && inDialog !== undefined && dialog.kind === 'rename' ? (
        <RenameDialog summary={inDialog} onClose={() => setDialog(null)} />
      ) : null}
      {dialog !== null && inDialog !== undefined && dialog.kind === 'delete' ? (
        <DeleteDialog
          summary={inDialog}
          onClose={() => setDialog(null)}
          onDeleted={() => {
            setDeleted(inDialog.id);
            const next = neighbourOf(view.rows, inDialog.id);
            if (inDialog.id === chosen && next !== null) selectSession(next);
          }}
        />
      ) : null}
    </>
  );
}

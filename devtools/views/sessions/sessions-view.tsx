import {
  useDeferredValue,
  useEffect,
  useMemo,
  useRef,
  useState,
  useSyncExternalStore,
  type JSX,
} from 'react';
import { CircleAlert, GitBranch, LoaderCircle, SearchX } from 'lucide-react';
import { buildLineage } from '../../../lib/index.ts';
import type { SessionId } from '../../data/devtools-store.ts';
import { lineageRows, neighbourOf } from '../../data/lineage-rows.ts';
import { EVERY_SESSION, narrows } from '../../data/session-query.ts';
import { useMessages } from '../../i18n/messages.ts';
import { EmptyState } from '../../shell/empty-state.tsx';
import type { MenuPlace } from '../../shell/menu.tsx';
import { usePanelServices } from '../../shell/panel-services.ts';
import { QueryBar } from './query-bar.tsx';
import { SessionMenu } from './session-menu.tsx';
import { SessionTree } from './session-tree.tsx';
import { useSessionActions } from './use-session-actions.tsx';

/** The sessions as a lineage graph, with what narrows it and what can be done with each. */
export function SessionsView({ chosen }: { readonly chosen: SessionId | null }): JSX.Element {
  const messages = useMessages();
  const { sessions: model, selectSession, freshFork } = usePanelServices();
  const list = useSyncExternalStore(model.subscribe, model.getSnapshot);
  const [query, setQuery] = useState(EVERY_SESSION);
  const searched = useDeferredValue(query);
  const [collapsed, setCollapsed] = useState<ReadonlySet<SessionId>>(new Set());
  const [unfolded, setUnfolded] = useState<ReadonlySet<SessionId>>(new Set());
  const [menu, setMenu] = useState<{ readonly id: SessionId; readonly place: MenuPlace } | null>(null);
  const [leaving, setLeaving] = useState<SessionId | null>(null);
  const focusTree = useRef<(() => void) | null>(null);

  const lineage = useMemo(
    () =>
      buildLineage([...list.sessions.values()], {
        id: (summary) => summary.id,
        parent: (summary) => summary.header.parentSession ?? null,
      }),
    [list.sessions],
  );
  const view = useMemo(() => {
    const kept = new Set([chosen, freshFork].filter((id) => id !== null));
    return lineageRows(lineage, { query: searched, collapsed, unfolded, kept });
  }, [lineage, searched, collapsed, unfolded, chosen, freshFork]);

  useEffect(() => {
    if (narrows(searched)) void model.loadAll();
  }, [searched, model]);

  const actions = useSessionActions({
    onTrashing: (id) => {
      const next = neighbourOf(view.rows, id);
      setLeaving(id);
      if (id === chosen && next !== null) selectSession(next);
    },
  });
  useEffect(() => {
    // The focus was in the row that is gone now.
    if (leaving === null || list.sessions.has(leaving)) return;
    setLeaving(null);
    focusTree.current?.();
  }, [leaving, list.sessions]);

  const inMenu = menu === null ? undefined : list.sessions.get(menu.id);
  if (list.status === 'failed')
    return (
      <EmptyState
        tone="error"
        icon={<CircleAlert />}
        title={messages.sessions.failed}
        hint={list.error?.message ?? ''}
        action={{ label: messages.retry, onAction: () => model.retry() }}
      />
    );
  if (list.status === 'loading')
    return (
      <EmptyState
        tone="busy"
        icon={<LoaderCircle className="spinning" />}
        title={messages.sessions.loading}
      />
    );
  return (
    <>
      <QueryBar query={query} matches={view.matches} onChange={setQuery} />
      {list.sessions.size === 0 ? (
        <EmptyState icon={<GitBranch />} title={messages.sessions.empty} hint={messages.sessions.emptyHint} />
      ) : view.rows.length === 0 ? (
        <EmptyState
          icon={<SearchX />}
          title={messages.sessions.noMatch}
          action={{ label: messages.sessions.clearSearch, onAction: () => setQuery(EVERY_SESSION) }}
        />
      ) : (
        <SessionTree
          rows={view.rows}
          chosen={chosen}
          fresh={freshFork}
          inMenu={menu?.id ?? null}
          trashed={list.trashed}
          focusTree={focusTree}
          onChoose={selectSession}
          onToggle={(id) => setCollapsed(toggled(collapsed, id))}
          onToggleMany={(id) => setUnfolded(toggled(unfolded, id))}
          onAction={(row, action) => actions.run(action, row.summary)}
          onMenu={(row, place) => setMenu({ id: row.id, place })}
        />
      )}
      {list.hasMore ? (
        <div className="pane-footer">
          <button type="button" className="button" onClick={() => void model.loadMore()}>
            {messages.sessions.loadMore}
          </button>
        </div>
      ) : null}
      {menu !== null && inMenu !== undefined ? (
        <SessionMenu
          summary={inMenu}
          place={menu.place}
          parentIsListed={list.sessions.has(inMenu.header.parentSession ?? '')}
          onAction={(action) => actions.run(action, inMenu)}
          onClose={() => setMenu(null)}
        />
      ) : null}
      {actions.dialog}
    </>
  );
}

function toggled(set: ReadonlySet<SessionId>, id: SessionId): ReadonlySet<SessionId> {
  const next = new Set(set);
  if (!next.delete(id)) next.add(id);
  return next;
}

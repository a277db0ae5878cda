import {
  useCallback,
  useImperativeHandle,
  useLayoutEffect,
  useRef,
  useState,
  type JSX,
  type KeyboardEvent,
  type RefObject,
} from 'react';
import { defaultRangeExtractor, useVirtualizer, type Range } from '@tanstack/react-virtual';
import type { SessionId } from '../../data/devtools-store.ts';
import type { LineageRow, SessionLine } from '../../data/lineage-rows.ts';
import { shortcutOf } from '../../data/shortcuts.ts';
import { useMessages } from '../../i18n/messages.ts';
import { mayTakeFocus } from '../../shell/may-take-focus.ts';
import type { MenuPlace } from '../../shell/menu.tsx';
import { FoldedForksRow } from './folded-forks-row.tsx';
import { rowHeight } from './lineage-rails.tsx';
import { actionOfShortcut, type SessionAction } from './session-actions.ts';
import { SessionRow } from './session-row.tsx';
import { useNow } from './use-now.ts';

interface SessionTreeProps {
  readonly rows: readonly LineageRow[];
  readonly chosen: SessionId | null;
  /** A session that was just forked, to be noticed. */
  readonly fresh: SessionId | null;
  /** The session whose menu is open. */
  readonly inMenu: SessionId | null;
  readonly trashed: ReadonlySet<SessionId>;
  /** Gets a function that puts the focus into the tree. */
  readonly focusTree: RefObject<(() => void) | null>;
  readonly onChoose: (sessionId: SessionId) => void;
  /** Shows or hides the forks of a session. */
  readonly onToggle: (sessionId: SessionId) => void;
  /** Shows all of a session's many forks, or the latest. */
  readonly onToggleMany: (parentId: SessionId) => void;
  readonly onAction: (row: SessionLine, action: SessionAction) => void;
  readonly onMenu: (row: SessionLine, place: MenuPlace) => void;
}

/** The lineage as an ARIA tree: one tab stop, keys within, and only the rows in view are there. */
export function SessionTree({
  rows,
  chosen,
  fresh,
  inMenu,
  trashed,
  focusTree,
  onChoose,
  onToggle,
  onToggleMany,
  onAction,
  onMenu,
}: SessionTreeProps): JSX.Element {
  const messages = useMessages();
  const now = useNow();
  const scroller = useRef<HTMLDivElement>(null);
  const [focused, setFocused] = useState<string | null>(null);
  const focusWanted = useRef(false);
  const active = activeIndex(rows, focused, chosen);

  const rangeExtractor = useCallback(
    (range: Range) => {
      const indexes = defaultRangeExtractor(range);
      // The row with the tab stop stays, or the focus would be lost when it is scrolled out of view.
      return active < 0 || indexes.includes(active) ? indexes : [...indexes, active].sort((a, b) => a - b);
    },
    [active],
  );
  const virtualizer = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: (index) => {
      const row = rows[index];
      return row === undefined ? 0 : rowHeight(row);
    },
    getItemKey: (index) => rows[index]?.key ?? index,
    overscan: 8,
    rangeExtractor,
  });

  const chosenIndex = rows.findIndex((row) => row.kind === 'session' && row.id === chosen);
  useLayoutEffect(() => {
    if (chosenIndex >= 0) virtualizer.scrollToIndex(chosenIndex, { align: 'auto' });
    // Only a new choice moves the list, not every change of its order.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [chosen, chosenIndex >= 0]);

  useLayoutEffect(() => {
    if (!focusWanted.current) return;
    focusWanted.current = false;
    virtualizer.scrollToIndex(active, { align: 'auto' });
    itemAt(active)?.focus({ preventScroll: true });
  }, [active, virtualizer]);

  const itemAt = (index: number): HTMLElement | null =>
    scroller.current?.querySelector<HTMLElement>(`[data-index="${index}"]`) ?? null;

  useImperativeHandle(focusTree, () => () => {
    const item = scroller.current?.querySelector<HTMLElement>('[role="treeitem"][tabindex="0"]') ?? null;
    if (item !== null && mayTakeFocus(item)) item.focus({ preventScroll: true });
  });

  const moveTo = (index: number): void => {
    const row = rows[index];
    if (row === undefined) return;
    focusWanted.current = true;
    setFocused(row.key);
  };

  const moveToSession = (id: SessionId | null): void =>
    moveTo(rows.findIndex((row) => row.kind === 'session' && row.id === id));

  const unfold = (row: LineageRow): void => {
    if (row.kind === 'folded-forks') {
      if (!row.unfolded) onToggleMany(row.parentId);
    } else if (row.children > 0 && !row.expanded) onToggle(row.id);
    else if (row.expanded) moveTo(active + 1);
  };
  const fold = (row: LineageRow): void => {
    if (row.kind === 'folded-forks' && row.unfolded) onToggleMany(row.parentId);
    else if (row.kind === 'session' && row.expanded) onToggle(row.id);
    else moveToSession(row.parentId);
  };

  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>): void => {
    const row = rows[active];
    // Keys pressed on a button inside a row are the button's.
    if (row === undefined || (event.target instanceof HTMLElement && event.target.role !== 'treeitem'))
      return;
    const shortcut = event.key === 'F10' && event.shiftKey ? 'sessionMenu' : shortcutOf(event, 'sessions');
    switch (shortcut) {
      case null:
        return;
      case 'sessionBelow':
        moveTo(active + 1);
        break;
      case 'sessionAbove':
        moveTo(active - 1);
        break;
      case 'firstSession':
        moveTo(0);
        break;
      case 'lastSession':
        moveTo(rows.length - 1);
        break;
      case 'unfoldForks':
        unfold(row);
        break;
      case 'foldForks':
        fold(row);
        break;
      case 'openSession':
        if (row.kind === 'session') onChoose(row.id);
        else onToggleMany(row.parentId);
        break;
      case 'sessionMenu': {
        const frame = itemAt(active)?.getBoundingClientRect();
        if (row.kind === 'session') onMenu(row, { x: (frame?.left ?? 0) + 32, y: (frame?.top ?? 0) + 32 });
        break;
      }
      default: {
        const action = actionOfShortcut(shortcut);
        if (action !== null && row.kind === 'session' && !event.repeat) onAction(row, action);
      }
    }
    event.preventDefault();
  };

  return (
    <div ref={scroller} className="session-scroller">
      <div
        className="session-tree"
        role="tree"
        aria-label={messages.sessions.tree}
        style={{ height: virtualizer.getTotalSize() }}
        onKeyDown={onKeyDown}
      >
        {virtualizer.getVirtualItems().map((item) => {
          const row = rows[item.index];
          if (row === undefined) return null;
          const shared = {
            index: item.index,
            active: item.index === active,
            style: { transform: `translateY(${item.start}px)` },
            onFocus: () => setFocused(row.key),
          };
          return row.kind === 'folded-forks' ? (
            <FoldedForksRow
              key={item.key}
              {...shared}
              row={row}
              onToggle={() => {
                setFocused(row.key);
                onToggleMany(row.parentId);
              }}
            />
          ) : (
            <SessionRow
              key={item.key}
              {...shared}
              row={row}
              chosen={row.id === chosen}
              fresh={row.id === fresh}
              parentTrashed={row.parentId !== null && trashed.has(row.parentId)}
              menuIsOpen={row.id === inMenu}
              now={now}
              onChoose={() => {
                setFocused(row.key);
                onChoose(row.id);
              }}
              onToggle={() => onToggle(row.id)}
              onMenu={(place) => {
                setFocused(row.key);
                onMenu(row, place);
              }}
              onGoToOrigin={() => onAction(row, 'goToOrigin')}
            />
          );
        })}
      </div>
    </div>
  );
}

/** The row that has the tab stop: the one last focused, else the chosen one, else the first. */
function activeIndex(rows: readonly LineageRow[], focused: string | null, chosen: SessionId | null): number {
  const index = rows.findIndex((row) => row.key === focused);
  if (index >= 0) return index;
  const chosenIndex = rows.findIndex((row) => row.kind === 'session' && row.id === chosen);
  return chosenIndex >= 0 || rows.length === 0 ? chosenIndex : 0;
}

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
import type { LineageRow } from '../../data/lineage-rows.ts';
import { useMessages } from '../../i18n/messages.ts';
import { mayTakeFocus } from '../../shell/may-take-focus.ts';
import { ROW_HEIGHT } from './lineage-rails.tsx';
import { SessionRow, type SessionAction } from './session-row.tsx';
import { useNow } from './use-now.ts';

interface SessionTreeProps {
  readonly rows: readonly LineageRow[];
  readonly chosen: SessionId | null;
  /** A session that was just forked, to be noticed. */
  readonly fresh: SessionId | null;
  /** Gets a function that puts the focus into the tree. */
  readonly focusTree: RefObject<(() => void) | null>;
  readonly onChoose: (sessionId: SessionId) => void;
  readonly onToggle: (sessionId: SessionId) => void;
  readonly onAction: (sessionId: SessionId, action: SessionAction) => void;
}

/** The lineage as an ARIA tree: one tab stop, arrows within, and only the rows in view are there. */
export function SessionTree({
  rows,
  chosen,
  fresh,
  focusTree,
  onChoose,
  onToggle,
  onAction,
}: SessionTreeProps): JSX.Element {
  const messages = useMessages();
  const now = useNow();
  const scroller = useRef<HTMLDivElement>(null);
  const [focused, setFocused] = useState<SessionId | null>(null);
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
    estimateSize: () => ROW_HEIGHT,
    getItemKey: (index) => rows[index]?.id ?? index,
    overscan: 8,
    rangeExtractor,
  });

  const chosenIndex = rows.findIndex((row) => row.id === chosen);
  useLayoutEffect(() => {
    if (chosenIndex >= 0) virtualizer.scrollToIndex(chosenIndex, { align: 'auto' });
    // Only a new choice moves the list, not every change of its order.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [chosen, chosenIndex >= 0]);

  useLayoutEffect(() => {
    if (!focusWanted.current) return;
    focusWanted.current = false;
    virtualizer.scrollToIndex(active, { align: 'auto' });
    scroller.current?.querySelector<HTMLElement>(`[data-index="${active}"]`)?.focus({ preventScroll: true });
  }, [active, virtualizer]);

  useImperativeHandle(focusTree, () => () => {
    const item = scroller.current?.querySelector<HTMLElement>('[role="treeitem"][tabindex="0"]') ?? null;
    if (item !== null && mayTakeFocus(item)) item.focus({ preventScroll: true });
  });

  const moveTo = (index: number): void => {
    const row = rows[index];
    if (row === undefined) return;
    focusWanted.current = true;
    setFocused(row.id);
  };

  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>): void => {
    const row = rows[active];
    if (row === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
    // Keys pressed on a button inside a row are the button's.
    if (event.target instanceof HTMLElement && event.target.getAttribute('role') !== 'treeitem') return;
    switch (event.key) {
      case 'ArrowDown':
        moveTo(active + 1);
        break;
      case 'ArrowUp':
        moveTo(active - 1);
        break;
      case 'Home':
        moveTo(0);
        break;
      case 'End':
        moveTo(rows.length - 1);
        break;
      case 'ArrowRight':
        if (row.children > 0 && !row.expanded) onToggle(row.id);
        else if (row.expanded) moveTo(active + 1);
        break;
      case 'ArrowLeft':
        if (row.expanded) onToggle(row.id);
        else moveTo(rows.findIndex((candidate) => candidate.id === row.parentId));
        break;
      case 'Enter':
      case ' ':
        onChoose(row.id);
        break;
      case 'F2':
        onAction(row.id, 'rename');
        break;
      case 'Delete':
        onAction(row.id, 'delete');
        break;
      default:
        return;
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
          return (
            <SessionRow
              key={item.key}
              index={item.index}
              row={row}
              chosen={row.id === chosen}
              active={item.index === active}
              fresh={row.id === fresh}
              now={now}
              style={{ transform: `translateY(${item.start}px)` }}
              onChoose={() => {
                setFocused(row.id);
                onChoose(row.id);
              }}
              onToggle={() => onToggle(row.id)}
              onFocus={() => setFocused(row.id)}
              onAction={(action) => onAction(row.id, action)}
            />
          );
        })}
      </div>
    </div>
  );
}

/** The row that has the tab stop: the one last focused, else the chosen one, else the first. */
function activeIndex(
  rows: readonly LineageRow[],
  focused: SessionId | null,
  chosen: SessionId | null,
): number {
  const index = rows.findIndex((row) => row.id === focused);
  if (index >= 0) return index;
  const chosenIndex = rows.findIndex((row) => row.id === chosen);
  return chosenIndex >= 0 || rows.length === 0 ? chosenIndex : 0;
}

import {
  useCallback,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
  type JSX,
  type KeyboardEvent,
} from 'react';
import { ArrowDown } from 'lucide-react';
import type { SessionSummary } from '../../data/devtools-store.ts';
import { forkPlaceAt } from '../../data/fork-place.ts';
import type { TimelineModel, TimelineSnapshot } from '../../data/timeline-model.ts';
import type { TimelineRow } from '../../data/timeline-rows.ts';
import { useMessages } from '../../i18n/messages.ts';
import { mayTakeFocus } from '../../shell/may-take-focus.ts';
import type { EventSelection, RevealRequest } from '../../shell/panel-app.tsx';
import { usePanelServices } from '../../shell/panel-services.ts';
import { refusalText } from './fork-reason.ts';
import { RowActionsContext, type RowActions } from './row-actions.ts';
import { TimelineRowView, type RowSurroundings } from './timeline-row.tsx';
import { useForkAction } from './use-fork-action.ts';
import { useTimelineScroll } from './use-timeline-scroll.ts';

const PAGE_OF_ROWS = 12;

/** Reads of the store that one gesture may cause: a gap that never ends must not read for ever. */
const MAX_LOADS = 60;

/** How long, in ms, a row that was gone to stands out. */
const FLASH_FOR = 1_800;

interface TimelineListProps {
  readonly model: TimelineModel;
  readonly snapshot: TimelineSnapshot;
  readonly title: string;
  readonly narrow: boolean;
  readonly running: boolean;
  readonly parent: SessionSummary | undefined;
  readonly forksBySeq: ReadonlyMap<number, readonly SessionSummary[]>;
  readonly selection: EventSelection | null;
  readonly onSelect: (selection: EventSelection, open: boolean) => void;
  readonly reveal: RevealRequest | null;
  readonly onRevealed: () => void;
}

export function TimelineList(props: TimelineListProps): JSX.Element {
  const {
    model,
    snapshot,
    title,
    narrow,
    running,
    parent,
    forksBySeq,
    selection,
    onSelect,
    reveal,
    onRevealed,
  } = props;
  const messages = useMessages();
  const { announce, selectSession } = usePanelServices();
  const fork = useForkAction(model.sessionId);
  const { rows } = snapshot;
  const [activeKey, setActiveKey] = useState<string | null>(null);
  const [activeNear, setActiveNear] = useState(0);
  const [flashing, setFlashing] = useState<string | null>(null);
  const [expandedTexts, setExpandedTexts] = useState<ReadonlySet<string>>(new Set());
  const focusWanted = useRef(false);
  const loads = useRef(0);

  const found = activeKey === null ? -1 : rows.indexOfKey(activeKey, activeNear);
  const active = found >= 0 ? found : rows.count - 1;
  const { virtualizer, scroller, onScroll, newEvents, toEnd, holdPlace } = useTimelineScroll(
    rows,
    snapshot.seq,
    active,
  );
  const items = virtualizer.getVirtualItems();

  const activate = useCallback(
    (index: number, open: boolean): void => {
      const row = rows.at(index);
      if (row === undefined) return;
      setActiveKey(row.key);
      setActiveNear(index);
      if (row.kind === 'gap' || row.kind === 'boundary') return;
      onSelect({ sessionId: model.sessionId, seq: row.seq, related: relatedOf(row) }, open);
    },
    [rows, model, onSelect],
  );
  const onActivate = useCallback((index: number) => activate(index, narrow), [activate, narrow]);

  const moveTo = (index: number): void => {
    const target = Math.max(0, Math.min(rows.count - 1, index));
    focusWanted.current = true;
    virtualizer.scrollToIndex(target, { align: 'auto' });
    activate(target, false);
  };

  useLayoutEffect(() => {
    // After each drawing: the row may be drawn later than it became the active one.
    if (focusWanted.current && focusRow(scroller.current, active)) focusWanted.current = false;
  });

  const goTo = useCallback(
    async (seq: number): Promise<void> => {
      holdPlace();
      const index = await model.reveal(seq);
      const row = model.getSnapshot().rows.at(index);
      if (row === undefined) return;
      setActiveKey(row.key);
      setActiveNear(index);
      setFlashing(row.key);
      focusWanted.current = true;
      onSelect({ sessionId: model.sessionId, seq: row.seq, related: relatedOf(row) }, false);
      // After React has drawn the rows that were loaded for it.
      requestAnimationFrame(() => virtualizer.scrollToIndex(index, { align: 'center' }));
    },
    [model, onSelect, virtualizer, holdPlace],
  );

  useEffect(() => {
    if (flashing === null) return undefined;
    const timer = setTimeout(() => setFlashing(null), FLASH_FOR);
    return () => clearTimeout(timer);
  }, [flashing]);

  useEffect(() => {
    if (reveal === null || reveal.sessionId !== model.sessionId) return;
    onRevealed();
    if (reveal.seq === null) focusWanted.current = true;
    else void goTo(reveal.seq);
  }, [reveal, model, onRevealed, goTo]);

  const visible = virtualizer.range;
  useEffect(() => {
    if (visible === null) return;
    for (const { index } of items) {
      const row = rows.at(index);
      if (row?.kind !== 'gap' || row.failed || loads.current >= MAX_LOADS) continue;
      loads.current += 1;
      // What is reached first: a gap above the view is entered from its end, any other from its start.
      void model.loadGap(row, index <= visible.startIndex ? 'end' : 'start');
    }
  }, [items, rows, visible, model]);
  const allowLoads = (): void => {
    loads.current = 0;
  };

  const actions = useMemo<RowActions>(
    () => ({
      sessionId: model.sessionId,
      toggleSection: (section) => {
        holdPlace();
        model.toggleSection(section);
      },
      toggleStream: (key) => {
        holdPlace();
        model.toggleStream(key);
      },
      toggleText: (key) => setExpandedTexts((previous) => toggled(previous, key)),
      loadGap: (gap) => void model.loadGap(gap, 'start'),
      fork,
      goTo: (seq) => void goTo(seq),
      openSession: selectSession,
      running,
    }),
    [model, holdPlace, fork, goTo, selectSession, running],
  );
  const { header, forkPoints, openTurn } = snapshot;
  const surroundings = useMemo<RowSurroundings>(
    () => ({
      header,
      parent,
      forksBySeq,
      expandedTexts,
      forkPlace: (seq) => forkPlaceAt(seq, forkPoints, openTurn),
    }),
    [header, parent, forksBySeq, expandedTexts, forkPoints, openTurn],
  );

  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>): void => {
    const row = rows.at(active);
    if (row === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.target instanceof HTMLElement && event.target.getAttribute('role') !== 'row') return;
    switch (event.key) {
      case 'ArrowDown':
        moveTo(active + 1);
        break;
      case 'ArrowUp':
        moveTo(active - 1);
        break;
      case 'PageDown':
        moveTo(active + PAGE_OF_ROWS);
        break;
      case 'PageUp':
        moveTo(active - PAGE_OF_ROWS);
        break;
      case 'Home':
        moveTo(0);
        break;
      case 'End':
        moveTo(rows.count - 1);
        break;
      case 'ArrowRight':
        unfold(row, true);
        break;
      case 'ArrowLeft':
        if (!unfold(row, false)) moveTo(headAbove(rows, active));
        break;
      case 'Enter':
      case ' ':
        activate(active, true);
        break;
      case 'f':
      case 'F':
        if (!event.repeat) forkAt(row);
        break;
      default:
        return;
    }
    event.preventDefault();
  };

  const unfold = (row: TimelineRow, open: boolean): boolean => {
    if ((row.kind === 'turn' || row.kind === 'between') && row.expanded !== open) {
      actions.toggleSection(row.section);
      return true;
    }
    if (row.kind === 'assistant' && row.stream !== null && row.stream.expanded !== open) {
      actions.toggleStream(row.key);
      return true;
    }
    return false;
  };

  const forkAt = (row: TimelineRow): void => {
    if (row.kind === 'gap' || row.kind === 'boundary') return;
    const place =
      row.kind === 'turn-end'
        ? { kind: 'allowed' as const, seq: row.seq, turn: row.turn }
        : surroundings.forkPlace(row.seq);
    if (place.kind === 'allowed') fork(place);
    else announce(refusalText(place, messages));
  };

  return (
    <RowActionsContext.Provider value={actions}>
      <div className="timeline-body">
        <div
          ref={scroller}
          className="timeline-scroller"
          onScroll={onScroll}
          onWheel={allowLoads}
          onTouchMove={allowLoads}
          onPointerDown={allowLoads}
          onKeyDown={allowLoads}
        >
          <div
            className="timeline-rows"
            role="treegrid"
            aria-label={messages.timeline.list(title)}
            aria-rowcount={rows.count}
            style={{ height: virtualizer.getTotalSize() }}
            onKeyDown={onKeyDown}
          >
            {items.map((item) => {
              const row = rows.at(item.index);
              if (row === undefined) return null;
              return (
                <TimelineRowView
                  key={row.key}
                  row={row}
                  rowRef={virtualizer.measureElement}
                  index={item.index}
                  active={item.index === active}
                  selected={selection !== null && selection.seq === row.seq && row.key === activeKey}
                  flashing={row.key === flashing}
                  start={item.start}
                  surroundings={surroundings}
                  onActivate={onActivate}
                />
              );
            })}
          </div>
        </div>
        {newEvents === null ? null : (
          <button
            type="button"
            className="to-end"
            data-new={newEvents > 0 || undefined}
            aria-label={newEvents > 0 ? messages.timeline.newEvents(newEvents) : messages.timeline.toEnd}
            data-tip={newEvents > 0 ? undefined : messages.timeline.toEnd}
            onClick={toEnd}
          >
            <ArrowDown aria-hidden="true" />
            {newEvents > 0 ? messages.timeline.newEvents(newEvents) : null}
          </button>
        )}
      </div>
    </RowActionsContext.Provider>
  );
}

/** Puts the focus on a row, where it may be; false when the row is not drawn yet. */
function focusRow(list: HTMLElement | null, index: number): boolean {
  const row = list?.querySelector<HTMLElement>(`[data-index="${index}"]`) ?? null;
  if (row === null) return false;
  if (mayTakeFocus(row)) row.focus({ preventScroll: true });
  return true;
}

function relatedOf(row: TimelineRow): readonly number[] {
  if (row.kind !== 'tool') return [];
  return [row.callSeq, row.resultSeq].filter((seq) => seq !== null);
}

function headAbove(rows: TimelineSnapshot['rows'], from: number): number {
  for (let index = from - 1; index >= 0; index -= 1) {
    const kind = rows.at(index)?.kind;
    if (kind === 'turn' || kind === 'between') return index;
  }
  return from;
}

function toggled(keys: ReadonlySet<string>, key: string): ReadonlySet<string> {
  const next = new Set(keys);
  if (!next.delete(key)) next.add(key);
  return next;
}

import { useCallback, useId, useMemo, useState, type JSX } from 'react';
import { ArrowDown } from 'lucide-react';
import type { SessionSummary } from '../../data/devtools-store.ts';
import { forkPlaceAt, nearestForkPoint } from '../../data/fork-place.ts';
import type { RowList } from '../../data/row-list.ts';
import type { SeqRange, TimelineModel, TimelineSnapshot } from '../../data/timeline-model.ts';
import type { TimelineRow } from '../../data/timeline-rows.ts';
import { useMessages } from '../../i18n/messages.ts';
import type { EventSelection, RevealRequest } from '../../shell/panel-app.tsx';
import { usePanelServices } from '../../shell/panel-services.ts';
import { OverviewStrip } from '../overview/overview-strip.tsx';
import { FindBar } from './find-bar.tsx';
import { refusalText } from './fork-reason.ts';
import { RowActionsContext, type RowActions } from './row-actions.ts';
import { onTimelineKey } from './timeline-keys.ts';
import { TimelineRowView, type RowSurroundings } from './timeline-row.tsx';
import { activeIndex, useActiveRow, type ActiveKey } from './use-active-row.ts';
import { useFind } from './use-find.ts';
import { useForkAction } from './use-fork-action.ts';
import { useGapLoading } from './use-gap-loading.ts';
import { useTimelineScroll } from './use-timeline-scroll.ts';

interface TimelineListProps {
  readonly model: TimelineModel;
  readonly snapshot: TimelineSnapshot;
  readonly title: string;
  readonly narrow: boolean;
  readonly running: boolean;
  /** Whether what is appended cannot be saved. */
  readonly failing: boolean;
  readonly parent: SessionSummary | undefined;
  readonly forksBySeq: ReadonlyMap<number, readonly SessionSummary[]>;
  readonly selection: EventSelection | null;
  readonly onSelect: (selection: EventSelection, open: boolean) => void;
  readonly reveal: RevealRequest | null;
  readonly onRevealed: () => void;
}

export function TimelineList(props: TimelineListProps): JSX.Element {
  const { model, snapshot, title, narrow, running, failing, parent, forksBySeq, selection } = props;
  const { onSelect, reveal, onRevealed } = props;
  const messages = useMessages();
  const { announce, selectSession } = usePanelServices();
  const fork = useForkAction(model.sessionId);
  const keysId = useId();
  const { rows, header, forkPoints, openTurn, zoom } = snapshot;
  const [refusedAt, setRefusedAt] = useState<string | null>(null);
  const [activeKey, setActive] = useState<ActiveKey | null>(null);
  const [expandedTexts, setExpandedTexts] = useState<ReadonlySet<string>>(new Set());
  const active = activeIndex(rows, activeKey);
  const scroll = useTimelineScroll(rows, rows.endSeq, active);
  const { scroller, holdPlace, newEvents } = scroll;
  const allowLoads = useGapLoading(model, rows, scroll);
  const find = useFind(model.sessionId, rows, snapshot.seq);
  const { activate, moveTo, goTo, lookAt, show, flashing } = useActiveRow({
    model,
    rows,
    active,
    setActive,
    scroller,
    scrollToIndex: scroll.scrollToIndex,
    holdPlace,
    onSelect,
    reveal,
    onRevealed,
  });
  const onShow = useCallback((seq: number) => void show(seq), [show]);
  const forkedAt = useMemo(() => [...forksBySeq.keys()], [forksBySeq]);
  const onActivate = useCallback((index: number) => activate(index, narrow), [activate, narrow]);

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
      toggleText: (key) => {
        holdPlace();
        setExpandedTexts((previous) => toggled(previous, key));
      },
      loadGap: (gap) => void model.loadGap(gap, 'start'),
      fork,
      goTo: (seq) => void goTo(seq),
      openSession: selectSession,
      running,
    }),
    [model, holdPlace, fork, goTo, selectSession, running],
  );
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

  const forkAt = (row: TimelineRow | undefined): void => {
    if (row === undefined || row.kind === 'gap' || row.kind === 'boundary') return;
    if (row.kind === 'turn-end') {
      fork(row);
      return;
    }
    const place = surroundings.forkPlace(row.seq);
    if (place.kind === 'allowed') {
      fork(place);
      return;
    }
    const nearest = nearestForkPoint(place, row.seq);
    if (nearest === null) announce(refusalText(place, messages));
    else if (refusedAt === row.key) {
      setRefusedAt(null);
      void goTo(nearest.seq);
    } else {
      setRefusedAt(row.key);
      const hint = messages.fork.pressAgain(nearest.turn);
      announce(`${refusalText(place, messages)} ${hint}`, 'plain', {
        label: messages.fork.goToEndOf(nearest.turn),
        run: () => void goTo(nearest.seq),
      });
    }
  };
  const setZoom = useCallback(
    (range: SeqRange | null) => {
      holdPlace();
      model.setZoom(range);
    },
    [model, holdPlace],
  );
  const walk = (direction: 'next' | 'previous'): void => {
    // The first step goes to a match in the active row itself, if there is one.
    const seq = find.model.walk(direction, (rows.at(active)?.seq ?? 0) - (direction === 'next' ? 1 : -1));
    if (seq !== null) void lookAt(seq);
  };
  const closeFind = (): void => {
    find.close();
    moveTo(active);
  };
  const view = useViewRange(rows, scroll.visible);

  return (
    <RowActionsContext.Provider value={actions}>
      <OverviewStrip
        snapshot={snapshot}
        title={title}
        running={running}
        forkedAt={forkedAt}
        view={view}
        onGoTo={onShow}
        onZoom={setZoom}
      />
      {find.wanted === 0 ? null : (
        <FindBar find={find.model} wanted={find.wanted} onWalk={walk} onClose={closeFind} />
      )}
      <div className="timeline-body">
        <span id={keysId} hidden>
          {messages.timeline.keys}
        </span>
        <div
          ref={scroller}
          className="timeline-scroller"
          onScroll={scroll.onScroll}
          onWheel={allowLoads}
          onTouchMove={allowLoads}
          onPointerDown={allowLoads}
          onKeyDown={allowLoads}
        >
          <div
            className="timeline-rows"
            role="treegrid"
            aria-label={messages.timeline.list(title)}
            aria-describedby={keysId}
            aria-rowcount={rows.count}
            style={{ height: scroll.height }}
            onKeyDown={(event) =>
              onTimelineKey(event, {
                active,
                count: rows.count,
                moveTo,
                unfold: () => void toggle(actions, rows.at(active), true),
                fold: () => {
                  if (!toggle(actions, rows.at(active), false)) moveTo(headAbove(rows, active));
                },
                open: () => activate(active, true),
                fork: () => forkAt(rows.at(active)),
                find: find.open,
                walk: (direction) => (find.wanted === 0 ? find.open() : walk(direction)),
                showAll: () => {
                  if (zoom === null) return false;
                  setZoom(null);
                  return true;
                },
              })
            }
          >
            {scroll.drawn.map((item) => {
              const row = rows.at(item.index);
              if (row === undefined) return null;
              return (
                <TimelineRowView
                  key={row.key}
                  row={row}
                  index={item.index}
                  active={item.index === active}
                  selected={row.key === activeKey?.key && isShown(row, selection)}
                  flashing={row.key === flashing}
                  found={find.markOf(item.index)}
                  start={item.start}
                  pending={
                    row.seq < snapshot.durableSeq
                      ? 'no'
                      : failing && (rows.at(item.index - 1)?.seq ?? -1) < snapshot.durableSeq
                        ? 'first'
                        : 'yes'
                  }
                  surroundings={surroundings}
                  onActivate={onActivate}
                />
              );
            })}
          </div>
        </div>
        {newEvents === null ? null : <ToEnd newEvents={newEvents} onClick={scroll.toEnd} />}
      </div>
    </RowActionsContext.Provider>
  );
}

function ToEnd({
  newEvents,
  onClick,
}: {
  readonly newEvents: number;
  readonly onClick: () => void;
}): JSX.Element {
  const messages = useMessages();
  const label = newEvents > 0 ? messages.timeline.newEvents(newEvents) : messages.timeline.toEnd;
  return (
    <button
      type="button"
      className="to-end"
      data-new={newEvents > 0 || undefined}
      aria-label={label}
      data-tip={newEvents > 0 ? undefined : label}
      onClick={onClick}
    >
      <ArrowDown aria-hidden="true" />
      {newEvents > 0 ? label : null}
    </button>
  );
}

/** The seqs of the rows in view; the same object while they are. */
function useViewRange(
  rows: RowList,
  { first, last }: { readonly first: number; readonly last: number },
): SeqRange {
  const from = rows.at(first)?.seq ?? 0;
  const to = (rows.at(last + 1)?.seq ?? rows.endSeq) - 1;
  return useMemo(() => ({ from, to: Math.max(from, to) }), [from, to]);
}

function isShown(row: TimelineRow, selection: EventSelection | null): boolean {
  return selection !== null && (selection.seq === row.seq || selection.related.includes(row.seq));
}

/** Unfolds or folds a row; false when there is nothing to do so. */
function toggle(actions: RowActions, row: TimelineRow | undefined, open: boolean): boolean {
  if ((row?.kind === 'turn' || row?.kind === 'between') && row.expanded !== open) {
    actions.toggleSection(row.section);
    return true;
  }
  if (row?.kind === 'assistant' && row.stream !== null && row.stream.expanded !== open) {
    actions.toggleStream(row.key);
    return true;
  }
  return false;
}

function headAbove(rows: RowList, from: number): number {
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

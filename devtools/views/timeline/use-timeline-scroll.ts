import { useCallback, useLayoutEffect, useRef, useState, type RefObject } from 'react';
import { defaultRangeExtractor, useVirtualizer, type Range, type Virtualizer } from '@tanstack/react-virtual';
import type { RowList } from '../../data/row-list.ts';
import type { TimelineRow } from '../../data/timeline-rows.ts';

/** So near to the end, in px, the list counts as being at it. */
const END_THRESHOLD = 24;

const ESTIMATES: Readonly<Record<TimelineRow['kind'], number>> = {
  turn: 44,
  between: 32,
  'turn-end': 48,
  step: 30,
  user: 72,
  assistant: 110,
  tool: 92,
  compaction: 76,
  title: 34,
  event: 34,
  delta: 24,
  gap: 40,
  boundary: 44,
};

interface Anchor {
  readonly key: string;
  readonly index: number;
  /** px from the viewport's top to the row's. */
  readonly top: number;
  /** The virtualizer keeps the topmost row in its place; it must not be a gap, which the loading itself moves. */
  readonly gapOnTop: boolean;
}

export interface TimelineScroll {
  readonly virtualizer: Virtualizer<HTMLDivElement, Element>;
  readonly scroller: RefObject<HTMLDivElement | null>;
  readonly onScroll: () => void;
  /** How many events came since the reader left the end; null while they are at it. */
  readonly newEvents: number | null;
  readonly toEnd: () => void;
  readonly scrollToIndex: (index: number, align: 'auto' | 'center') => void;
  /** The next change of the rows is the reader's own: it must not carry the view to the end. */
  readonly holdPlace: () => void;
}

/**
 * The scrolling of the timeline: it opens at the end, stays there while it is there, and otherwise keeps what is being
 * read where it is, whatever is loaded above or appended below.
 */
export function useTimelineScroll(rows: RowList, seq: number, active: number): TimelineScroll {
  const scroller = useRef<HTMLDivElement>(null);
  const anchor = useRef<Anchor | null>(null);
  const atEnd = useRef(true);
  const [leftAt, setLeftAt] = useState<number | null>(null);

  const getItemKey = useCallback((index: number) => rows.at(index)?.key ?? index, [rows]);
  const estimateSize = useCallback((index: number) => ESTIMATES[rows.at(index)?.kind ?? 'event'], [rows]);
  const rangeExtractor = useCallback(
    (range: Range) => {
      const indexes = defaultRangeExtractor(range);
      // The row with the tab stop stays, or the focus would be lost when it is scrolled out of view.
      return active < 0 || active >= range.count || indexes.includes(active)
        ? indexes
        : [...indexes, active].sort((a, b) => a - b);
    },
    [active],
  );

  const virtualizer = useVirtualizer<HTMLDivElement, Element>({
    count: rows.count,
    getScrollElement: () => scroller.current,
    estimateSize,
    getItemKey,
    rangeExtractor,
    overscan: 6,
    paddingStart: 8,
    paddingEnd: 16,
    anchorTo: 'end',
    followOnAppend: true,
    scrollEndThreshold: END_THRESHOLD,
  });

  const takeAnchor = useCallback(() => {
    const offset = virtualizer.scrollOffset ?? 0;
    const items = virtualizer.getVirtualItems().filter((item) => item.end > offset);
    const first = items[0];
    const kept = items.find((item) => rows.at(item.index)?.kind !== 'gap');
    anchor.current =
      first === undefined || kept === undefined
        ? null
        : {
            key: String(kept.key),
            index: kept.index,
            top: kept.start - offset,
            gapOnTop: rows.at(first.index)?.kind === 'gap',
          };
  }, [virtualizer, rows]);

  useLayoutEffect(() => {
    virtualizer.scrollToEnd();
    // Once, when the timeline appears.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, []);

  useLayoutEffect(() => {
    const before = anchor.current;
    if (atEnd.current) virtualizer.scrollToEnd();
    else if (before !== null && before.gapOnTop) {
      const index = rows.indexOfKey(before.key, before.index);
      const start = index < 0 ? undefined : virtualizer.measurementsCache[index]?.start;
      if (start !== undefined) virtualizer.scrollToOffset(start - before.top);
    }
    takeAnchor();
  }, [rows, virtualizer, takeAnchor]);

  const onScroll = useCallback(() => {
    takeAnchor();
    atEnd.current = isAtEnd(scroller.current);
    setLeftAt((previous) => (atEnd.current ? null : (previous ?? seq)));
  }, [takeAnchor, seq]);

  const totalSize = virtualizer.getTotalSize();
  useLayoutEffect(() => {
    // Rows that turn out smaller than estimated can bring the end into view without any scrolling.
    if (!isAtEnd(scroller.current)) return;
    atEnd.current = true;
    setLeftAt(null);
  }, [totalSize]);

  const toEnd = useCallback(() => {
    setLeftAt(null);
    atEnd.current = true;
    virtualizer.scrollToEnd();
  }, [virtualizer]);

  const scrollToIndex = useCallback(
    (index: number, align: 'auto' | 'center') => virtualizer.scrollToIndex(index, { align }),
    [virtualizer],
  );

  const holdPlace = useCallback(() => {
    atEnd.current = false;
  }, []);

  return {
    virtualizer,
    scroller,
    onScroll,
    newEvents: leftAt === null ? null : Math.max(0, seq - leftAt),
    toEnd,
    scrollToIndex,
    holdPlace,
  };
}

/** Asked of the element itself: the virtualizer hears of a scroll only after its listeners have run. */
function isAtEnd(element: HTMLElement | null): boolean {
  return element === null || element.scrollHeight - element.scrollTop - element.clientHeight <= END_THRESHOLD;
}

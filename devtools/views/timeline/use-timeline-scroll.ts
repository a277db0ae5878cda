import {
  useCallback,
  useEffect,
  useLayoutEffect,
  useMemo,
  useReducer,
  useRef,
  useState,
  type RefObject,
} from 'react';
import { flushSync } from 'react-dom';
import { RowHeights } from '../../data/row-heights.ts';
import type { RowList } from '../../data/row-list.ts';
import { ScrollSpace } from '../../data/scroll-space.ts';

/** Rows that are drawn beyond each edge of the view. */
const OVERSCAN = 6;

/** Estimates that turn out wrong bring other rows into view, which must be measured too; by then the rest is small. */
const MAX_PASSES = 4;

/** A row that stays where it is on the screen while rows come, go and change around it. */
interface Anchor {
  readonly key: string;
  readonly seq: number;
  /** px from the view's top to the row's. */
  readonly top: number;
}

export interface DrawnRow {
  readonly index: number;
  /** px from the top of the scrolled element. */
  readonly start: number;
}

export interface TimelineScroll {
  readonly scroller: RefObject<HTMLDivElement | null>;
  readonly onScroll: () => void;
  /** The rows to draw: those in view and some around them, and the active one wherever it is. */
  readonly drawn: readonly DrawnRow[];
  /** Indexes of the first and the last row in view. */
  readonly visible: { readonly first: number; readonly last: number };
  /** Height of the scrolled element. */
  readonly height: number;
  /** How many events came since the reader left the end; null while they are at it. */
  readonly newEvents: number | null;
  readonly toEnd: () => void;
  readonly scrollToIndex: (index: number, align: 'auto' | 'center') => void;
  /** The next change of the rows is the reader's own: it must not carry the view to the end. */
  readonly holdPlace: () => void;
}

/**
 * The scrolling of the timeline: it opens at the end, stays there while it is there, and otherwise keeps what is being
 * read where it is, whatever is loaded above or appended below. Only the rows in view are drawn.
 */
export function useTimelineScroll(rows: RowList, seq: number, active: number): TimelineScroll {
  const scroller = useRef<HTMLDivElement>(null);
  const [heights] = useState(() => new RowHeights(rows));
  const [space] = useState(() => new ScrollSpace());
  const anchor = useRef<Anchor | null>(null);
  const observer = useRef<ResizeObserver | null>(null);
  const watched = useRef<Iterable<HTMLElement>>([]);
  const atEnd = useRef(true);
  const inView = useRef({ first: 0, last: -1 });
  const [leftAt, setLeftAt] = useState<number | null>(null);
  const [moves, drawAnew] = useReducer((count: number) => count + 1, 0);
  heights.setRows(rows);

  /** Takes the rows as they are: the topmost one in view that is no gap stays, because loading moves a gap itself. */
  const takeAnchor = useCallback((): void => {
    const { rows: shown } = heights;
    anchor.current = null;
    const first = heights.indexAt(space.top);
    for (let index = first; index < Math.min(shown.count, first + 40); index += 1) {
      const row = shown.at(index);
      if (row === undefined || row.kind === 'gap') continue;
      anchor.current = { key: row.key, seq: row.seq, top: heights.topOf(index) - space.top };
      return;
    }
  }, [heights, space]);

  const scrollTo = useCallback(
    (top: number): void => {
      const element = scroller.current;
      if (element === null) return;
      const scrollTop = space.goTo(top);
      if (Math.abs(element.scrollTop - scrollTop) >= 1) element.scrollTop = scrollTop;
    },
    [space],
  );

  /** Puts the view where it belongs, after anything has changed its size or that of a row. */
  const place = useCallback((): void => {
    const element = scroller.current;
    if (element === null) return;
    space.resize(heights.total, element.clientHeight);
    // The element must have its new height before it can be scrolled to what that adds.
    const list = element.firstElementChild;
    if (list instanceof HTMLElement) list.style.height = `${space.height}px`;
    if (atEnd.current) {
      scrollTo(space.maxTop);
      return;
    }
    const kept = anchor.current;
    const index = kept === null ? -1 : heights.rows.indexOf(kept);
    if (kept === null || index < 0) takeAnchor();
    else scrollTo(heights.topOf(index) - kept.top);
  }, [heights, space, scrollTo, takeAnchor]);

  /** Takes the heights of the drawn rows; true when one was not as thought. */
  const measure = useCallback((): boolean => {
    let changed = false;
    const elements = scroller.current?.querySelectorAll<HTMLElement>('[data-index]') ?? [];
    const observed = new Set(watched.current);
    for (const element of elements) {
      if (!observed.delete(element)) observer.current?.observe(element);
      const height = element.offsetHeight;
      if (height > 0) changed = heights.measure(Number(element.dataset['index']), height) || changed;
    }
    for (const gone of observed) observer.current?.unobserve(gone);
    watched.current = elements;
    return changed;
  }, [heights]);

  const settle = useCallback((): void => {
    place();
    // Rows that turn out smaller than thought can bring the end into view without any scrolling.
    atEnd.current = space.isAtEnd;
    setLeftAt((previous) => (atEnd.current ? null : (previous ?? heights.rows.endSeq)));
    drawAnew();
  }, [heights, space, place]);

  const passes = useRef(0);
  useLayoutEffect(() => {
    passes.current = 0;
    measure();
    settle();
  }, [rows, measure, settle]);

  useLayoutEffect(() => {
    // What was just drawn is measured before it is seen.
    if (passes.current >= MAX_PASSES || !measure()) return;
    passes.current += 1;
    settle();
  }, [moves, measure, settle]);

  useEffect(() => {
    const element = scroller.current;
    if (element === null) return undefined;
    const sizes = new ResizeObserver(() => {
      const resized = element.clientHeight !== space.viewHeight;
      if (!measure() && !resized) return;
      // In the same frame, or it would be drawn once with the old places.
      flushSync(settle);
    });
    observer.current = sizes;
    sizes.observe(element);
    for (const row of watched.current) sizes.observe(row);
    return () => {
      sizes.disconnect();
      observer.current = null;
    };
  }, [space, measure, settle]);

  const onScroll = useCallback(() => {
    const element = scroller.current;
    if (element === null) return;
    const { top: wasAt, shift } = space;
    space.scrolledTo(element.scrollTop);
    if (Math.abs(space.top - wasAt) < 1) return;
    passes.current = 0;
    atEnd.current = space.isAtEnd;
    setLeftAt((previous) => (atEnd.current ? null : (previous ?? heights.rows.endSeq)));
    takeAnchor();
    const { first, last } = inView.current;
    const isDrawn =
      heights.indexAt(space.top) === first && heights.indexAt(space.top + space.viewHeight) === last;
    if (!isDrawn || space.shift !== shift) drawAnew();
  }, [heights, space, takeAnchor]);

  const toEnd = useCallback(() => {
    passes.current = 0;
    atEnd.current = true;
    settle();
  }, [settle]);

  const scrollToIndex = useCallback(
    (index: number, align: 'auto' | 'center') => {
      const row = heights.rows.at(index);
      if (row === undefined) return;
      const height = heights.heightAt(index);
      const top = heights.topOf(index) - space.top;
      const room = space.viewHeight - height;
      const wanted = align === 'center' ? room / 2 : Math.max(0, Math.min(room, top));
      if (align === 'auto' && wanted === top) return;
      passes.current = 0;
      anchor.current = { key: row.key, seq: row.seq, top: wanted };
      atEnd.current = index === heights.rows.count - 1;
      settle();
    },
    [heights, space, settle],
  );

  const holdPlace = useCallback(() => {
    atEnd.current = false;
    takeAnchor();
  }, [takeAnchor]);

  const { drawn, visible } = useMemo(
    () => rowsInView(heights, space, active),
    // `moves` counts the changes of what these two hold.
    // eslint-disable-next-line react-hooks/exhaustive-deps
    [heights, space, rows, active, moves],
  );

  useLayoutEffect(() => {
    inView.current = visible;
  }, [visible]);

  return {
    scroller,
    onScroll,
    drawn,
    visible,
    height: space.height,
    newEvents: leftAt === null ? null : Math.max(0, seq - leftAt),
    toEnd,
    scrollToIndex,
    holdPlace,
  };
}

function rowsInView(
  heights: RowHeights,
  space: ScrollSpace,
  active: number,
): Pick<TimelineScroll, 'drawn' | 'visible'> {
  const { count } = heights.rows;
  if (count === 0) return { drawn: [], visible: { first: 0, last: -1 } };
  const first = heights.indexAt(space.top);
  const last = heights.indexAt(space.top + space.viewHeight);
  const drawn: DrawnRow[] = [];
  const draw = (index: number): void => {
    drawn.push({ index, start: heights.topOf(index) - space.shift });
  };
  const from = Math.max(0, first - OVERSCAN);
  const to = Math.min(count - 1, last + OVERSCAN);
  // The row with the tab stop stays, or the focus would be lost when it is scrolled out of view.
  if (active >= 0 && active < from) draw(active);
  for (let index = from; index <= to; index += 1) draw(index);
  if (active > to && active < count) draw(active);
  return { drawn, visible: { first, last } };
}

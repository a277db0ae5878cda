import { useCallback, useEffect, useLayoutEffect, useRef, useState, type RefObject } from 'react';
import type { RowList } from '../../data/row-list.ts';
import type { TimelineModel } from '../../data/timeline-model.ts';
import type { TimelineRow } from '../../data/timeline-rows.ts';
import { mayTakeFocus } from '../../shell/may-take-focus.ts';
import type { EventSelection, RevealRequest } from '../../shell/panel-app.tsx';

/** How long, in ms, a row that was gone to stands out. */
const FLASH_FOR = 1_800;

/** The row that has the tab stop, known by its key because rows come and go above it. */
export interface ActiveKey {
  readonly key: string;
  readonly seq: number;
}

/** Index of the active row: the last one until a row was chosen. */
export function activeIndex(rows: RowList, active: ActiveKey | null): number {
  const found = active === null ? -1 : rows.indexOf(active);
  return found >= 0 ? found : rows.count - 1;
}

interface ActiveRowOptions {
  readonly model: TimelineModel;
  readonly rows: RowList;
  readonly active: number;
  readonly setActive: (active: ActiveKey) => void;
  readonly scroller: RefObject<HTMLElement | null>;
  readonly scrollToIndex: (index: number, align: 'auto' | 'center') => void;
  readonly holdPlace: () => void;
  readonly onSelect: (selection: EventSelection, open: boolean) => void;
  readonly reveal: RevealRequest | null;
  readonly onRevealed: () => void;
}

export interface ActiveRow {
  /** Makes a row the active one and shows its event; `open` goes to the inspector too. */
  readonly activate: (index: number, open: boolean) => void;
  /** The same by keyboard: the row is scrolled to, and gets the focus. */
  readonly moveTo: (index: number) => void;
  /** Loads, shows and marks the row of an event. */
  readonly goTo: (seq: number) => Promise<void>;
  /** The same, but leaves the focus where it is. */
  readonly lookAt: (seq: number) => Promise<void>;
  /** Scrolls to an event's row, or to its turn's head while the turn is folded. Moves neither focus nor selection. */
  readonly show: (seq: number) => Promise<void>;
  /** Key of the row that was just gone to. */
  readonly flashing: string | null;
}

export function useActiveRow(options: ActiveRowOptions): ActiveRow {
  const { model, rows, active, setActive, scroller, scrollToIndex, holdPlace, onSelect, reveal, onRevealed } =
    options;
  const [flashing, setFlashing] = useState<string | null>(null);
  const focusWanted = useRef(false);

  const choose = useCallback(
    (row: TimelineRow, open: boolean): void => {
      setActive({ key: row.key, seq: row.seq });
      if (row.kind === 'gap' || row.kind === 'boundary') return;
      onSelect({ sessionId: model.sessionId, seq: row.seq, related: relatedOf(row) }, open);
    },
    [model, setActive, onSelect],
  );

  const activate = useCallback(
    (index: number, open: boolean): void => {
      const row = rows.at(index);
      if (row !== undefined) choose(row, open);
    },
    [rows, choose],
  );

  const moveTo = (index: number): void => {
    const target = Math.max(0, Math.min(rows.count - 1, index));
    focusWanted.current = true;
    scrollToIndex(target, 'auto');
    activate(target, false);
  };

  const reach = useCallback(
    async (seq: number, takesFocus: boolean): Promise<void> => {
      holdPlace();
      const index = await model.reveal(seq);
      const row = model.getSnapshot().rows.at(index);
      if (row === undefined) return;
      choose(row, false);
      setFlashing(row.key);
      focusWanted.current = takesFocus;
      // After React has drawn the rows that were loaded for it.
      requestAnimationFrame(() => scrollToIndex(index, 'center'));
    },
    [model, choose, scrollToIndex, holdPlace],
  );

  const goTo = useCallback((seq: number) => reach(seq, true), [reach]);
  const lookAt = useCallback((seq: number) => reach(seq, false), [reach]);

  const show = useCallback(
    async (seq: number): Promise<void> => {
      holdPlace();
      const index = model.isUnfoldedAt(seq)
        ? await model.reveal(seq)
        : model.getSnapshot().rows.indexOfSeq(seq);
      const row = model.getSnapshot().rows.at(index);
      if (row === undefined) return;
      setActive({ key: row.key, seq: row.seq });
      requestAnimationFrame(() => scrollToIndex(index, 'center'));
    },
    [model, setActive, scrollToIndex, holdPlace],
  );

  useLayoutEffect(() => {
    // After each drawing: the row may be drawn later than it became the active one.
    if (focusWanted.current && focusRow(scroller.current, active)) focusWanted.current = false;
  });

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

  return { activate, moveTo, goTo, lookAt, show, flashing };
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

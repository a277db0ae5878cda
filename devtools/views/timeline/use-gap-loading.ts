import { useCallback, useEffect, useRef } from 'react';
import type { Virtualizer } from '@tanstack/react-virtual';
import type { RowList } from '../../data/row-list.ts';
import type { TimelineModel } from '../../data/timeline-model.ts';

/** Reads of the store that one gesture may cause: a gap that never ends must not read for ever. */
const MAX_LOADS = 60;

/** Loads the gaps that come into view. Gives what a gesture of the reader is to call. */
export function useGapLoading(
  model: TimelineModel,
  rows: RowList,
  virtualizer: Virtualizer<HTMLDivElement, Element>,
): () => void {
  const loads = useRef(0);
  const items = virtualizer.getVirtualItems();
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

  return useCallback(() => {
    loads.current = 0;
  }, []);
}

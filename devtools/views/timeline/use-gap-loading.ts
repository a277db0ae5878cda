import { useCallback, useEffect, useRef } from 'react';
import type { RowList } from '../../data/row-list.ts';
import type { TimelineModel } from '../../data/timeline-model.ts';
import type { TimelineScroll } from './use-timeline-scroll.ts';

/** Reads of the store that one gesture may cause: a gap that never ends must not read for ever. */
const MAX_LOADS = 60;

/** Loads the gaps that come into view. Gives what a gesture of the reader is to call. */
export function useGapLoading(
  model: TimelineModel,
  rows: RowList,
  { drawn, visible }: Pick<TimelineScroll, 'drawn' | 'visible'>,
): () => void {
  const loads = useRef(0);

  useEffect(() => {
    for (const { index } of drawn) {
      const row = rows.at(index);
      if (row?.kind !== 'gap' || row.failed || loads.current >= MAX_LOADS) continue;
      loads.current += 1;
      // What is reached first: a gap above the view is entered from its end, any other from its start.
      void model.loadGap(row, index <= visible.first ? 'end' : 'start');
    }
  }, [drawn, rows, visible, model]);

  return useCallback(() => {
    loads.current = 0;
  }, []);
}

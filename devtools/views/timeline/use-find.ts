import { useCallback, useEffect, useState, useSyncExternalStore } from 'react';
import { hasMatchWithin } from '../../data/find-matches.ts';
import { FindModel } from '../../data/find-model.ts';
import { FIND_NOTHING } from '../../data/find-query.ts';
import type { SessionId } from '../../data/devtools-store.ts';
import type { RowList } from '../../data/row-list.ts';
import { usePanelServices } from '../../shell/panel-services.ts';

export interface Find {
  readonly model: FindModel;
  /** Counts the wishes for the field's focus; 0 while the search is closed. */
  readonly wanted: number;
  readonly open: () => void;
  readonly close: () => void;
  /** How a row stands to what was found. */
  readonly markOf: (index: number) => 'match' | 'current' | undefined;
}

/** The search of the session that the rows are of. */
export function useFind(sessionId: SessionId, rows: RowList, end: number): Find {
  const { store } = usePanelServices();
  const [model] = useState(() => new FindModel(store, sessionId));
  const [wanted, setWanted] = useState(0);
  const { matches, current } = useSyncExternalStore(model.subscribe, model.getSnapshot);

  useEffect(() => model.reach(end), [model, end]);
  useEffect(() => () => model.search(FIND_NOTHING), [model]);

  const open = useCallback(() => setWanted((count) => count + 1), []);
  const close = useCallback(() => {
    setWanted(0);
    model.search(FIND_NOTHING);
  }, [model]);

  const markOf = (index: number): 'match' | 'current' | undefined => {
    const row = rows.at(index);
    if (matches.length === 0 || row === undefined || row.kind === 'gap' || row.kind === 'boundary')
      return undefined;
    const after = rows.at(index + 1)?.seq ?? rows.endSeq;
    if (current !== null && rows.indexOfSeq(current) === index) return 'current';
    if (hasMatchWithin(matches, row.seq, Math.max(after, row.seq + 1))) return 'match';
    const result = row.kind === 'tool' ? row.resultSeq : null;
    return result !== null && hasMatchWithin(matches, result, result + 1) ? 'match' : undefined;
  };
  return { model, wanted, open, close, markOf };
}

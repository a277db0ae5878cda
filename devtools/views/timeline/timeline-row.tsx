import { memo, type JSX } from 'react';
import type { SessionHeader, SessionSummary } from '../../data/devtools-store.ts';
import type { ForkPlace } from '../../data/fork-place.ts';
import type { TimelineRow } from '../../data/timeline-rows.ts';
import { clockTime } from '../../i18n/format.ts';
import { useMessages } from '../../i18n/messages.ts';
import { ForkControl } from './fork-control.tsx';
import { useRowActions } from './row-actions.ts';
import { RowIcon } from './row-icon.tsx';
import { AssistantBody, UserBody } from './rows/message-rows.tsx';
import {
  BoundaryBody,
  CompactionBody,
  DeltaBody,
  EventBody,
  GapBody,
  StepBody,
  TitleBody,
} from './rows/small-rows.tsx';
import { ToolBody } from './rows/tool-row.tsx';
import { TurnEndBody } from './rows/turn-end-row.tsx';
import { BetweenHead, TurnHead } from './rows/turn-rows.tsx';

/** What a row shows beside itself; the same objects while nothing about them changes. */
export interface RowSurroundings {
  readonly header: SessionHeader | null;
  readonly parent: SessionSummary | undefined;
  readonly forksBySeq: ReadonlyMap<number, readonly SessionSummary[]>;
  readonly expandedTexts: ReadonlySet<string>;
  readonly forkPlace: (seq: number) => ForkPlace;
}

interface TimelineRowViewProps {
  readonly row: TimelineRow;
  readonly index: number;
  readonly active: boolean;
  readonly selected: boolean;
  readonly flashing: boolean;
  readonly found: 'match' | 'current' | undefined;
  /** px from the list's top. */
  readonly start: number;
  /** Whether the row's event is in this tab's memory only; `first`: and what comes before it is not. */
  readonly pending: 'no' | 'yes' | 'first';
  readonly surroundings: RowSurroundings;
  readonly onActivate: (index: number) => void;
}

const NO_FORKS: readonly SessionSummary[] = [];

export const TimelineRowView = memo(function TimelineRowView(props: TimelineRowViewProps): JSX.Element {
  const { row, index, active, selected, flashing, found, start, pending, surroundings, onActivate } = props;
  const messages = useMessages();
  const { sessionId, fork } = useRowActions();
  const isEvent = row.kind !== 'gap' && row.kind !== 'boundary';
  const place = !isEvent
    ? null
    : row.kind === 'turn-end'
      ? { kind: 'allowed' as const, seq: row.seq, turn: row.turn }
      : surroundings.forkPlace(row.seq);

  return (
    <div
      data-index={index}
      data-seq={isEvent ? row.seq : undefined}
      className={`row row-${row.kind}`}
      style={{ transform: `translateY(${start}px)` }}
      role="row"
      aria-rowindex={index + 1}
      aria-level={levelOf(row)}
      aria-selected={selected}
      aria-expanded={'expanded' in row ? row.expanded : undefined}
      tabIndex={active ? 0 : -1}
      data-inherited={row.inherited || undefined}
      data-pending={(isEvent && pending !== 'no') || undefined}
      data-flashing={flashing || undefined}
      data-found={found}
      onClick={() => onActivate(index)}
    >
      <div className="row-rail" aria-hidden="true">
        <RowIcon row={row} />
      </div>
      <div className="row-body" role="gridcell">
        {row.inherited && isEvent ? (
          <span className="visually-hidden">{messages.timeline.inherited}</span>
        ) : null}
        {pending === 'first' && isEvent ? (
          <div className="pending-mark">{messages.writing.pendingFrom(row.seq)}</div>
        ) : pending === 'yes' && isEvent ? (
          <span className="visually-hidden">{messages.writing.pending}</span>
        ) : null}
        {found === undefined ? null : <span className="visually-hidden">{messages.find.marks[found]}</span>}
        <RowBody row={row} surroundings={surroundings} />
      </div>
      <div className="row-side" role="gridcell">
        {isEvent && row.kind !== 'turn' && row.kind !== 'between' ? (
          <span className="row-place mono">
            {row.time > 0 ? <span className="row-clock">{clockTime(row.time)}</span> : null}
            <span className="row-seq">#{row.seq}</span>
          </span>
        ) : null}
        {place === null ? null : (
          <ForkControl sessionId={sessionId} place={place} active={active} onFork={fork} />
        )}
      </div>
    </div>
  );
});

const RowBody = memo(function RowBody({
  row,
  surroundings,
}: Pick<TimelineRowViewProps, 'row' | 'surroundings'>): JSX.Element {
  const { expandedTexts } = surroundings;
  switch (row.kind) {
    case 'turn':
      return <TurnHead row={row} />;
    case 'between':
      return <BetweenHead row={row} />;
    case 'turn-end':
      return <TurnEndBody row={row} forks={surroundings.forksBySeq.get(row.seq) ?? NO_FORKS} />;
    case 'user':
      return <UserBody row={row} expandedTexts={expandedTexts} />;
    case 'assistant':
      return <AssistantBody row={row} expandedTexts={expandedTexts} />;
    case 'tool':
      return <ToolBody row={row} expandedTexts={expandedTexts} />;
    case 'compaction':
      return <CompactionBody row={row} expandedTexts={expandedTexts} />;
    case 'step':
      return <StepBody row={row} />;
    case 'title':
      return <TitleBody row={row} />;
    case 'event':
      return <EventBody row={row} />;
    case 'delta':
      return <DeltaBody row={row} />;
    case 'gap':
      return <GapBody row={row} />;
    case 'boundary':
      return <BoundaryBody row={row} header={surroundings.header} parent={surroundings.parent} />;
  }
});

function levelOf(row: TimelineRow): number {
  switch (row.kind) {
    case 'turn':
    case 'between':
    case 'turn-end':
    case 'boundary':
      return 1;
    case 'delta':
      return 3;
    default:
      return 2;
  }
}

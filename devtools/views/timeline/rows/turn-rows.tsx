import type { JSX } from 'react';
import { ChevronRight } from 'lucide-react';
import type { BetweenRow, TurnRow } from '../../../data/timeline-rows.ts';
import { durationText } from '../../../i18n/format.ts';
import { useMessages } from '../../../i18n/messages.ts';
import { useRowActions } from '../row-actions.ts';

export function TurnHead({ row }: { readonly row: TurnRow }): JSX.Element {
  const messages = useMessages();
  const { running } = useRowActions();
  const point = row.forkPoint;
  return (
    <div className="turn-head">
      <SectionToggle expanded={row.expanded} section={row.section} />
      <span className="turn-name">{messages.timeline.turn(row.turn)}</span>
      {point === null ? (
        <span className="badge" data-tone={running ? 'running' : 'warning'}>
          {running ? messages.timeline.running : messages.timeline.stillOpen}
        </span>
      ) : null}
      {row.expanded || point === null || point.prompt === '' ? null : (
        <span className="turn-prompt" dir="auto">
          {point.prompt}
        </span>
      )}
      <span className="turn-stats">{turnStats(row, messages).join(' · ')}</span>
    </div>
  );
}

export function BetweenHead({ row }: { readonly row: BetweenRow }): JSX.Element {
  const messages = useMessages();
  return (
    <div className="between-head">
      <SectionToggle expanded={row.expanded} section={row.section} />
      <span>{messages.timeline.between(row.to - row.seq + 1, row.beforeTurn)}</span>
    </div>
  );
}

function SectionToggle({
  expanded,
  section,
}: {
  readonly expanded: boolean;
  readonly section: string;
}): JSX.Element {
  const messages = useMessages();
  const { toggleSection } = useRowActions();
  return (
    <button
      type="button"
      className="section-toggle"
      tabIndex={-1}
      aria-label={expanded ? messages.timeline.collapse : messages.timeline.expand}
      data-expanded={expanded || undefined}
      onClick={(event) => {
        event.stopPropagation();
        toggleSection(section);
      }}
    >
      <ChevronRight aria-hidden="true" />
    </button>
  );
}

function turnStats(row: TurnRow, messages: ReturnType<typeof useMessages>): readonly string[] {
  const point = row.forkPoint;
  const events = messages.timeline.eventsIn(row.to - row.seq + 1);
  if (point === null) return [events];
  const stats = [messages.timeline.steps(point.steps)];
  if (point.toolCalls > 0) stats.push(messages.timeline.tools(point.toolCalls));
  if (point.toolErrors > 0) stats.push(messages.timeline.toolErrors(point.toolErrors));
  stats.push(events);
  if (point.endTime > point.startTime) stats.push(durationText(point.endTime - point.startTime));
  return stats;
}

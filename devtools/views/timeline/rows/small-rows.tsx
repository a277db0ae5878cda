import type { JSX } from 'react';
import { CornerLeftUp } from 'lucide-react';
import type {
  BoundaryRow,
  CompactionRow,
  DeltaRow,
  EventRow,
  GapRow,
  StepRow,
  TitleRow,
} from '../../../data/timeline-rows.ts';
import type { SessionHeader, SessionSummary } from '../../../data/devtools-store.ts';
import { durationText } from '../../../i18n/format.ts';
import { useMessages } from '../../../i18n/messages.ts';
import { titleOf } from '../../sessions/session-title.ts';
import { ClampedText } from '../clamped-text.tsx';
import { useRowActions } from '../row-actions.ts';

export function StepBody({ row }: { readonly row: StepRow }): JSX.Element {
  const messages = useMessages();
  return (
    <div className="step">
      <span>{messages.timeline.step(row.step ?? 0)}</span>
      {row.duration === null ? null : <span className="row-meta">{durationText(row.duration)}</span>}
    </div>
  );
}

export function EventBody({ row }: { readonly row: EventRow }): JSX.Element {
  return (
    <div className="plain-event" data-tone={row.tone}>
      <span className="plain-event-type mono">{row.type}</span>
      <span className="plain-event-summary" dir="auto">
        {row.summary}
      </span>
    </div>
  );
}

export function DeltaBody({ row }: { readonly row: DeltaRow }): JSX.Element {
  return (
    <div className="delta">
      <span className="delta-type mono">{row.chunkType}</span>
      <span className="delta-text mono">{row.text.slice(0, 200)}</span>
    </div>
  );
}

export function TitleBody({ row }: { readonly row: TitleRow }): JSX.Element {
  const messages = useMessages();
  return (
    <div className="plain-event">
      <span className="row-label">{messages.timeline.titleSet}</span>
      <span className="title-text" dir="auto">
        {row.title}
      </span>
    </div>
  );
}

export function CompactionBody({
  row,
  expandedTexts,
}: {
  readonly row: CompactionRow;
  readonly expandedTexts: ReadonlySet<string>;
}): JSX.Element {
  const messages = useMessages();
  const { toggleText } = useRowActions();
  return (
    <div className="message message-compaction" data-state={row.state}>
      <div className="row-line">
        <span className="row-label">{messages.timeline.compaction[row.variant]}</span>
        {row.state === 'done' ? null : (
          <span className="badge" data-tone={row.state === 'failed' ? 'error' : 'running'}>
            {messages.timeline.compactionState[row.state]}
          </span>
        )}
        {row.shadowed === null ? null : (
          <span className="row-meta">{messages.timeline.shadowed(row.shadowed)}</span>
        )}
        {row.tokens === null ? null : (
          <span className="row-meta">{messages.timeline.tokens(row.tokens)}</span>
        )}
      </div>
      {row.text === '' ? null : (
        <ClampedText
          text={row.text}
          lines={3}
          expanded={expandedTexts.has(row.key)}
          onToggle={() => toggleText(row.key)}
        />
      )}
    </div>
  );
}

export function GapBody({ row }: { readonly row: GapRow }): JSX.Element {
  const messages = useMessages();
  const { loadGap } = useRowActions();
  return (
    <div className="gap" data-failed={row.failed || undefined}>
      <span>{messages.timeline.gap(row.to - row.seq + 1)}</span>
      <span className="row-meta">
        {row.failed ? messages.timeline.gapFailed : messages.timeline.gapLoading}
      </span>
      {row.failed ? (
        <button
          type="button"
          className="button button-small"
          onClick={(event) => {
            event.stopPropagation();
            loadGap(row);
          }}
        >
          {messages.retry}
        </button>
      ) : null}
    </div>
  );
}

interface BoundaryBodyProps {
  readonly row: BoundaryRow;
  readonly header: SessionHeader | null;
  readonly parent: SessionSummary | undefined;
}

/** The line that the inherited prefix ends at, with the way back to where it comes from. */
export function BoundaryBody({ row, header, parent }: BoundaryBodyProps): JSX.Element {
  const messages = useMessages();
  const { openSession } = useRowActions();
  const parentId = header?.parentSession;
  return (
    <div className="boundary">
      <span className="boundary-line" aria-hidden="true" />
      <span className="boundary-text">
        {messages.timeline.inheritedAbove}
        {parent === undefined ? (
          <span className="row-meta">{messages.timeline.parentGone}</span>
        ) : (
          <button
            type="button"
            className="link"
            tabIndex={-1}
            data-tip={messages.timeline.goToParent}
            onClick={(event) => {
              event.stopPropagation();
              if (parentId !== undefined)
                openSession(parentId, row.seedLength > 0 ? row.seedLength - 1 : undefined);
            }}
          >
            <CornerLeftUp aria-hidden="true" />
            <span dir="auto">{messages.timeline.inheritedFrom(titleOf(parent, messages))}</span>
            <span className="visually-hidden"> {messages.timeline.goToParent}</span>
          </button>
        )}
      </span>
      <span className="boundary-line" aria-hidden="true" />
    </div>
  );
}

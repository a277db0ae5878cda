import type { JSX } from 'react';
import { ChevronRight, Wrench } from 'lucide-react';
import type { AssistantPart, AssistantRow, UserRow } from '../../../data/timeline-rows.ts';
import { durationText } from '../../../i18n/format.ts';
import { useMessages } from '../../../i18n/messages.ts';
import { ClampedText } from '../clamped-text.tsx';
import { useRowActions } from '../row-actions.ts';

export function UserBody({
  row,
  expandedTexts,
}: {
  readonly row: UserRow;
  readonly expandedTexts: ReadonlySet<string>;
}): JSX.Element {
  const messages = useMessages();
  const { toggleText } = useRowActions();
  const person = row.origin === 'person';
  return (
    <div className={person ? 'message message-user' : 'message message-injected'}>
      <div className="row-line">
        <span className="row-label">
          {person ? messages.timeline.user : messages.timeline.injected(row.sourceKind)}
        </span>
        {row.replaced === null ? null : (
          <span className="badge" data-tone="compaction">
            {messages.timeline.replaces(row.replaced.start, row.replaced.end)}
          </span>
        )}
      </div>
      {row.text === '' ? (
        <div className="row-muted">{messages.timeline.noText}</div>
      ) : (
        <ClampedText
          text={row.text}
          lines={person ? 10 : 2}
          expanded={expandedTexts.has(row.key)}
          onToggle={() => toggleText(row.key)}
        />
      )}
      {row.otherBlocks === 0 ? null : (
        <div className="row-muted">{messages.timeline.otherBlocks(row.otherBlocks)}</div>
      )}
    </div>
  );
}

export function AssistantBody({
  row,
  expandedTexts,
}: {
  readonly row: AssistantRow;
  readonly expandedTexts: ReadonlySet<string>;
}): JSX.Element {
  const messages = useMessages();
  const { running } = useRowActions();
  const streaming = row.phase === 'streaming' && running;
  const empty = row.parts.every((part) => part.text === '' && part.name === null);
  return (
    <div
      className="message message-assistant"
      data-phase={streaming ? 'streaming' : row.phase === 'streaming' ? 'abandoned' : row.phase}
      aria-busy={streaming || undefined}
    >
      <div className="row-line">
        <span className="row-label">{messages.timeline.assistant}</span>
        {row.model === null ? null : <span className="row-meta mono">{row.model}</span>}
        {streaming ? (
          <span className="badge" data-tone="running">
            {messages.timeline.streaming}
          </span>
        ) : null}
        {row.phase === 'abandoned' || (row.phase === 'streaming' && !running) ? (
          <span className="badge" data-tone="warning">
            {row.phase === 'abandoned' ? messages.timeline.abandoned : messages.timeline.stillOpen}
          </span>
        ) : null}
        {row.interrupted ? (
          <span className="badge" data-tone="warning">
            {messages.timeline.interrupted}
          </span>
        ) : null}
        {row.outputTokens === null ? null : (
          <span className="row-meta">{messages.timeline.tokens(row.outputTokens)}</span>
        )}
      </div>
      {empty ? (
        <div className="row-muted">{streaming ? messages.timeline.waiting : messages.timeline.noText}</div>
      ) : null}
      {row.parts.map((part, index) => (
        <MessagePart
          key={index}
          part={part}
          textKey={`${row.key}/${index}`}
          expandedTexts={expandedTexts}
          lines={streaming ? 40 : row.phase === 'partial' ? 3 : 12}
        />
      ))}
      <StreamToggle row={row} />
    </div>
  );
}

interface MessagePartProps {
  readonly part: AssistantPart;
  readonly textKey: string;
  readonly expandedTexts: ReadonlySet<string>;
  readonly lines: number;
}

function MessagePart({ part, textKey, expandedTexts, lines }: MessagePartProps): JSX.Element | null {
  const messages = useMessages();
  const { toggleText } = useRowActions();
  const clamped = {
    text: part.text,
    expanded: expandedTexts.has(textKey),
    onToggle: () => toggleText(textKey),
  };
  switch (part.type) {
    case 'text':
      return part.text === '' ? null : <ClampedText {...clamped} lines={lines} />;
    case 'reasoning':
      return part.text === '' ? null : (
        <div className="reasoning">
          <span className="visually-hidden">{messages.timeline.reasoning}</span>
          <ClampedText {...clamped} lines={lines === 40 ? 12 : 2} />
        </div>
      );
    case 'tool-call':
      return (
        <div className="part-call">
          <Wrench aria-hidden="true" />
          <span className="visually-hidden">{messages.timeline.toolCall(part.name ?? '')}</span>
          <span className="mono" aria-hidden="true">
            {part.name}
          </span>
          <span className="mono part-call-arguments">{part.text.slice(0, 300)}</span>
        </div>
      );
    default:
      return <div className="row-muted">{messages.timeline.otherPart(part.type)}</div>;
  }
}

function StreamToggle({ row }: { readonly row: AssistantRow }): JSX.Element | null {
  const messages = useMessages();
  const { toggleStream } = useRowActions();
  const { stream } = row;
  if (stream === null) return null;
  const count = messages.timeline.deltas(stream.count);
  return (
    <button
      type="button"
      className="stream-toggle"
      tabIndex={-1}
      aria-expanded={stream.expanded}
      data-expanded={stream.expanded || undefined}
      data-tip={stream.expanded ? messages.timeline.hideDeltas : messages.timeline.showDeltas}
      onClick={(event) => {
        event.stopPropagation();
        toggleStream(row.key);
      }}
    >
      <ChevronRight aria-hidden="true" />
      {stream.duration === null || stream.duration === 0
        ? count
        : `${count} · ${durationText(stream.duration)}`}
    </button>
  );
}

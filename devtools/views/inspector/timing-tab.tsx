import type { JSX, ReactNode } from 'react';
import type { ForkPoint, SessionEvent, TokenUsage } from '../../data/devtools-store.ts';
import { firstAtOrAfter } from '../../data/fork-place.ts';
import { durationOf, reasonView } from '../../data/log-row-shapes.ts';
import type { TimelineModel } from '../../data/timeline-model.ts';
import { dateAndTime, durationText } from '../../i18n/format.ts';
import type { PanelMessages } from '../../i18n/en.ts';
import { useMessages } from '../../i18n/messages.ts';
import type { EventSelection } from '../../shell/panel-app.tsx';
import { usePanelServices } from '../../shell/panel-services.ts';
import { LoadedView } from './loaded-view.tsx';
import { TokenBars } from './token-bars.tsx';
import { useLoaded } from './use-loaded.ts';

interface TimingTabProps {
  readonly model: TimelineModel;
  readonly selection: EventSelection;
}

export function TimingTab({ model, selection }: TimingTabProps): JSX.Element {
  const messages = useMessages();
  const { store } = usePanelServices();
  const { sessionId, seq } = selection;
  const loaded = useLoaded(JSON.stringify([sessionId, seq]), () =>
    store.events(sessionId, { from: Math.max(0, seq - 1), to: seq }),
  );
  const { forkPoints } = model.getSnapshot();
  const turn = turnOf(forkPoints, seq);
  const total = usageThrough(forkPoints, seq);
  return (
    <>
      <LoadedView loaded={loaded}>
        {(events) => <EventFacts events={events} seq={seq} turn={turn} />}
      </LoadedView>
      {turn === null ? null : <TurnFacts turn={turn} messages={messages} />}
      {turn === null ? null : (
        <Section title={messages.inspector.tokensOfTurn}>
          {turn.usage === null ? (
            <p className="inspector-note">{messages.inspector.noUsage}</p>
          ) : (
            <TokenBars usage={turn.usage} />
          )}
        </Section>
      )}
      {total === null ? null : (
        <Section title={messages.inspector.tokensSoFar}>
          <TokenBars usage={total} />
        </Section>
      )}
    </>
  );
}

interface EventFactsProps {
  readonly events: readonly SessionEvent[];
  readonly seq: number;
  readonly turn: ForkPoint | null;
}

function EventFacts({ events, seq, turn }: EventFactsProps): JSX.Element {
  const messages = useMessages();
  const { fields } = messages.inspector;
  const event = events.find((candidate) => candidate.seq === seq);
  const previous = events.find((candidate) => candidate.seq === seq - 1);
  if (event === undefined) return <p className="inspector-note">{messages.inspector.gone}</p>;
  const sincePrevious = previous === undefined ? null : durationOf(previous.time, event.time);
  const sinceTurn = turn === null ? null : durationOf(turn.startTime, event.time);
  return (
    <Section title={messages.inspector.thisEvent}>
      <dl className="facts">
        <Fact name={fields.seq}>{event.seq}</Fact>
        <Fact name={fields.type}>{event.type}</Fact>
        <Fact name={fields.time}>{dateAndTime(messages.locale, event.time)}</Fact>
        {sincePrevious === null ? null : (
          <Fact name={fields.sincePrevious}>{durationText(sincePrevious)}</Fact>
        )}
        {sinceTurn === null ? null : <Fact name={fields.sinceTurn}>{durationText(sinceTurn)}</Fact>}
        {event.surfaceOp === undefined ? null : (
          <Fact name={fields.surface}>{surfaceText(event, messages)}</Fact>
        )}
        {event.sourceEventSeqs === undefined ? null : (
          <Fact name={fields.madeFrom}>{seqRanges(event.sourceEventSeqs)}</Fact>
        )}
      </dl>
    </Section>
  );
}

function TurnFacts({
  turn,
  messages,
}: {
  readonly turn: ForkPoint;
  readonly messages: PanelMessages;
}): JSX.Element {
  const { fields } = messages.inspector;
  const reason = reasonView(turn.reason);
  const duration = durationOf(turn.startTime, turn.endTime);
  return (
    <Section title={messages.inspector.thisTurn}>
      <dl className="facts">
        <Fact name={fields.turn}>{turn.turn}</Fact>
        <Fact name={fields.ended}>{messages.timeline.reason[reason.kind] ?? reason.kind}</Fact>
        {duration === null ? null : <Fact name={fields.duration}>{durationText(duration)}</Fact>}
        <Fact name={fields.steps}>{turn.steps}</Fact>
        <Fact name={fields.toolCalls}>{turn.toolCalls}</Fact>
        {turn.toolErrors === 0 ? null : <Fact name={fields.toolErrors}>{turn.toolErrors}</Fact>}
        <Fact name={fields.events}>{messages.number(turn.seq - (turn.start ?? turn.from) + 1)}</Fact>
      </dl>
    </Section>
  );
}

export function Section({
  title,
  children,
}: {
  readonly title: string;
  readonly children: ReactNode;
}): JSX.Element {
  return (
    <section className="inspector-section">
      <h3 className="inspector-heading">{title}</h3>
      {children}
    </section>
  );
}

export function Fact({
  name,
  children,
}: {
  readonly name: string;
  readonly children: ReactNode;
}): JSX.Element {
  return (
    <div className="fact">
      <dt>{name}</dt>
      <dd className="mono">{children}</dd>
    </div>
  );
}

function turnOf(forkPoints: readonly ForkPoint[], seq: number): ForkPoint | null {
  const point = forkPoints[firstAtOrAfter(forkPoints, seq)];
  return point !== undefined && seq >= (point.start ?? point.from) ? point : null;
}

/** Sum over the turns that had ended at a seq. */
export function usageThrough(forkPoints: readonly ForkPoint[], seq: number): TokenUsage | null {
  const total = {
    inputTokens: 0,
    outputTokens: 0,
    cacheReadTokens: 0,
    cacheWriteTokens: 0,
    reasoningTokens: 0,
  };
  let told = false;
  for (const { usage, seq: end } of forkPoints) {
    if (end > seq) break;
    if (usage === null) continue;
    told = true;
    total.inputTokens += usage.inputTokens;
    total.outputTokens += usage.outputTokens;
    total.cacheReadTokens += usage.cacheReadTokens ?? 0;
    total.cacheWriteTokens += usage.cacheWriteTokens ?? 0;
    total.reasoningTokens += usage.reasoningTokens ?? 0;
  }
  return told ? total : null;
}

function surfaceText(event: SessionEvent, messages: PanelMessages): string {
  const { surfaceOp } = event;
  return typeof surfaceOp === 'object'
    ? messages.timeline.replaces(surfaceOp.start, surfaceOp.end)
    : String(surfaceOp);
}

/** `[3, 4, 5, 9]` as `3–5, 9`: a streamed message is made from hundreds of deltas. */
function seqRanges(seqs: readonly number[]): string {
  const ranges: [number, number][] = [];
  for (const seq of seqs) {
    const last = ranges.at(-1);
    if (last !== undefined && last[1] + 1 === seq) last[1] = seq;
    else ranges.push([seq, seq]);
  }
  const shown = ranges.slice(0, 20).map(([from, to]) => (from === to ? String(from) : `${from}–${to}`));
  return ranges.length > 20 ? `${shown.join(', ')}, …` : shown.join(', ');
}

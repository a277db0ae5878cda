import { useSyncExternalStore, type JSX } from 'react';
import type { TimelineModel } from '../../data/timeline-model.ts';
import { dateAndTime } from '../../i18n/format.ts';
import { useMessages } from '../../i18n/messages.ts';
import { CopyButton } from './copy-button.tsx';
import { Fact, Section, usageThrough } from './timing-tab.tsx';
import { TokenBars } from './token-bars.tsx';

/** The session itself, while no event of it is chosen. */
export function SessionOverview({ model }: { readonly model: TimelineModel }): JSX.Element | null {
  const messages = useMessages();
  const { header, forkPoints, seq } = useSyncExternalStore(model.subscribe, model.getSnapshot);
  if (header === null) return null;
  const words = messages.inspector.session;
  const usage = usageThrough(forkPoints, seq);
  const toolCalls = forkPoints.reduce((sum, point) => sum + point.toolCalls, 0);
  return (
    <>
      <div className="inspector-bar">
        <span className="inspector-note">{messages.inspector.noneHint}</span>
        <CopyButton value={header} />
      </div>
      <Section title={words.heading}>
        <dl className="facts">
          <Fact name={words.id}>{header.id}</Fact>
          <Fact name={words.created}>{dateAndTime(messages.locale, header.createdAt)}</Fact>
          {header.cwd === undefined ? null : <Fact name={words.cwd}>{header.cwd}</Fact>}
          {header.parentSession === undefined ? null : (
            <Fact name={words.parent}>{header.parentSession}</Fact>
          )}
          {header.seedLength === undefined ? null : (
            <Fact name={words.inherited}>{messages.number(header.seedLength)}</Fact>
          )}
          {header.agentPreset === undefined ? null : <Fact name={words.preset}>{header.agentPreset}</Fact>}
          <Fact name={messages.inspector.fields.events}>{messages.number(seq)}</Fact>
          <Fact name={words.turns}>{messages.number(forkPoints.length)}</Fact>
          <Fact name={messages.inspector.fields.toolCalls}>{messages.number(toolCalls)}</Fact>
        </dl>
      </Section>
      {usage === null ? null : (
        <Section title={words.tokens}>
          <TokenBars usage={usage} />
        </Section>
      )}
    </>
  );
}

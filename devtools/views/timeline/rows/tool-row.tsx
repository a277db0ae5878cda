import type { JSX } from 'react';
import { CircleCheck, CircleDashed, CircleX, Ellipsis, LoaderCircle } from 'lucide-react';
import type { ToolRow } from '../../../data/timeline-rows.ts';
import { durationText } from '../../../i18n/format.ts';
import { useMessages } from '../../../i18n/messages.ts';
import { ClampedText } from '../clamped-text.tsx';
import { useRowActions } from '../row-actions.ts';

const OUTCOME_ICONS: Readonly<Record<ToolRow['outcome'], JSX.Element>> = {
  pending: <LoaderCircle className="spinning" />,
  ok: <CircleCheck />,
  error: <CircleX />,
  unanswered: <CircleDashed />,
  unknown: <Ellipsis />,
};

export function ToolBody({
  row,
  expandedTexts,
}: {
  readonly row: ToolRow;
  readonly expandedTexts: ReadonlySet<string>;
}): JSX.Element {
  const messages = useMessages();
  const { toggleText, running } = useRowActions();
  const outcome = row.outcome === 'pending' && !running ? 'unanswered' : row.outcome;
  const argumentsKey = `${row.key}/arguments`;
  const resultKey = `${row.key}/result`;
  return (
    <div className="tool" data-outcome={outcome}>
      <div className="row-line">
        <span className="tool-name mono">{row.name ?? messages.timeline.unknownTool}</span>
        <span className="tool-outcome" data-outcome={outcome}>
          {OUTCOME_ICONS[outcome]}
          {messages.timeline.outcome[outcome]}
        </span>
        {row.errorCode === null ? null : <code className="code">{row.errorCode}</code>}
        {row.duration === null ? null : <span className="row-meta">{durationText(row.duration)}</span>}
      </div>
      {row.arguments === null || row.arguments === '' || row.arguments === '{}' ? null : (
        <div className="tool-text">
          <span className="visually-hidden">{messages.timeline.arguments}</span>
          <ClampedText
            mono
            text={row.arguments}
            lines={2}
            expanded={expandedTexts.has(argumentsKey)}
            onToggle={() => toggleText(argumentsKey)}
          />
        </div>
      )}
      {row.result === null || row.result === '' ? null : (
        <div className="tool-text tool-result">
          <span className="visually-hidden">{messages.timeline.result}</span>
          <ClampedText
            mono
            text={row.result}
            lines={4}
            expanded={expandedTexts.has(resultKey)}
            onToggle={() => toggleText(resultKey)}
          />
        </div>
      )}
    </div>
  );
}

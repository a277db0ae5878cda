import type { JSX } from 'react';
import { CircleCheck, CircleSlash, CircleX, GitFork, Hourglass, OctagonPause, ShieldX } from 'lucide-react';
import type { SessionSummary } from '../../../data/devtools-store.ts';
import type { TurnEndRow } from '../../../data/timeline-rows.ts';
import { useMessages } from '../../../i18n/messages.ts';
import { titleOf } from '../../sessions/session-title.ts';
import { ForkFailureNote } from '../fork-failure.tsx';
import { useRowActions } from '../row-actions.ts';

const REASON_ICONS: Readonly<Record<string, JSX.Element>> = {
  completed: <CircleCheck />,
  aborted: <OctagonPause />,
  blocked: <ShieldX />,
  error: <CircleX />,
  'max-tokens': <Hourglass />,
  interrupted: <CircleSlash />,
};

/** More forks than this stand in the session list only. */
const MAX_CHIPS = 6;

interface TurnEndBodyProps {
  readonly row: TurnEndRow;
  /** Sessions that were forked here. */
  readonly forks: readonly SessionSummary[];
}

/** A fork point: how the turn ended, and who left here. */
export function TurnEndBody({ row, forks }: TurnEndBodyProps): JSX.Element {
  const messages = useMessages();
  const { fork, goTo, openSession, sessionId } = useRowActions();
  const { reason, forkPoint } = row;
  const tokens = forkPoint?.usage?.outputTokens;
  return (
    <div className="turn-end">
      <div className="turn-end-line">
        <span className="turn-end-reason" data-reason={reason.kind}>
          {REASON_ICONS[reason.kind] ?? <CircleCheck />}
          {messages.timeline.turn(row.turn)} {messages.timeline.reason[reason.kind] ?? reason.kind}
        </span>
        {reason.detail === null ? null : (
          <span className="turn-end-detail" dir="auto">
            {reason.kind === 'aborted' ? messages.timeline.abortedBy(reason.detail) : reason.detail}
          </span>
        )}
        {reason.code === null ? null : <code className="code">{reason.code}</code>}
        {tokens === undefined ? null : <span className="row-meta">{messages.timeline.tokens(tokens)}</span>}
      </div>
      {row.turnExpanded || forkPoint === null || forkPoint.answer === '' ? null : (
        <div className="turn-answer" dir="auto">
          {forkPoint.answer}
        </div>
      )}
      {forks.length === 0 ? null : (
        <div className="fork-chips">
          {forks.slice(0, MAX_CHIPS).map((child) => (
            <button
              key={child.id}
              type="button"
              className="fork-chip"
              tabIndex={-1}
              aria-label={messages.timeline.forkedHere(titleOf(child, messages))}
              data-tip={messages.timeline.forkedHere(titleOf(child, messages))}
              onClick={(event) => {
                event.stopPropagation();
                openSession(child.id);
              }}
            >
              <GitFork aria-hidden="true" />
              <span dir="auto">{titleOf(child, messages)}</span>
            </button>
          ))}
          {forks.length > MAX_CHIPS ? (
            <span className="row-meta">{messages.timeline.moreForks(forks.length - MAX_CHIPS)}</span>
          ) : null}
        </div>
      )}
      <ForkFailureNote sessionId={sessionId} point={row} onRetry={fork} onGoTo={goTo} />
    </div>
  );
}

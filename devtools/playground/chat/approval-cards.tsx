import { useSyncExternalStore, type JSX } from 'react';
import { ShieldQuestionMark } from 'lucide-react';
import type { Approvals } from '../agent/approvals.ts';
import type { PlaygroundMessages } from '../playground-messages.ts';

/** How much of what would be done is shown, in characters; the card scrolls. */
const MAX_SHOWN = 2_000;

interface ApprovalCardsProps {
  readonly approvals: Approvals;
  readonly sessionId: string | null;
  readonly messages: PlaygroundMessages;
}

/** The questions of a session's tools that wait for the user's word. */
export function ApprovalCards({ approvals, sessionId, messages }: ApprovalCardsProps): JSX.Element {
  const waiting = useSyncExternalStore(approvals.subscribe, approvals.getSnapshot);
  const words = messages.approval;
  return (
    <div className="pg-approvals" aria-live="assertive">
      {waiting
        .filter((request) => request.sessionId === sessionId)
        .map(({ id, toolName, subject }) => (
          <section key={id} className="pg-approval" aria-label={words.other(toolName)}>
            <p className="pg-approval-question">
              <ShieldQuestionMark aria-hidden="true" />
              {words.questions[toolName] ?? words.other(toolName)}
            </p>
            <pre className="pg-approval-subject" dir="auto">
              {subject.slice(0, MAX_SHOWN)}
            </pre>
            <div className="pg-approval-actions">
              <button type="button" className="pg-button" onClick={() => approvals.answer(id, false)}>
                {words.deny}
              </button>
              <button
                type="button"
                className="pg-button pg-button-main"
                onClick={() => approvals.answer(id, true)}
              >
                {words.allow}
              </button>
            </div>
          </section>
        ))}
    </div>
  );
}

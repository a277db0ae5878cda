import type { SessionEvent, SurfaceOp } from '../event/session-event.ts';
import { TurnOrder } from './turn-order.ts';

/** An event that has no seq and no time yet. */
export interface EventDraft {
  readonly type: string;
  readonly data: unknown;
  readonly surfaceOp?: SurfaceOp;
  readonly sourceEventSeqs?: readonly number[];
}

/**
 * Crash repair, as DSH does it on loading: what must be appended so that a turn that nobody will go on with is closed.
 * Every tool call that the open step's messages ask for gets a result (an error: never started, or outcome unknown),
 * the open step ends, and the turn ends with reason `interrupted`. A `tool/call` that no message asks for gets nothing.
 * @param openTurnEvents the events from the open turn's `turn/start` to the end of the log; none when no turn is open.
 * @param nextSeq the seq that the first draft will get. All of them get the time of the log's last event.
 */
export function closeOpenTurn(openTurnEvents: readonly SessionEvent[], nextSeq: number): EventDraft[] {
  const order = new TurnOrder();
  for (const event of openTurnEvents) order.apply(event);
  const { openTurn, openStep, calls, requested } = order.state;
  if (openTurn === null) return [];
  const { turn } = openTurn;
  const drafts: EventDraft[] = [];
  if (openStep !== null) {
    for (const callId of requested) {
      const call = calls.find((candidate) => candidate.callId === callId);
      if (call?.answered === true) continue;
      drafts.push(
        missingResult({ turn, step: openStep, callId, callSeq: call?.seq, seq: nextSeq + drafts.length }),
      );
    }
    drafts.push({ type: 'step/end', data: { turn, step: openStep } });
  }
  drafts.push({ type: 'turn/end', data: { turn, reason: { kind: 'interrupted' } } });
  return drafts;
}

interface MissingResult {
  readonly turn: number;
  readonly step: number;
  readonly callId: string;
  /** Seq of the `tool/call`, or undefined when the tool was never started. */
  readonly callSeq: number | undefined;
  readonly seq: number;
}

function missingResult({ turn, step, callId, callSeq, seq }: MissingResult): EventDraft {
  const started = callSeq !== undefined;
  const message = {
    id: `interrupted-tool-result-${callId}-${seq}`,
    role: 'user',
    source: { kind: 'tool', callId },
    content: [
      {
        type: 'tool-result',
        toolCallId: callId,
        isError: true,
        content: [{ type: 'text', text: started ? OUTCOME_UNKNOWN_TEXT : NOT_STARTED_TEXT }],
      },
    ],
  };
  const error = started
    ? { name: 'ToolOutcomeUnknownError', code: 'TOOL_OUTCOME_UNKNOWN' }
    : { name: 'ToolNotStartedError', code: 'TOOL_NOT_STARTED' };
  return {
    type: 'tool/result',
    data: { turn, step, message, error },
    surfaceOp: 'append',
    ...(started ? { sourceEventSeqs: [callSeq] } : {}),
  };
}

/** The wording of DSH: sessions that it repaired and sessions that turnfork repaired read the same to a model. */
const OUTCOME_UNKNOWN_TEXT =
  'The tool call was interrupted after it was recorded, but no result was durably recorded. Its outcome is unknown. ' +
  'Decide whether to retry from the tool semantics: retry only if the operation is read-only or idempotent; if it may ' +
  'have side effects, first verify external state or ask the user. Do not retry blindly.';

const NOT_STARTED_TEXT =
  'The tool call was interrupted before the tool was started, so it had no effect. Retry it if it is still needed.';

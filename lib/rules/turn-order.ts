import { EventRefusedError, type EventRefusalCode } from '../errors.ts';
import { isJsonObject, isSeq } from '../event/data-flaw.ts';
import type { SurfaceOp } from '../event/session-event.ts';

/** A tool call of the open step. */
export interface StepCall {
  readonly callId: string;
  /** Seq of the `tool/call`, or of the result where the call was never started. */
  readonly seq: number;
  readonly answered: boolean;
}

/** Where a log stands between and inside turns. Plain JSON. */
export interface TurnOrderState {
  /** Number of the last `turn/start`, 0 before the first. */
  readonly lastTurn: number;
  readonly openTurn: { readonly turn: number; readonly startSeq: number; readonly startTime: number } | null;
  /** Number of the open turn's last `step/start`, 0 before the first. */
  readonly lastStep: number;
  readonly openStep: number | null;
  readonly calls: readonly StepCall[];
  /** Ids of the tool calls that the open step's assistant messages ask for, in order. */
  readonly requested: readonly string[];
}

/** What the order rules look at in an event whose envelope and data are checked. */
export interface OrderCandidate {
  readonly type: string;
  readonly seq: number;
  readonly data: unknown;
  readonly surfaceOp?: SurfaceOp;
}

const NO_CALLS: readonly StepCall[] = [];
const NO_REQUESTS: readonly string[] = [];

const INITIAL_STATE: TurnOrderState = {
  lastTurn: 0,
  openTurn: null,
  lastStep: 0,
  openStep: null,
  calls: NO_CALLS,
  requested: NO_REQUESTS,
};

/**
 * The rules of turns, steps and tool calls (DSH's session invariants): turns 1, 2, 3..., one open at a time, steps 1, 2,
 * 3... inside it, one open at a time, and one result a call.
 */
export class TurnOrder {
  #state: TurnOrderState;

  constructor(state: TurnOrderState = INITIAL_STATE) {
    this.#state = state;
  }

  get state(): TurnOrderState {
    return this.#state;
  }

  /**
   * Checks that an event may come next; nothing changes.
   * @throws EventRefusedError TURN_ORDER, STEP_ORDER or TOOL_ORDER, whose message says what would be right.
   */
  check(event: OrderCandidate): void {
    switch (event.type) {
      case 'turn/start':
        return this.#checkTurnStart(event);
      case 'turn/end':
        this.#checkTurn(event);
        if (this.#state.openStep === null) return;
        throw refusal(event, 'STEP_ORDER', 'data.turn', `step ${this.#state.openStep} is open: end it first`);
      case 'step/start':
        return this.#checkStepStart(event);
      case 'step/end':
      case 'assistant/chunk':
      case 'assistant/message':
        return this.#checkStep(event);
      case 'tool/call':
        this.#checkStep(event);
        return this.#checkCall(event);
      case 'tool/result':
        return event.surfaceOp === undefined || event.surfaceOp === 'append'
          ? this.#checkResult(event)
          : this.#checkInsideTurn(event, 'surfaceOp');
      case 'todo/write':
      case 'request/header':
      case 'request/context':
        return this.#checkInsideTurn(event, 'type');
    }
  }

  #checkTurnStart(event: OrderCandidate): void {
    const { openTurn, lastTurn } = this.#state;
    if (openTurn !== null) {
      throw refusal(event, 'TURN_ORDER', 'data.turn', `turn ${openTurn.turn} is open: end it first`);
    }
    const turn = numberIn(event.data, 'turn');
    if (turn === lastTurn + 1) return;
    throw refusal(event, 'TURN_ORDER', 'data.turn', `the next turn is ${lastTurn + 1}, got ${turn}`);
  }

  #checkTurn(event: OrderCandidate): void {
    const { openTurn } = this.#state;
    const turn = numberIn(event.data, 'turn');
    if (openTurn === null) throw refusal(event, 'TURN_ORDER', 'data.turn', `no turn is open, got ${turn}`);
    if (turn === openTurn.turn) return;
    throw refusal(event, 'TURN_ORDER', 'data.turn', `the open turn is ${openTurn.turn}, got ${turn}`);
  }

  #checkInsideTurn(event: OrderCandidate, path: string): void {
    if (this.#state.openTurn !== null) return;
    throw refusal(event, 'TURN_ORDER', path, 'no turn is open: it belongs inside a turn');
  }

  #checkStepStart(event: OrderCandidate): void {
    this.#checkTurn(event);
    const { openStep, lastStep } = this.#state;
    if (openStep !== null)
      throw refusal(event, 'STEP_ORDER', 'data.step', `step ${openStep} is open: end it first`);
    const step = numberIn(event.data, 'step');
    if (step === lastStep + 1) return;
    throw refusal(event, 'STEP_ORDER', 'data.step', `the turn's next step is ${lastStep + 1}, got ${step}`);
  }

  #checkStep(event: OrderCandidate): void {
    this.#checkTurn(event);
    const { openStep } = this.#state;
    const step = numberIn(event.data, 'step');
    if (openStep === null) throw refusal(event, 'STEP_ORDER', 'data.step', `no step is open, got ${step}`);
    if (step === openStep) return;
    throw refusal(event, 'STEP_ORDER', 'data.step', `the open step is ${openStep}, got ${step}`);
  }

  #checkCall(event: OrderCandidate): void {
    const callId = stringIn(event.data, 'callId');
    const known = this.#callNamed(callId);
    if (known === undefined) return;
    const problem = `duplicate call "${callId}": event ${known.seq} of this step has that id already`;
    throw refusal(event, 'TOOL_ORDER', 'data.callId', problem);
  }

  #checkResult(event: OrderCandidate): void {
    this.#checkStep(event);
    const path = 'data.message.source.callId';
    const callId = resultCallId(event.data);
    const call = this.#callNamed(callId);
    if (call?.answered === true) {
      throw refusal(event, 'TOOL_ORDER', path, `call "${callId}" has its result already`);
    }
    if (call !== undefined || isNotStarted(event.data)) return;
    const problem = `this step has no tool/call "${callId}", and the error's code is not ${TOOL_NOT_STARTED}`;
    throw refusal(event, 'TOOL_ORDER', path, problem);
  }

  #callNamed(callId: string): StepCall | undefined {
    return this.#state.calls.find((call) => call.callId === callId);
  }

  /** Takes an event into the state. Never refuses, as stored logs may be disordered: every start opens, every end closes. */
  apply(event: OrderCandidate & { readonly time: number }): void {
    switch (event.type) {
      case 'turn/start': {
        const turn = numberIn(event.data, 'turn');
        const openTurn = { turn, startSeq: event.seq, startTime: event.time };
        this.#state = { ...INITIAL_STATE, lastTurn: turn, openTurn };
        return;
      }
      case 'turn/end':
        this.#state = { ...INITIAL_STATE, lastTurn: this.#state.lastTurn };
        return;
      case 'step/start': {
        const step = numberIn(event.data, 'step');
        // The calls of a step that was never ended stay: as in DSH, crash repair still answers them.
        this.#state = { ...this.#state, lastStep: step, openStep: step };
        return;
      }
      case 'step/end':
        this.#state = { ...this.#state, openStep: null, calls: NO_CALLS, requested: NO_REQUESTS };
        return;
      case 'assistant/message':
        return this.#applyRequests(event.data);
      case 'tool/call':
        return this.#applyCall(stringIn(event.data, 'callId'), event.seq, false);
      case 'tool/result':
        if (typeof event.surfaceOp === 'object') return;
        return this.#applyCall(resultCallId(event.data), event.seq, true);
    }
  }

  #applyRequests(data: unknown): void {
    if (this.#state.openTurn === null) return;
    const known = new Set(this.#state.requested);
    for (const callId of toolCallIds(data)) known.add(callId);
    if (known.size === this.#state.requested.length) return;
    this.#state = { ...this.#state, requested: [...known] };
  }

  #applyCall(callId: string, seq: number, answered: boolean): void {
    if (this.#state.openTurn === null) return;
    const { calls } = this.#state;
    const known = this.#callNamed(callId);
    if (known === undefined) {
      this.#state = { ...this.#state, calls: [...calls, { callId, seq, answered }] };
    } else if (answered && !known.answered) {
      const now = calls.map((call) => (call === known ? { ...call, answered } : call));
      this.#state = { ...this.#state, calls: now };
    }
  }
}

const TOOL_NOT_STARTED = 'TOOL_NOT_STARTED';

function isNotStarted(data: unknown): boolean {
  const error = isJsonObject(data) ? data['error'] : undefined;
  return isJsonObject(error) && error['code'] === TOOL_NOT_STARTED;
}

function resultCallId(data: unknown): string {
  const message = isJsonObject(data) ? data['message'] : undefined;
  return stringIn(isJsonObject(message) ? message['source'] : undefined, 'callId');
}

function toolCallIds(data: unknown): string[] {
  const message = isJsonObject(data) ? data['message'] : undefined;
  const content = isJsonObject(message) ? message['content'] : undefined;
  if (!Array.isArray(content)) return [];
  const blocks: readonly unknown[] = content;
  return blocks.flatMap((block) =>
    isJsonObject(block) && block['type'] === 'tool-call' ? [stringIn(block, 'id')] : [],
  );
}

/** The number in a field; 0, which no turn and no step has, where there is none. */
function numberIn(data: unknown, key: string): number {
  const value = isJsonObject(data) ? data[key] : undefined;
  return isSeq(value) ? value : 0;
}

function stringIn(data: unknown, key: string): string {
  const value = isJsonObject(data) ? data[key] : undefined;
  return typeof value === 'string' ? value : '';
}

function refusal(
  event: OrderCandidate,
  code: EventRefusalCode,
  path: string,
  problem: string,
): EventRefusedError {
  return new EventRefusedError(code, `${path}: ${problem}`, { path, eventType: event.type, seq: event.seq });
}

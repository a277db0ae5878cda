import type { ToolAnswer } from './tool-output.ts';

/** A tool call of the open step. */
export interface StepCall {
  /** Its id in the log, which no other call of the step has. */
  readonly callId: string;
  /** Its id in the stream, which a careless provider gives twice. */
  readonly sdkId: string;
  readonly name: string;
  readonly rawArguments: string;
  /** Seq of its `tool/call`, once that is in the log. */
  callSeq: number | null;
  answer: ToolAnswer | null;
  /** Whether the answer is in the log. */
  answered: boolean;
}

/** The tool calls of one step, in the order in which the model wrote them. */
export class StepCalls {
  readonly #calls: StepCall[] = [];
  readonly #taken = new Set<string>();

  /** An id that no call of the step has yet, like the stream's own where possible. */
  newId(sdkId: string): string {
    const wanted = sdkId === '' ? 'call' : sdkId;
    let id = wanted;
    for (let count = 2; this.#taken.has(id); count += 1) id = `${wanted}~${count}`;
    this.#taken.add(id);
    return id;
  }

  add(call: Pick<StepCall, 'callId' | 'sdkId' | 'name' | 'rawArguments'>): void {
    this.#calls.push({ ...call, callSeq: null, answer: null, answered: false });
  }

  get all(): readonly StepCall[] {
    return this.#calls;
  }

  has(sdkId: string): boolean {
    return this.#calls.some((call) => call.sdkId === sdkId);
  }

  /** The call that a start of a tool belongs to: the first with this id that has not started. */
  toStart(sdkId: string): StepCall | undefined {
    return this.#calls.find((call) => call.sdkId === sdkId && call.callSeq === null && call.answer === null);
  }

  /** The call that an answer belongs to: the first with this id that has none. */
  toAnswer(sdkId: string): StepCall | undefined {
    return this.#calls.find((call) => call.sdkId === sdkId && call.answer === null);
  }
}

import type { Session, StreamChunk } from '../../index.ts';
import { jsonCopy, jsonText } from './json-copy.ts';
import type { StepCall } from './step-calls.ts';
import type { OutputForm, ToolAnswer } from './tool-output.ts';
import { newMessageId } from './user-prompt.ts';

/** What of a session the recorder uses. */
export type RecordedSession = Pick<Session, 'id' | 'seq' | 'nextTurn' | 'append' | 'flush'>;

/** How much of a part that makes no sense is kept, in characters of JSON. */
const MAX_ODD_PART = 20_000;

/** What goes with a tool's result so that the SDK gets back what it gave. */
export interface ResultReplay {
  readonly kind: 'ai-sdk';
  readonly output: OutputForm;
  readonly providerMetadata?: unknown;
}

/** Appends the events of one turn. */
export class TurnLog {
  readonly session: RecordedSession;
  readonly turn: number;
  /** Number of the open step, or of the last one; 0 before the first. */
  step = 0;
  readonly problems: string[] = [];

  constructor(session: RecordedSession) {
    this.session = session;
    this.turn = session.nextTurn;
  }

  chunk(chunk: StreamChunk): number {
    return this.session.append('assistant/chunk', { turn: this.turn, step: this.step, chunk }).seq;
  }

  toolCall({ callId, name, rawArguments }: StepCall): number {
    const data = { turn: this.turn, step: this.step, callId, name, arguments: rawArguments };
    return this.session.append('tool/call', data).seq;
  }

  toolResult({ callId, callSeq }: StepCall, { content, form, error, providerMetadata }: ToolAnswer): void {
    const replayState: ResultReplay = {
      kind: 'ai-sdk',
      output: form,
      ...(providerMetadata === undefined ? {} : { providerMetadata }),
    };
    const block = {
      type: 'tool-result' as const,
      toolCallId: callId,
      content,
      ...(error === undefined ? {} : { isError: true }),
      replayState,
    };
    this.session.append(
      'tool/result',
      {
        turn: this.turn,
        step: this.step,
        message: {
          id: newMessageId(),
          role: 'user',
          source: { kind: 'tool', callId },
          content: [block],
        },
        ...(error === undefined ? {} : { error }),
      },
      callSeq === null ? {} : { sourceEventSeqs: [callSeq] },
    );
  }

  /** Keeps a part that the vocabulary has no event for; with a `problem`, one that makes no sense where it came. */
  part(part: unknown, problem?: string): void {
    if (problem !== undefined) this.problems.push(problem);
    const text = jsonText(part);
    const kept = text !== undefined && text.length <= MAX_ODD_PART ? jsonCopy(part) : undefined;
    this.session.append(
      'ai-sdk/part',
      {
        turn: this.turn,
        ...(this.step === 0 ? {} : { step: this.step }),
        ...(problem === undefined ? {} : { problem }),
        part: kept ?? { text: (text ?? Object.prototype.toString.call(part)).slice(0, MAX_ODD_PART) },
      },
      { ignorable: true },
    );
  }
}

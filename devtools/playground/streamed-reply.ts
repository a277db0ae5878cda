import type { ContentBlock, Session, StreamChunk } from '../../lib/index.ts';

/** Waits for the next delta's time; rejects when the turn is to stop. */
export type StopCheck = () => Promise<void>;

interface ModelName {
  readonly provider: string;
  readonly model: string;
}

/** One model reply while it streams: each delta is an event, and the finished message cites them all. */
export class StreamedReply {
  readonly #session: Pick<Session, 'append'>;
  readonly #turn: number;
  readonly #step: number;
  readonly #seqs: number[] = [];
  readonly #blocks: ContentBlock[] = [];
  #open: ContentBlock | null = null;

  constructor(session: Pick<Session, 'append'>, turn: number, step: number) {
    this.#session = session;
    this.#turn = turn;
    this.#step = step;
  }

  async stream(type: 'text' | 'reasoning', text: string, pause: StopCheck): Promise<void> {
    const index = this.#blocks.length;
    this.#chunk({ type: 'block-start', index, blockType: type });
    this.#open = { type, text: '' };
    let said = '';
    for (const piece of piecesOf(text)) {
      await pause();
      said += piece;
      this.#open = { type, text: said };
      this.#chunk({ type: type === 'text' ? 'text-delta' : 'reasoning-delta', index, text: piece });
    }
    this.#endBlock(index, { type, text });
  }

  async streamCall(id: string, name: string, rawArguments: string, pause: StopCheck): Promise<void> {
    const index = this.#blocks.length;
    this.#chunk({ type: 'block-start', index, blockType: 'tool-call' });
    for (const piece of rawArguments.match(/.{1,8}/gsu) ?? []) {
      await pause();
      this.#chunk({ type: 'tool-call-delta', index, id, name, argumentsDelta: piece });
    }
    this.#endBlock(index, { type: 'tool-call', id, name, arguments: rawArguments });
  }

  finish(kind: 'stop' | 'tool-calls', model: ModelName): void {
    const usage = { inputTokens: 40 + this.#turn * 12, outputTokens: this.#seqs.length };
    this.#chunk({ type: 'usage', usage });
    this.#chunk({ type: 'finish', reason: { kind } });
    this.#appendMessage(model, { usage });
  }

  /** Keeps what was said so far. A tool call that was not finished is dropped: nobody may run it. */
  interrupt(model: ModelName): void {
    if (this.#open !== null) this.#blocks.push(this.#open);
    this.#open = null;
    this.#appendMessage(model, { interrupted: true });
  }

  #endBlock(index: number, block: ContentBlock): void {
    this.#open = null;
    this.#blocks.push(block);
    this.#chunk({ type: 'block-end', index, block });
  }

  #chunk(chunk: StreamChunk): void {
    this.#seqs.push(
      this.#session.append('assistant/chunk', { turn: this.#turn, step: this.#step, chunk }).seq,
    );
  }

  #appendMessage(
    { provider, model }: ModelName,
    rest: { usage: { inputTokens: number; outputTokens: number } } | { interrupted: true },
  ): void {
    const data = {
      turn: this.#turn,
      step: this.#step,
      message: {
        id: `message-${crypto.getRandomValues(new Uint32Array(2)).join('-')}`,
        role: 'assistant' as const,
        source: { kind: 'model' as const, provider, model },
        content: this.#blocks,
      },
      ...rest,
    };
    this.#session.append('assistant/message', data, { sourceEventSeqs: this.#seqs });
  }
}

/** Pieces of about a word each, as models stream them; joined they are the text again. */
function piecesOf(text: string): readonly string[] {
  return text.match(/\s*\S{1,7}|\s+$/gu) ?? [];
}

import type { SessionStore } from '../../../lib/index.ts';

export interface LargeLog {
  readonly id: string;
  readonly events: number;
  readonly eventsPerTurn: number;
}

const LINES_A_CHUNK = 2_000;

/** Stores a session of so many events, made while it is imported. */
export async function importLargeLog(store: SessionStore, log: LargeLog): Promise<number> {
  const encoder = new TextEncoder();
  let seq = 0;
  const stream = new ReadableStream<Uint8Array>({
    start(controller) {
      const header = { type: 'session', version: 0, id: log.id, createdAt: 1, delegationDepth: 0 };
      controller.enqueue(encoder.encode(`${JSON.stringify(header)}\n`));
    },
    pull(controller) {
      let text = '';
      for (const end = Math.min(log.events, seq + LINES_A_CHUNK); seq < end; seq += 1)
        text += `${JSON.stringify(eventAt(seq, log))}\n`;
      if (text === '') controller.close();
      else controller.enqueue(encoder.encode(text));
    },
  });
  return (await store.importLog(stream)).events;
}

/** A turn: a question, a step with a tool, a step with an answer that was streamed. One turn in 40 fails. */
function eventAt(seq: number, { eventsPerTurn }: LargeLog): object {
  const turn = Math.floor(seq / eventsPerTurn) + 1;
  const place = seq % eventsPerTurn;
  const envelope = { seq, time: 1_700_000_000_000 + seq * 40 };
  const step = place < 7 ? 1 : 2;
  const make = (type: string, data: object, more: object = {}): object => ({
    type,
    ...envelope,
    data,
    ...more,
  });
  const answered = eventsPerTurn - 3;
  switch (place) {
    case 0:
      return make('turn/start', { turn });
    case 1:
      return make(
        'user/message',
        { id: `u${turn}`, role: 'user', source: { kind: 'user' }, content: [text(`question ${turn}`)] },
        { surfaceOp: 'append' },
      );
    case 2:
    case 7:
      return make('step/start', { turn, step });
    case 3:
      return make(
        'assistant/message',
        { turn, step, message: answer(`call${turn}`, [toolCall(turn)]), usage: usage },
        { surfaceOp: 'append' },
      );
    case 4:
      return make('tool/call', { turn, step, callId: `c${turn}`, name: 'read', arguments: '{"path":"/a"}' });
    case 5:
      return make('tool/result', { turn, step, message: toolResult(turn) }, { surfaceOp: 'append' });
    case 6:
      return make('step/end', { turn, step });
    case answered:
      return make(
        'assistant/message',
        { turn, step, message: answer(`answer${turn}`, [text(`the answer of turn ${turn}`)]), usage },
        { surfaceOp: 'append' },
      );
    case answered + 1:
      return make('step/end', { turn, step });
    case answered + 2:
      return make('turn/end', { turn, reason: reasonOf(turn) });
    default:
      return make('assistant/chunk', {
        turn,
        step,
        chunk: { type: 'text-delta', index: 0, text: `word ${place} ` },
      });
  }
}

const usage = { inputTokens: 100, outputTokens: 20 };

function text(value: string) {
  return { type: 'text', text: value };
}

function toolCall(turn: number) {
  return { type: 'tool-call', id: `c${turn}`, name: 'read', arguments: '{"path":"/a"}' };
}

function answer(id: string, content: readonly object[]) {
  return { id, role: 'assistant', source: { kind: 'model', provider: 'p', model: 'm' }, content };
}

function toolResult(turn: number) {
  return {
    id: `r${turn}`,
    role: 'user',
    source: { kind: 'tool', callId: `c${turn}` },
    content: [{ type: 'tool-result', toolCallId: `c${turn}`, content: [text('a line of a file')] }],
  };
}

function reasonOf(turn: number): object {
  return turn % 40 === 0 ? { kind: 'error', error: { message: 'the model is away' } } : { kind: 'completed' };
}

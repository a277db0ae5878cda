import type { SessionStore } from '../../../lib/index.ts';

export interface LongImportReport {
  readonly events: number;
  readonly exportedLines: number;
  /** ms of the longest task during the import; 0 where none was over 50 ms. */
  readonly longestTask: number;
  /** How often the page got its turn meanwhile. */
  readonly turnsOfThePage: number;
  readonly milliseconds: number;
}

/** Imports a log of so many lines that is made while it is read, and exports it again without keeping it. */
export async function importLongLog(store: SessionStore, lines: number): Promise<LongImportReport> {
  const longTasks: number[] = [];
  const observer = new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) longTasks.push(entry.duration);
  });
  observer.observe({ entryTypes: ['longtask'] });
  let turnsOfThePage = 0;
  const ticking = setInterval(() => (turnsOfThePage += 1), 10);
  const start = performance.now();
  const { events, sessionId } = await store.importLog(longLog(lines));
  const milliseconds = performance.now() - start;
  clearInterval(ticking);
  observer.disconnect();
  return {
    events,
    exportedLines: await countLines(await store.exportLog(sessionId, { packChunks: false })),
    longestTask: Math.max(0, ...longTasks),
    turnsOfThePage,
    milliseconds,
  };
}

const EVENTS_A_TURN = 1_000;

function longLog(events: number): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  let seq = 0;
  return new ReadableStream({
    start(controller) {
      const header = { type: 'session', version: 0, id: 'long', createdAt: 1, delegationDepth: 0 };
      controller.enqueue(encoder.encode(`${JSON.stringify(header)}\n`));
    },
    pull(controller) {
      let text = '';
      for (const end = Math.min(events, seq + 500); seq < end; seq += 1)
        text += `${JSON.stringify(eventAt(seq))}\n`;
      if (text === '') controller.close();
      else controller.enqueue(encoder.encode(text));
    },
  });
}

function eventAt(seq: number): object {
  const turn = Math.floor(seq / EVENTS_A_TURN) + 1;
  const envelope = { seq, time: 1_000 + seq };
  switch (seq % EVENTS_A_TURN) {
    case 0:
      return { type: 'turn/start', ...envelope, data: { turn } };
    case 1:
      return { type: 'step/start', ...envelope, data: { turn, step: 1 } };
    case EVENTS_A_TURN - 2:
      return { type: 'step/end', ...envelope, data: { turn, step: 1 } };
    case EVENTS_A_TURN - 1:
      return { type: 'turn/end', ...envelope, data: { turn, reason: { kind: 'completed' } } };
    default:
      return {
        type: 'assistant/chunk',
        ...envelope,
        data: { turn, step: 1, chunk: { type: 'text-delta', index: 0, text: `word ${seq} ` } },
      };
  }
}

async function countLines(stream: ReadableStream<Uint8Array>): Promise<number> {
  const reader = stream.getReader();
  let lines = 0;
  for (let next = await reader.read(); !next.done; next = await reader.read()) {
    for (const byte of next.value) if (byte === 10) lines += 1;
  }
  return lines;
}

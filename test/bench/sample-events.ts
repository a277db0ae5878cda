import type { SessionEvent } from '../../lib/index.ts';

const FILLER = 'lorem ipsum dolor sit amet, consectetur adipiscing elit, sed do eiusmod tempor '.repeat(4);

/** The payload of a stream delta; as JSON its event has about 322 bytes. */
export function deltaData(index: number) {
  const text = `${index} ${FILLER}`.slice(0, 206);
  return { turn: 1, step: 1, chunk: { type: 'text-delta' as const, index: 0, text } };
}

/** Stream deltas as stored by the peers, which check nothing. */
export function sampleEvents(count: number): SessionEvent[] {
  return Array.from({ length: count }, (_, index) => ({
    type: 'assistant/chunk' as const,
    seq: index,
    time: 1_700_000_000_000 + index,
    data: deltaData(index),
  }));
}

export function batches<Item>(items: readonly Item[], size: number): Item[][] {
  return Array.from({ length: Math.ceil(items.length / size) }, (_, index) =>
    items.slice(index * size, (index + 1) * size),
  );
}

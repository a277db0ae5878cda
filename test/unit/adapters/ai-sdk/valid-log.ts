import { expect } from 'vitest';
import type { SessionEvent } from '../../../../lib/index.ts';
import type { Recorded } from './mock-model.ts';

/** Asserts what must hold of every recorded log, whatever the stream did. Gives the events. */
export async function expectValidLog({ store, session }: Recorded): Promise<readonly SessionEvent[]> {
  await session.flush();
  expect(await store.check()).toEqual([]);
  expect(session.openTurn).toBeNull();
  const events = await store.events(session.id);
  expect(events.at(-1)?.type).toBe('turn/end');
  expectOneResultACall(events);
  return events;
}

/** Within each step: every call that a message asks for, and every call that was recorded, has exactly one result. */
function expectOneResultACall(events: readonly SessionEvent[]): void {
  let asked: string[] = [];
  let results: string[] = [];
  for (const { type, data } of events) {
    if (type === 'step/start') {
      asked = [];
      results = [];
    } else if (type === 'assistant/message') {
      const { message } = data as { message: { content: { type: string; id?: string }[] } };
      asked.push(...message.content.flatMap((block) => (block.type === 'tool-call' ? [block.id ?? ''] : [])));
    } else if (type === 'tool/call') {
      expect(asked).toContain((data as { callId: string }).callId);
    } else if (type === 'tool/result') {
      results.push((data as { message: { source: { callId: string } } }).message.source.callId);
    } else if (type === 'step/end') {
      expect([...results].sort()).toEqual([...asked].sort());
    }
  }
}

export function typesOf(events: readonly SessionEvent[]): string[] {
  return events.map((event) => event.type).filter((type) => type !== 'assistant/chunk');
}

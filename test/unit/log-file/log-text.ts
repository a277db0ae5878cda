import type { SessionEvent } from '../../../lib/event/session-event.ts';
import type { SessionHeader } from '../../../lib/event/session-header.ts';

export const HEADER: SessionHeader = { version: 0, id: 's', createdAt: 1, delegationDepth: 0 };

export const HEADER_LINE = JSON.stringify({ type: 'session', ...HEADER });

/** The text of a log with these records after the header; a string stands for itself. */
export function logText(...records: readonly (string | object)[]): string {
  return [HEADER_LINE, ...records.map(lineOf)].map((line) => `${line}\n`).join('');
}

export function lineOf(record: string | object): string {
  return typeof record === 'string' ? record : JSON.stringify(record);
}

export function note(seq: number, data: unknown = {}): SessionEvent {
  return { type: 'acme/note', seq, time: 1_000 + seq, data, ignorable: true };
}

export function turnStart(seq: number, turn = 1): SessionEvent {
  return { type: 'turn/start', seq, time: 1_000 + seq, data: { turn } };
}

export function turnEnd(seq: number, turn = 1): SessionEvent {
  return { type: 'turn/end', seq, time: 1_000 + seq, data: { turn, reason: { kind: 'completed' } } };
}

export function chunk(
  seq: number,
  delta: object = { type: 'text-delta', index: 0, text: 'a' },
): SessionEvent {
  return { type: 'assistant/chunk', seq, time: 1_000 + seq, data: { turn: 1, step: 1, chunk: delta } };
}

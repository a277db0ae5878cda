import { expect } from 'vitest';
import { LogFileError } from '../../../lib/errors.ts';
import type { SessionEvent } from '../../../lib/event/session-event.ts';
import { readLogFile, type LogSource, type ReadOptions } from '../../../lib/log-file/read-log-file.ts';
import { refusalOf } from '../../fixtures/refusal.ts';

/** Reads a log to its end. */
export async function readAll(source: LogSource, options?: ReadOptions) {
  const file = await readLogFile(source, options);
  const batches: (readonly SessionEvent[])[] = [];
  for await (const batch of file.events) batches.push(batch);
  const { header, compressed, warnings, renamedTitle } = file;
  return { header, compressed, warnings, renamedTitle, batches, events: batches.flat() };
}

/** How a log is refused, and the events that came before the refusal. */
export async function refused(source: LogSource, options?: ReadOptions): Promise<LogFileError> {
  return refusalOf(readAll(source, options), LogFileError);
}

/** What a damaged log gives: its events, and the refusal when there is one. Other errors are no refusals. */
export async function readAsFarAsPossible(source: LogSource) {
  const events: SessionEvent[] = [];
  try {
    const file = await readLogFile(source);
    for await (const batch of file.events) events.push(...batch);
    return { events, warnings: file.warnings, error: null };
  } catch (error) {
    expect(error).toBeInstanceOf(LogFileError);
    return { events, warnings: [], error: error instanceof LogFileError ? error : null };
  }
}

/** A stream of the bytes cut at these places. */
export function streamOf(bytes: Uint8Array, cuts: readonly number[]): ReadableStream<Uint8Array> {
  const places = [...new Set([0, ...cuts.map((cut) => Math.min(cut, bytes.length)), bytes.length])];
  const ordered = places.toSorted((a, b) => a - b);
  const chunks = ordered.slice(1).map((end, index) => bytes.slice(ordered[index], end));
  return new ReadableStream({
    pull(controller) {
      const next = chunks.shift();
      if (next === undefined) controller.close();
      else controller.enqueue(next);
    },
  });
}

export function bytesOf(text: string): Uint8Array<ArrayBuffer> {
  return new TextEncoder().encode(text);
}

export async function* batchesOf(
  events: readonly SessionEvent[],
  size = 100,
): AsyncGenerator<readonly SessionEvent[]> {
  for (let start = 0; start < events.length; start += size) yield events.slice(start, start + size);
}

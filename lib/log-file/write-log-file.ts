import type { SessionEvent } from '../event/session-event.ts';
import type { SessionHeader } from '../event/session-header.ts';
import { ChunkPacker } from './chunk-packer.ts';
import { headerRecord } from './header-line.ts';
import { renamedTitleRecord } from './renamed-title.ts';

export interface WriteOptions {
  /** Write runs of stream deltas as packed rows, as DSH does. True by default. */
  readonly packChunks?: boolean;
  /** A title that the log itself does not hold. */
  readonly renamedTitle?: { readonly title: string; readonly time: number } | null;
  readonly signal?: AbortSignal;
}

/**
 * Writes a session as a DSH log file (format 0): the header, then a line an event or packed row. Each pull reads one
 * batch: nothing is read that nobody takes. The stream fails with what `batches` fails with, or at once with the signal's
 * reason; then, and when it is cancelled, it lets go of `batches`.
 */
export function writeLogFile(
  header: SessionHeader,
  batches: AsyncIterable<readonly SessionEvent[]>,
  options: WriteOptions = {},
): ReadableStream<Uint8Array> {
  const texts = logTexts(header, batches, options);
  const encoder = new TextEncoder();
  const { signal } = options;
  const ended = new AbortController();
  const end = async () => {
    ended.abort();
    await texts.return();
  };
  const source: UnderlyingDefaultSource<Uint8Array> = {
    start(controller) {
      const abort = () => {
        controller.error(signal?.reason);
        // How the events end is nobody's concern any more.
        end().catch(() => undefined);
      };
      if (signal?.aborted === true) abort();
      else signal?.addEventListener('abort', abort, { signal: ended.signal });
    },
    async pull(controller) {
      try {
        const { value, done } = await texts.next();
        if (signal?.aborted === true) return;
        if (done !== true) controller.enqueue(encoder.encode(value));
        else {
          ended.abort();
          controller.close();
        }
      } catch (error) {
        await end();
        throw error;
      }
    },
    cancel: end,
  };
  // By default a stream reads a chunk before anybody asks.
  return new ReadableStream(source, { highWaterMark: 0 });
}

async function* logTexts(
  header: SessionHeader,
  batches: AsyncIterable<readonly SessionEvent[]>,
  { packChunks = true, renamedTitle = null }: WriteOptions,
): AsyncGenerator<string, void, undefined> {
  yield linesOf([headerRecord(header)]);
  const packer = new ChunkPacker();
  let seq = 0;
  for await (const events of batches) {
    seq += events.length;
    const records = packChunks ? events.flatMap((event) => packer.add(event)) : events;
    if (records.length > 0) yield linesOf(records);
  }
  const rest = packer.end();
  if (renamedTitle !== null) rest.push(renamedTitleRecord(renamedTitle.title, seq, renamedTitle.time));
  if (rest.length > 0) yield linesOf(rest);
}

function linesOf(records: readonly unknown[]): string {
  return records.map((record) => `${JSON.stringify(record)}\n`).join('');
}

import type { SessionEvent } from '../event/session-event.ts';
import type { SessionHeader } from '../event/session-header.ts';
import { readHeaderLine } from './header-line.ts';
import type { ImportProgress, ImportWarning } from './log-file-types.ts';
import { RecordReader } from './record-reader.ts';
import { sourceChunks, throwIfAborted, type LogSource } from './source-chunks.ts';
import { splitBytes, splitText, type LogLine } from './split-lines.ts';
import { TimeSlice } from './time-slice.ts';
import { isZstd } from './zstd-frames.ts';

export type { LogSource };

export interface ReadOptions {
  readonly signal?: AbortSignal;
  /** Called at most every 100 ms, and once at the end. */
  readonly onProgress?: (progress: ImportProgress) => void;
  /** Events a batch, 512 by default. */
  readonly batchEvents?: number;
}

export interface LogFileReader {
  readonly header: SessionHeader;
  readonly compressed: boolean;
  /** Checked events in seq order. An error means that the file is no log: whatever was given before is void. */
  readonly events: AsyncIterable<readonly SessionEvent[]>;
  /** Complete once `events` has ended. */
  readonly warnings: readonly ImportWarning[];
  /** A title that `rename` had given, known once `events` has ended. */
  readonly renamedTitle: string | null;
  /** Line of an event of the batch that was given last. */
  lineOf(seq: number): number | undefined;
}

const BATCH_EVENTS = 512;
/** Characters of lines that make a batch, however few events they hold. */
const BATCH_LENGTH = 256 * 1024;
const PROGRESS_INTERVAL = 100;

/**
 * Opens a log file, plain or zstd, and reads its header. The events follow as they are asked for, in time slices that
 * leave the page fluid and with no more of the file in memory than a batch.
 * @throws LogFileError MISSING_HEADER, INVALID_HEADER or UNSUPPORTED_VERSION, all of line 1, or IMPORT_ABORTED
 */
export async function readLogFile(source: LogSource, options: ReadOptions = {}): Promise<LogFileReader> {
  throwIfAborted(options.signal);
  const { lines, compressed, bytesRead, totalBytes } = await openLines(source, options.signal);
  const batches = lines[Symbol.asyncIterator]();
  let header: SessionHeader;
  let first: readonly LogLine[];
  try {
    const next = await batches.next();
    first = next.done === true ? [] : next.value;
    header = readHeaderLine(first[0]);
  } catch (error) {
    await batches.return?.();
    throw error;
  }
  const reader = new RecordReader(header.id);
  const events = async function* (): AsyncGenerator<readonly SessionEvent[]> {
    const slice = new TimeSlice();
    let told = performance.now();
    const tell = () =>
      options.onProgress?.({ bytes: bytesRead(), totalBytes: totalBytes ?? null, events: reader.eventCount });
    try {
      for (let batch = first.slice(1), isDone = false; !isDone;) {
        for (const line of batch) {
          reader.add(line);
          if (slice.isOver) {
            await slice.rest();
            throwIfAborted(options.signal);
          }
          if (
            reader.batchLength >= BATCH_LENGTH ||
            reader.batchEvents >= (options.batchEvents ?? BATCH_EVENTS)
          ) {
            yield reader.takeBatch();
            throwIfAborted(options.signal);
          }
          if (performance.now() - told < PROGRESS_INTERVAL) continue;
          told = performance.now();
          tell();
        }
        const next = await batches.next();
        throwIfAborted(options.signal);
        isDone = next.done === true;
        batch = next.done === true ? [] : [...next.value];
      }
      const last = reader.end();
      if (last.length > 0) yield last;
      tell();
    } finally {
      await batches.return?.();
    }
  };
  return {
    header,
    compressed,
    events: events(),
    warnings: reader.warnings,
    get renamedTitle() {
      return reader.renamedTitle;
    },
    lineOf: (seq) => reader.lineOf(seq),
  };
}

interface OpenLines {
  readonly lines: AsyncIterable<readonly LogLine[]>;
  readonly compressed: boolean;
  readonly totalBytes: number | null;
  readonly bytesRead: () => number;
}

async function openLines(source: LogSource, signal: AbortSignal | undefined): Promise<OpenLines> {
  if (typeof source === 'string') {
    let length = 0;
    const lines = async function* (): AsyncGenerator<readonly LogLine[]> {
      for (const batch of splitText(source)) {
        for (const { text } of batch) length += (text?.length ?? 0) + 1;
        yield batch;
      }
    };
    return { lines: lines(), compressed: false, totalBytes: source.length, bytesRead: () => length };
  }
  const { chunks, totalBytes, bytesRead } = sourceChunks(source, signal);
  const { head, all } = await withHead(chunks);
  const compressed = isZstd(head);
  const bytes = compressed ? (await import('./zstd-source.ts')).decompressFrames(all) : all;
  return { lines: splitBytes(bytes), compressed, totalBytes, bytesRead };
}

/** The first bytes of a stream (4 where it has so many), and the whole stream still. */
async function withHead(
  chunks: AsyncIterable<Uint8Array>,
): Promise<{ head: Uint8Array; all: AsyncIterable<Uint8Array> }> {
  const iterator = chunks[Symbol.asyncIterator]();
  const taken: Uint8Array[] = [];
  let size = 0;
  while (size < 4) {
    const next = await iterator.next();
    if (next.done === true) break;
    taken.push(next.value);
    size += next.value.length;
  }
  const head = new Uint8Array(Math.min(4, size));
  let offset = 0;
  for (const part of taken) {
    const piece = part.subarray(0, head.length - offset);
    head.set(piece, offset);
    offset += piece.length;
  }
  const all = async function* (): AsyncGenerator<Uint8Array> {
    try {
      yield* taken;
      for (let next = await iterator.next(); next.done !== true; next = await iterator.next())
        yield next.value;
    } finally {
      await iterator.return?.();
    }
  };
  return { head, all: all() };
}

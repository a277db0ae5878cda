import type { SessionEvent } from '../event/session-event.ts';
import type { SessionHeader } from '../event/session-header.ts';
import { EventBatch } from './event-batch.ts';
import { readHeaderLine } from './header-line.ts';
import { throwIfAborted } from './import-aborted.ts';
import type { ImportProgress, ImportWarning } from './log-file-types.ts';
import { openLines } from './open-lines.ts';
import { RecordReader, type ReadEvent } from './record-reader.ts';
import type { LogSource } from './source-chunks.ts';
import type { LogLine } from './split-lines.ts';
import { TimeSlice } from './time-slice.ts';

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
  /**
   * Checked events in seq order, to be read once. An error means that the file is no log: whatever was given before is
   * void. It is a LogFileError, or what the source itself failed with.
   */
  readonly events: AsyncIterable<readonly SessionEvent[]>;
  /** Complete once `events` has ended. */
  readonly warnings: readonly ImportWarning[];
  /** A title that `rename` had given, known once `events` has ended. */
  readonly renamedTitle: string | null;
  /** Line of an event of the batch that was given last. */
  lineOf(seq: number): number | undefined;
  /** About how many characters an event of that batch takes. */
  sizeOf(seq: number): number | undefined;
  /** Lets go of the source. Needed only where `events` is not read. */
  close(): Promise<void>;
}

const BATCH_EVENTS = 512;
const PROGRESS_INTERVAL = 100;

/**
 * Opens a log file, plain or zstd, and reads its header. The events follow as they are asked for, in time slices that
 * leave the page fluid and with no more of the file in memory than a batch (of a zstd file, one frame).
 * @throws LogFileError MISSING_HEADER, INVALID_HEADER or UNSUPPORTED_VERSION, all of line 1; DAMAGED_FRAME or
 * IMPORT_ABORTED
 */
export async function readLogFile(source: LogSource, options: ReadOptions = {}): Promise<LogFileReader> {
  const { signal, onProgress, batchEvents = BATCH_EVENTS } = options;
  throwIfAborted(signal);
  const slice = new TimeSlice(signal);
  const { lines, compressed, totalBytes, bytesRead } = await openLines(source, slice, signal);
  let first: readonly LogLine[];
  let header: SessionHeader;
  try {
    first = (await nextLines(lines)) ?? [];
    header = readHeaderLine(first[0]);
  } catch (error) {
    await lines.return?.();
    throw error;
  }
  const records = new RecordReader(header.id);
  const batch = new EventBatch(batchEvents);
  let told = performance.now();
  const tell = () => {
    told = performance.now();
    onProgress?.({ bytes: bytesRead(), totalBytes, events: records.eventCount });
  };
  const readEvents = async function* (): AsyncGenerator<readonly SessionEvent[]> {
    try {
      for (
        let next: readonly LogLine[] | null = first.slice(1);
        next !== null;
        next = await nextLines(lines)
      ) {
        for (const read of readLines(records, next)) {
          if (typeof read === 'object') batch.add(read);
          if (batch.isFull) {
            yield batch.take();
            throwIfAborted(signal);
          }
          if (!slice.isOverAfter(typeof read === 'object' ? read.length : read)) continue;
          await slice.rest();
          if (performance.now() - told >= PROGRESS_INTERVAL) tell();
        }
      }
      throwIfAborted(signal);
      for (const read of records.end()) batch.add(read);
      if (!batch.isEmpty) yield batch.take();
      tell();
    } finally {
      await lines.return?.();
    }
  };
  const events = readEvents();
  return {
    header,
    compressed,
    events,
    warnings: records.warnings,
    get renamedTitle() {
      return records.renamedTitle;
    },
    lineOf: (seq) => batch.lineOf(seq),
    sizeOf: (seq) => batch.sizeOf(seq),
    async close() {
      await events.return(undefined);
      await lines.return?.();
    },
  };
}

/** The events of some lines; after each line its length, as one may have no event and takes its time all the same. */
function* readLines(records: RecordReader, lines: readonly LogLine[]): Generator<ReadEvent | number> {
  for (const line of lines) {
    yield* records.read(line);
    yield line.text?.length ?? 0;
  }
}

async function nextLines(lines: AsyncIterator<readonly LogLine[]>): Promise<readonly LogLine[] | null> {
  const next = await lines.next();
  return next.done === true ? null : next.value;
}

import { ByteReader } from './byte-reader.ts';
import { sourceChunks, type LogSource } from './source-chunks.ts';
import { splitBytes, splitText, type LogLine } from './split-lines.ts';
import type { TimeSlice } from './time-slice.ts';
import { isZstd } from './zstd-frames.ts';

/** The lines of a file, plain or zstd, some at a time. Whoever stops early must end the iterator. */
export interface OpenLines {
  readonly lines: AsyncIterator<readonly LogLine[]>;
  readonly compressed: boolean;
  /** For a text source, characters. */
  readonly totalBytes: number | null;
  readonly bytesRead: () => number;
}

export async function openLines(
  source: LogSource,
  slice: TimeSlice,
  signal: AbortSignal | undefined,
): Promise<OpenLines> {
  if (typeof source === 'string') return openText(source);
  const { chunks, totalBytes, bytesRead } = sourceChunks(source, signal);
  const bytes = new ByteReader(chunks);
  try {
    await bytes.has(4);
    const compressed = isZstd(bytes.peek(4));
    // Loaded when it is needed: most files are plain.
    const decompressed = compressed
      ? (await import('./zstd-source.ts')).decompressFrames(bytes.rest(), slice)
      : bytes.rest();
    return { lines: splitBytes(decompressed), compressed, totalBytes, bytesRead };
  } catch (error) {
    await bytes.close();
    throw error;
  }
}

function openText(source: string): OpenLines {
  let length = 0;
  const lines = async function* (): AsyncGenerator<readonly LogLine[]> {
    for (const { lines, end } of splitText(source)) {
      length = end;
      yield lines;
    }
  };
  return { lines: lines(), compressed: false, totalBytes: source.length, bytesRead: () => length };
}

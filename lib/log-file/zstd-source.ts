import { LogFileError } from '../errors.ts';
import { ByteReader } from './byte-reader.ts';
import type { TimeSlice } from './time-slice.ts';
import { XxHash64 } from './xxhash64.ts';
import { decodeBlocks } from './zstd-blocks.ts';
import { FrameFlaw, LARGEST_FRAME, takeFrame, type ZstdFrame } from './zstd-frames.ts';

const NEWLINE = 10;
/** A record that nothing ends. */
const CUT = Uint8Array.of(0x7b);

/**
 * Decompresses a stream of independent zstd frames, as DSH writes them (one a batch of records). What a frame holds is
 * given when the whole frame is found right. Only the last frame may be cut off: what its whole blocks hold is given,
 * and always ends in a record that nothing ends, so that whoever reads the lines sees the cut.
 * @throws LogFileError DAMAGED_FRAME for a whole frame that is bad, with the line that it begins at
 */
export async function* decompressFrames(
  chunks: AsyncIterable<Uint8Array>,
  slice: TimeSlice,
): AsyncGenerator<Uint8Array> {
  const bytes = new ByteReader(chunks);
  let line = 1;
  try {
    for (;;) {
      const frame = await takeFrame(bytes);
      if (frame === null) return;
      if (frame instanceof FrameFlaw) throw damaged(frame.message, line);
      const contents = await readFrame(frame, line, slice);
      yield* contents;
      if (!frame.isWhole) {
        if (endOf(contents) === NEWLINE || endOf(contents) === undefined) yield CUT;
        return;
      }
      for (const content of contents) line += countNewlines(content);
    }
  } finally {
    await bytes.close();
  }
}

async function readFrame(frame: ZstdFrame, line: number, slice: TimeSlice): Promise<Uint8Array[]> {
  const contents: Uint8Array[] = [];
  const hash = new XxHash64();
  let size = 0;
  for (const content of decodeBlocks(frame)) {
    if (content instanceof FrameFlaw) {
      // Blocks before the fault are good, and a frame that is cut off anyway may end there.
      if (!frame.isWhole) return contents;
      throw damaged(content.message, line);
    }
    size += content.length;
    if (size > LARGEST_FRAME) throw damaged(`it holds more than ${LARGEST_FRAME} bytes`, line);
    if (frame.checksum !== null) hash.update(content);
    if (content.length > 0) contents.push(content);
    await slice.rest();
  }
  if (!frame.isWhole) return contents;
  if (frame.contentSize !== null && frame.contentSize !== size) {
    throw damaged(`it holds ${size} bytes instead of ${frame.contentSize}`, line);
  }
  if (frame.checksum !== null && frame.checksum !== hash.lowerHalf()) {
    throw damaged('its checksum is wrong', line);
  }
  const end = endOf(contents);
  if (end !== undefined && end !== NEWLINE) throw damaged('it ends inside a record', line);
  return contents;
}

function endOf(contents: readonly Uint8Array[]): number | undefined {
  return contents.at(-1)?.at(-1);
}

function countNewlines(content: Uint8Array): number {
  let lines = 0;
  for (let at = content.indexOf(NEWLINE); at !== -1; at = content.indexOf(NEWLINE, at + 1)) lines += 1;
  return lines;
}

function damaged(message: string, line: number): LogFileError {
  return new LogFileError('DAMAGED_FRAME', `the zstd frame at line ${line} is damaged: ${message}`, line);
}

import { Decompress, decompress } from 'fzstd';
import { LogFileError } from '../errors.ts';
import { xxHash64 } from './xxhash64.ts';
import { littleEndian, walkFrame, type ZstdFrame } from './zstd-frames.ts';

const LARGEST_FRAME = 256 * 1024 * 1024;
const NEWLINE = 10;

/**
 * Decompresses a stream of independent zstd frames, as DSH writes them (one a batch of records), frame by frame. Only
 * the last frame may be cut off: the whole blocks of it are given, and whatever line they end in is not ended.
 * @throws LogFileError DAMAGED_FRAME for a whole frame that is bad, with the line that it begins at
 */
export async function* decompressFrames(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let line = 1;
  let rest: Uint8Array = new Uint8Array(0);
  let waiting: Uint8Array[] = [];
  let size = 0;
  let tryAt = 0;
  for await (const chunk of chunks) {
    waiting.push(chunk);
    size += chunk.length;
    if (size < tryAt) continue;
    rest = concatenate(waiting, size);
    for (;;) {
      const walk = walkFrame(rest);
      if (walk.kind === 'damaged') throw damaged(walk.message, line);
      if (walk.kind !== 'frame') break;
      const content = readFrame(rest.subarray(0, walk.frame.length), walk.frame, line);
      rest = rest.subarray(walk.frame.length);
      if (content.length === 0) continue;
      line += countLines(content);
      yield content;
    }
    waiting = [rest];
    size = rest.length;
    // A frame that is longer than this is looked at again when twice as much is there: never quadratic.
    tryAt = size * 2;
  }
  rest = concatenate(waiting, size);
  for (let walk = walkFrame(rest); walk.kind === 'frame'; walk = walkFrame(rest)) {
    const content = readFrame(rest.subarray(0, walk.frame.length), walk.frame, line);
    rest = rest.subarray(walk.frame.length);
    line += countLines(content);
    if (content.length > 0) yield content;
  }
  if (rest.length === 0) return;
  const walk = walkFrame(rest);
  if (walk.kind === 'damaged') throw damaged(walk.message, line);
  const recovered = walk.kind === 'incomplete' ? readBlocks(rest.subarray(0, walk.blocksEnd)) : [];
  // The cut itself must be seen by whoever reads the lines, even where nothing of the frame could be read.
  const ending = recovered.at(-1)?.at(-1);
  yield* recovered;
  if (ending === undefined || ending === NEWLINE) yield new TextEncoder().encode('{');
}

function readFrame(bytes: Uint8Array, frame: ZstdFrame, line: number): Uint8Array {
  if (frame.isSkippable) return new Uint8Array(0);
  if (frame.largestSize > LARGEST_FRAME) throw damaged(`it may hold over ${LARGEST_FRAME} bytes`, line);
  let content: Uint8Array;
  try {
    content = decompress(bytes);
  } catch (error) {
    throw damaged(error instanceof Error ? error.message : String(error), line);
  }
  if (frame.checksumAt !== null) {
    const stored = littleEndian(bytes, frame.checksumAt, 4);
    if (Number(xxHash64(content) & 0xffffffffn) !== stored) throw damaged('its checksum is wrong', line);
  }
  if (content.length > 0 && content.at(-1) !== NEWLINE) throw damaged('it ends inside a record', line);
  return content;
}

/** What can be read of a frame that is cut off after a block. */
function readBlocks(bytes: Uint8Array): Uint8Array[] {
  const contents: Uint8Array[] = [];
  const stream = new Decompress((content) => contents.push(content.slice()));
  try {
    stream.push(bytes);
  } catch {
    // What came out before the fault is whole blocks, and all that there is.
  }
  return contents.filter((content) => content.length > 0);
}

function concatenate(parts: readonly Uint8Array[], size: number): Uint8Array {
  const [only] = parts;
  if (only !== undefined && parts.length === 1) return only;
  const joined = new Uint8Array(size);
  let offset = 0;
  for (const part of parts) {
    joined.set(part, offset);
    offset += part.length;
  }
  return joined;
}

function countLines(content: Uint8Array): number {
  let lines = 0;
  for (let at = content.indexOf(NEWLINE); at !== -1; at = content.indexOf(NEWLINE, at + 1)) lines += 1;
  return lines;
}

function damaged(message: string, line: number): LogFileError {
  return new LogFileError('DAMAGED_FRAME', `the zstd frame at line ${line} is damaged: ${message}`, line);
}

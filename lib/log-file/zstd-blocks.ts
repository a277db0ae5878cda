import { Decompress } from 'fzstd';
import { joinBytes } from './join-bytes.ts';
import { BlockSizes } from './zstd-block-size.ts';
import { FrameFlaw, LARGEST_BLOCK, type ZstdFrame } from './zstd-frames.ts';

/** What a window's exponent in a header counts from. */
const SMALLEST_WINDOW_LOG = 10;

/**
 * Decompresses a frame block by block, so that the caller can rest in between; ends with a flaw at a block that is
 * damaged. fzstd gets a header of our own: it trusts the file's, and takes all the memory that a window is said to need.
 */
export function* decodeBlocks(frame: ZstdFrame): Generator<Uint8Array | FrameFlaw> {
  let decoded: Uint8Array[] = [];
  const stream = new Decompress((content) => decoded.push(content));
  const sizes = new BlockSizes();
  let begin: readonly Uint8Array[] = [frameHeader(frame)];
  for (const [index, block] of frame.blocks.entries()) {
    const isLast = index === frame.blocks.length - 1;
    const size = sizes.sizeOf(block);
    if (size instanceof FrameFlaw) {
      yield size;
      return;
    }
    try {
      stream.push(joinBytes([...begin, block]), isLast);
    } catch (error) {
      yield* decoded;
      // Also at the end of a cut-off frame, which has no last block.
      yield new FrameFlaw(error instanceof Error ? error.message : String(error));
      return;
    }
    begin = [];
    yield* decoded;
    decoded = [];
  }
}

/** Magic, a descriptor without checksum, dictionary and size, and a window that is no larger than the frame can use. */
function frameHeader(frame: ZstdFrame): Uint8Array {
  const used = Math.min(frame.window, frame.blocks.length * LARGEST_BLOCK);
  // Never less than a block: a frame that says less has smaller blocks too.
  const log = Math.ceil(Math.log2(Math.max(used, LARGEST_BLOCK)));
  return Uint8Array.of(0x28, 0xb5, 0x2f, 0xfd, 0, (log - SMALLEST_WINDOW_LOG) << 3);
}

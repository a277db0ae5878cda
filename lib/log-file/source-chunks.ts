import { throwIfAborted } from './import-aborted.ts';

/** What a log can be read from. A `File` is a Blob. */
export type LogSource = Blob | string | ReadableStream<Uint8Array> | Uint8Array | ArrayBuffer;

/** Bytes that come from a source, counted. */
export interface SourceChunks {
  readonly chunks: AsyncIterable<Uint8Array>;
  readonly totalBytes: number | null;
  readonly bytesRead: () => number;
}

/** A chunk that is longer is given in pieces: each is worked on in one go. */
const LONGEST_CHUNK = 64 * 1024;

export function sourceChunks(
  source: Exclude<LogSource, string>,
  signal: AbortSignal | undefined,
): SourceChunks {
  let bytes = 0;
  const pieces = async function* (): AsyncGenerator<Uint8Array> {
    for await (const chunk of readStream(streamOf(source), signal)) {
      for (let offset = 0; offset < chunk.length; offset += LONGEST_CHUNK) {
        const piece = chunk.subarray(offset, offset + LONGEST_CHUNK);
        bytes += piece.length;
        yield piece;
      }
    }
  };
  const totalBytes =
    source instanceof Blob ? source.size : source instanceof ReadableStream ? null : source.byteLength;
  return { chunks: pieces(), totalBytes, bytesRead: () => bytes };
}

function streamOf(source: Exclude<LogSource, string>): ReadableStream<Uint8Array> {
  if (source instanceof ReadableStream) return source;
  if (source instanceof Blob) return source.stream();
  const bytes = source instanceof Uint8Array ? source : new Uint8Array(source);
  return new ReadableStream({
    start(controller) {
      if (bytes.length > 0) controller.enqueue(bytes);
      controller.close();
    },
  });
}

/** Not `for await` over the stream itself, which Safari cannot do. Whoever stops early cancels the source. */
async function* readStream(
  stream: ReadableStream<Uint8Array>,
  signal: AbortSignal | undefined,
): AsyncGenerator<Uint8Array> {
  const reader = stream.getReader();
  const stop = () => void reader.cancel(signal?.reason).catch(() => undefined);
  signal?.addEventListener('abort', stop, { once: true });
  let isDone = false;
  try {
    for (;;) {
      const { done, value } = await reader.read();
      throwIfAborted(signal);
      isDone = done;
      if (done) return;
      yield value;
    }
  } finally {
    signal?.removeEventListener('abort', stop);
    if (!isDone) stop();
    reader.releaseLock();
  }
}

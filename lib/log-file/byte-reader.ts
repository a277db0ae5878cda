/** Takes bytes of a stream in pieces of a wanted length. Every byte is copied at most once. */
export class ByteReader {
  readonly #chunks: AsyncIterator<Uint8Array>;
  #waiting: Uint8Array[] = [];
  #length = 0;

  constructor(chunks: AsyncIterable<Uint8Array>) {
    this.#chunks = chunks[Symbol.asyncIterator]();
  }

  /** Whether so many bytes are there; reads until they are, or until the stream ends. */
  async has(length: number): Promise<boolean> {
    while (this.#length < length) {
      const next = await this.#chunks.next();
      if (next.done === true) return false;
      this.#waiting.push(next.value);
      this.#length += next.value.length;
    }
    return true;
  }

  /** The next bytes, at most as many as `has` has seen. */
  take(length: number): Uint8Array {
    const bytes = this.peek(length);
    this.#drop(bytes.length);
    return bytes;
  }

  /** The same, without moving on. */
  peek(length: number): Uint8Array {
    const [first] = this.#waiting;
    if (first !== undefined && first.length >= length) return first.subarray(0, length);
    const bytes = new Uint8Array(Math.min(length, this.#length));
    let offset = 0;
    for (const chunk of this.#waiting) {
      const part = chunk.subarray(0, bytes.length - offset);
      bytes.set(part, offset);
      offset += part.length;
      if (offset === bytes.length) break;
    }
    return bytes;
  }

  /** Everything from here on, chunk by chunk. */
  async *rest(): AsyncGenerator<Uint8Array> {
    try {
      for (;;) {
        const waiting = this.#waiting;
        this.#waiting = [];
        this.#length = 0;
        yield* waiting;
        if (!(await this.has(1))) return;
      }
    } finally {
      await this.close();
    }
  }

  async close(): Promise<void> {
    await this.#chunks.return?.();
  }

  #drop(length: number): void {
    this.#length -= length;
    let left = length;
    let used = 0;
    for (const chunk of this.#waiting) {
      if (chunk.length > left) {
        this.#waiting[used] = chunk.subarray(left);
        break;
      }
      left -= chunk.length;
      used += 1;
    }
    this.#waiting.splice(0, used);
  }
}

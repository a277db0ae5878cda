/** A row tag of DSH's log files, and the stream deltas that it packs. */
export interface Packing {
  readonly tag: 'text-chunks' | 'reasoning-chunks' | 'tool-call-chunks';
  readonly chunkType: 'text-delta' | 'reasoning-delta' | 'tool-call-delta';
  /** Field of the chunk that differs from member to member. */
  readonly field: 'text' | 'argumentsDelta';
  /** The row's array of those fields. */
  readonly list: 'texts' | 'args';
  /** Whether the members belong to a tool call: with its `id` and, where it is there, `name`. */
  readonly isToolCall: boolean;
}

export const PACKINGS: readonly Packing[] = [
  { tag: 'text-chunks', chunkType: 'text-delta', field: 'text', list: 'texts', isToolCall: false },
  { tag: 'reasoning-chunks', chunkType: 'reasoning-delta', field: 'text', list: 'texts', isToolCall: false },
  {
    tag: 'tool-call-chunks',
    chunkType: 'tool-call-delta',
    field: 'argumentsDelta',
    list: 'args',
    isToolCall: true,
  },
];

export function hasExactKeys(value: object, keys: readonly string[]): boolean {
  const own = Object.keys(value);
  return own.length === keys.length && keys.every((key) => own.includes(key));
}

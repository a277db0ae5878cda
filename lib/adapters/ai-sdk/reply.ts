import type { ContentBlock, StreamChunk } from '../../index.ts';
import { jsonCopy, jsonText } from './json-copy.ts';
import type { BlockReplay } from './replay-state.ts';

type SpokenType = 'text' | 'reasoning';

interface Slot {
  readonly index: number;
  readonly type: ContentBlock['type'];
  /** The SDK's id of the part while it streams; null once it is whole. */
  openId: string | null;
  text: string;
  /** Of a tool call. */
  readonly call: { readonly id: string; readonly name: string } | null;
  block: ContentBlock | null;
  replay: BlockReplay;
}

export interface WholeCall {
  readonly sdkId: string;
  readonly name: string;
  readonly input: unknown;
  readonly providerMetadata: unknown;
  readonly providerExecuted: boolean;
  /** The SDK refused the arguments. */
  readonly invalid: boolean;
}

/** One reply of a model while it streams: every delta goes into the log as it comes, and the blocks add up. */
export class Reply {
  readonly #log: (chunk: StreamChunk) => number;
  readonly #slots: Slot[] = [];
  readonly #seqs: number[] = [];

  /** @param log appends a chunk and gives its seq. */
  constructor(log: (chunk: StreamChunk) => number) {
    this.#log = log;
  }

  get isEmpty(): boolean {
    return this.#seqs.length === 0;
  }

  /** Seqs of the chunks so far: what the message was made from. */
  get seqs(): readonly number[] {
    return this.#seqs;
  }

  start(type: SpokenType, id: string, providerMetadata: unknown): void {
    this.end(type, id, undefined);
    this.#note(this.#open(type, id), providerMetadata);
  }

  /** A delta of a part that never started starts it: what was said is kept. */
  delta(type: SpokenType, id: string, text: string, providerMetadata: unknown): void {
    const slot = this.#find(type, id) ?? this.#open(type, id);
    this.#note(slot, providerMetadata);
    if (text === '') return;
    slot.text += text;
    this.chunk({ type: type === 'text' ? 'text-delta' : 'reasoning-delta', index: slot.index, text });
  }

  end(type: SpokenType, id: string, providerMetadata: unknown): void {
    const slot = this.#find(type, id);
    if (slot === undefined) return;
    this.#note(slot, providerMetadata);
    this.#close(slot, { type, text: slot.text });
  }

  startCall(sdkId: string, callId: string, name: string): void {
    this.#open('tool-call', sdkId, { id: callId, name });
  }

  /** Whether a call with this id was started; a delta of any other belongs to nothing. */
  callDelta(sdkId: string, delta: string): boolean {
    const slot = this.#find('tool-call', sdkId);
    if (slot?.call == null) return false;
    slot.text += delta;
    const { id, name } = slot.call;
    if (delta !== '') {
      this.chunk({ type: 'tool-call-delta', index: slot.index, id, name, argumentsDelta: delta });
    }
    return true;
  }

  /** A call that the model has written whole. It keeps the id that it was started under; any other gets a new one. */
  call(call: WholeCall, newId: () => string): { readonly callId: string; readonly rawArguments: string } {
    const { sdkId, name } = call;
    const slot = this.#find('tool-call', sdkId) ?? this.#open('tool-call', sdkId, { id: newId(), name });
    const callId = slot.call?.id ?? newId();
    const raw = rawArguments(slot.text, call.input);
    this.#note(slot, call.providerMetadata);
    if (call.providerExecuted) slot.replay = { ...slot.replay, providerExecuted: true };
    if (call.invalid && typeof call.input !== 'object') slot.replay = { ...slot.replay, invalid: true };
    this.#close(slot, { type: 'tool-call', id: callId, name, arguments: raw });
    return { callId, rawArguments: raw };
  }

  /** A block that comes in one piece: a file, or something of the provider's own. */
  whole(block: ContentBlock, sdkType: string, providerMetadata: unknown): void {
    const slot = this.#open(block.type, null);
    slot.replay = { type: sdkType };
    this.#note(slot, providerMetadata);
    this.#close(slot, block);
  }

  chunk(chunk: StreamChunk): void {
    this.#seqs.push(this.#log(chunk));
  }

  /** Ends the parts that the stream did not end; a call that is not whole is left out, for nobody may run it. */
  endOpenParts(): void {
    for (const slot of this.#slots) {
      if (slot.openId === null) continue;
      if (slot.type === 'text' || slot.type === 'reasoning') {
        this.#close(slot, { type: slot.type, text: slot.text });
      }
    }
  }

  /** What the message holds, and what the provider must get back with it. Empty text says nothing and is left out. */
  content(): { readonly blocks: readonly ContentBlock[]; readonly replays: readonly BlockReplay[] } {
    const blocks: ContentBlock[] = [];
    const replays: BlockReplay[] = [];
    for (const slot of this.#slots) {
      const block = slot.block ?? (slot.call === null ? spokenSoFar(slot) : null);
      if (block === null) continue;
      const silent = block.type === 'text' && block.text === '';
      if (silent && slot.replay.providerMetadata === undefined) continue;
      blocks.push(block);
      replays.push(slot.replay);
    }
    return { blocks, replays };
  }

  #find(type: ContentBlock['type'], id: string): Slot | undefined {
    return this.#slots.findLast((slot) => slot.type === type && slot.openId === id);
  }

  #open(type: ContentBlock['type'], openId: string | null, call: Slot['call'] = null): Slot {
    const index = this.#slots.length;
    const slot: Slot = { index, type, openId, text: '', call, block: null, replay: { type } };
    this.#slots.push(slot);
    this.chunk({ type: 'block-start', index, blockType: type });
    return slot;
  }

  #close(slot: Slot, block: ContentBlock): void {
    slot.openId = null;
    slot.block = block;
    this.chunk({ type: 'block-end', index: slot.index, block });
  }

  /** Later metadata of a part takes the place of earlier, as in the SDK. */
  #note(slot: Slot, providerMetadata: unknown): void {
    const copy = jsonCopy(providerMetadata);
    if (copy === undefined || copy === null) return;
    slot.replay = { ...slot.replay, providerMetadata: copy };
  }
}

function spokenSoFar(slot: Slot): ContentBlock | null {
  return slot.type === 'text' || slot.type === 'reasoning' ? { type: slot.type, text: slot.text } : null;
}

/** The arguments as the model wrote them, when that is what they were read as. */
function rawArguments(written: string, input: unknown): string {
  const read = jsonText(input);
  if (typeof input === 'string' && !isJson(written)) return written === '' ? input : written;
  if (written !== '' && isJson(written) && jsonText(JSON.parse(written)) === read) return written;
  return read ?? (written === '' ? '{}' : written);
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

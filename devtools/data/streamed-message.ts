import type { SessionEvent } from './devtools-store.ts';
import { fieldOf, listAt, numberAt, stringAt } from './read-field.ts';
import type { AssistantPart } from './timeline-rows.ts';

interface DraftPart {
  type: string;
  text: string;
  name: string | null;
}

/** Builds a message's parts from its stream deltas, in the order in which they arrive. */
export class StreamedMessage {
  readonly events: SessionEvent[] = [];
  readonly turn: number | undefined;
  readonly step: number | undefined;
  outputTokens: number | null = null;
  readonly #parts = new Map<number, DraftPart>();

  constructor(first: SessionEvent) {
    this.turn = numberAt(first.data, 'turn');
    this.step = numberAt(first.data, 'step');
  }

  /** Whether a delta continues this message. */
  takes(event: SessionEvent): boolean {
    return numberAt(event.data, 'turn') === this.turn && numberAt(event.data, 'step') === this.step;
  }

  apply(event: SessionEvent): void {
    this.events.push(event);
    const chunk = fieldOf(event.data, 'chunk');
    const index = numberAt(chunk, 'index') ?? 0;
    switch (stringAt(chunk, 'type')) {
      case 'block-start':
        this.#part(index, stringAt(chunk, 'blockType') ?? 'text');
        break;
      case 'text-delta':
        this.#part(index, 'text').text += stringAt(chunk, 'text') ?? '';
        break;
      case 'reasoning-delta':
        this.#part(index, 'reasoning').text += stringAt(chunk, 'text') ?? '';
        break;
      case 'tool-call-delta': {
        const part = this.#part(index, 'tool-call');
        part.name ??= stringAt(chunk, 'name') ?? null;
        part.text += stringAt(chunk, 'argumentsDelta') ?? '';
        break;
      }
      case 'block-end':
        this.#parts.set(index, partOfBlock(fieldOf(chunk, 'block')));
        break;
      case 'usage':
        this.outputTokens = numberAt(chunk, 'usage', 'outputTokens') ?? this.outputTokens;
        break;
    }
  }

  parts(): readonly AssistantPart[] {
    return [...this.#parts.entries()].sort(([a], [b]) => a - b).map(([, part]) => ({ ...part }));
  }

  #part(index: number, type: string): DraftPart {
    const known = this.#parts.get(index);
    if (known !== undefined) return known;
    const part: DraftPart = { type, text: '', name: null };
    this.#parts.set(index, part);
    return part;
  }
}

/** The parts of a finished message. */
export function partsOfMessage(message: unknown): readonly AssistantPart[] {
  return listAt(message, 'content').map(partOfBlock);
}

function partOfBlock(block: unknown): AssistantPart {
  const type = stringAt(block, 'type') ?? 'unknown';
  if (type === 'tool-call') {
    return { type, text: stringAt(block, 'arguments') ?? '', name: stringAt(block, 'name') ?? null };
  }
  return { type, text: stringAt(block, 'text') ?? '', name: null };
}

/** The text that one delta carries, for a row of its own. */
export function textOfChunk(event: SessionEvent): { readonly type: string; readonly text: string } {
  const chunk = fieldOf(event.data, 'chunk');
  const type = stringAt(chunk, 'type') ?? 'unknown';
  const text =
    stringAt(chunk, 'text') ??
    stringAt(chunk, 'argumentsDelta') ??
    stringAt(chunk, 'blockType') ??
    stringAt(chunk, 'block', 'type') ??
    stringAt(chunk, 'reason', 'kind') ??
    '';
  return { type, text };
}

import { SnapshotSource } from '../../data/snapshot-source.ts';
import { stringAt } from '../../data/read-field.ts';

export type ModelKind = 'stand-in' | 'openai-compatible' | 'deepseek' | 'browser';

/** Which model answers. The key is not part of it, so that nothing that stores or shows a choice can leak one. */
export interface ModelChoice {
  readonly kind: ModelKind;
  readonly baseUrl: string;
  readonly model: string;
  /** Whether the key is kept in this browser. Otherwise it is gone with the page. */
  readonly keepKey: boolean;
}

const STORED = 'turnfork-playground/model';
const KINDS: readonly ModelKind[] = ['stand-in', 'openai-compatible', 'deepseek', 'browser'];

export const DEEPSEEK_URL = 'https://api.deepseek.com/v1';

const FALLBACK: ModelChoice = { kind: 'stand-in', baseUrl: '', model: '', keepKey: false };

/** The chosen model and, apart from it, its key. */
export class ModelSettings extends SnapshotSource<ModelChoice> {
  readonly #name: string;
  #key: string;
  /** Every key of this visit: an answer to an old request may still name one. */
  static readonly #keysSeen = new Set<string>();

  /** @param place tells the settings of the page's places apart where they are stored. */
  constructor(place: 'main' | 'beside' = 'main') {
    const name = place === 'main' ? STORED : `${STORED}-${place}`;
    super(readChoice(name));
    this.#name = name;
    this.#key = this.getSnapshot().keepKey ? readStored(`${name}-key`) : '';
    this.#remember(this.#key);
  }

  get key(): string {
    return this.#key;
  }

  choose(choice: ModelChoice, key: string): void {
    this.#key = key;
    this.#remember(key);
    writeStored(this.#name, JSON.stringify(choice));
    writeStored(`${this.#name}-key`, choice.keepKey && key !== '' ? key : null);
    this.publish(choice);
  }

  /** Takes every key of this visit out of a text, and whatever looks like one. */
  readonly redact = (text: string): string => {
    let clean = text;
    for (const key of ModelSettings.#keysSeen) clean = clean.replaceAll(key, '[key]');
    return clean.replace(/\bBearer\s+[^\s"',]+/gi, 'Bearer [key]').replace(/\bsk-[\w*-]{6,}/g, '[key]');
  };

  #remember(key: string): void {
    if (key.length > 3) ModelSettings.#keysSeen.add(key);
  }
}

/** What people call the chosen model. */
export function modelName({ kind, model }: ModelChoice, names: Readonly<Record<ModelKind, string>>): string {
  return kind === 'openai-compatible' || kind === 'deepseek' ? model : names[kind];
}

function readChoice(name: string): ModelChoice {
  try {
    const stored: unknown = JSON.parse(readStored(name));
    const kind = KINDS.find((known) => known === stringAt(stored, 'kind'));
    if (kind === undefined) return FALLBACK;
    return {
      kind,
      baseUrl: stringAt(stored, 'baseUrl') ?? '',
      model: stringAt(stored, 'model') ?? '',
      keepKey:
        typeof stored === 'object' && stored !== null && 'keepKey' in stored && stored.keepKey === true,
    };
  } catch {
    return FALLBACK;
  }
}

function readStored(name: string): string {
  try {
    return localStorage.getItem(name) ?? '';
  } catch {
    return '';
  }
}

function writeStored(name: string, value: string | null): void {
  try {
    if (value === null) localStorage.removeItem(name);
    else localStorage.setItem(name, value);
  } catch {
    // The choice then holds for this visit.
  }
}

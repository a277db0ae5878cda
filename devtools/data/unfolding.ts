import type { TimelineSection } from './timeline-sections.ts';

/** How many events may be unfolded without being asked for, counted from the end of the session. */
const UNFOLDED_EVENTS = 3_000;

/** Which sections of a timeline are unfolded. Immutable. */
export class Unfolding {
  static readonly none = new Unfolding(false, new Set());

  readonly #byDefault: boolean;
  /** Sections that are not as the default says. */
  readonly #exceptions: ReadonlySet<string>;

  private constructor(byDefault: boolean, exceptions: ReadonlySet<string>) {
    this.#byDefault = byDefault;
    this.#exceptions = exceptions;
  }

  static all(unfolded: boolean): Unfolding {
    return new Unfolding(unfolded, new Set());
  }

  has(key: string): boolean {
    return this.#exceptions.has(key) !== this.#byDefault;
  }

  toggle(key: string): Unfolding {
    const exceptions = new Set(this.#exceptions);
    if (!exceptions.delete(key)) exceptions.add(key);
    return new Unfolding(this.#byDefault, exceptions);
  }

  with(keys: readonly string[]): Unfolding {
    const folded = keys.filter((key) => !this.has(key));
    return folded.reduce<Unfolding>((unfolding, key) => unfolding.toggle(key), this);
  }
}

/** The sections that are unfolded when a session is opened: the last turn with what follows, and what fits before it. */
export function sectionsAtTheEnd(sections: readonly TimelineSection[]): readonly string[] {
  const keys: string[] = [];
  let events = 0;
  let seenTurn = false;
  for (let index = sections.length - 1; index >= 0; index -= 1) {
    const section = sections[index];
    if (section === undefined) break;
    events += section.to - section.from + 1;
    if (events > UNFOLDED_EVENTS && seenTurn) break;
    if (section.turn !== null || !seenTurn) keys.push(section.key);
    seenTurn ||= section.turn !== null;
  }
  return keys;
}

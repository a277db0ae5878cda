import { EventRefusedError } from '../errors.ts';
import type { ModelMessage } from '../event/message.ts';
import { isEvent, type SessionEvent, type SurfaceOp, type SurfaceReplace } from '../event/session-event.ts';
import { toolResultIdentity } from './tool-result-identity.ts';

export type SurfaceKind = 'user' | 'assistant' | 'tool';

/** One place of the surface: the event that stands there. */
export interface SurfaceEntry {
  readonly seq: number;
  readonly kind: SurfaceKind;
  /** Tool results only: a digest of all that a replacement may not change. */
  readonly identity?: string;
}

export interface SurfaceAppend extends SurfaceEntry {
  readonly op: 'append';
}

/** Puts its event in the place of the entries from `start` to `end`, both seqs, inclusive, in surface order. */
export interface SurfaceReplaced extends SurfaceEntry {
  readonly op: 'replace';
  readonly start: number;
  readonly end: number;
}

/** What one event does to the surface. */
export type SurfaceChange = SurfaceAppend | SurfaceReplaced;

/** What the surface rules look at in an event whose envelope and data are checked. */
export interface SurfaceCandidate {
  readonly type: string;
  readonly seq: number;
  readonly data: unknown;
  readonly surfaceOp?: SurfaceOp;
  readonly sourceEventSeqs?: readonly number[];
}

export type SurfaceEventType = 'user/message' | 'assistant/message' | 'tool/result';

const KINDS = {
  'user/message': 'user',
  'assistant/message': 'assistant',
  'tool/result': 'tool',
} satisfies Record<SurfaceEventType, SurfaceKind>;

/** Whether events of a type stand on the surface; all others may carry neither surfaceOp nor sourceEventSeqs. */
export function isSurfaceType(type: string): type is SurfaceEventType {
  return type === 'user/message' || type === 'assistant/message' || type === 'tool/result';
}

/** The message that an event gives the model; null for other events and for an assistant message without content. */
export function messageOf(event: SessionEvent): ModelMessage | null {
  if (isEvent(event, 'user/message')) return event.data;
  if (isEvent(event, 'tool/result')) return event.data.message;
  if (!isEvent(event, 'assistant/message')) return null;
  return event.data.message.content.length === 0 ? null : event.data.message;
}

/** The model's view of a log: which events are its messages, in which order, after every replacement so far. */
export class Surface {
  readonly #entries: SurfaceEntry[] = [];
  #replaceGeneration = 0;

  static from(changes: Iterable<SurfaceChange>): Surface {
    const surface = new Surface();
    for (const change of changes) surface.apply(change);
    return surface;
  }

  /** In surface order, which a replacement makes differ from the order of seqs. */
  get entries(): readonly SurfaceEntry[] {
    return this.#entries;
  }

  /** How many replacements there were: while it stays the same, entries were only added at the end. */
  get replaceGeneration(): number {
    return this.#replaceGeneration;
  }

  /**
   * Checks that an event may stand on this surface; nothing changes.
   * @throws EventRefusedError SURFACE
   */
  checkEvent(event: SurfaceCandidate): void {
    const { surfaceOp, sourceEventSeqs } = event;
    if (!isSurfaceType(event.type)) {
      if (surfaceOp !== undefined) throw refusal(event, 'surfaceOp', `${event.type} is not on the surface`);
      if (sourceEventSeqs !== undefined) {
        throw refusal(event, 'sourceEventSeqs', `only events on the surface have sources, not ${event.type}`);
      }
      return;
    }
    if (surfaceOp === undefined) {
      throw refusal(
        event,
        'surfaceOp',
        `${event.type} must say how it changes the surface: 'append' or a replace`,
      );
    }
    checkSources(event);
    if (surfaceOp !== 'append') this.#checkReplace(event, surfaceOp);
  }

  #checkReplace(event: SurfaceCandidate, { start, end }: SurfaceReplace): void {
    const first = this.#indexOf(start);
    if (first < 0) throw refusal(event, 'surfaceOp.start', `event ${start} is not on the current surface`);
    const last = this.#indexOf(end);
    if (last < 0) throw refusal(event, 'surfaceOp.end', `event ${end} is not on the current surface`);
    if (last < first) {
      throw refusal(event, 'surfaceOp.end', `event ${end} stands before event ${start} on the surface`);
    }
    const shadowed = this.#entries.slice(first, last + 1);
    const sources = new Set(event.sourceEventSeqs);
    const missing = shadowed.find((entry) => !sources.has(entry.seq));
    if (missing !== undefined) {
      throw refusal(
        event,
        'sourceEventSeqs',
        `it must name every replaced event, and leaves out ${missing.seq}`,
      );
    }
    if (event.type === 'tool/result') checkResultReplacement(event, shadowed);
  }

  #indexOf(seq: number): number {
    return this.#entries.findIndex((entry) => entry.seq === seq);
  }

  /** What an event does to a surface; null when it stands on none. */
  changeOf(event: SurfaceCandidate): SurfaceChange | null {
    const { type, seq, surfaceOp } = event;
    if (surfaceOp === undefined || !isSurfaceType(type)) return null;
    const entry: SurfaceEntry =
      type === 'tool/result'
        ? { seq, kind: KINDS[type], identity: toolResultIdentity(event.data) }
        : { seq, kind: KINDS[type] };
    return surfaceOp === 'append'
      ? { op: 'append', ...entry }
      : { op: 'replace', ...entry, start: surfaceOp.start, end: surfaceOp.end };
  }

  /**
   * Takes a change of an event that `checkEvent` let through on this surface.
   * @throws EventRefusedError SURFACE when a replaced event is not on it; nothing changes then.
   */
  apply(change: SurfaceChange): void {
    const { seq, kind, identity } = change;
    const entry: SurfaceEntry = identity === undefined ? { seq, kind } : { seq, kind, identity };
    if (change.op === 'append') {
      this.#entries.push(entry);
      return;
    }
    const first = this.#indexOf(change.start);
    const last = this.#indexOf(change.end);
    if (first < 0 || last < first) {
      throw new EventRefusedError(
        'SURFACE',
        `events ${change.start} to ${change.end} are no range of the surface`,
        {
          path: 'surfaceOp',
          eventType: kind,
          seq,
        },
      );
    }
    this.#entries.splice(first, last - first + 1, entry);
    this.#replaceGeneration += 1;
  }
}

function checkSources(event: SurfaceCandidate): void {
  const seqs = event.sourceEventSeqs;
  if (seqs === undefined) return;
  if (seqs.length === 0 && event.type !== 'assistant/message') {
    throw refusal(event, 'sourceEventSeqs', 'only an assistant/message may name no source (an empty stream)');
  }
  let ascending = true;
  for (const [index, seq] of seqs.entries()) {
    if (seq >= event.seq) {
      throw refusal(event, `sourceEventSeqs[${index}]`, `event ${seq} is not before event ${event.seq}`);
    }
    if (index > 0 && seq <= (seqs[index - 1] ?? -1)) ascending = false;
  }
  if (!ascending) checkUnique(event, seqs);
}

function checkUnique(event: SurfaceCandidate, seqs: readonly number[]): void {
  const seen = new Set<number>();
  for (const [index, seq] of seqs.entries()) {
    if (seen.has(seq)) throw refusal(event, `sourceEventSeqs[${index}]`, `event ${seq} is named twice`);
    seen.add(seq);
  }
}

/** A tool result's replacement may only shorten or rewrite what the tool answered (DSH's rule). */
function checkResultReplacement(event: SurfaceCandidate, shadowed: readonly SurfaceEntry[]): void {
  const [replaced] = shadowed;
  if (shadowed.length !== 1 || replaced?.kind !== 'tool') {
    throw refusal(event, 'surfaceOp', 'a tool/result replaces exactly one event, which is a tool/result');
  }
  if (replaced.identity !== toolResultIdentity(event.data)) {
    throw refusal(
      event,
      'data',
      `only the content inside the tool-result block may differ from event ${replaced.seq}`,
    );
  }
}

function refusal(event: SurfaceCandidate, path: string, problem: string): EventRefusedError {
  return new EventRefusedError('SURFACE', `${path}: ${problem}`, {
    path,
    eventType: event.type,
    seq: event.seq,
  });
}

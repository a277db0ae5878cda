import type { SessionEvent } from './devtools-store.ts';
import { isInGroup, type FindQuery } from './find-query.ts';

/** How much of a text is looked at between two pauses. */
const PIECE = 65_536;

/** How many values are looked at between two pauses. */
const VALUES = 512;

/** A text as it is compared: without case, and with one form of sigma, which lower case has two of. */
export function foldCase(text: string): string {
  return text.toLowerCase().replaceAll('ς', 'σ');
}

/**
 * Whether an event is one that a query asks for: its type, or a text, number or truth value in its data, has the
 * query's text. Yields wherever a caller may pause, so that no event holds the page up, however large it is.
 */
export function* matchEvent(
  event: Pick<SessionEvent, 'type' | 'data'>,
  query: FindQuery,
): Generator<void, boolean> {
  if (!isInGroup(event, query.group)) return false;
  if (query.text === '') return query.group !== 'all';
  const wanted = foldCase(query.text);
  const left: unknown[] = [event.data, event.type];
  for (let seen = 1; left.length > 0; seen += 1) {
    if (seen % VALUES === 0) yield;
    const value = left.pop();
    if (typeof value === 'object' && value !== null) {
      for (const member of Object.values(value)) left.push(member);
    } else if (isSimple(value) && (yield* hasText(String(value), wanted))) return true;
  }
  return false;
}

function* hasText(text: string, wanted: string): Generator<void, boolean> {
  // A folded text is never shorter than what it was made from, so an overlap of its length misses nothing.
  const step = Math.max(PIECE, wanted.length);
  for (let from = 0; from < text.length; from += step) {
    if (from > 0) yield;
    if (foldCase(text.slice(from, from + step + wanted.length)).includes(wanted)) return true;
  }
  return false;
}

function isSimple(value: unknown): value is string | number | boolean {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';
}

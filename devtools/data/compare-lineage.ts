import type { SessionHeader, SessionId } from './devtools-store.ts';

/** The part of a header that says where a session comes from. */
export type Origin = Pick<SessionHeader, 'parentSession' | 'seedLength'>;

/** What two sessions have in common, or why there is nothing to compare. */
export type CommonPrefix =
  | {
      readonly kind: 'common';
      /** The nearest session that both come from; it may be one of the two, and need not be stored any more. */
      readonly ancestor: SessionId;
      /** How many events, from the first one on, are the same by origin. */
      readonly length: number;
    }
  | { readonly kind: 'refused'; readonly reason: 'same-session' | 'no-common-lineage' };

/**
 * The common prefix of two sessions by their forks. `originOf` gives what is known of a session; a deleted ancestor is
 * undefined, and still counts where both sides name it.
 */
export function commonPrefix(
  left: SessionId,
  right: SessionId,
  originOf: (id: SessionId) => Origin | undefined,
): CommonPrefix {
  if (left === right) return { kind: 'refused', reason: 'same-session' };
  const lefts = prefixLengths(left, originOf);
  for (const [ancestor, length] of prefixLengths(right, originOf)) {
    const other = lefts.get(ancestor);
    if (other !== undefined) return { kind: 'common', ancestor, length: Math.min(length, other) };
  }
  return { kind: 'refused', reason: 'no-common-lineage' };
}

/** How much of each ancestor a session has, nearest first; of itself it has everything. */
function prefixLengths(
  session: SessionId,
  originOf: (id: SessionId) => Origin | undefined,
): ReadonlyMap<SessionId, number> {
  const lengths = new Map<SessionId, number>();
  let id: SessionId | undefined = session;
  let length = Infinity;
  // A log can name any parent, itself among its own ancestors too.
  while (id !== undefined && !lengths.has(id)) {
    lengths.set(id, length);
    const origin: Origin | undefined = originOf(id);
    length = Math.min(length, origin?.seedLength ?? 0);
    id = origin?.parentSession;
  }
  return lengths;
}

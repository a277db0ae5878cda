/** How much of a value the JSON tree shows. Events of several megabytes exist. */
const MAX_STRING = 20_000;
const MAX_MEMBERS = 200;
const MAX_NODES = 5_000;

/** A copy of a JSON value that is cut where it is too much to draw; `left` names what was cut, in the reader's words. */
export function cappedJson(
  value: unknown,
  left: { readonly characters: (count: number) => string; readonly members: (count: number) => string },
): { readonly value: unknown; readonly capped: boolean } {
  let nodes = 0;
  let capped = false;

  function copy(current: unknown, depth: number): unknown {
    nodes += 1;
    if (typeof current === 'string') {
      if (current.length <= MAX_STRING) return current;
      capped = true;
      return `${current.slice(0, MAX_STRING)}… ${left.characters(current.length - MAX_STRING)}`;
    }
    if (typeof current !== 'object' || current === null) return current;
    const keys = Object.keys(current);
    const room = nodes > MAX_NODES || depth > 100 ? 0 : MAX_MEMBERS;
    const more = keys.length - room;
    if (more > 0) capped = true;
    if (Array.isArray(current)) {
      const items: unknown[] = current.slice(0, room).map((item) => copy(item, depth + 1));
      return more > 0 ? [...items, `… ${left.members(more)}`] : items;
    }
    const members: [string, unknown][] = keys
      .slice(0, room)
      .map((key) => [key, copy(Reflect.get(current, key), depth + 1)]);
    if (more > 0) members.push(['…', left.members(more)]);
    // `fromEntries` defines own properties, so a key like `__proto__` is data here too.
    return Object.fromEntries(members);
  }

  return { value: copy(value, 0), capped };
}

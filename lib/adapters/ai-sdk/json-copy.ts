const MAX_DEPTH = 200;

/** A copy as JSON gives it (dates as text, no `undefined`); undefined for what JSON has no words for. */
export function jsonCopy(value: unknown): unknown {
  const text = jsonText(value);
  if (text === undefined) return undefined;
  const copy: unknown = JSON.parse(text);
  return isShallow(copy, MAX_DEPTH) ? copy : undefined;
}

/** JSON text, or undefined for what JSON has no words for: `undefined`, cycles, a `toJSON` that throws. */
export function jsonText(value: unknown): string | undefined {
  try {
    // The declared type leaves out that functions, symbols and `undefined` give none.
    const text: unknown = JSON.stringify(value);
    return typeof text === 'string' ? text : undefined;
  } catch {
    return undefined;
  }
}

function isShallow(value: unknown, depth: number): boolean {
  if (typeof value !== 'object' || value === null) return true;
  return depth > 0 && Object.values(value).every((inner) => isShallow(inner, depth - 1));
}

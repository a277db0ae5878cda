/** A part of a stream, of which nothing is known but that it is an object: providers send what they like. */
export interface UnknownPart {
  readonly [key: string]: unknown;
}

export function isObject(value: unknown): value is UnknownPart {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export function textAt(part: UnknownPart, key: string): string | undefined {
  const value = part[key];
  return typeof value === 'string' ? value : undefined;
}

export function objectAt(part: UnknownPart, key: string): UnknownPart | undefined {
  const value = part[key];
  return isObject(value) ? value : undefined;
}

/** A count that JSON has and that makes sense: finite and not negative. */
export function countAt(part: UnknownPart | undefined, key: string): number | undefined {
  const value = part?.[key];
  return typeof value === 'number' && Number.isFinite(value) && value > 0
    ? value
    : value === 0
      ? 0
      : undefined;
}

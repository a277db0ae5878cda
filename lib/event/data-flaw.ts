/** What is wrong with a value, and where. Checks give null when nothing is, so that the good case costs nothing. */
export interface DataFlaw {
  readonly path: string;
  /** What would be right, to follow "must be". */
  readonly expected: string;
  readonly found: unknown;
}

export interface JsonObject {
  readonly [key: string]: unknown;
}

export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export function isSeq(value: unknown): value is number {
  return Number.isSafeInteger(value) && Number(value) >= 0;
}

export function flawAt(path: string, expected: string, found: unknown): DataFlaw {
  return { path, expected, found };
}

/** Says a flaw in words, with what was found cut short: it may come from anywhere. */
export function flawMessage(flaw: DataFlaw): string {
  return `${flaw.path} must be ${flaw.expected}, got ${describeFound(flaw.found)}`;
}

export function stringFlaw(object: JsonObject, key: string, at: string): DataFlaw | null {
  const value = object[key];
  return typeof value === 'string' ? null : flawAt(`${at}.${key}`, 'a string', value);
}

export function nonEmptyStringFlaw(object: JsonObject, key: string, at: string): DataFlaw | null {
  const value = object[key];
  return typeof value === 'string' && value !== ''
    ? null
    : flawAt(`${at}.${key}`, 'a non-empty string', value);
}

export function numberFlaw(object: JsonObject, key: string, at: string): DataFlaw | null {
  const value = object[key];
  return typeof value === 'number' ? null : flawAt(`${at}.${key}`, 'a number', value);
}

/** For counters from 0. */
export function indexFlaw(object: JsonObject, key: string, at: string): DataFlaw | null {
  const value = object[key];
  return isSeq(value) ? null : flawAt(`${at}.${key}`, 'a non-negative safe integer', value);
}

/** For counters from 1: turns and steps. */
export function ordinalFlaw(object: JsonObject, key: string, at: string): DataFlaw | null {
  const value = object[key];
  return isSeq(value) && value > 0 ? null : flawAt(`${at}.${key}`, 'a positive safe integer', value);
}

export function constantFlaw(
  object: JsonObject,
  key: string,
  at: string,
  constant: unknown,
): DataFlaw | null {
  const value = object[key];
  return value === constant ? null : flawAt(`${at}.${key}`, describeFound(constant), value);
}

export function objectFlaw(object: JsonObject, key: string, at: string): DataFlaw | null {
  const value = object[key];
  return isJsonObject(value) ? null : flawAt(`${at}.${key}`, 'an object', value);
}

type FieldCheck = (object: JsonObject, key: string, at: string) => DataFlaw | null;

/** A check for a field that may be left out. */
export function optionalFlaw(
  object: JsonObject,
  key: string,
  at: string,
  check: FieldCheck,
): DataFlaw | null {
  return object[key] === undefined ? null : check(object, key, at);
}

/** Checks a field that is an array, entry by entry. */
export function listFlaw(
  object: JsonObject,
  key: string,
  at: string,
  check: (entry: unknown, at: string) => DataFlaw | null,
): DataFlaw | null {
  const list = object[key];
  if (!Array.isArray(list)) return flawAt(`${at}.${key}`, 'an array', list);
  for (let index = 0; index < list.length; index += 1) {
    const flaw = check(list[index], `${at}.${key}[${index}]`);
    if (flaw !== null) return flaw;
  }
  return null;
}

const FOUND_LENGTH = 60;

function describeFound(found: unknown): string {
  switch (typeof found) {
    case 'undefined':
      return 'nothing';
    case 'string':
      return found.length > FOUND_LENGTH
        ? `${JSON.stringify(found.slice(0, FOUND_LENGTH))}...`
        : JSON.stringify(found);
    case 'number':
    case 'boolean':
      return String(found);
    case 'object':
      if (found === null) return 'null';
      return Array.isArray(found) ? `an array of ${found.length}` : 'an object';
    default:
      return `a ${typeof found}`;
  }
}

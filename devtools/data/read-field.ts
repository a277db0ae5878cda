/**
 * Reading of event data, which comes from files and models: whatever is not of the expected kind reads as absent.
 * The panel must draw a log that nobody could have written, too.
 */
export function fieldOf(value: unknown, ...path: readonly (string | number)[]): unknown {
  let current: unknown = value;
  for (const key of path) {
    if (typeof current !== 'object' || current === null || !Object.hasOwn(current, key)) return undefined;
    current = Reflect.get(current, key);
  }
  return current;
}

export function stringAt(value: unknown, ...path: readonly (string | number)[]): string | undefined {
  const found = fieldOf(value, ...path);
  return typeof found === 'string' ? found : undefined;
}

export function numberAt(value: unknown, ...path: readonly (string | number)[]): number | undefined {
  const found = fieldOf(value, ...path);
  return typeof found === 'number' && Number.isFinite(found) ? found : undefined;
}

export function listAt(value: unknown, ...path: readonly (string | number)[]): readonly unknown[] {
  const found = fieldOf(value, ...path);
  return Array.isArray(found) ? found : [];
}

/** The text blocks of a message's content, joined. */
export function textOfContent(content: readonly unknown[]): string {
  let text = '';
  for (const block of content) {
    if (stringAt(block, 'type') !== 'text') continue;
    const part = stringAt(block, 'text');
    if (part !== undefined) text += text === '' ? part : `\n${part}`;
  }
  return text;
}

/** How many blocks of a message's content are no text. */
export function otherBlocksOf(content: readonly unknown[]): number {
  return content.filter((block) => stringAt(block, 'type') !== 'text').length;
}

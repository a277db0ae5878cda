import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { toolResultIdentity } from '../../../lib/rules/tool-result-identity.ts';
import { resultData } from '../../fixtures/sample-event.ts';

/** The same value with the keys of every object in the opposite order. */
function reversed(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(reversed);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .reverse()
      .map(([key, part]) => [key, reversed(part)]),
  );
}

function throughJson(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value));
}

describe('the identity of a tool result', () => {
  it('is short and stays what it is: it is stored', () => {
    expect(toolResultIdentity(resultData(1, 1, 'c1'))).toMatchInlineSnapshot(`"b51cf4aaeec452d9"`);
  });

  it('does not depend on the answer, nor on the order of keys', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.string(), fc.string(), (meta, one, other) => {
        const data = { ...resultData(1, 1, 'c1', one), meta };
        const same = reversed({ ...resultData(1, 1, 'c1', other), meta });
        expect(toolResultIdentity(same)).toBe(toolResultIdentity(data));
      }),
    );
  });

  it('depends on everything else', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.jsonValue(), (meta, other) => {
        fc.pre(!isDeepStrictEqual(throughJson(meta), throughJson(other)));
        const data = resultData(1, 1, 'c1');
        expect(toolResultIdentity({ ...data, meta })).not.toBe(toolResultIdentity({ ...data, meta: other }));
      }),
    );
    const identities = Array.from({ length: 20_000 }, (_, index) =>
      toolResultIdentity(resultData(1, 1, `c${index}`)),
    );
    expect(new Set(identities).size).toBe(identities.length);
  });

  it('tells a meta that looks like a block, or has a key __proto__', () => {
    const data = resultData(1, 1, 'c1');
    const meta = (text: string): unknown => JSON.parse(text);
    const identity = (text: string) => toolResultIdentity({ ...data, meta: meta(text) });
    expect(identity('{"content":[1]}')).not.toBe(identity('{"content":[2]}'));
    expect(identity('{"__proto__":{"a":1}}')).not.toBe(identity('{"__proto__":{"a":2}}'));
    expect(identity('{"__proto__":{"a":1}}')).not.toBe(identity('{}'));
  });
});

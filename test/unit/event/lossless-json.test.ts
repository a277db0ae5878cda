import { runInNewContext } from 'node:vm';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { snapshotJson } from '../../../lib/event/lossless-json.ts';
import { LosslessJsonError, MAX_JSON_DEPTH } from '../../../lib/event/lossless-json-error.ts';
import { refusalOfCall } from '../../fixtures/refusal.ts';

function refusedAt(value: unknown, enclosing?: number): LosslessJsonError {
  return refusalOfCall(() => snapshotJson(value, 'data', enclosing), LosslessJsonError);
}

function nested(depth: number): unknown {
  let value: unknown = 1;
  for (let level = 0; level < depth; level += 1) value = level % 2 === 0 ? [value] : { in: value };
  return value;
}

function isDeepFrozen(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return true;
  return Object.isFrozen(value) && Object.values(value).every(isDeepFrozen);
}

/** Every array and object in a value. */
function containersOf(value: unknown): object[] {
  if (typeof value !== 'object' || value === null) return [];
  return [value, ...Object.values(value).flatMap(containersOf)];
}

function bareObject(): object {
  const bare: unknown = Object.create(null);
  return typeof bare === 'object' && bare !== null ? bare : {};
}

class Point {
  x = 1;
}
class List extends Array<number> {}

const finiteNumber = fc
  .double({ noNaN: true, noDefaultInfinity: true })
  .map((number) => (Object.is(number, -0) ? 0 : number));

describe('a value that is lossless JSON', () => {
  const anyText = fc.string({ unit: 'binary' });
  const loneSurrogates = fc.constantFrom('\ud800', 'a\udc00b', '\udfff\ud800');
  const json = fc.letrec((tie) => ({
    value: fc.oneof(
      { maxDepth: 5, depthSize: 'small' },
      fc.oneof(fc.constant(null), fc.boolean(), anyText, loneSurrogates, finiteNumber),
      fc.array(tie('value'), { maxLength: 5 }),
      fc
        .array(
          fc.tuple(
            fc.oneof(anyText, loneSurrogates, fc.constantFrom('__proto__', 'constructor', '0')),
            tie('value'),
          ),
        )
        .map((entries) => Object.fromEntries(entries)),
    ),
  })).value;

  it('comes back equal, deeply frozen and detached', () => {
    fc.assert(
      fc.property(json, (value) => {
        const text = JSON.stringify(value);
        const copy = snapshotJson(value, 'data').value;
        expect(JSON.stringify(copy)).toBe(text);
        expect(copy).toEqual(JSON.parse(text));
        expect(isDeepFrozen(copy)).toBe(true);
        const originals = new Set(containersOf(value));
        expect(containersOf(copy).some((part) => originals.has(part))).toBe(false);
      }),
      { numRuns: 500 },
    );
  });

  it('has about the size of its JSON text', () => {
    fc.assert(
      fc.property(
        fc.array(fc.record({ kind: fc.string(), index: fc.nat(100_000), text: fc.string() })),
        (value) => {
          const text = JSON.stringify(value);
          const { bytes } = snapshotJson(value, 'data');
          expect(bytes).toBeGreaterThan(text.length * 0.5);
          expect(bytes).toBeLessThan(text.length * 1.5 + 10);
        },
      ),
    );
  });

  it('keeps an own key __proto__ as data and gives the copy no other prototype', () => {
    const { value } = snapshotJson(JSON.parse('{"__proto__": {"admin": true}, "a": 1}'), 'data');
    expect(JSON.stringify(value)).toBe('{"__proto__":{"admin":true},"a":1}');
    expect(Object.getPrototypeOf(value)).toBe(Object.prototype);
    expect(value).not.toHaveProperty('admin');
  });

  it('may be without a prototype, or from another realm', () => {
    const foreign: unknown = runInNewContext('({list: [1, {b: null}]})');
    const bare: unknown = Object.assign(bareObject(), { a: foreign });
    expect(snapshotJson(bare, 'data').value).toEqual({ a: { list: [1, { b: null }] } });
  });

  it('may have one reference twice, which is copied twice', () => {
    const shared = { n: 1 };
    const { value } = snapshotJson([shared, { shared }, shared], 'data');
    expect(value).toEqual([{ n: 1 }, { shared: { n: 1 } }, { n: 1 }]);
    const [first, , third] = containersOf(value).slice(1);
    expect(first).not.toBe(third);
  });

  it('has its getters read once, and its toJSON left alone', () => {
    let reads = 0;
    const value = {
      get counted() {
        reads += 1;
        return reads;
      },
    };
    expect(snapshotJson(value, 'data').value).toEqual({ counted: 1 });
    expect(reads).toBe(1);
    expect(refusedAt({ toJSON: () => 1 }).path).toBe('data.toJSON');
  });

  it('may be nested up to the limit, what encloses it included', () => {
    expect(() => snapshotJson(nested(MAX_JSON_DEPTH), 'data')).not.toThrow();
    expect(refusedAt(nested(MAX_JSON_DEPTH + 1)).reason).toContain('1000');
    expect(() => snapshotJson(nested(MAX_JSON_DEPTH - 1), 'data', 1)).not.toThrow();
    expect(refusedAt(nested(MAX_JSON_DEPTH), 1).reason).toContain('1000');
  });
});

describe('anything else is refused with its path', () => {
  const hiddenKey = Object.defineProperty({}, 'hidden', { value: 1, enumerable: false });
  const sparse = Object.assign(new Array<number>(3), { 0: 1, 2: 3 });
  const patched = Object.assign([1], { extra: 2 });
  const sparseAndPatched = Object.assign(new Array<number>(2), { 0: 1, extra: 2 });
  const foreignPrototype: unknown = Object.create(bareObject());

  it.each<[string, unknown]>([
    ['undefined', undefined],
    ['NaN', Number.NaN],
    ['Infinity', Number.POSITIVE_INFINITY],
    ['-Infinity', Number.NEGATIVE_INFINITY],
    ['-0', -0],
    ['a bigint', 1n],
    ['a symbol', Symbol('s')],
    ['a function', () => 1],
    ['a Date', new Date(0)],
    ['a Map', new Map()],
    ['a Set', new Set()],
    ['a RegExp', /x/],
    ['a boxed string', Object('text')],
    ['a typed array', new Uint8Array(2)],
    ['an instance of a class', new Point()],
    ['an array of a subclass', List.of(1)],
    ['an array with another prototype', Object.setPrototypeOf([1], [])],
    ['an array without a prototype', Object.setPrototypeOf([1], null)],
    ['an object with a prototype that is no realm’s', foreignPrototype],
    ['an array with holes', sparse],
    ['an endless sparse array', new Array(2 ** 32 - 1)],
    ['a proxy of a Map', new Proxy(new Map(), {})],
    ['an error', new TypeError('x')],
  ])('%s', (_name, value) => {
    expect(refusedAt(value).path).toBe('data');
    expect(refusedAt({ list: [0, { a: value }] }).path).toBe('data.list[1].a');
    expect(refusedAt({ list: [0, { a: value }] }).message).toContain('data.list[1].a is not lossless JSON');
  });

  it('a key that is hidden, a symbol, or not an index of its array', () => {
    expect(refusedAt({ a: hiddenKey }).path).toBe('data.a.hidden');
    expect(refusedAt({ a: { [Symbol('tag')]: 1 } }).path).toBe('data.a');
    expect(refusedAt({ a: { [Symbol('tag')]: 1 } }).reason).toContain('Symbol(tag)');
    expect(refusedAt({ a: patched }).path).toBe('data.a.extra');
    expect(refusedAt({ a: sparseAndPatched }).path).toBe('data.a.extra');
    expect(refusedAt(Object.assign([1], { [Symbol('tag')]: 1 })).reason).toContain('Symbol(tag)');
    expect(refusedAt(Object.defineProperty([1], 'raw', { value: 1, enumerable: false })).path).toBe(
      'data.raw',
    );
  });

  it('a class that is named like a built-in', () => {
    class Impostor {
      static readonly name = 'Object';
      a = 1;
    }
    expect(refusedAt(new Impostor()).reason).toContain('instance of Object');
    expect(refusedAt(Object.create({ constructor: Object })).path).toBe('data');
  });

  it('a cycle, at the first place that leads back', () => {
    const object: { items: unknown[]; self?: unknown } = { items: [{}] };
    object.items.push({ up: object.items });
    expect(refusedAt(object).path).toBe('data.items[1].up');
    object.items = [];
    object.self = object;
    expect(refusedAt({ object }).path).toBe('data.object.self');
    expect(refusedAt({ object }).reason).toContain('itself');
  });

  it('a getter that throws, with what it threw', () => {
    const cause = new RangeError('not now');
    const value = {
      fine: [1],
      inner: {
        get broken(): unknown {
          throw cause;
        },
      },
    };
    const error = refusedAt(value);
    expect(error.path).toBe('data.inner.broken');
    expect(error.cause).toBe(cause);
  });

  it('a proxy whose traps throw', () => {
    const { proxy, revoke } = Proxy.revocable({}, {});
    revoke();
    expect(refusedAt({ list: [1, proxy] }).path).toBe('data.list[1]');
    expect(refusedAt({ list: [1, proxy] }).cause).toBeInstanceOf(TypeError);
  });

  it('with keys that are no identifiers in brackets', () => {
    expect(refusedAt({ 'a b': { 'x"y': { '': undefined } } }).path).toBe('data["a b"]["x\\"y"][""]');
    expect(refusedAt({ $a_1: { größe: { 1: undefined } } }).path).toBe('data.$a_1.größe["1"]');
  });
});

describe('a walk that is interrupted', () => {
  it('may be entered again by a getter', () => {
    const inner = { list: [1, { deep: { deeper: 'x' } }] };
    const value = {
      a: {
        get nested() {
          expect(snapshotJson(inner, 'inner').value).toEqual(inner);
          expect(refusalOfCall(() => snapshotJson({ x: undefined }, 'inner'), LosslessJsonError).path).toBe(
            'inner.x',
          );
          return snapshotJson(inner, 'inner').value;
        },
        bad: [Number.NaN],
      },
    };
    expect(refusedAt(value).path).toBe('data.a.bad[0]');
    const { bytes } = snapshotJson(['abc'], 'data');
    expect(snapshotJson(['abc'], 'data').bytes).toBe(bytes);
  });

  it('leaves nothing behind for the next value', () => {
    const shared = { a: { b: [Symbol('x')] } };
    expect(refusedAt(shared).path).toBe('data.a.b[0]');
    expect(refusedAt({ c: undefined }).path).toBe('data.c');
    expect(refusedAt(undefined).path).toBe('data');
    const again = { ok: { a: 1 } };
    expect(snapshotJson([again, again.ok], 'data').value).toEqual([{ ok: { a: 1 } }, { a: 1 }]);
  });
});

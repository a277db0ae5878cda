import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  EventRefusedError,
  LogFileError,
  MAX_EVENT_LENGTH,
  MAX_JSON_DEPTH,
  openSessionStore,
  type SessionStore,
} from '../../../lib/index.ts';
import { newDatabaseName } from '../../fixtures/database-name.ts';
import { refusalOf, refusalOfCall } from '../../fixtures/refusal.ts';

let store: SessionStore;
const name = newDatabaseName('fidelity');

beforeAll(async () => {
  store = await openSessionStore({ name });
});

afterAll(async () => {
  expect(await store.check()).toEqual([]);
  await store.close();
  indexedDB.deleteDatabase(name);
});

/** Sends values through append, a page, a fork, an export and an import; gives what comes out at each place. */
async function throughEverything(values: readonly unknown[]): Promise<unknown[][]> {
  const session = await store.create();
  session.append('turn/start', { turn: 1 });
  for (const value of values) session.append('acme/value', { value });
  session.append('turn/end', { turn: 1, reason: { kind: 'completed' } });
  await session.flush();
  const fork = await store.fork(session);
  const sessionId = `${session.id}-imported`;
  await store.importLog(await store.exportLog(fork.id), { sessionId });
  const places = await Promise.all([session.id, fork.id, sessionId].map((id) => store.events(id)));
  for (const id of [session.id, fork.id, sessionId]) await store.delete(id);
  return places.map((events) => events.slice(1, -1).map((event) => valueOf(event.data)));
}

function valueOf(data: unknown): unknown {
  return typeof data === 'object' && data !== null && 'value' in data ? data.value : undefined;
}

/** Equal to the last key: `toEqual` does not look at an own `__proto__`. */
function exact(value: unknown): string {
  return JSON.stringify(value);
}

const key = fc.oneof(
  fc.string(),
  fc.constantFrom('__proto__', 'constructor', 'toString', '0', '', '\u0000', '\uD800'),
);
const text = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.constantFrom('\uD800', 'a\uDC00b', '\u0000', '<script>', '9007199254740993'),
);
const json = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { depthSize: 'small' },
    fc.constantFrom(null, true, false, 0, -1, 2 ** 53 - 1, 1e-7, 1.5e300),
    fc.double({ noNaN: true, noDefaultInfinity: true }).map((number) => (Object.is(number, -0) ? 0 : number)),
    text,
    fc.array(tie('value'), { maxLength: 4 }),
    fc.dictionary(key, tie('value'), { maxKeys: 4 }),
  ),
})).value;

describe('any JSON value', () => {
  test('comes out as it went in: append, page, fork, export, import', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(json, { minLength: 1, maxLength: 12 }), async (values) => {
        for (const place of await throughEverything(values))
          expect(place.map(exact)).toEqual(values.map(exact));
      }),
      { numRuns: 40 },
    );
  });

  test('comes out where it is large, and nested to the limit; beyond it is refused with its path', async () => {
    let deep: unknown = 'bottom';
    // The event, its data and the value's own levels count.
    for (let level = 0; level < MAX_JSON_DEPTH - 2; level += 1) deep = [deep];
    const large = 'x'.repeat(10_000_000);
    for (const place of await throughEverything([deep, large])) {
      expect(exact(place[0])).toBe(exact(deep));
      expect(place[1] === large).toBe(true);
    }
    const session = await store.create();
    const error = refusalOfCall(() => session.append('acme/value', { value: [deep] }), EventRefusedError);
    expect(error.code).toBe('NOT_LOSSLESS_JSON');
    expect(error.path.startsWith('data.value[0][0]')).toBe(true);
    await session.close();
  });

  test('a long integer in a tool call stays the text that the model wrote', async () => {
    const argument = '{"id":2512292042121000001}';
    for (const place of await throughEverything([argument])) expect(place).toEqual([argument]);
  });
});

describe('an event that is too large to be stored safely', () => {
  const tooLong = 'x'.repeat(MAX_EVENT_LENGTH);
  const type = 'acme/value';

  test('is refused by append, uses no seq, and takes nothing else with it', async () => {
    const [session, other] = [await store.create(), await store.create()];
    session.append('turn/start', { turn: 1 });
    other.append('turn/start', { turn: 1 });
    const error = refusalOfCall(() => session.append(type, { value: tooLong }), EventRefusedError);
    expect(error).toMatchObject({ code: 'EVENT_TOO_LARGE', path: 'data', eventType: type, seq: 1 });
    expect(error.message).toContain(`at most ${MAX_EVENT_LENGTH}`);
    expect(session.append(type, { value: tooLong.slice(100) }).seq).toBe(1);
    other.append('turn/end', { turn: 1, reason: { kind: 'completed' } });
    await Promise.all([session.flush(), other.flush()]);
    const [stored] = await store.events(session.id, { from: 1 });
    expect(valueOf(stored?.data) === tooLong.slice(100)).toBe(true);
    for (const { id } of [session, other]) await store.delete(id);
  });

  test('is refused in a seed, and no session is made', async () => {
    const seed = [{ type, seq: 0, time: 1, data: { value: tooLong } }];
    const error = await refusalOf(store.create('too-large', { seed }), EventRefusedError);
    expect(error).toMatchObject({ code: 'EVENT_TOO_LARGE', seq: 0 });
    expect(await store.summary('too-large')).toBeUndefined();
  });

  test('is refused in a log file with its line, by what it says and not by its escapes', async () => {
    const header = '{"type":"session","version":0,"id":"large-line","createdAt":1,"delegationDepth":0}\n';
    const line = (value: string) => `{"type":"acme/value","seq":0,"time":1,"data":{"value":"${value}"}}\n`;
    const error = await refusalOf(store.importLog(header + line(tooLong)), LogFileError);
    expect(error).toMatchObject({ code: 'INVALID_RECORD', line: 2 });
    expect(error.message).toContain('characters of JSON');
    const escaped = Math.ceil(MAX_EVENT_LENGTH / 6) + 10;
    await store.importLog(header + line('\\u0000'.repeat(escaped)));
    const [event] = await store.events('large-line');
    expect(valueOf(event?.data) === '\u0000'.repeat(escaped)).toBe(true);
    await store.delete('large-line');
  });
});

import { beforeAll, describe, expect, it } from 'vitest';
import {
  evaluateJavaScript,
  loadInterpreter,
} from '../../../../devtools/playground/agent/javascript/evaluate-javascript.ts';

let interpreter: Awaited<ReturnType<typeof loadInterpreter>>;

beforeAll(async () => {
  interpreter = await loadInterpreter();
});

function run(code: string, time = 1_000) {
  return evaluateJavaScript(interpreter, code, { time, memoryBytes: 16 * 1_024 * 1_024 });
}

describe('the JavaScript sandbox', () => {
  it.each([
    ['1 + 1', '2'],
    ['"text"', 'text'],
    ['({ a: [1, 2n] })', '{\n  "a": [\n    1,\n    "2n"\n  ]\n}'],
    ['Promise.resolve(3).then((n) => n * 2)', '6'],
    ['const cycle = {}; cycle.self = cycle; cycle', '[object Object]'],
    ['undefined', 'undefined'],
    ['(() => 1)', '() => 1'],
  ])('%s comes to %s', (code, value) => {
    expect(run(code)).toEqual({ kind: 'value', value, console: [] });
  });

  it('gives what was printed, also of code that fails', () => {
    expect(run('console.log("a", { b: 1 }); throw new RangeError("no")')).toEqual({
      kind: 'error',
      message: 'RangeError: no',
      console: ['a {\n  "b": 1\n}'],
    });
  });

  it.each([
    'fetch',
    'XMLHttpRequest',
    'WebSocket',
    'indexedDB',
    'document',
    'self',
    'process',
    'require',
    'importScripts',
    'Worker',
  ])('has no %s, not by the long way round either', (name) => {
    expect(run(`typeof ${name}`)).toMatchObject({ value: 'undefined' });
    expect(run(`(() => {}).constructor("return typeof ${name}")()`)).toMatchObject({ value: 'undefined' });
  });

  it.each([
    ['for (;;) {}', 'it took too long'],
    ['Promise.resolve().then(() => { for (;;) {} })', 'it took too long'],
    ['new Promise(() => {})', 'the promise is never settled'],
    ['const f = () => f(); f()', /stack/i],
    ['const all = []; for (;;) all.push(new Array(1000).fill(1))', /out of memory|took too long/],
    ['Promise.reject(new Error("later"))', 'Error: later'],
    ['1 +', /SyntaxError/],
    ['throw { toString() { throw 1 } }', /./],
  ])('ends %s', (code, message) => {
    const outcome = run(code, 300);
    expect(outcome.kind).toBe('error');
    expect(outcome.kind === 'error' ? outcome.message : '').toMatch(message);
  });

  it('caps what comes out', () => {
    const { console: lines, ...rest } = run(
      'for (let i = 0; i < 5000; i += 1) console.log(i); "x".repeat(1e6)',
    );
    expect(lines).toHaveLength(200);
    expect(rest).toMatchObject({ kind: 'value', value: 'x'.repeat(20_000) });
  });
});

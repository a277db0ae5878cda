import { describe, expect, it } from 'vitest';
import { fieldOf } from '../../../devtools/data/read-field.ts';
import { cappedJson } from '../../../devtools/data/capped-json.ts';

const left = {
  characters: (count: number) => `${count} characters`,
  members: (count: number) => `${count} members`,
};

describe('cappedJson', () => {
  it('leaves a small value as it is, the key __proto__ included', () => {
    const value: unknown = JSON.parse('{"a":[1,null,"x"],"__proto__":{"b":true}}');
    expect(cappedJson(value, left)).toEqual({ value, capped: false });
    expect(Object.keys(cappedJson(value, left).value as object)).toContain('__proto__');
  });

  it('cuts long strings and long lists, and says what was cut', () => {
    const { value, capped } = cappedJson(
      { text: 'x'.repeat(25_000), list: Array.from({ length: 300 }, () => 0) },
      left,
    );
    expect(capped).toBe(true);
    expect(fieldOf(value, 'text')).toMatch(/x… 5000 characters$/);
    expect(fieldOf(value, 'list')).toHaveLength(201);
  });

  it('stays small for a value that is wide at every level, and for one that is very deep', () => {
    const wide = Array.from({ length: 150 }, () =>
      Array.from({ length: 150 }, () => Array.from({ length: 150 }, () => 1)),
    );
    expect(JSON.stringify(cappedJson(wide, left).value).length).toBeLessThan(4_000_000);
    let deep: unknown = 1;
    for (let level = 0; level < 20_000; level += 1) deep = [deep];
    expect(cappedJson(deep, left).capped).toBe(true);
  });
});

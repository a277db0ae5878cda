// @vitest-environment jsdom
import { afterEach, describe, expect, it, vi } from 'vitest';
import { rememberedSession, rememberSession } from '../../../devtools/data/last-session.ts';

afterEach(() => {
  vi.restoreAllMocks();
  localStorage.clear();
});

describe('the session that was looked at last', () => {
  it('is remembered for each store', () => {
    rememberSession('a', 'one');
    rememberSession('b', 'two');
    rememberSession('a', 'three');
    expect([rememberedSession('a'), rememberedSession('b'), rememberedSession('c')]).toEqual([
      'three',
      'two',
      null,
    ]);
  });

  it('is remembered for the twenty stores that were used last', () => {
    for (let index = 0; index < 25; index += 1) rememberSession(`store ${index}`, 'x');
    expect(rememberedSession('store 4')).toBeNull();
    expect(rememberedSession('store 5')).toBe('x');
  });

  it.each(['{bad', '{}', '[1,null,{"store":1,"session":"x"}]', '"text"'])('reads %s as nothing', (stored) => {
    localStorage.setItem('turnfork-devtools-last-sessions', stored);
    expect(rememberedSession('a')).toBeNull();
    rememberSession('a', 'one');
    expect(rememberedSession('a')).toBe('one');
  });

  it('is forgotten where the page may store nothing', () => {
    vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw new DOMException('full', 'QuotaExceededError');
    });
    vi.spyOn(Storage.prototype, 'getItem').mockImplementation(() => {
      throw new DOMException('blocked', 'SecurityError');
    });
    expect(() => rememberSession('a', 'one')).not.toThrow();
    expect(rememberedSession('a')).toBeNull();
  });
});

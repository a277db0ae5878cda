// @vitest-environment jsdom
import { describe, expect, it } from 'vitest';
import { SHORTCUTS, shortcutOf, writesText, type PressedKey } from '../../../devtools/data/shortcuts.ts';
import { messagesFor } from '../../../devtools/i18n/messages.ts';

function pressed(key: string, held: Partial<PressedKey> = {}): PressedKey {
  return { key, ctrlKey: false, metaKey: false, altKey: false, shiftKey: false, ...held };
}

describe('the table of shortcuts', () => {
  it('gives no key two meanings in one place', () => {
    const keys = SHORTCUTS.flatMap(({ place, keys }) => keys.map((key) => `${place} ${key}`));
    expect(new Set(keys).size).toBe(keys.length);
  });

  it('has words for each in both languages', () => {
    for (const language of ['en', 'zh'] as const) {
      const { what, place } = messagesFor(language).shortcuts;
      for (const shortcut of SHORTCUTS) {
        expect(what[shortcut.id], shortcut.id).not.toBe('');
        expect(place[shortcut.place]).not.toBe('');
      }
    }
  });

  it('knows a letter in either case, and leaves the browser its own combinations', () => {
    expect(shortcutOf(pressed('f'), 'timeline')).toBe('fork');
    expect(shortcutOf(pressed('F', { shiftKey: true }), 'timeline')).toBe('fork');
    expect(shortcutOf(pressed('f', { ctrlKey: true }), 'timeline')).toBeNull();
    expect(shortcutOf(pressed('f', { metaKey: true }), 'timeline')).toBeNull();
    expect(shortcutOf(pressed('ArrowLeft', { altKey: true }), 'timeline')).toBeNull();
  });

  it('acts only where it belongs', () => {
    expect(shortcutOf(pressed('f'), 'overview')).toBeNull();
    expect(shortcutOf(pressed('?', { shiftKey: true }), 'panel')).toBe('help');
    expect(shortcutOf(pressed('Home', { shiftKey: true }), 'timeline')).toBeNull();
    expect(shortcutOf(pressed('Home', { shiftKey: true }), 'overview')).toBe('firstTurn');
  });

  it('is not for where text is written', () => {
    expect(writesText(document.createElement('input'))).toBe(true);
    expect(writesText(document.createElement('textarea'))).toBe(true);
    expect(writesText(document.createElement('div'))).toBe(false);
    expect(writesText(null)).toBe(false);
  });
});

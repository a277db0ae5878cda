import { fieldOf, numberAt } from './read-field.ts';

const KEY = 'turnfork-devtools';

/** What the panel remembers between visits: the widths of its panes, in per cent. */
export interface PanelMemory {
  readonly layout: Readonly<Record<string, number>> | null;
}

const NOTHING: PanelMemory = { layout: null };

/** Reads what was remembered. Storage that is blocked, full of junk or of another shape reads as nothing. */
export function readPanelMemory(paneIds: readonly string[]): PanelMemory {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(KEY) ?? 'null');
    const layout: Record<string, number> = {};
    for (const id of paneIds) {
      const size = numberAt(fieldOf(stored, 'layout'), id);
      if (size === undefined || size <= 0 || size > 100) return NOTHING;
      layout[id] = size;
    }
    return { layout };
  } catch {
    return NOTHING;
  }
}

/** Remembers, where the page may. */
export function writePanelMemory(memory: PanelMemory): void {
  try {
    localStorage.setItem(KEY, JSON.stringify(memory));
  } catch {
    // A page that may not store anything has a panel with default widths.
  }
}

export const DOCK_EDGES = ['bottom', 'top', 'left', 'right'] as const;
export type DockEdge = (typeof DOCK_EDGES)[number];

export const SMALLEST = 20;
export const LARGEST = 90;
const KEY = 'turnfork-devtools-floating';

/** What the floating form remembers between visits. */
export interface DockMemory {
  readonly open: boolean;
  readonly edge: DockEdge;
  /** Per cent of the window, from `SMALLEST` to `LARGEST`. */
  readonly size: number;
}

const DEFAULTS: DockMemory = { open: false, edge: 'bottom', size: 45 };

/** Reads what was remembered; each field that is missing or makes no sense, and all of blocked storage, is the default. */
export function readDockMemory(): DockMemory {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(KEY) ?? 'null');
    if (typeof stored !== 'object' || stored === null) return DEFAULTS;
    const fields = new Map<string, unknown>(Object.entries(stored));
    const size = fields.get('size');
    return {
      open: fields.get('open') === true,
      edge: DOCK_EDGES.find((edge) => edge === fields.get('edge')) ?? DEFAULTS.edge,
      size: typeof size === 'number' && size >= SMALLEST && size <= LARGEST ? size : DEFAULTS.size,
    };
  } catch {
    return DEFAULTS;
  }
}

/** Remembers, where the page may. */
export function writeDockMemory(memory: DockMemory): void {
  try {
    localStorage.setItem(KEY, JSON.stringify(memory));
  } catch {
    // A page that may not store anything has a dock of the default size.
  }
}

import { LARGEST, SMALLEST, type DockEdge } from './dock-memory.ts';

const STEP = 2;
/** Which arrow makes the dock larger: the one that leads away from its edge. */
const GROWS: Readonly<Record<DockEdge, string>> = {
  bottom: 'ArrowUp',
  top: 'ArrowDown',
  left: 'ArrowRight',
  right: 'ArrowLeft',
};
const SHRINKS: Readonly<Record<DockEdge, string>> = {
  bottom: 'ArrowDown',
  top: 'ArrowUp',
  left: 'ArrowLeft',
  right: 'ArrowRight',
};

interface Sized {
  readonly edge: DockEdge;
  readonly size: number;
}

/** The handle that resizes the dock, by pointer and by keys. `resize` is called with per cents of the window. */
export function createSeparator(now: () => Sized, resize: (size: number) => void): HTMLElement {
  const separator = document.createElement('div');
  separator.className = 'separator';
  separator.tabIndex = 0;
  separator.setAttribute('role', 'separator');
  separator.setAttribute('aria-valuemin', `${SMALLEST}`);
  separator.setAttribute('aria-valuemax', `${LARGEST}`);
  separator.addEventListener('keydown', (event) => {
    const size = sizeAfterKey(event.key, now());
    if (size === null) return;
    event.preventDefault();
    resize(within(size));
  });
  separator.addEventListener('pointerdown', (event) => {
    if (event.button !== 0) return;
    event.preventDefault();
    separator.focus();
    separator.setPointerCapture(event.pointerId);
  });
  separator.addEventListener('pointermove', (event) => {
    if (separator.hasPointerCapture(event.pointerId)) resize(within(sizeAt(event, now().edge)));
  });
  return separator;
}

function sizeAfterKey(key: string, { edge, size }: Sized): number | null {
  if (key === GROWS[edge]) return size + STEP;
  if (key === SHRINKS[edge]) return size - STEP;
  if (key === 'Home') return SMALLEST;
  if (key === 'End') return LARGEST;
  return null;
}

function sizeAt({ clientX, clientY }: PointerEvent, edge: DockEdge): number {
  const across = edge === 'left' || edge === 'right';
  const part = across ? clientX / innerWidth : clientY / innerHeight;
  return 100 * (edge === 'left' || edge === 'top' ? part : 1 - part);
}

function within(size: number): number {
  return Math.round(Math.min(LARGEST, Math.max(SMALLEST, size)));
}

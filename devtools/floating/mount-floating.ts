import { FloatingDock, type FloatingOptions } from './floating-dock.ts';

export interface MountedFloatingDevtools {
  /** Changes some of the options. */
  update(options: Partial<FloatingOptions>): void;
  /** Takes the button, the dock and the window out of the page. */
  unmount(): void;
}

/** Puts the button of the devtools into a page that has no React of its own. The panel is loaded when it is first opened. */
export function mountFloatingSessionDevtools(options: FloatingOptions): MountedFloatingDevtools {
  let current = options;
  const dock = new FloatingDock(current, () => import('./opened-dock.ts'));
  return {
    update(changes) {
      current = { ...current, ...changes };
      dock.update(current);
    },
    unmount: () => dock.remove(),
  };
}

import type { PanelOptions } from './shell/panel-app.tsx';
import { openPanelRoot } from './shell/panel-root.tsx';

export interface MountedSessionDevtools {
  /** Changes some of the options. */
  update(options: Partial<PanelOptions>): void;
  /** Takes the panel out of the element and ends its subscription. */
  unmount(): void;
}

/** Puts the panel into an element of a page that has no React of its own. The element needs a height. */
export function mountSessionDevtools(element: HTMLElement, options: PanelOptions): MountedSessionDevtools {
  const root = openPanelRoot(element);
  let current = options;
  root.render(current);
  return {
    update(changes) {
      current = { ...current, ...changes };
      root.render(current);
    },
    unmount() {
      root.close();
    },
  };
}

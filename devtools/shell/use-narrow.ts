import { useLayoutEffect, useState, type RefObject } from 'react';

/** Below this width, in px, one pane at a time is shown. */
export const NARROW_BELOW = 700;

/** Whether an element is too narrow for panes side by side. It is the panel's width that counts, not the window's. */
export function useNarrow(element: RefObject<HTMLElement | null>): boolean {
  const [narrow, setNarrow] = useState(false);
  useLayoutEffect(() => {
    const target = element.current;
    if (target === null || typeof ResizeObserver !== 'function') return undefined;
    const observer = new ResizeObserver(([entry]) => {
      const width = entry?.contentRect.width ?? 0;
      if (width > 0) setNarrow(width < NARROW_BELOW);
    });
    observer.observe(target);
    return () => observer.disconnect();
  }, [element]);
  return narrow;
}

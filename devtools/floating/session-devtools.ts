import { useEffect, useRef } from 'react';
import type { FloatingOptions } from './floating-dock.ts';
import { mountFloatingSessionDevtools, type MountedFloatingDevtools } from './mount-floating.ts';

/**
 * The devtools as a round button over your page that opens a dock at any edge, or a window. It renders nothing where it
 * stands, on a server or elsewhere: the button lies in the page's body, in a shadow root and in the top layer.
 */
export function SessionDevtools(options: FloatingOptions): null {
  const latest = useRef(options);
  const floating = useRef<MountedFloatingDevtools | null>(null);

  useEffect(() => {
    const mounted = mountFloatingSessionDevtools(latest.current);
    floating.current = mounted;
    return () => {
      floating.current = null;
      mounted.unmount();
    };
  }, []);

  useEffect(() => {
    latest.current = options;
    floating.current?.update(options);
  });

  return null;
}

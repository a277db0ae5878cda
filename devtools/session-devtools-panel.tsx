import { useEffect, useRef, type CSSProperties, type JSX } from 'react';
import type { PanelOptions } from './shell/panel-app.tsx';
import { openPanelRoot, type PanelRoot } from './shell/panel-root.tsx';

export interface SessionDevtoolsPanelProps extends PanelOptions {
  /** For the host element, which lies in your page: give it a height. */
  readonly className?: string;
  readonly style?: CSSProperties;
}

/**
 * The panel, as a block of your layout. It fills its host element and draws inside a shadow root of its own, so that
 * neither its styles nor its events mix with the page's. On a server it renders the empty host element.
 */
export function SessionDevtoolsPanel({
  className,
  style,
  ...options
}: SessionDevtoolsPanelProps): JSX.Element {
  const host = useRef<HTMLDivElement>(null);
  const panel = useRef<PanelRoot | null>(null);

  useEffect(() => {
    if (host.current === null) return undefined;
    const root = openPanelRoot(host.current);
    panel.current = root;
    return () => {
      panel.current = null;
      root.close();
    };
  }, []);

  useEffect(() => {
    panel.current?.render(options);
  });

  return <div ref={host} className={className} style={style} data-turnfork-devtools="" />;
}

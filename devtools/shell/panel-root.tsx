import { createRoot } from 'react-dom/client';
import { PanelApp, type PanelOptions } from './panel-app.tsx';
import { adoptPanelStyles } from './panel-styles.ts';

export interface PanelRoot {
  render(options: PanelOptions): void;
  close(): void;
}

/**
 * Opens a React root inside the element's shadow root. A root of its own, not a portal: an event in a shadow root is
 * seen a second time outside with the host as its target, and a portal would hand both to the page's React handlers.
 */
export function openPanelRoot(host: HTMLElement): PanelRoot {
  const shadow = host.shadowRoot ?? host.attachShadow({ mode: 'open' });
  adoptPanelStyles(shadow);
  const container = host.ownerDocument.createElement('div');
  container.className = 'panel-container';
  shadow.append(container);
  const root = createRoot(container);
  return {
    render(options) {
      root.render(<PanelApp {...options} />);
    },
    close() {
      container.remove();
      // React refuses to unmount one root while it commits another, which is when a component's cleanup runs.
      queueMicrotask(() => root.unmount());
    },
  };
}

/** A window of its own for the panel. */
export interface PanelWindow {
  /** Where the panel is mounted; its styles are made in this element's document. */
  readonly place: HTMLElement;
  focus(): void;
  close(): void;
}

/** Opens an empty window that closes with this page; null when the browser blocks it. `onClosed` when the reader closes it. */
export function openPanelWindow(title: string, lang: string, onClosed: () => void): PanelWindow | null {
  const opened = window.open('', '', 'popup,width=1100,height=700');
  if (opened === null) return null;
  const page = opened.document;
  page.title = title;
  page.documentElement.lang = lang;
  page.body.style.margin = '0';
  const place = page.createElement('main');
  place.style.height = '100vh';
  page.body.append(place);

  let over = false;
  const close = (): void => {
    if (over) return;
    over = true;
    removeEventListener('pagehide', close);
    opened.close();
  };
  addEventListener('pagehide', close);
  opened.addEventListener('pagehide', () => {
    if (over) return;
    close();
    onClosed();
  });
  return { place, focus: () => opened.focus(), close };
}

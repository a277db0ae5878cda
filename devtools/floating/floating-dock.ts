import { floatingMessages, type FloatingMessages } from '../i18n/floating-messages.ts';
import { pageLanguage, type PanelLanguage } from '../i18n/page-language.ts';
import type { MountedSessionDevtools } from '../mount-session-devtools.tsx';
import type { PanelOptions } from '../shell/panel-app.tsx';
import { DOCK_EDGES, readDockMemory, writeDockMemory, type DockMemory } from './dock-memory.ts';
import { createSeparator } from './dock-separator.ts';
import styles from './floating.css?inline';
import { openPanelWindow, type PanelWindow } from './panel-window.ts';

export type FloatingCorner = 'bottom-right' | 'bottom-left' | 'top-right' | 'top-left';

export interface FloatingOptions extends PanelOptions {
  /** Where the button is; `bottom-right` by default. */
  readonly corner?: FloatingCorner;
}

type MountPanel = (element: HTMLElement, options: PanelOptions) => MountedSessionDevtools;
/** Fetches the panel, which is a chunk of its own. */
export type LoadPanel = () => Promise<{ readonly mountSessionDevtools: MountPanel }>;

/** The button and the dock, in a shadow root and in the top layer. Plain DOM, so that it costs next to nothing until opened. */
export class FloatingDock {
  readonly #host = document.createElement('turnfork-devtools');
  readonly #root = element('div', 'root');
  readonly #launcher = button('launcher', '⑂');
  readonly #dock = element('section', 'dock');
  readonly #title = element('span', 'title');
  readonly #edges = element('span', 'group');
  readonly #popOut = button('', '⧉');
  readonly #close = button('', '×');
  readonly #note = element('div', 'note');
  readonly #body = element('div', 'body');
  readonly #separator = createSeparator(
    () => this.#memory,
    (size) => this.#remember({ size }),
  );
  readonly #darkness = typeof matchMedia === 'function' ? matchMedia('(prefers-color-scheme: dark)') : null;
  readonly #loadPanel: LoadPanel;
  #options: FloatingOptions;
  #memory = readDockMemory();
  #panel: MountedSessionDevtools | null = null;
  #window: PanelWindow | null = null;
  /** Counted up whenever the panel is wanted elsewhere or no more, so that a late load does nothing. */
  #request = 0;

  constructor(options: FloatingOptions, loadPanel: LoadPanel) {
    this.#options = options;
    this.#loadPanel = loadPanel;
    this.#build();
    this.#draw();
    if (this.#memory.open) this.#show();
  }

  update(options: FloatingOptions): void {
    this.#options = options;
    this.#draw();
    this.#panel?.update(options);
  }

  remove(): void {
    this.#dropPanel();
    this.#closeWindow();
    this.#darkness?.removeEventListener('change', this.#draw);
    this.#host.remove();
  }

  get #lang(): PanelLanguage {
    return this.#options.lang ?? pageLanguage();
  }

  get #words(): FloatingMessages {
    return floatingMessages[this.#lang];
  }

  #build(): void {
    const shadow = this.#host.attachShadow({ mode: 'open' });
    if ('adoptedStyleSheets' in shadow) {
      const sheet = new CSSStyleSheet();
      sheet.replaceSync(styles);
      shadow.adoptedStyleSheets = [sheet];
    }
    for (const edge of DOCK_EDGES) {
      const choice = button('edge', '');
      choice.dataset['edge'] = edge;
      choice.addEventListener('click', () => this.#remember({ edge }));
      this.#edges.append(choice);
    }
    this.#edges.role = 'group';
    this.#dock.hidden = true;
    this.#note.hidden = true;
    const bar = element('div', 'bar');
    bar.append(this.#title, this.#edges, this.#popOut, this.#close);
    this.#dock.append(this.#separator, bar, this.#note, this.#body);
    this.#root.append(this.#launcher, this.#dock);
    shadow.append(this.#root);
    document.body.append(this.#host);

    this.#launcher.addEventListener('click', () => {
      if (this.#window !== null) return this.#window.focus();
      this.#remember({ open: true });
      this.#show();
      this.#close.focus();
    });
    this.#close.addEventListener('click', () => this.#hide());
    this.#popOut.addEventListener('click', () => this.#toWindow());
    // The panel's own layers use Escape first, and say so by preventing its default.
    this.#dock.addEventListener('keydown', (event) => {
      if (event.key !== 'Escape' || event.defaultPrevented) return;
      const [origin] = event.composedPath();
      // Escape empties a field that is being searched in.
      if (origin instanceof HTMLInputElement && origin.value !== '') return;
      event.preventDefault();
      this.#hide();
    });
    this.#darkness?.addEventListener('change', this.#draw);
    raise(this.#launcher);
  }

  readonly #draw = (): void => {
    const words = this.#words;
    const { edge, size } = this.#memory;
    const across = edge === 'left' || edge === 'right';
    const { theme = 'system', corner = 'bottom-right' } = this.#options;
    this.#root.lang = this.#lang;
    this.#root.dataset['theme'] =
      theme === 'system' ? (this.#darkness?.matches === true ? 'dark' : 'light') : theme;
    this.#launcher.dataset['corner'] = corner;
    this.#launcher.setAttribute('aria-expanded', `${!this.#dock.hidden}`);
    name(this.#launcher, words.open);
    name(this.#popOut, words.popOut);
    name(this.#close, words.close);
    this.#dock.ariaLabel = words.dock;
    this.#title.textContent = words.dock;
    this.#edges.ariaLabel = words.edges;
    for (const choice of this.#edges.querySelectorAll('button')) {
      const own = DOCK_EDGES.find((each) => each === choice.dataset['edge']);
      if (own !== undefined) name(choice, words[own]);
      choice.setAttribute('aria-pressed', `${own === edge}`);
    }
    this.#separator.ariaLabel = words.resize;
    this.#separator.setAttribute('aria-orientation', across ? 'vertical' : 'horizontal');
    this.#separator.setAttribute('aria-valuenow', `${size}`);
    this.#dock.dataset['edge'] = edge;
    // By the object model, which a Content-Security-Policy on style attributes lets pass.
    this.#dock.style.width = across ? `${size}vw` : '';
    this.#dock.style.height = across ? '' : `${size}vh`;
  };

  #remember(changes: Partial<DockMemory>): void {
    this.#memory = { ...this.#memory, ...changes };
    writeDockMemory(this.#memory);
    this.#draw();
  }

  #show(): void {
    this.#dock.hidden = false;
    this.#launcher.hidden = true;
    raise(this.#dock);
    this.#draw();
    this.#mountIn(this.#body);
  }

  #hide(): void {
    this.#dropPanel();
    this.#dock.hidden = true;
    this.#launcher.hidden = false;
    this.#say(null);
    this.#remember({ open: false });
    raise(this.#launcher);
    this.#launcher.focus();
  }

  #toWindow(): void {
    const opened = openPanelWindow(this.#words.dock, this.#lang, () => {
      this.#window = null;
      this.#dropPanel();
      this.#launcher.focus();
    });
    if (opened === null) return this.#say(this.#words.popOutBlocked, 'alert');
    this.#hide();
    this.#window = opened;
    this.#mountIn(opened.place);
    opened.focus();
  }

  #mountIn(place: HTMLElement): void {
    this.#request += 1;
    const request = this.#request;
    this.#say(this.#words.loading);
    this.#loadPanel().then(
      ({ mountSessionDevtools }) => {
        if (request !== this.#request) return;
        this.#say(null);
        const host = place.ownerDocument.createElement('div');
        host.style.height = '100%';
        place.replaceChildren(host);
        this.#panel = mountSessionDevtools(host, this.#options);
      },
      () => {
        if (request !== this.#request) return;
        // In a window of its own there is no place to say it: the panel comes back to the page.
        this.#closeWindow();
        if (this.#dock.hidden) {
          this.#dock.hidden = false;
          this.#launcher.hidden = true;
          raise(this.#dock);
        }
        this.#say(this.#words.loadFailed, 'alert');
        const retry = button('', this.#words.retry);
        retry.addEventListener('click', () => {
          this.#mountIn(this.#body);
          this.#close.focus();
        });
        this.#note.append(retry);
      },
    );
  }

  #dropPanel(): void {
    this.#request += 1;
    this.#panel?.unmount();
    this.#panel = null;
    this.#body.replaceChildren();
  }

  #closeWindow(): void {
    this.#window?.close();
    this.#window = null;
  }

  #say(text: string | null, role: 'status' | 'alert' = 'status'): void {
    this.#note.hidden = text === null;
    this.#note.setAttribute('role', role);
    this.#note.textContent = text;
  }
}

function element<Tag extends 'div' | 'span' | 'section'>(
  tag: Tag,
  className: string,
): HTMLElementTagNameMap[Tag] {
  const created = document.createElement(tag);
  created.className = className;
  return created;
}

function button(className: string, text: string): HTMLButtonElement {
  const created = document.createElement('button');
  created.type = 'button';
  created.className = className;
  created.textContent = text;
  return created;
}

function name(control: HTMLElement, text: string): void {
  control.ariaLabel = text;
  control.title = text;
}

/** Lifts an element above everything of the page, whatever its z-index; where there is no top layer, z-index has to do. */
function raise(lifted: HTMLElement): void {
  if (typeof lifted.showPopover !== 'function') return;
  lifted.popover = 'manual';
  if (lifted.matches(':popover-open')) lifted.hidePopover();
  lifted.showPopover();
}

import { floatingMessages, type FloatingMessages } from '../i18n/floating-messages.ts';
import { pageLanguage, type PanelLanguage } from '../i18n/page-language.ts';
import type { MountedSessionDevtools } from '../mount-session-devtools.tsx';
import type { PanelOptions } from '../shell/panel-app.tsx';
import { adopt, button, element, name } from './dock-element.ts';
import { readDockMemory, writeDockMemory, type DockEdge, type DockMemory } from './dock-memory.ts';
import styles from './floating.css?inline';
import type { PanelWindow } from './panel-window.ts';

export type FloatingCorner = 'bottom-right' | 'bottom-left' | 'top-right' | 'top-left';

export interface FloatingOptions extends PanelOptions {
  /** Where the button is; `bottom-right` by default. */
  readonly corner?: FloatingCorner;
}

type OpenedDock = typeof import('./opened-dock.ts');
/** Fetches the panel and the dock's controls, which are a chunk of their own. */
export type LoadDock = () => Promise<OpenedDock>;

/** Where a dock at an edge lies: its `inset`. */
const INSETS: Readonly<Record<DockEdge, string>> = {
  bottom: 'auto 0 0',
  top: '0 0 auto',
  left: '0 auto 0 0',
  right: '0 0 0 auto',
};

/** The button and the dock, in a shadow root and in the top layer. Plain DOM, so that it costs next to nothing until opened. */
export class FloatingDock {
  readonly #host = document.createElement('turnfork-devtools');
  readonly #shadow = this.#host.attachShadow({ mode: 'open' });
  readonly #root = element('div', 'root');
  readonly #launcher = button('launcher', '⑂');
  readonly #dock = element('section', 'dock');
  readonly #title = element('span', 'title');
  readonly #close = button('', '×');
  readonly #note = element('div', 'note');
  readonly #body = element('div', 'body');
  readonly #darkness = typeof matchMedia === 'function' ? matchMedia('(prefers-color-scheme: dark)') : null;
  readonly #loadDock: LoadDock;
  #options: FloatingOptions;
  #memory = readDockMemory();
  #parts: OpenedDock | null = null;
  #drawControls: (() => void) | null = null;
  #panel: MountedSessionDevtools | null = null;
  #window: PanelWindow | null = null;
  /** Counted up whenever the panel is wanted elsewhere or no more, so that a late load does nothing. */
  #request = 0;

  constructor(options: FloatingOptions, loadDock: LoadDock) {
    this.#options = options;
    this.#loadDock = loadDock;
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
    adopt(this.#shadow, styles);
    this.#dock.hidden = true;
    this.#note.hidden = true;
    const bar = element('div', 'bar');
    bar.append(this.#title, this.#close);
    this.#dock.append(bar, this.#note, this.#body);
    this.#root.append(this.#launcher, this.#dock);
    this.#shadow.append(this.#root);
    document.body.append(this.#host);

    this.#launcher.addEventListener('click', () => {
      if (this.#window !== null) return this.#window.focus();
      this.#remember({ open: true });
      this.#show();
      this.#close.focus();
    });
    this.#close.addEventListener('click', () => this.#hide());
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
    name(this.#close, words.close);
    this.#dock.ariaLabel = words.dock;
    this.#title.textContent = words.dock;
    // By the object model, which a Content-Security-Policy on style attributes lets pass.
    // The lengths along the edge too: what is in the top layer would be as wide as its content.
    this.#dock.style.inset = INSETS[edge];
    this.#dock.style.width = across ? `${size}vw` : '100%';
    this.#dock.style.height = across ? '100%' : `${size}vh`;
    this.#drawControls?.();
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

  #toWindow(): boolean {
    const onClosed = (): void => {
      this.#window = null;
      this.#dropPanel();
      this.#launcher.focus();
    };
    const opened = this.#parts?.openPanelWindow(this.#words.dock, this.#lang, onClosed) ?? null;
    if (opened === null) return false;
    this.#hide();
    this.#window = opened;
    this.#mountIn(opened.place);
    opened.focus();
    return true;
  }

  #take(parts: OpenedDock): void {
    if (this.#parts !== null) return;
    this.#parts = parts;
    this.#drawControls = parts.addDockControls({
      shadow: this.#shadow,
      dock: this.#dock,
      close: this.#close,
      memory: () => this.#memory,
      lang: () => this.#lang,
      remember: (changes) => this.#remember(changes),
      toWindow: () => this.#toWindow(),
      warn: (text) => this.#say(text, 'alert'),
    });
  }

  #mountIn(place: HTMLElement): void {
    this.#request += 1;
    const request = this.#request;
    this.#say(this.#words.loading);
    this.#loadDock().then(
      (parts) => {
        if (request !== this.#request) return;
        this.#take(parts);
        this.#say(null);
        const host = place.ownerDocument.createElement('div');
        host.style.height = '100%';
        place.replaceChildren(host);
        this.#panel = parts.mountSessionDevtools(host, this.#options);
      },
      () => {
        if (request !== this.#request) return;
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

/** Lifts an element above everything of the page, whatever its z-index; where there is no top layer, z-index has to do. */
function raise(lifted: HTMLElement): void {
  if (typeof lifted.showPopover !== 'function') return;
  lifted.popover = 'manual';
  if (lifted.matches(':popover-open')) lifted.hidePopover();
  lifted.showPopover();
}

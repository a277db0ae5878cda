import { dockMessages } from '../i18n/dock-messages.ts';
import type { PanelLanguage } from '../i18n/page-language.ts';
import styles from './dock-controls.css?inline';
import { adopt, button, element, name } from './dock-element.ts';
import { DOCK_EDGES, type DockMemory } from './dock-memory.ts';
import { createSeparator } from './dock-separator.ts';

/** The frame of the dock, as its controls know it. */
export interface DockFrame {
  readonly shadow: ShadowRoot;
  readonly dock: HTMLElement;
  /** Before which the buttons stand. */
  readonly close: HTMLElement;
  memory(): DockMemory;
  lang(): PanelLanguage;
  remember(changes: Partial<DockMemory>): void;
  /** Moves the panel into a window; false when the browser blocks it. */
  toWindow(): boolean;
  warn(text: string): void;
}

/** Adds the handle, the choice of the edge and the way into a window. Returns what draws them anew after a change. */
export function addDockControls(frame: DockFrame): () => void {
  const { dock, close } = frame;
  const separator = createSeparator(
    () => frame.memory(),
    (size) => frame.remember({ size }),
  );
  const edges = element('span', 'group');
  edges.setAttribute('role', 'group');
  const choices = DOCK_EDGES.map((edge) => {
    const choice = button('edge', '');
    choice.dataset['edge'] = edge;
    choice.addEventListener('click', () => frame.remember({ edge }));
    edges.append(choice);
    return { edge, choice };
  });
  const popOut = button('', '⧉');
  popOut.addEventListener('click', () => {
    if (!frame.toWindow()) frame.warn(dockMessages[frame.lang()].popOutBlocked);
  });
  adopt(frame.shadow, styles);
  dock.prepend(separator);
  close.before(edges, popOut);

  const draw = (): void => {
    const words = dockMessages[frame.lang()];
    const { edge, size } = frame.memory();
    edges.ariaLabel = words.edges;
    for (const each of choices) {
      name(each.choice, words[each.edge]);
      each.choice.setAttribute('aria-pressed', `${each.edge === edge}`);
    }
    name(popOut, words.popOut);
    separator.ariaLabel = words.resize;
    const across = edge === 'left' || edge === 'right';
    separator.setAttribute('aria-orientation', across ? 'vertical' : 'horizontal');
    separator.setAttribute('aria-valuenow', `${size}`);
  };
  draw();
  return draw;
}

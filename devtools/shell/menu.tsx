import { useId, useLayoutEffect, useRef, type JSX, type KeyboardEvent, type ReactNode } from 'react';

export interface MenuItem {
  readonly id: string;
  readonly label: string;
  readonly icon: ReactNode;
  /** The key that does the same outside of the menu. */
  readonly shortcut?: string;
  /** Why it cannot be chosen now. The item stays and says so. */
  readonly unavailable?: string | null;
  readonly danger?: boolean;
  readonly onChoose: () => void;
}

/** Where a menu opens, in px of the window. */
export interface MenuPlace {
  readonly x: number;
  readonly y: number;
}

interface MenuProps {
  readonly label: string;
  readonly place: MenuPlace;
  /** Drawn with a line between them. */
  readonly groups: readonly (readonly MenuItem[])[];
  readonly onClose: () => void;
}

const MARGIN = 8;

/**
 * A menu in the browser's top layer: no list, dock or host page can cut it off. Arrows, Home, End and first letters move
 * within it, Escape and Tab close it; the focus goes back to where it was.
 */
export function Menu({ label, place, groups, onClose }: MenuProps): JSX.Element {
  const menu = useRef<HTMLDivElement>(null);
  const close = useRef(onClose);
  const idPrefix = useId();

  useLayoutEffect(() => {
    close.current = onClose;
  });

  useLayoutEffect(() => {
    const element = menu.current;
    if (element === null) return undefined;
    const { ownerDocument } = element;
    const root = element.getRootNode();
    const before = root instanceof ShadowRoot ? root.activeElement : ownerDocument.activeElement;
    // A document without a top layer draws the menu where it stands; one that knows half of it would hide it.
    if ('showPopover' in element) {
      element.popover = 'manual';
      element.showPopover();
    }
    putInView(element, place);
    itemsOf(element)[0]?.focus({ preventScroll: true });

    const onPointerDown = (event: Event): void => {
      if (!event.composedPath().includes(element)) close.current();
    };
    const closeNow = (): void => close.current();
    ownerDocument.addEventListener('pointerdown', onPointerDown, { capture: true });
    ownerDocument.defaultView?.addEventListener('resize', closeNow);
    ownerDocument.defaultView?.addEventListener('blur', closeNow);
    return () => {
      ownerDocument.removeEventListener('pointerdown', onPointerDown, { capture: true });
      ownerDocument.defaultView?.removeEventListener('resize', closeNow);
      ownerDocument.defaultView?.removeEventListener('blur', closeNow);
      const held = root instanceof ShadowRoot ? root.activeElement : ownerDocument.activeElement;
      const hadFocus = held === null || held === ownerDocument.body || element.contains(held);
      if (hadFocus && before instanceof HTMLElement) before.focus({ preventScroll: true });
    };
  }, [place]);

  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>): void => {
    // Keys pressed in the menu must not reach the list that it was opened from.
    event.stopPropagation();
    const items = itemsOf(event.currentTarget);
    const at = items.findIndex((item) => item.contains(event.target instanceof Node ? event.target : null));
    const goTo = (index: number): void => items.at(index % items.length)?.focus({ preventScroll: true });
    if (event.key === 'ArrowDown') goTo(at + 1);
    else if (event.key === 'ArrowUp') goTo(at - 1);
    else if (event.key === 'Home') goTo(0);
    else if (event.key === 'End') goTo(-1);
    else if (event.key === 'Escape' || event.key === 'Tab') onClose();
    else if (
      event.key.length === 1 &&
      event.key !== ' ' &&
      !event.ctrlKey &&
      !event.metaKey &&
      !event.altKey
    ) {
      const letter = event.key.toLowerCase();
      const order = [...items.slice(at + 1), ...items.slice(0, at + 1)];
      order
        .find((item) => item.dataset['label']?.toLowerCase().startsWith(letter))
        ?.focus({ preventScroll: true });
    } else return;
    event.preventDefault();
  };

  return (
    <div
      ref={menu}
      className="menu"
      role="menu"
      aria-label={label}
      onKeyDown={onKeyDown}
      // What holds the menu may act on clicks itself.
      onClick={(event) => event.stopPropagation()}
      onContextMenu={(event) => event.preventDefault()}
    >
      {groups
        .filter((group) => group.length > 0)
        .map((group, index) => (
          <div key={index} className="menu-group" role="group">
            {group.map((item) => {
              const unavailable = item.unavailable ?? null;
              const reasonId = `${idPrefix}-${item.id}`;
              return (
                <button
                  key={item.id}
                  type="button"
                  className="menu-item"
                  role="menuitem"
                  tabIndex={-1}
                  aria-label={item.label}
                  data-label={item.label}
                  data-danger={item.danger === true || undefined}
                  aria-disabled={unavailable !== null || undefined}
                  aria-describedby={unavailable === null ? undefined : reasonId}
                  aria-keyshortcuts={item.shortcut}
                  onClick={() => {
                    if (unavailable !== null) return;
                    onClose();
                    item.onChoose();
                  }}
                >
                  <span className="menu-icon" aria-hidden="true">
                    {item.icon}
                  </span>
                  <span className="menu-label">{item.label}</span>
                  {item.shortcut === undefined ? null : (
                    <kbd className="key" aria-hidden="true">
                      {item.shortcut}
                    </kbd>
                  )}
                  {unavailable === null ? null : (
                    <span id={reasonId} className="menu-reason">
                      {unavailable}
                    </span>
                  )}
                </button>
              );
            })}
          </div>
        ))}
    </div>
  );
}

function itemsOf(menu: HTMLElement): readonly HTMLElement[] {
  return [...menu.querySelectorAll<HTMLElement>('[role="menuitem"]')];
}

/** The menu opens to the right and below its place, and is moved where the window ends. */
function putInView(element: HTMLElement, { x, y }: MenuPlace): void {
  const { clientWidth, clientHeight } = element.ownerDocument.documentElement;
  const { width, height } = element.getBoundingClientRect();
  const left = Math.max(MARGIN, Math.min(x, clientWidth - width - MARGIN));
  const top = Math.max(MARGIN, y + height + MARGIN > clientHeight ? y - height : y);
  element.style.left = `${Math.round(left)}px`;
  element.style.top = `${Math.round(top)}px`;
}

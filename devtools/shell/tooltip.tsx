import { useEffect, useRef, useState, type JSX, type RefObject } from 'react';

const DELAY = 350;
const MARGIN = 6;

interface ShownTip {
  readonly text: string;
  readonly target: DOMRect;
}

/**
 * One tooltip for the whole panel: it shows the `data-tip` of what the pointer rests on or the keyboard has focused.
 * For screen readers the same words are in the control's name or description, so the tooltip itself is hidden.
 */
export function TooltipLayer({ area }: { readonly area: RefObject<HTMLElement | null> }): JSX.Element | null {
  const [tip, setTip] = useState<ShownTip | null>(null);
  const bubble = useRef<HTMLDivElement>(null);

  useEffect(() => {
    const element = area.current;
    if (element === null) return undefined;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let current: Element | null = null;

    const hide = (): void => {
      clearTimeout(timer);
      current = null;
      setTip(null);
    };
    const show = (event: Event, delay: number): void => {
      const target = event.target instanceof Element ? event.target.closest('[data-tip]') : null;
      if (target === current) return;
      hide();
      if (target === null) return;
      current = target;
      timer = setTimeout(() => {
        const text = target.getAttribute('data-tip');
        if (text !== null && target.isConnected) setTip({ text, target: target.getBoundingClientRect() });
      }, delay);
    };
    const onPointer = (event: Event): void => show(event, DELAY);
    const onFocus = (event: Event): void => {
      if (event.target instanceof Element && event.target.matches(':focus-visible')) show(event, 0);
    };
    const onKey = (event: KeyboardEvent): void => {
      if (event.key === 'Escape') hide();
    };

    element.addEventListener('pointerover', onPointer);
    element.addEventListener('pointerleave', hide);
    element.addEventListener('pointerdown', hide);
    element.addEventListener('focusin', onFocus);
    element.addEventListener('focusout', hide);
    element.addEventListener('keydown', onKey);
    element.addEventListener('scroll', hide, { capture: true, passive: true });
    return () => {
      clearTimeout(timer);
      element.removeEventListener('pointerover', onPointer);
      element.removeEventListener('pointerleave', hide);
      element.removeEventListener('pointerdown', hide);
      element.removeEventListener('focusin', onFocus);
      element.removeEventListener('focusout', hide);
      element.removeEventListener('keydown', onKey);
      element.removeEventListener('scroll', hide, { capture: true });
    };
  }, [area]);

  useEffect(() => {
    const element = bubble.current;
    const frame = area.current?.getBoundingClientRect();
    if (tip === null || element === null || frame === undefined) return;
    const { width, height } = element.getBoundingClientRect();
    const left = Math.min(
      Math.max(tip.target.left + tip.target.width / 2 - width / 2, frame.left + MARGIN),
      frame.right - width - MARGIN,
    );
    const below = tip.target.bottom + MARGIN;
    const top = below + height <= frame.bottom ? below : tip.target.top - height - MARGIN;
    element.style.transform = `translate(${Math.round(left - frame.left)}px, ${Math.round(top - frame.top)}px)`;
    element.dataset['placed'] = '';
  }, [tip, area]);

  if (tip === null) return null;
  return (
    <div ref={bubble} className="tooltip" aria-hidden="true">
      {tip.text}
    </div>
  );
}

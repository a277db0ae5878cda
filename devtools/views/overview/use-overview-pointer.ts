import { useRef, useState, type PointerEvent } from 'react';
import type { SeqRange } from '../../data/timeline-model.ts';

/** px that the pointer must have moved for a press to be a brush. */
const BRUSH_FROM = 5;

interface OverviewPointerOptions {
  /** The session's next seq: what the strip's width stands for. */
  readonly seq: number;
  readonly onGoTo: (seq: number) => void;
  readonly onBrush: (from: number, to: number) => void;
  readonly onClear: () => void;
}

export interface OverviewPointer {
  /** What is being brushed. */
  readonly brush: SeqRange | null;
  /** The seq that the pointer rests on. */
  readonly pointed: number | null;
  readonly handlers: {
    readonly onPointerDown: (event: PointerEvent<HTMLElement>) => void;
    readonly onPointerMove: (event: PointerEvent<HTMLElement>) => void;
    readonly onPointerUp: (event: PointerEvent<HTMLElement>) => void;
    readonly onPointerCancel: () => void;
    readonly onPointerLeave: () => void;
    readonly onDoubleClick: () => void;
  };
}

/** A press goes there, a drag brushes, a double click shows everything. */
export function useOverviewPointer({
  seq,
  onGoTo,
  onBrush,
  onClear,
}: OverviewPointerOptions): OverviewPointer {
  const pressed = useRef<{ readonly x: number; readonly seq: number; brushing: boolean } | null>(null);
  const [brush, setBrush] = useState<SeqRange | null>(null);
  const [pointed, setPointed] = useState<number | null>(null);

  const seqAt = (event: PointerEvent<HTMLElement>): number => {
    const box = event.currentTarget.getBoundingClientRect();
    const part = box.width === 0 ? 0 : (event.clientX - box.left) / box.width;
    return Math.max(0, Math.min(seq - 1, Math.floor(part * seq)));
  };
  const end = (): void => {
    pressed.current = null;
    setBrush(null);
  };

  return {
    brush,
    pointed,
    handlers: {
      onPointerDown: (event) => {
        if (event.button !== 0 || seq === 0) return;
        event.currentTarget.setPointerCapture(event.pointerId);
        pressed.current = { x: event.clientX, seq: seqAt(event), brushing: false };
      },
      onPointerMove: (event) => {
        const target = seqAt(event);
        setPointed(target);
        const press = pressed.current;
        if (press === null) return;
        press.brushing ||= Math.abs(event.clientX - press.x) >= BRUSH_FROM;
        if (press.brushing) setBrush({ from: Math.min(press.seq, target), to: Math.max(press.seq, target) });
      },
      onPointerUp: (event) => {
        const press = pressed.current;
        end();
        if (press === null) return;
        const target = seqAt(event);
        if (press.brushing) onBrush(Math.min(press.seq, target), Math.max(press.seq, target));
        else onGoTo(press.seq);
      },
      onPointerCancel: end,
      onPointerLeave: () => setPointed(null),
      onDoubleClick: onClear,
    },
  };
}

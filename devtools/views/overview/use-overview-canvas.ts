import { useCallback, useEffect, useRef, type RefObject } from 'react';
import { overviewColumns, type OverviewColumns, type OverviewInput } from '../../data/overview-columns.ts';
import { drawOverview } from './draw-overview.ts';
import { overviewPalette } from './overview-palette.ts';

interface Drawn {
  readonly input: OverviewInput;
  readonly columns: OverviewColumns;
}

/**
 * Draws the overview into a canvas at the device's own resolution: at most once a frame, and not at all where the
 * session grew by less than half a column.
 */
export function useOverviewCanvas(
  canvas: RefObject<HTMLCanvasElement | null>,
  input: OverviewInput,
  seedLength: number,
): void {
  const latest = useRef({ input, seedLength });
  const drawn = useRef<Drawn | null>(null);
  const frame = useRef<number | null>(null);

  const draw = useCallback(() => {
    frame.current = null;
    const element = canvas.current;
    const context = element?.getContext('2d') ?? null;
    if (element === null || context === null || element.width === 0) return;
    const { input: wanted, seedLength: inherited } = latest.current;
    if (drawn.current !== null && looksTheSame(drawn.current, wanted, element.width)) return;
    const columns = overviewColumns(wanted, element.width);
    drawn.current = { input: wanted, columns };
    drawOverview(context, {
      columns,
      boundary: wanted.seq === 0 ? 0 : Math.round((inherited / wanted.seq) * element.width),
      palette: overviewPalette(element),
      height: element.height,
      ratio: devicePixelRatio,
    });
  }, [canvas]);

  const drawSoon = useCallback(() => {
    frame.current ??= requestAnimationFrame(draw);
  }, [draw]);

  useEffect(() => {
    latest.current = { input, seedLength };
    drawSoon();
  }, [input, seedLength, drawSoon]);

  useEffect(() => {
    const element = canvas.current;
    if (element === null) return undefined;
    const drawAnew = (): void => {
      drawn.current = null;
      drawSoon();
    };
    const sizes = new ResizeObserver(([entry]) => {
      if (entry === undefined) return;
      element.width = Math.round(entry.contentRect.width * devicePixelRatio);
      element.height = Math.round(entry.contentRect.height * devicePixelRatio);
      drawAnew();
    });
    sizes.observe(element);
    const themes = new MutationObserver(drawAnew);
    const panel = element.closest('.panel');
    if (panel !== null) themes.observe(panel, { attributeFilter: ['data-theme'] });
    const contrast = matchMedia('(forced-colors: active)');
    contrast.addEventListener('change', drawAnew);
    return () => {
      sizes.disconnect();
      themes.disconnect();
      contrast.removeEventListener('change', drawAnew);
      if (frame.current !== null) cancelAnimationFrame(frame.current);
      frame.current = null;
    };
  }, [canvas, drawSoon]);
}

function looksTheSame({ input, columns }: Drawn, wanted: OverviewInput, width: number): boolean {
  return (
    columns.count === width &&
    input.forkPoints === wanted.forkPoints &&
    input.forkedAt === wanted.forkedAt &&
    input.open?.from === wanted.open?.from &&
    Math.abs(wanted.seq / input.seq - 1) * width < 0.5
  );
}

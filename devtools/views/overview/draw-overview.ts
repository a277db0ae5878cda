import { OVERVIEW_TONES, type OverviewColumns, type OverviewTone } from '../../data/overview-columns.ts';

/** The colours of a drawing, as CSS values. */
export interface OverviewPalette {
  readonly tones: Readonly<Record<OverviewTone, string>>;
  readonly forkPoint: string;
  readonly fork: string;
  readonly inherited: string;
}

export interface OverviewDrawing {
  readonly columns: OverviewColumns;
  /** Column at which the session's own part begins; 0 when nothing is inherited. */
  readonly boundary: number;
  readonly palette: OverviewPalette;
  /** Device pixels. The width is the number of columns. */
  readonly height: number;
  /** Device pixels a CSS pixel. */
  readonly ratio: number;
}

/** The lowest bar, as a part of the height: a turn that took long for few events is still a turn. */
const LOWEST = 0.22;

/** Draws a session, one column a device pixel: bars, the ends of turns below, forks above, the inherited part hatched. */
export function drawOverview(context: CanvasRenderingContext2D, drawing: OverviewDrawing): void {
  const { columns, palette, boundary, height } = drawing;
  const ratio = Math.max(1, Math.round(drawing.ratio));
  const top = 7 * ratio;
  const bottom = height - 6 * ratio;
  context.clearRect(0, 0, columns.count, height);
  drawBars(context, columns, palette, top, bottom);
  drawHatching(context, boundary, height, palette.inherited, ratio);
  drawEnds(context, columns, palette.forkPoint, bottom + ratio, ratio);
  drawForks(context, columns, palette.fork, ratio);
}

function drawBars(
  context: CanvasRenderingContext2D,
  { count, density, tones }: OverviewColumns,
  palette: OverviewPalette,
  top: number,
  bottom: number,
): void {
  for (const [tone, name] of OVERVIEW_TONES.entries()) {
    if (name === 'empty') continue;
    context.fillStyle = palette.tones[name];
    for (let column = 0; column < count; column += 1) {
      if (tones[column] !== tone) continue;
      const part = LOWEST + (1 - LOWEST) * (density[column] ?? 0);
      // What went wrong is as tall as the strip: a single failed turn among thousands must be seen.
      const size = Math.round((bottom - top) * (name === 'error' ? 1 : part));
      context.fillRect(column, bottom - size, 1, size);
    }
  }
}

/** Diagonal lines, so that the inherited part is told by more than a colour. */
function drawHatching(
  context: CanvasRenderingContext2D,
  width: number,
  height: number,
  colour: string,
  ratio: number,
): void {
  if (width <= 0) return;
  context.save();
  context.beginPath();
  context.rect(0, 0, width, height);
  context.clip();
  context.strokeStyle = colour;
  context.lineWidth = ratio;
  context.beginPath();
  for (let x = -height; x < width; x += 6 * ratio) {
    context.moveTo(x, height);
    context.lineTo(x + height, 0);
  }
  context.stroke();
  context.restore();
  context.fillStyle = colour;
  for (let y = 0; y < height; y += 4 * ratio) context.fillRect(width - ratio, y, ratio, 2 * ratio);
}

function drawEnds(
  context: CanvasRenderingContext2D,
  { count, ends }: OverviewColumns,
  colour: string,
  top: number,
  ratio: number,
): void {
  context.fillStyle = colour;
  for (let column = 0; column < count; column += 1)
    if (ends[column] === 1)
      context.fillRect(Math.max(0, Math.min(column - ratio, count - 2 * ratio)), top, 2 * ratio, 5 * ratio);
}

function drawForks(
  context: CanvasRenderingContext2D,
  { count, forks }: OverviewColumns,
  colour: string,
  ratio: number,
): void {
  context.fillStyle = colour;
  const size = 4 * ratio;
  for (let column = 0; column < count; column += 1) {
    if (forks[column] !== 1) continue;
    context.beginPath();
    context.moveTo(column - size, 0);
    context.lineTo(column + size, 0);
    context.lineTo(column, size * 1.7);
    context.fill();
  }
}

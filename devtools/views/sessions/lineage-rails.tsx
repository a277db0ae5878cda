import type { JSX } from 'react';
import { MAX_DRAWN_DEPTH, type LineageRow } from '../../data/lineage-rows.ts';

const LANE = 16;
const LEFT = 14;
const SESSION_HEIGHT = 54;
const FOLDED_HEIGHT = 32;
const CURVE = 8;

/** Height of a line of the tree, in px. */
export function rowHeight(row: LineageRow): number {
  return row.kind === 'session' ? SESSION_HEIGHT : FOLDED_HEIGHT;
}

/** Width of the graph beside a row, in px. */
export function railWidth(depth: number): number {
  return LEFT + Math.min(depth, MAX_DRAWN_DEPTH) * LANE + 12;
}

/** The piece of the lineage graph that lies beside one row: rails that pass, the bend from the parent, the dot. */
export function LineageRails({ row }: { readonly row: LineageRow }): JSX.Element {
  const depth = Math.min(row.depth, MAX_DRAWN_DEPTH);
  const height = rowHeight(row);
  const dot = dotOf(row);
  return (
    <svg className="rails" width={railWidth(row.depth)} height={height} aria-hidden="true" focusable="false">
      {row.rails.map((passes, level) =>
        passes && level > 0 ? (
          <path key={level} className="rail" data-lane={level % 5} d={`M${laneX(level - 1)} 0V${height}`} />
        ) : null,
      )}
      {row.depth > 0 ? <path className="rail" data-lane={depth % 5} d={bendPath(row, depth)} /> : null}
      {row.kind === 'session' && row.expanded ? (
        <path
          className="rail"
          data-lane={Math.min(row.depth + 1, MAX_DRAWN_DEPTH) % 5}
          d={`M${laneX(depth)} ${dot}V${height}`}
        />
      ) : null}
      <Dot row={row} x={laneX(depth)} y={dot} lane={depth % 5} />
    </svg>
  );
}

interface DotProps {
  readonly row: LineageRow;
  readonly x: number;
  readonly y: number;
  readonly lane: number;
}

/** A round dot for a session, a diamond for one whose lineage is broken, three small ones for many. */
function Dot({ row, x, y, lane }: DotProps): JSX.Element {
  if (row.kind === 'folded-forks')
    return (
      <g className="rail-dots" data-lane={lane}>
        {[-5, 0, 5].map((shift) => (
          <circle key={shift} cx={x + shift} cy={y} r={1.6} />
        ))}
      </g>
    );
  if (row.mark !== null)
    return (
      <path
        className="rail-dot rail-dot-marked"
        d={`M${x - 5} ${y}L${x} ${y - 5}L${x + 5} ${y}L${x} ${y + 5}Z`}
      />
    );
  return (
    <circle
      className="rail-dot"
      data-lane={lane}
      data-root={row.depth === 0 || undefined}
      cx={x}
      cy={y}
      r={4.5}
    />
  );
}

function dotOf(row: LineageRow): number {
  return row.kind === 'session' ? 20 : FOLDED_HEIGHT / 2;
}

function bendPath(row: LineageRow, depth: number): string {
  const x = laneX(depth);
  const y = dotOf(row);
  if (row.depth > MAX_DRAWN_DEPTH) return `M${x} 0V${y}`;
  const parent = laneX(depth - 1);
  const end = row.kind === 'session' ? x : x - 9;
  const bend = `M${parent} 0V${y - CURVE}Q${parent} ${y} ${parent + CURVE} ${y}H${end}`;
  return row.isLast ? bend : `${bend}M${parent} ${y - CURVE}V${rowHeight(row)}`;
}

function laneX(depth: number): number {
  return LEFT + depth * LANE;
}

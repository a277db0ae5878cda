import type { JSX } from 'react';
import { MAX_DRAWN_DEPTH, type LineageRow } from '../../data/lineage-rows.ts';

const LANE = 16;
const LEFT = 14;
export const ROW_HEIGHT = 54;
const DOT = 20;
const CURVE = 8;

/** Width of the graph beside a row, in px. */
export function railWidth(depth: number): number {
  return LEFT + Math.min(depth, MAX_DRAWN_DEPTH) * LANE + 12;
}

/** The piece of the lineage graph that lies beside one row: rails that pass, the bend from the parent, the dot. */
export function LineageRails({ row }: { readonly row: LineageRow }): JSX.Element {
  const depth = Math.min(row.depth, MAX_DRAWN_DEPTH);
  const x = laneX(depth);
  return (
    <svg
      className="rails"
      width={railWidth(row.depth)}
      height={ROW_HEIGHT}
      aria-hidden="true"
      focusable="false"
    >
      {row.rails.map((passes, level) =>
        passes && level > 0 ? (
          <path
            key={level}
            className="rail"
            data-lane={level % 5}
            d={`M${laneX(level - 1)} 0V${ROW_HEIGHT}`}
          />
        ) : null,
      )}
      {row.depth > 0 ? <path className="rail" data-lane={depth % 5} d={bendPath(row, depth)} /> : null}
      {row.expanded ? (
        <path
          className="rail"
          data-lane={Math.min(row.depth + 1, MAX_DRAWN_DEPTH) % 5}
          d={`M${x} ${DOT}V${ROW_HEIGHT}`}
        />
      ) : null}
      {row.mark === null ? (
        <circle
          className="rail-dot"
          data-lane={depth % 5}
          data-root={row.depth === 0 || undefined}
          cx={x}
          cy={DOT}
          r={4.5}
        />
      ) : (
        <path
          className="rail-dot rail-dot-marked"
          d={`M${x - 5} ${DOT}L${x} ${DOT - 5}L${x + 5} ${DOT}L${x} ${DOT + 5}Z`}
        />
      )}
    </svg>
  );
}

function bendPath(row: LineageRow, depth: number): string {
  const x = laneX(depth);
  if (row.depth > MAX_DRAWN_DEPTH) return `M${x} 0V${DOT}`;
  const parent = laneX(depth - 1);
  const bend = `M${parent} 0V${DOT - CURVE}Q${parent} ${DOT} ${parent + CURVE} ${DOT}H${x}`;
  return row.isLast ? bend : `${bend}M${parent} ${DOT - CURVE}V${ROW_HEIGHT}`;
}

function laneX(depth: number): number {
  return LEFT + depth * LANE;
}

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { RowHeights } from '../../../devtools/data/row-heights.ts';
import { RowList } from '../../../devtools/data/row-list.ts';
import { ScrollSpace } from '../../../devtools/data/scroll-space.ts';
import { skeletonCount, skeletonRows } from '../../../devtools/data/section-rows.ts';
import { endedSections, type TimelineSection } from '../../../devtools/data/timeline-sections.ts';
import type { TimelineRow } from '../../../devtools/data/timeline-rows.ts';
import { forkPoint } from './fork-point.ts';

/** A folded session; counts the sections whose rows were built. */
function folded(turns: number): { rows: RowList; built: Set<string> } {
  const built = new Map<string, readonly TimelineRow[]>();
  const sections = endedSections(
    Array.from({ length: turns }, (_, index) =>
      forkPoint({ turn: index + 1, from: index * 10, start: index * 10, seq: index * 10 + 9 }),
    ),
  );
  const rowsOf = (section: TimelineSection): readonly TimelineRow[] => {
    const rows = built.get(section.key) ?? skeletonRows(section, false, null);
    built.set(section.key, rows);
    return rows;
  };
  const counts = sections.map((section) => skeletonCount(section, false, null));
  const rows = new RowList({ sections, counts, rowsOf, isBuilt: () => false, trailing: [] });
  return {
    rows,
    get built() {
      return new Set(built.keys());
    },
  };
}

describe('the heights of rows', () => {
  it('are those of a plain list, whatever was measured in which order', () => {
    fc.assert(
      fc.property(
        fc.array(fc.record({ index: fc.nat(39), height: fc.integer({ min: 1, max: 400 }) })),
        (measured) => {
          const { rows } = folded(20);
          const heights = new RowHeights(rows);
          const plain = Array.from({ length: rows.count }, (_, index) => heights.heightAt(index));
          for (const { index, height } of measured) {
            heights.measure(index, height);
            plain[index] = height;
          }
          let top = 8;
          for (const [index, height] of plain.entries()) {
            expect(heights.topOf(index)).toBe(top);
            expect(heights.indexAt(top)).toBe(index);
            expect(heights.indexAt(top + height - 1)).toBe(index);
            top += height;
          }
          expect(heights.total).toBe(top + 16);
        },
      ),
    );
  });

  it('build no rows but those that are looked at', () => {
    const session = folded(10_000);
    const heights = new RowHeights(session.rows);
    const middle = heights.indexAt(heights.total / 2);
    heights.measure(middle, 90);
    expect(heights.indexAt(heights.topOf(middle))).toBe(middle);
    expect(session.built.size).toBeLessThan(6);
  });

  it('say when nothing was new', () => {
    const heights = new RowHeights(folded(2).rows);
    expect(heights.measure(0, 50)).toBe(true);
    expect(heights.measure(0, 50)).toBe(false);
    expect(heights.measure(99, 50)).toBe(false);
  });

  it('have a first and a last row for what is beyond the ends', () => {
    const { rows } = folded(3);
    const heights = new RowHeights(rows);
    expect(heights.indexAt(-100)).toBe(0);
    expect(heights.indexAt(1_000_000)).toBe(rows.count - 1);
    expect(new RowHeights(RowList.empty).total).toBe(24);
  });
});

describe('the space to scroll in', () => {
  function space(total: number): ScrollSpace {
    const made = new ScrollSpace();
    made.resize(total, 700);
    return made;
  }

  it('is the list itself while browsers can', () => {
    const small = space(50_000);
    small.scrolledTo(1_234);
    expect([small.height, small.top, small.shift]).toEqual([50_000, 1_234, 0]);
    expect(small.goTo(80_000)).toBe(49_300);
    expect(small.isAtEnd).toBe(true);
  });

  it('is never higher than a browser can, and reaches both ends', () => {
    const huge = space(400_000_000);
    expect(huge.height).toBeLessThan(17_000_000);
    const end = huge.height - 700;
    huge.scrolledTo(end);
    expect(huge.top).toBe(huge.maxTop);
    huge.scrolledTo(0);
    expect(huge.top).toBe(0);
    expect(huge.goTo(huge.maxTop)).toBe(end);
    expect(huge.isAtEnd).toBe(true);
  });

  it('goes as far as the wheel does, and in proportion where the scrollbar is dragged', () => {
    const huge = space(400_000_000);
    const at = huge.goTo(200_000_000);
    huge.scrolledTo(at + 100);
    expect(huge.top).toBe(200_000_100);
    huge.scrolledTo(huge.height / 4);
    expect(huge.top / huge.maxTop).toBeCloseTo(0.25, 2);
  });

  it('keeps a place exactly, between any two', () => {
    const huge = space(400_000_000);
    for (const top of [0, 1, 12_345_678, 399_000_000]) {
      huge.goTo(top);
      expect(huge.top).toBe(top);
    }
  });
});

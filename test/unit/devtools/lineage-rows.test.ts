import { describe, expect, it } from 'vitest';
import { buildLineage, type SessionSummary } from '../../../lib/index.ts';
import { lineageRows, neighbourOf, type LineageRow } from '../../../devtools/data/lineage-rows.ts';

function summary(
  id: string,
  parent?: string,
  rest: { seedLength?: number; updatedAt?: number; title?: string } = {},
): SessionSummary {
  const { seedLength = 1, updatedAt = 0, title = null } = rest;
  return {
    id,
    header: {
      version: 0,
      id,
      createdAt: 0,
      ...(parent === undefined ? {} : { parentSession: parent, seedLength }),
    },
    title,
    seq: 1,
    openTurn: null,
    lastForkPoint: 0,
    turns: 1,
    failedTurns: 0,
    createdAt: 0,
    updatedAt,
    status: null,
    writer: null,
    pinned: false,
    labels: [],
    trashedAt: null,
  };
}

function view(
  sessions: readonly SessionSummary[],
  collapsed: readonly string[] = [],
  query = '',
): readonly LineageRow[] {
  const lineage = buildLineage(sessions, {
    id: (item) => item.id,
    parent: (item) => item.header.parentSession ?? null,
  });
  return lineageRows(lineage, new Set(collapsed), query).rows;
}

const idsOf = (rows: readonly LineageRow[]): readonly string[] => rows.map((row) => row.id);

describe('lineageRows', () => {
  it('puts forks below their parent, in the order in which they left it', () => {
    const rows = view([
      summary('p'),
      summary('late', 'p', { seedLength: 9 }),
      summary('early', 'p', { seedLength: 3 }),
      summary('grand', 'late'),
    ]);
    expect(rows.map((row) => [row.id, row.depth, row.position, row.siblings])).toEqual([
      ['p', 0, 1, 1],
      ['early', 1, 1, 2],
      ['late', 1, 2, 2],
      ['grand', 2, 1, 1],
    ]);
    expect(rows[3]?.rails).toEqual([false, false]);
  });

  it('draws a passing rail beside the forks of one that has later siblings', () => {
    const rows = view([
      summary('p'),
      summary('a', 'p', { seedLength: 1 }),
      summary('aa', 'a'),
      summary('b', 'p', { seedLength: 2 }),
    ]);
    expect(rows.find((row) => row.id === 'aa')?.rails).toEqual([false, true]);
  });

  it('puts the family in which something happened last first', () => {
    const rows = view([
      summary('old', undefined, { updatedAt: 5 }),
      summary('new', undefined, { updatedAt: 3 }),
      summary('child', 'new', { updatedAt: 9 }),
    ]);
    expect(idsOf(rows)).toEqual(['new', 'child', 'old']);
  });

  it('folds, and says how many forks are folded away', () => {
    const rows = view([summary('p'), summary('c', 'p')], ['p']);
    expect(rows).toMatchObject([{ id: 'p', children: 1, expanded: false }]);
  });

  it('finds by title and id, with the ancestors of what it finds, folded or not', () => {
    const sessions = [summary('p'), summary('c', 'p', { title: 'Trip to Rome' }), summary('other')];
    expect(idsOf(view(sessions, ['p'], 'ROME'))).toEqual(['p', 'c']);
    expect(idsOf(view(sessions, [], 'othe'))).toEqual(['other']);
    expect(view(sessions, [], 'nowhere')).toEqual([]);
  });

  it('marks parents that are missing or lead in a circle, and shows each session once', () => {
    const rows = view([summary('x', 'gone'), summary('a', 'b'), summary('b', 'a'), summary('self', 'self')]);
    expect([...idsOf(rows)].sort()).toEqual(['a', 'b', 'self', 'x']);
    expect(rows.find((row) => row.id === 'x')?.mark).toBe('parent-missing');
    expect(rows.find((row) => row.id === 'self')?.mark).toBe('cycle');
  });

  it('draws a line of ten thousand generations without going deep itself', () => {
    const sessions = Array.from({ length: 10_000 }, (_, index) =>
      summary(`s${index}`, index === 0 ? undefined : `s${index - 1}`),
    );
    const rows = view(sessions);
    expect(rows).toHaveLength(10_000);
    expect(rows.at(-1)?.rails.length).toBeLessThan(10);
  });
});

describe('neighbourOf', () => {
  it('is the parent, else the line below, else the one above', () => {
    const rows = view([summary('p', undefined, { updatedAt: 2 }), summary('c', 'p'), summary('q')]);
    expect(neighbourOf(rows, 'c')).toBe('p');
    expect(neighbourOf(rows, 'p')).toBe('c');
    expect(neighbourOf(rows, 'q')).toBe('c');
    expect(neighbourOf(view([summary('alone')]), 'alone')).toBeNull();
  });
});

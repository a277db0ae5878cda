import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { buildLineage, type SessionSummary } from '../../../lib/index.ts';
import {
  lineageRows,
  MANY_FORKS,
  neighbourOf,
  type LineageViewOptions,
  type SessionLine,
} from '../../../devtools/data/lineage-rows.ts';
import { EVERY_SESSION, SESSION_FILTERS } from '../../../devtools/data/session-query.ts';

function summary(
  id: string,
  parent?: string,
  rest: { seedLength?: number; updatedAt?: number; title?: string; pinned?: boolean } = {},
): SessionSummary {
  const { seedLength = 1, updatedAt = 0, title = null, pinned = false } = rest;
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
    pinned,
    labels: [],
    trashedAt: null,
  };
}

function layOut(
  sessions: readonly SessionSummary[],
  options: Partial<LineageViewOptions> = {},
): ReturnType<typeof lineageRows> {
  const lineage = buildLineage(sessions, {
    id: (item) => item.id,
    parent: (item) => item.header.parentSession ?? null,
  });
  const nothing = new Set<string>();
  return lineageRows(lineage, {
    query: EVERY_SESSION,
    collapsed: nothing,
    unfolded: nothing,
    kept: nothing,
    ...options,
  });
}

function view(
  sessions: readonly SessionSummary[],
  collapsed: readonly string[] = [],
  text = '',
): readonly SessionLine[] {
  const query = { text, filters: new Set<never>() };
  return layOut(sessions, { collapsed: new Set(collapsed), query }).rows.filter(
    (row) => row.kind === 'session',
  );
}

const idsOf = (rows: readonly SessionLine[]): readonly string[] => rows.map((row) => row.id);

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

describe('many forks', () => {
  const crowd = (count: number, rest: Parameters<typeof summary>[2] = {}) => [
    summary('p'),
    ...Array.from({ length: count }, (_, index) =>
      summary(`c${index}`, 'p', { seedLength: index + 1, updatedAt: index, ...rest }),
    ),
  ];
  const keys = (options: Partial<LineageViewOptions>, count = 10) =>
    layOut(crowd(count), options).rows.map((row) =>
      row.kind === 'session' ? row.id : `${row.forks} ${row.unfolded ? 'shown' : 'more'}`,
    );

  it('fold into a line, but for those in which something happened last', () => {
    expect(keys({})).toEqual(['p', 'c6', 'c7', 'c8', 'c9', '6 more']);
    expect(keys({}, MANY_FORKS)).toHaveLength(MANY_FORKS + 1);
  });

  it('are all there when they are asked for, with the line that folds them', () => {
    const shown = keys({ unfolded: new Set(['p']) });
    expect(shown).toHaveLength(12);
    expect(shown.at(-1)).toBe('10 shown');
  });

  it('never hide the one that is looked at, one that leads to it, or a pinned one', () => {
    expect(keys({ kept: new Set(['c0']) })).toContain('c0');
    const deep = layOut([...crowd(10), summary('below', 'c1')], { kept: new Set(['below']) });
    expect(deep.rows.map((row) => row.key)).toContain('session below');
    const pinned = layOut([...crowd(10), summary('x', 'p', { pinned: true, updatedAt: -1 })]);
    expect(pinned.rows.map((row) => row.key)).toContain('session x');
  });

  it('do not fold while one searches', () => {
    const { rows, matches } = layOut(crowd(10), { query: { text: 'c', filters: new Set() } });
    expect(matches).toBe(10);
    expect(rows.map((row) => row.kind)).not.toContain('folded-forks');
  });

  it('count up whatever is folded: every fork is shown or counted, once', () => {
    const sets = fc.uniqueArray(fc.integer({ min: 0, max: 29 }).map((index) => `c${index}`));
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 30 }), sets, fc.boolean(), (count, kept, all) => {
        const { rows } = layOut(crowd(count), {
          kept: new Set(kept),
          unfolded: new Set(all ? ['p'] : []),
        });
        const forks = rows.filter((row) => row.kind === 'session' && row.parentId === 'p');
        const line = rows.find((row) => row.kind === 'folded-forks');
        const hidden = line === undefined || line.unfolded ? 0 : line.forks;
        expect(forks.length + hidden).toBe(count);
        expect(new Set(rows.map((row) => row.key)).size).toBe(rows.length);
        const below = rows.filter((row) => row.depth === 1);
        expect(below.map((row) => row.position)).toEqual(below.map((_, index) => index + 1));
        expect(below.every((row) => row.siblings === below.length)).toBe(true);
      }),
    );
  });
});

describe('what is pinned', () => {
  it('stands first with its family, whatever happened elsewhere', () => {
    const rows = view([
      summary('busy', undefined, { updatedAt: 9 }),
      summary('quiet', undefined, { updatedAt: 1 }),
      summary('kept', 'quiet', { updatedAt: 1, pinned: true }),
    ]);
    expect(idsOf(rows)).toEqual(['quiet', 'kept', 'busy']);
  });
});

describe('a query', () => {
  const plain = summary('plain', undefined, { title: 'Trip to Rome' });
  const matching = (sessions: readonly SessionSummary[], text: string, ...filters: string[]) => {
    const known = SESSION_FILTERS.filter((filter) => filters.includes(filter));
    return idsOf(
      layOut(sessions, { query: { text, filters: new Set(known) } }).rows.filter(
        (row) => row.kind === 'session',
      ),
    );
  };

  it('needs all of its words, in title, id or labels', () => {
    const labelled = { ...plain, id: 'other', labels: ['Keep this'] };
    expect(matching([plain, labelled], 'rome')).toEqual(['plain', 'other']);
    expect(matching([plain, labelled], 'KEEP  rome')).toEqual(['other']);
    expect(matching([plain, labelled], 'rome venice')).toEqual([]);
  });

  it.each([
    ['pinned', { pinned: true }],
    ['live', { status: 'clean' }],
    ['live', { writer: 'elsewhere' }],
    ['openTurn', { openTurn: 1 }],
    ['failed', { failedTurns: 1 }],
    ['failed', { status: 'failing' }],
  ] as const)('filters by %s (%o)', (filter, change) => {
    expect(matching([plain, { ...plain, id: 'met', ...change }], '', filter)).toEqual(['met']);
    expect(matching([plain], '', filter)).toEqual([]);
  });

  it('meets filters together, and says which line is there for its fork only', () => {
    const sessions = [plain, { ...summary('fork', 'plain'), openTurn: 2 }, summary('done', 'plain')];
    const query = { text: '', filters: new Set(['forks', 'openTurn'] as const) };
    const { rows, matches } = layOut(sessions, { query });
    expect(matches).toBe(1);
    expect(rows).toMatchObject([
      { id: 'plain', matches: false },
      { id: 'fork', matches: true },
    ]);
  });
});

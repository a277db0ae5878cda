import type { LineageNode } from '../../lib/index.ts';
import type { SessionId, SessionSummary } from './devtools-store.ts';
import { matchesQuery, narrows, type SessionQuery } from './session-query.ts';

/** Deeper generations are drawn at this depth, so that a long line of forks stays readable. */
export const MAX_DRAWN_DEPTH = 6;

/** A session with more forks than this shows the latest of them, and a line for the others. */
export const MANY_FORKS = 6;
const SHOWN_OF_MANY = 4;

/** What places a line in the graph. */
interface LinePlace {
  /** Unlike any other line's. */
  readonly key: string;
  readonly depth: number;
  readonly position: number;
  readonly siblings: number;
  /** For each drawn depth below the line's own: whether a rail passes by to a later relative. */
  readonly rails: readonly boolean[];
  readonly isLast: boolean;
}

/** One visible session of the tree, with what its rails need. */
export interface SessionLine extends LinePlace {
  readonly kind: 'session';
  readonly id: SessionId;
  readonly summary: SessionSummary;
  readonly mark: LineageNode<SessionSummary>['mark'];
  readonly parentId: SessionId | null;
  readonly children: number;
  readonly expanded: boolean;
  /** False for a session that is there only because a fork of it matches the query. */
  readonly matches: boolean;
}

/** Stands for the forks of one session that would flood the list. */
export interface FoldedForksLine extends LinePlace {
  readonly kind: 'folded-forks';
  readonly parentId: SessionId;
  readonly forks: number;
  /** They are all shown above, and the line folds them again. */
  readonly unfolded: boolean;
}

export type LineageRow = SessionLine | FoldedForksLine;

export interface LineageView {
  readonly rows: readonly LineageRow[];
  /** How many sessions match the query. */
  readonly matches: number;
}

export interface LineageViewOptions {
  readonly query: SessionQuery;
  /** Sessions whose forks are hidden. */
  readonly collapsed: ReadonlySet<SessionId>;
  /** Sessions all of whose forks are shown, many as they are. */
  readonly unfolded: ReadonlySet<SessionId>;
  /** Sessions that are shown among many forks in any case. */
  readonly kept: ReadonlySet<SessionId>;
}

interface NodeFacts {
  /** Epoch ms of the last commit to the node or one of its descendants. */
  readonly activity: number;
  readonly matches: boolean;
  readonly shown: boolean;
  readonly pinned: boolean;
  readonly kept: boolean;
}

type Node = LineageNode<SessionSummary>;

type Entry = { readonly rails: readonly boolean[]; readonly position: number; readonly siblings: number } & (
  { readonly node: Node } | { readonly parent: Node; readonly forks: number; readonly unfolded: boolean }
);

/**
 * Lays the lineage out as lines: families with something pinned first, then by last activity; a parent's forks in the
 * order in which they left it.
 */
export function lineageRows(roots: readonly Node[], options: LineageViewOptions): LineageView {
  const { facts, matches } = factsOf(roots, options);
  const factOf = (node: Node): NodeFacts => facts.get(node) ?? NO_FACTS;
  const searching = narrows(options.query);
  const shown = (nodes: readonly Node[]): Node[] => nodes.filter((node) => factOf(node).shown);
  const families = shown(roots).sort(
    (a, b) => Number(factOf(b).pinned) - Number(factOf(a).pinned) || factOf(b).activity - factOf(a).activity,
  );

  const rows: LineageRow[] = [];
  const stack: Entry[] = families
    .map((node, index) => ({ node, rails: [], position: index + 1, siblings: families.length }))
    .reverse();
  for (let entry = stack.pop(); entry !== undefined; entry = stack.pop()) {
    const { rails, position, siblings } = entry;
    const place = { rails, position, siblings, isLast: position === siblings };
    if ('parent' in entry) {
      const { parent, forks, unfolded } = entry;
      const key = `forks of ${parent.id}`;
      const line = { kind: 'folded-forks', key, parentId: parent.id, depth: parent.depth + 1 } as const;
      rows.push({ ...place, ...line, forks, unfolded });
      continue;
    }
    const { node } = entry;
    const children = shown(node.children).sort(byPlaceOfFork);
    const expanded = children.length > 0 && (searching || !options.collapsed.has(node.id));
    rows.push({
      ...place,
      kind: 'session',
      key: `session ${node.id}`,
      id: node.id,
      summary: node.item,
      mark: node.mark,
      depth: node.depth,
      parentId: node.parent,
      children: children.length,
      expanded,
      matches: factOf(node).matches,
    });
    if (!expanded) continue;
    const below = node.depth < MAX_DRAWN_DEPTH ? [...rails, node.depth > 0 && !place.isLast] : rails;
    const many = !searching && children.length > MANY_FORKS;
    const unfolded = options.unfolded.has(node.id);
    const listed = many && !unfolded ? latestOf(children, factOf) : children;
    const lines = listed.length + (many ? 1 : 0);
    const forks = unfolded ? children.length : children.length - listed.length;
    if (many && forks > 0)
      stack.push({ parent: node, forks, unfolded, rails: below, position: lines, siblings: lines });
    for (let index = listed.length - 1; index >= 0; index -= 1) {
      const child = listed[index];
      if (child !== undefined)
        stack.push({
          node: child,
          rails: below,
          position: index + 1,
          siblings: many && forks > 0 ? lines : listed.length,
        });
    }
  }
  return { rows, matches };
}

const NO_FACTS: NodeFacts = { activity: 0, matches: false, shown: false, pinned: false, kept: false };

function factsOf(
  roots: readonly Node[],
  { query, kept }: LineageViewOptions,
): { readonly facts: ReadonlyMap<Node, NodeFacts>; readonly matches: number } {
  const facts = new Map<Node, NodeFacts>();
  let matches = 0;
  // Children come after their parents in this order, so walking it backwards meets every child first.
  for (const node of preorder(roots).reverse()) {
    const own = matchesQuery(node.item, query);
    if (own) matches += 1;
    let fact: NodeFacts = {
      activity: node.item.updatedAt,
      matches: own,
      shown: own,
      pinned: node.item.pinned,
      kept: kept.has(node.id),
    };
    for (const child of node.children) {
      const below = facts.get(child) ?? NO_FACTS;
      fact = {
        activity: Math.max(fact.activity, below.activity),
        matches: own,
        shown: fact.shown || below.shown,
        pinned: fact.pinned || below.pinned,
        kept: fact.kept || below.kept,
      };
    }
    facts.set(node, fact);
  }
  return { facts, matches };
}

/** Of many forks those in which something happened last, and those that are pinned, looked at, or lead to one that is. */
function latestOf(children: readonly Node[], factOf: (node: Node) => NodeFacts): readonly Node[] {
  const latest = new Set(
    [...children].sort((a, b) => factOf(b).activity - factOf(a).activity).slice(0, SHOWN_OF_MANY),
  );
  return children.filter((child) => latest.has(child) || factOf(child).kept || factOf(child).pinned);
}

/** The session to turn to when one goes: its parent, else the one below, else the one above. */
export function neighbourOf(rows: readonly LineageRow[], id: SessionId): SessionId | null {
  const sessions = rows.filter((row) => row.kind === 'session');
  const index = sessions.findIndex((row) => row.id === id);
  if (index < 0) return null;
  const parent = sessions.find((row) => row.id === sessions[index]?.parentId);
  return (parent ?? sessions[index + 1] ?? sessions[index - 1])?.id ?? null;
}

function preorder(roots: readonly Node[]): Node[] {
  const order: Node[] = [];
  const stack = [...roots];
  for (let node = stack.pop(); node !== undefined; node = stack.pop()) {
    order.push(node);
    stack.push(...node.children);
  }
  return order;
}

function byPlaceOfFork(a: Node, b: Node): number {
  const placeOf = (node: Node) => node.item.header.seedLength ?? 0;
  return placeOf(a) - placeOf(b) || a.item.createdAt - b.item.createdAt || (a.id < b.id ? -1 : 1);
}

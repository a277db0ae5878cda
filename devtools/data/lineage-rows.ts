import type { LineageNode } from '../../lib/index.ts';
import type { SessionId, SessionSummary } from './devtools-store.ts';

/** Deeper generations are drawn at this depth, so that a long line of forks stays readable. */
export const MAX_DRAWN_DEPTH = 6;

/** One visible line of the session tree, with what its rails need. */
export interface LineageRow {
  readonly id: SessionId;
  readonly summary: SessionSummary;
  readonly mark: LineageNode<SessionSummary>['mark'];
  readonly depth: number;
  readonly parentId: SessionId | null;
  readonly children: number;
  readonly expanded: boolean;
  readonly position: number;
  readonly siblings: number;
  /** For each drawn depth below the row's own: whether a rail passes by to a later relative. */
  readonly rails: readonly boolean[];
  readonly isLast: boolean;
}

export interface LineageView {
  readonly rows: readonly LineageRow[];
  /** How many sessions match the search. */
  readonly matches: number;
}

/** Lays the lineage out as lines: newest family first, a parent's forks in the order in which they left it. */
export function lineageRows(
  roots: readonly LineageNode<SessionSummary>[],
  collapsed: ReadonlySet<SessionId>,
  query: string,
): LineageView {
  const activity = new Map<SessionId, number>();
  const matching = new Map<SessionId, boolean>();
  const needle = query.trim().toLowerCase();
  let matches = 0;
  // Children come after their parents in this order, so walking it backwards meets every child first.
  for (const node of preorder(roots).reverse()) {
    const latest = Math.max(
      node.item.updatedAt,
      ...node.children.map((child) => activity.get(child.id) ?? 0),
    );
    activity.set(node.id, latest);
    const own = needle === '' || matchesQuery(node.item, needle);
    if (own) matches += 1;
    matching.set(node.id, own || node.children.some((child) => matching.get(child.id) === true));
  }
  const shown = (nodes: readonly LineageNode<SessionSummary>[]) =>
    nodes.filter((node) => matching.get(node.id) === true);
  const families = shown(roots).sort((a, b) => (activity.get(b.id) ?? 0) - (activity.get(a.id) ?? 0));

  const rows: LineageRow[] = [];
  const stack: {
    node: LineageNode<SessionSummary>;
    rails: readonly boolean[];
    position: number;
    siblings: number;
  }[] = [];
  const pushAll = (nodes: readonly LineageNode<SessionSummary>[], rails: readonly boolean[]): void => {
    for (let index = nodes.length - 1; index >= 0; index -= 1) {
      const node = nodes[index];
      if (node !== undefined) stack.push({ node, rails, position: index + 1, siblings: nodes.length });
    }
  };
  pushAll(families, []);
  for (let entry = stack.pop(); entry !== undefined; entry = stack.pop()) {
    const { node, rails, position, siblings } = entry;
    const children = shown(node.children).sort(byPlaceOfFork);
    const expanded = children.length > 0 && (needle !== '' || !collapsed.has(node.id));
    const isLast = position === siblings;
    rows.push({
      id: node.id,
      summary: node.item,
      mark: node.mark,
      depth: node.depth,
      parentId: node.parent,
      children: children.length,
      expanded,
      position,
      siblings,
      rails,
      isLast,
    });
    if (expanded)
      pushAll(children, node.depth < MAX_DRAWN_DEPTH ? [...rails, node.depth > 0 && !isLast] : rails);
  }
  return { rows, matches };
}

/** The session to turn to when one is deleted: its parent, else the line below, else the one above. */
export function neighbourOf(rows: readonly LineageRow[], id: SessionId): SessionId | null {
  const index = rows.findIndex((row) => row.id === id);
  const parent = rows.find((row) => row.id === rows[index]?.parentId);
  return (parent ?? rows[index + 1] ?? rows[index - 1])?.id ?? null;
}

function preorder(roots: readonly LineageNode<SessionSummary>[]): LineageNode<SessionSummary>[] {
  const order: LineageNode<SessionSummary>[] = [];
  const stack = [...roots];
  for (let node = stack.pop(); node !== undefined; node = stack.pop()) {
    order.push(node);
    stack.push(...node.children);
  }
  return order;
}

function matchesQuery(summary: SessionSummary, needle: string): boolean {
  return summary.id.toLowerCase().includes(needle) || (summary.title ?? '').toLowerCase().includes(needle);
}

function byPlaceOfFork(a: LineageNode<SessionSummary>, b: LineageNode<SessionSummary>): number {
  const placeOf = (node: LineageNode<SessionSummary>) => node.item.header.seedLength ?? 0;
  return placeOf(a) - placeOf(b) || a.item.createdAt - b.item.createdAt || (a.id < b.id ? -1 : 1);
}

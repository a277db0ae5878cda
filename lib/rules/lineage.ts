/** One item of a lineage tree, with its forks below it. */
export interface LineageNode<T> {
  readonly id: string;
  readonly item: T;
  /** The parent's id as the item has it, also where the node became a root. */
  readonly parent: string | null;
  /** Why a node with a parent is a root: the parent is not among the items, or the parents lead back to the node. */
  readonly mark: 'parent-missing' | 'cycle' | null;
  readonly children: readonly LineageNode<T>[];
  /** 0 for a root. */
  readonly depth: number;
}

interface OpenNode<T> extends LineageNode<T> {
  mark: 'parent-missing' | 'cycle' | null;
  children: OpenNode<T>[];
  depth: number;
}

/**
 * Arranges items by their parents; roots and children stay in the given order, and every item is there exactly once.
 * A parent that is missing makes its child a root, and so does a cycle its first item; both are marked. Of several
 * items with one id the first counts.
 */
export function buildLineage<T>(
  items: readonly T[],
  read: { readonly id: (item: T) => string; readonly parent: (item: T) => string | null },
): readonly LineageNode<T>[] {
  const nodes = new Map<string, OpenNode<T>>();
  for (const item of items) {
    const id = read.id(item);
    if (!nodes.has(id))
      nodes.set(id, { id, item, parent: read.parent(item), mark: null, children: [], depth: 0 });
  }
  markRoots(nodes);
  const roots: OpenNode<T>[] = [];
  for (const node of nodes.values()) {
    const parent = parentOf(node, nodes);
    if (parent === undefined) roots.push(node);
    else parent.children.push(node);
  }
  setDepths(roots);
  return roots;
}

function parentOf<T>(node: OpenNode<T>, nodes: ReadonlyMap<string, OpenNode<T>>): OpenNode<T> | undefined {
  return node.parent === null || node.mark !== null ? undefined : nodes.get(node.parent);
}

function markRoots<T>(nodes: ReadonlyMap<string, OpenNode<T>>): void {
  const settled = new Set<OpenNode<T>>();
  const places = new Map([...nodes.values()].map((node, place) => [node, place]));
  for (const node of nodes.values()) {
    if (node.parent !== null && !nodes.has(node.parent)) node.mark = 'parent-missing';
  }
  for (const start of nodes.values()) {
    const walked = new Set<OpenNode<T>>();
    let node: OpenNode<T> | undefined = start;
    while (node !== undefined && !settled.has(node) && !walked.has(node)) {
      walked.add(node);
      node = parentOf(node, nodes);
    }
    if (node !== undefined && walked.has(node)) breakCycle(node, nodes, places);
    for (const seen of walked) settled.add(seen);
  }
}

/** Makes the first item of a cycle, in the given order, its root. */
function breakCycle<T>(
  member: OpenNode<T>,
  nodes: ReadonlyMap<string, OpenNode<T>>,
  places: ReadonlyMap<OpenNode<T>, number>,
): void {
  let first = member;
  let node = parentOf(member, nodes);
  while (node !== undefined && node !== member) {
    if ((places.get(node) ?? 0) < (places.get(first) ?? 0)) first = node;
    node = parentOf(node, nodes);
  }
  first.mark = 'cycle';
}

function setDepths<T>(roots: readonly OpenNode<T>[]): void {
  const open = [...roots];
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    for (const child of node.children) {
      child.depth = node.depth + 1;
      open.push(child);
    }
  }
}

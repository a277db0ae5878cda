import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { buildLineage, type LineageNode } from '../../../lib/rules/lineage.ts';

interface Item {
  readonly id: string;
  readonly parent: string | null;
}

function lineageOf(items: readonly Item[]): readonly LineageNode<Item>[] {
  return buildLineage(items, { id: (item) => item.id, parent: (item) => item.parent });
}

/** Every node with its depth, parents first, without recursion. */
function flat(roots: readonly LineageNode<Item>[]): LineageNode<Item>[] {
  const found: LineageNode<Item>[] = [];
  const open = [...roots].reverse();
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    found.push(node);
    open.push(...[...node.children].reverse());
  }
  return found;
}

function outline(items: readonly Item[]): string[] {
  return flat(lineageOf(items)).map(
    (node) => `${'-'.repeat(node.depth)}${node.id}${node.mark ? ` ${node.mark}` : ''}`,
  );
}

describe('a lineage', () => {
  it('keeps the given order among roots and among children', () => {
    const items = [
      { id: 'b2', parent: 'b' },
      { id: 'c', parent: null },
      { id: 'b', parent: null },
      { id: 'b1', parent: 'b' },
      { id: 'b2a', parent: 'b2' },
    ];
    expect(outline(items)).toEqual(['c', 'b', '-b2', '--b2a', '-b1']);
    expect(lineageOf([])).toEqual([]);
  });

  it('makes a root of an item whose parent is missing, and says so', () => {
    const items = [
      { id: 'child', parent: 'gone' },
      { id: 'grandchild', parent: 'child' },
      { id: 'root', parent: null },
    ];
    expect(outline(items)).toEqual(['child parent-missing', '-grandchild', 'root']);
    expect(lineageOf(items)[0]).toMatchObject({ parent: 'gone', item: items[0] });
  });

  it('breaks a cycle at its first item, wherever it is met', () => {
    const items = [
      { id: 'tail', parent: 'z' },
      { id: 'y', parent: 'x' },
      { id: 'z', parent: 'y' },
      { id: 'x', parent: 'z' },
    ];
    expect(outline(items)).toEqual(['y cycle', '-z', '--tail', '--x']);
    expect(outline([{ id: 'self', parent: 'self' }])).toEqual(['self cycle']);
  });

  it('takes the first of several items with one id', () => {
    const items = [
      { id: 'a', parent: null },
      { id: 'a', parent: 'b' },
      { id: 'b', parent: 'a' },
    ];
    expect(outline(items)).toEqual(['a', '-b']);
    expect(lineageOf(items)[0]?.item).toBe(items[0]);
  });

  it('is not confused by ids that are names of object properties', () => {
    const items = [
      { id: '__proto__', parent: 'constructor' },
      { id: 'toString', parent: '__proto__' },
    ];
    expect(outline(items)).toEqual(['__proto__ parent-missing', '-toString']);
  });

  it('has every item once, below its parent, and marks just what it had to break', () => {
    const id = fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f', 'g', 'h');
    const anyItems = fc.array(fc.record({ id, parent: fc.option(id) }), { maxLength: 14 });
    fc.assert(
      fc.property(anyItems, (items) => {
        const nodes = flat(lineageOf(items));
        const first = new Map<string, Item>();
        for (const item of items) if (!first.has(item.id)) first.set(item.id, item);
        expect(nodes.map((node) => node.id).toSorted()).toEqual([...first.keys()].toSorted());
        const roots = nodes.filter((node) => node.depth === 0);
        expect(lineageOf(items)).toEqual(roots);
        for (const node of nodes) {
          expect(node.item).toBe(first.get(node.id));
          expect(node.mark === 'parent-missing').toBe(node.parent !== null && !first.has(node.parent));
          for (const child of node.children) {
            expect(child).toMatchObject({ parent: node.id, depth: node.depth + 1, mark: null });
          }
          if (node.mark === 'cycle') expect(isAmong(node, node.parent)).toBe(true);
          if (node.depth === 0) expect(node.parent === null || node.mark !== null).toBe(true);
        }
        const places = [...first.keys()];
        const rootPlaces = roots.map((node) => places.indexOf(node.id));
        expect(rootPlaces).toEqual(rootPlaces.toSorted((a, b) => a - b));
      }),
      { numRuns: 500 },
    );
  });

  it('of a chain 5,000 deep and 10,000 items takes no recursion', () => {
    const chain = Array.from({ length: 5000 }, (_, index) => ({
      id: `c${index}`,
      parent: index > 0 ? `c${index - 1}` : null,
    }));
    const forks = Array.from({ length: 5000 }, (_, index) => ({ id: `f${index}`, parent: `c${index}` }));
    const nodes = flat(lineageOf([...forks, ...chain].reverse()));
    expect(nodes.length).toBe(10_000);
    expect(Math.max(...nodes.map((node) => node.depth))).toBe(5000);
    const ring = chain.map((item) => (item.parent === null ? { ...item, parent: 'c4999' } : item));
    expect(
      flat(lineageOf(ring))
        .filter((node) => node.mark === 'cycle')
        .map((node) => node.id),
    ).toEqual(['c0']);
  });
});

/** Whether an id is in the tree below a node, the node included: then the node was on a cycle. */
function isAmong(node: LineageNode<Item>, id: string | null): boolean {
  return node.id === id || node.children.some((child) => isAmong(child, id));
}

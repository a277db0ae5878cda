import type { DevtoolsStore, SessionId, SessionSummary } from './devtools-store.ts';
import { firstAtOrAfter } from './fork-place.ts';
import { SnapshotSource } from './snapshot-source.ts';

/** The turn after which each fork left its parent, read from the child's own inherited part when first asked for. */
export class ForkTurns extends SnapshotSource<ReadonlyMap<SessionId, number | null>> {
  readonly #store: DevtoolsStore;
  readonly #asked = new Set<SessionId>();

  constructor(store: DevtoolsStore) {
    super(new Map());
    this.#store = store;
  }

  /** Looks a fork's turn up, unless that was done. A failure leaves it unknown: it is an ornament. */
  async ask(child: SessionSummary): Promise<void> {
    const { parentSession, seedLength } = child.header;
    if (parentSession === undefined || this.#asked.has(child.id)) return;
    this.#asked.add(child.id);
    const boundary = (seedLength ?? 0) - 1;
    try {
      const points = await this.#store.forkPoints(child.id);
      const point = points[firstAtOrAfter(points, boundary)];
      const turn = boundary >= 0 && point?.seq === boundary ? point.turn : null;
      this.publish(new Map(this.getSnapshot()).set(child.id, turn));
    } catch {
      this.#asked.delete(child.id);
    }
  }
}

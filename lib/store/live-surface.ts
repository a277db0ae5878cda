import { EventRefusedError } from '../errors.ts';
import type { SessionEvent } from '../event/session-event.ts';
import { Surface, type SurfaceChange } from '../rules/surface.ts';

/**
 * The surface of a live session. Only a `replace` needs all of it, so a session that is opened starts with what
 * changed since, and the rest is read from the turn records when somebody asks.
 */
export class LiveSurface {
  #whole: Surface | null;
  #changes: SurfaceChange[] = [];
  #loading: Promise<Surface> | undefined;
  readonly #empty = new Surface();

  /** @param whole the surface as it is, or null when it must be read first. */
  constructor(whole: Surface | null) {
    this.#whole = whole;
  }

  /** @throws EventRefusedError SURFACE when the event may not stand on this surface. */
  check(event: SessionEvent): void {
    const replaces = typeof event.surfaceOp === 'object';
    if (replaces && this.#whole === null) {
      throw new EventRefusedError(
        'SURFACE',
        'the surface of this session has not been read yet: `await session.surface()` before a replace',
        { path: 'surfaceOp', eventType: event.type, seq: event.seq },
      );
    }
    (this.#whole ?? this.#empty).checkEvent(event);
  }

  changeOf(event: SessionEvent): SurfaceChange | null {
    return this.#empty.changeOf(event);
  }

  apply(change: SurfaceChange): void {
    if (this.#whole === null) this.#changes.push(change);
    else this.#whole.apply(change);
  }

  /** The whole surface, read on the first call. `readEarlier` gives the changes from before this object existed. */
  load(readEarlier: () => Promise<Iterable<SurfaceChange>>): Promise<Surface> {
    if (this.#whole !== null) return Promise.resolve(this.#whole);
    this.#loading ??= readEarlier()
      .then((earlier) => {
        const whole = Surface.from(earlier);
        for (const change of this.#changes) whole.apply(change);
        this.#whole = whole;
        this.#changes = [];
        return whole;
      })
      .finally(() => {
        this.#loading = undefined;
      });
    return this.#loading;
  }
}

import fc from 'fast-check';
import { describe, expect, inject, test } from 'vitest';
import {
  openSessionStore,
  SessionForkError,
  TurnforkError,
  type SessionEvent,
  type SessionStore,
} from '../../../lib/index.ts';
import { appendDeltas, appendOpenTurn, appendTurn, endOpenTurn } from '../../fixtures/conversation.ts';
import { newDatabaseName } from '../../fixtures/database-name.ts';
import { refusalOf } from '../../fixtures/refusal.ts';

/** What the store must agree with: every session is a deep copy of its own. */
interface ModelSession {
  parent: string | null;
  seedLength: number | null;
  title: string | null;
  events: SessionEvent[];
  openTurn: number | null;
  trashed: boolean;
}

type Command =
  | { kind: 'create' }
  | { kind: 'turn'; pick: number; deltas: number; tools: number }
  | { kind: 'open-turn'; pick: number; deltas: number }
  | { kind: 'stream'; pick: number; deltas: number }
  | { kind: 'end-turn'; pick: number }
  | { kind: 'title-event'; pick: number }
  | { kind: 'fork'; pick: number; at: number; byObject: boolean }
  | { kind: 'fork-any'; pick: number; at: number }
  | { kind: 'delete'; pick: number }
  | { kind: 'trash'; pick: number }
  | { kind: 'restore'; pick: number }
  | { kind: 'rename'; pick: number; title: string }
  | { kind: 'flush'; pick: number }
  | { kind: 'close'; pick: number }
  | { kind: 'reopen-store' };

const pick = fc.nat(1_000);
const command: fc.Arbitrary<Command> = fc.oneof(
  { weight: 2, arbitrary: fc.constant<Command>({ kind: 'create' }) },
  {
    weight: 6,
    arbitrary: fc.record({
      kind: fc.constant('turn' as const),
      pick,
      deltas: fc.oneof(fc.nat(6), fc.constantFrom(120, 700)),
      tools: fc.nat(2),
    }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('open-turn' as const), pick, deltas: fc.nat(5) }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('stream' as const), pick, deltas: fc.nat(90) }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('end-turn' as const), pick }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('title-event' as const), pick }) },
  {
    weight: 5,
    arbitrary: fc.record({
      kind: fc.constant('fork' as const),
      pick,
      at: fc.nat(20),
      byObject: fc.boolean(),
    }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('fork-any' as const), pick, at: fc.nat(400) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('delete' as const), pick }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('trash' as const), pick }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('restore' as const), pick }) },
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constant('rename' as const), pick, title: fc.constantFrom('A', 'B') }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('flush' as const), pick }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('close' as const), pick }) },
  { weight: 1, arbitrary: fc.constant<Command>({ kind: 'reopen-store' }) },
);

const EMPTY: Omit<ModelSession, 'events'> = {
  parent: null,
  seedLength: null,
  title: null,
  openTurn: null,
  trashed: false,
};

function turnEnds(session: ModelSession): number[] {
  return session.events.filter((event) => event.type === 'turn/end').map((event) => event.seq);
}

class Run {
  readonly #name = newDatabaseName('model');
  readonly model = new Map<string, ModelSession>();
  #store: SessionStore | undefined;
  #nextId = 0;

  async store(): Promise<SessionStore> {
    this.#store ??= await openSessionStore({ name: this.#name, createId: () => `s${this.#nextId++}` });
    return this.#store;
  }

  async execute(step: Command): Promise<void> {
    const store = await this.store();
    if (step.kind === 'create') {
      const session = await store.create();
      this.model.set(session.id, { ...EMPTY, events: [] });
      return;
    }
    if (step.kind === 'reopen-store') {
      await store.close();
      this.#store = undefined;
      return;
    }
    const ids = [...this.model.keys()].filter(
      (id) => (this.model.get(id)?.trashed === true) === (step.kind === 'restore'),
    );
    const id = ids[step.pick % Math.max(1, ids.length)];
    const session = id === undefined ? undefined : this.model.get(id);
    if (id === undefined || session === undefined) return;
    if (step.kind === 'fork' || step.kind === 'fork-any') return this.#fork(store, id, session, step);
    if (step.kind === 'delete') {
      await store.delete(id);
      this.model.delete(id);
    } else if (step.kind === 'trash') {
      await store.trash(id);
      session.trashed = true;
    } else if (step.kind === 'restore') {
      await store.restore(id);
      session.trashed = false;
    } else if (step.kind === 'rename') {
      await store.rename(id, step.title);
      session.title = step.title;
    } else if (step.kind === 'flush') await store.get(id)?.flush();
    else if (step.kind === 'close') await store.get(id)?.close();
    else await this.#append(store, id, session, step);
  }

  async #append(store: SessionStore, id: string, session: ModelSession, step: Command): Promise<void> {
    const live = await store.open(id, { repair: 'none' });
    const stop = store.on('session/event', ({ sessionId, event }) => {
      this.model.get(sessionId)?.events.push(structuredClone(event));
    });
    if (step.kind === 'turn' && session.openTurn === null) appendTurn(live, step);
    if (step.kind === 'open-turn' && session.openTurn === null) session.openTurn = appendOpenTurn(live, step);
    else if (step.kind === 'stream' && session.openTurn !== null) {
      appendDeltas(live, session.openTurn, 1, 'more', step.deltas);
    } else if (step.kind === 'end-turn' && session.openTurn !== null) {
      endOpenTurn(live, session.openTurn);
      session.openTurn = null;
    } else if (step.kind === 'title-event') live.append('session/title', { title: `T${live.seq}` });
    stop();
  }

  async #fork(
    store: SessionStore,
    id: string,
    session: ModelSession,
    step: Extract<Command, { kind: 'fork' | 'fork-any' }>,
  ): Promise<void> {
    const ends = turnEnds(session);
    const boundary = step.kind === 'fork' ? ends[step.at % Math.max(1, ends.length)] : step.at;
    const source = step.kind === 'fork' && step.byObject ? (store.get(id) ?? id) : id;
    const titled = [(await store.summary(id))?.title, titleOf(session)];
    if (boundary !== undefined && ends.includes(boundary)) {
      const child = await store.fork(source, boundary);
      const events = structuredClone(session.events.slice(0, boundary + 1));
      await this.#born(child.id, titled, { parent: id, seedLength: boundary + 1, events });
      return;
    }
    const attempt = store.fork(source, boundary);
    const last = session.events.at(-1);
    if (boundary === undefined && (last === undefined || last.type === 'turn/end')) {
      const child = await attempt;
      await this.#born(child.id, titled, { parent: id, seedLength: 0, events: [] });
      return;
    }
    const at = boundary ?? session.events.length - 1;
    const refusal: unknown = await attempt.then(
      () => null,
      (error: unknown) => error,
    );
    expect(refusal).toBeInstanceOf(SessionForkError);
    if (!(refusal instanceof SessionForkError)) return;
    const opened = session.events
      .slice(0, at + 1)
      .findLast((event) => /^turn\/(start|end)$/.test(event.type));
    const inside = at < session.events.length && opened?.type === 'turn/start';
    expect(refusal.code).toBe(inside ? 'OPEN_TURN' : 'INVALID_BOUNDARY');
    expect(refusal.before).toBe(ends.findLast((end) => end < at) ?? null);
    if (at < session.events.length) expect(refusal.after).toBe(ends.find((end) => end > at) ?? null);
  }

  /** A child's title is its parent's (as stored, or as it will be when all is committed) with a number that is free. */
  async #born(
    id: string,
    parentTitles: readonly (string | null | undefined)[],
    session: Pick<ModelSession, 'parent' | 'seedLength' | 'events'>,
  ): Promise<void> {
    const title = (await (await this.store()).summary(id))?.title ?? null;
    const taken = [...this.model.values()].map((other) => other.title);
    if (title === null) expect(parentTitles).toContain(null);
    else {
      const bases = parentTitles.map((parent) => parent?.replace(/ \(\d+\)$/, ''));
      expect(bases).toContain(title.replace(/ \(\d+\)$/, ''));
      expect(taken).not.toContain(title);
    }
    this.model.set(id, { ...EMPTY, ...session, title });
  }

  async verify(): Promise<void> {
    const store = await this.store();
    const trashed = [...this.model].flatMap(([id, session]) => (session.trashed ? [id] : []));
    expect((await store.listTrash()).sessions.map(({ id }) => id).sort()).toEqual(trashed.sort());
    for (const id of trashed) {
      expect((await store.summary(id))?.trashedAt).not.toBeNull();
      for (const attempt of [() => store.events(id), () => store.open(id), () => store.fork(id, 0)]) {
        expect((await refusalOf(attempt(), TurnforkError)).code).toBe('SESSION_NOT_FOUND');
      }
      await store.restore(id);
    }
    for (const [id, session] of this.model) {
      expect(await store.events(id)).toEqual(session.events);
      expect((await store.forkPoints(id)).map(({ seq }) => seq)).toEqual(turnEnds(session));
    }
    // A commit moves its session to the top of the list, past a reader of the pages below.
    await store.flush();
    const listed = [];
    let cursor: string | null | undefined;
    do {
      const page = await store.list(cursor ? { cursor, limit: 3 } : { limit: 3 });
      listed.push(...page.sessions);
      cursor = page.cursor;
    } while (cursor !== null);
    expect(listed.map(({ id }) => id).sort()).toEqual([...this.model.keys()].sort());
    for (const [id, session] of this.model) {
      expect(await store.events(id)).toEqual(session.events);
      expect((await store.forkPoints(id)).map(({ seq }) => seq)).toEqual(turnEnds(session));
    }
    for (const [id, session] of this.model) {
      const summary = await store.summary(id);
      expect(summary?.header.parentSession ?? null).toBe(session.parent);
      expect(summary?.header.seedLength ?? null).toBe(session.seedLength);
      expect(summary?.title).toBe(titleOf(session));
      expect(await store.deriveMessages(id)).toHaveLength(
        session.events.filter(({ type }) => /^(user|assistant)\/message$|^tool\/result$/.test(type)).length,
      );
    }
    expect(await store.check()).toEqual([]);
  }

  async end(): Promise<void> {
    await this.#store?.close();
    indexedDB.deleteDatabase(this.#name);
  }
}

function titleOf(session: ModelSession): string | null {
  if (session.title !== null) return session.title;
  const data = session.events.findLast((event) => event.type === 'session/title')?.data;
  return typeof data === 'object' && data !== null && 'title' in data ? String(data.title) : null;
}

const runs = inject('modelRuns');

describe('store against a model that deep-copies', () => {
  test(`${runs} random sequences of create, append, fork, rename, trash, restore, delete, close and reopen agree`, async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(command, { minLength: 4, maxLength: 30 }), async (commands) => {
        const run = new Run();
        try {
          for (const step of commands) await run.execute(step);
          await run.verify();
        } finally {
          await run.end();
        }
      }),
      { numRuns: runs, includeErrorInReport: true },
    );
  }, 600_000);
});

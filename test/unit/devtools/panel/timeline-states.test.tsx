// @vitest-environment jsdom
import axe from 'axe-core';
import { fireEvent } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';
import {
  StorageFullError,
  type SessionStore,
  type SessionSummary,
  type StoreListener,
  type StoreNotification,
} from '../../../../lib/index.ts';
import { appendTurn } from '../../../fixtures/conversation.ts';
import { openTestStore } from '../open-test-store.ts';
import { eventually, openPanel, settle, type PanelPage } from './panel-page.tsx';

interface StagedStore {
  readonly store: SessionStore;
  /** Changes what the store says of the session. */
  readonly stage: (facts: Partial<SessionSummary>, ...told: readonly StoreNotification[]) => void;
}

/** A store whose word about one real session can be changed: what other tabs and full disks do. */
async function stagedStore(): Promise<StagedStore> {
  const store = await openTestStore();
  const session = await store.create('trip');
  appendTurn(session, { prompt: 'where to?' });
  await session.flush();
  await store.rename('trip', 'Trip');
  const listeners = new Set<StoreListener>();
  let staged: Partial<SessionSummary> = {};
  const { summary, list, subscribe } = store;
  vi.spyOn(store, 'summary').mockImplementation(async (id) => {
    const found = await summary.call(store, id);
    return found === undefined ? undefined : { ...found, ...staged };
  });
  vi.spyOn(store, 'list').mockImplementation(async (options) => {
    const page = await list.call(store, options);
    return { ...page, sessions: page.sessions.map((found) => ({ ...found, ...staged })) };
  });
  vi.spyOn(store, 'subscribe').mockImplementation((listener) => {
    listeners.add(listener);
    const end = subscribe.call(store, listener);
    return () => {
      listeners.delete(listener);
      end();
    };
  });
  return {
    store,
    stage: (facts, ...told) => {
      staged = facts;
      const changed: StoreNotification = { type: 'session/marked', sessionId: 'trip' };
      for (const notification of [...told, changed]) for (const listener of listeners) listener(notification);
    },
  };
}

const timeline = ({ inside }: PanelPage): HTMLElement => inside.getByRole('region', { name: 'Timeline' });

async function seriousFlaws(page: PanelPage): Promise<readonly string[]> {
  const { violations } = await axe.run(page.panel, {
    // jsdom lays nothing out and draws no colours.
    rules: { 'color-contrast': { enabled: false }, region: { enabled: false } },
  });
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, nodes }) => `${id}: ${nodes[0]?.html.slice(0, 160)}`);
}

describe('the timeline says', () => {
  it('who writes', async () => {
    const { store, stage } = await stagedStore();
    const page = await openPanel({ store });
    await eventually(() => expect(timeline(page).textContent).toContain('this tab writes'));
    stage({ writer: 'elsewhere' });
    await eventually(() =>
      expect(timeline(page).textContent).toContain('another tab writes, read-only here'),
    );
    stage({ writer: null, status: null });
    await eventually(() => expect(timeline(page).textContent).toContain('nobody writes'));
    expect(await seriousFlaws(page)).toEqual([]);
  });

  it('that the storage is full, what to do, and from where on events are not saved; and nothing more when they are', async () => {
    const { store, stage } = await stagedStore();
    const page = await openPanel({ store });
    await eventually(() => expect(timeline(page).textContent).toContain('where to?'));
    const session = await store.open('trip');
    vi.spyOn(session, 'flush').mockRejectedValue(new StorageFullError('full'));
    const from = session.seq;
    const pending: StoreNotification = {
      type: 'session/event',
      sessionId: 'trip',
      event: { type: 'acme/note', seq: from, time: 1, data: { text: 'kept in memory' } },
    };
    stage(
      { status: 'failing' },
      { type: 'error', sessionId: 'trip', error: new StorageFullError('no space') },
      pending,
    );
    const alert = await eventually(() => page.inside.getByRole('alert'));
    expect(alert.textContent).toContain('The storage is full');
    expect(alert.textContent).toContain('Export this session');
    await eventually(() =>
      expect(timeline(page).textContent).toContain(`From seq ${from} on only in this tab’s memory`),
    );
    expect(await seriousFlaws(page)).toEqual([]);
    stage({ status: 'clean' }, { type: 'session/flush', sessionId: 'trip', durableSeq: from + 1 });
    await eventually(() => expect(page.inside.queryByRole('alert')).toBeNull());
    expect(timeline(page).textContent).not.toContain('only in this tab’s memory');
  });

  it('why saving fails otherwise, and that a conflict cannot be saved', async () => {
    const { store, stage } = await stagedStore();
    const page = await openPanel({ store });
    await eventually(() => expect(timeline(page).textContent).toContain('where to?'));
    stage({ status: 'failing' }, { type: 'error', sessionId: 'trip', error: new RangeError('odd disk') });
    const alert = await eventually(() => page.inside.getByRole('alert'));
    await eventually(() => expect(alert.textContent).toContain('odd disk'));
    expect(alert.textContent).toContain('Saving fails');
    stage({ status: 'conflict' });
    await eventually(() =>
      expect(page.inside.getByRole('alert').textContent).toContain('Somebody else wrote to this session'),
    );
  });

  it('when an export out of trouble fails too', async () => {
    const { store, stage } = await stagedStore();
    const page = await openPanel({ store });
    await eventually(() => expect(timeline(page).textContent).toContain('where to?'));
    stage({ status: 'conflict' });
    vi.spyOn(store, 'exportLog').mockImplementation(() => {
      throw new RangeError('unreadable');
    });
    const alert = await eventually(() => page.inside.getByRole('alert'));
    await userEvent.click(alert.querySelector('button')!);
    await eventually(() => expect(page.inside.getByRole('status').textContent).toContain('unreadable'));
  });

  it('that the session is in the trash, and takes it out again', async () => {
    const { store } = await stagedStore();
    const page = await openPanel({ store, sessionId: 'trip' });
    await eventually(() => expect(timeline(page).textContent).toContain('where to?'));
    await store.trash('trip');
    await eventually(() => expect(timeline(page).textContent).toContain('This session is in the trash'));
    await userEvent.click(page.inside.getByRole('button', { name: 'Restore' }));
    await eventually(() => expect(timeline(page).textContent).toContain('where to?'));
  });

  it('that the site’s data was cleared', async () => {
    const { store, stage } = await stagedStore();
    const page = await openPanel({ store });
    await eventually(() => expect(timeline(page).textContent).toContain('where to?'));
    stage(
      {},
      {
        type: 'warning',
        sessionId: null,
        warning: { code: 'NO_WEB_LOCKS', message: 'no locks' },
      },
    );
    await settle();
    expect(timeline(page).textContent).toContain('where to?');
    stage(
      {},
      {
        type: 'warning',
        sessionId: null,
        warning: { code: 'STORAGE_CLEARED', message: 'cleared' },
      },
    );
    await eventually(() => expect(timeline(page).textContent).toContain('The site’s data was cleared'));
  });

  it('that it loads, that there is nothing, and that it could not be read', async () => {
    const { store } = await stagedStore();
    await store.create('empty');
    const page = await openPanel({ store, sessionId: 'empty' });
    expect(timeline(page).textContent).toContain('Loading the timeline…');
    await eventually(() => expect(timeline(page).textContent).toContain('No events yet'));
    expect(await seriousFlaws(page)).toEqual([]);
    vi.spyOn(store, 'forkPoints').mockRejectedValueOnce(new RangeError('broken page'));
    page.rerender({ sessionId: 'trip' });
    await eventually(() => expect(timeline(page).textContent).toContain('broken page'));
    fireEvent.click(page.inside.getByRole('button', { name: 'Retry' }));
    await eventually(() => expect(timeline(page).textContent).toContain('where to?'));
    expect(await seriousFlaws(page)).toEqual([]);
  });
});

describe('a fork whose place is stale', () => {
  it('is refused with the reason and the nearest places, writes nothing, and goes there when asked', async () => {
    const { store } = await stagedStore();
    const page = await openPanel({ store, sessionId: 'trip' });
    const button = await eventually(() => page.inside.getByRole('button', { name: 'Fork at turn 1' }));
    const { fork } = store;
    // The panel's place is taken for one inside the turn, as a stale panel's would be.
    vi.spyOn(store, 'fork').mockImplementation((source, _boundary, childId) =>
      fork.call(store, source, 2, childId),
    );
    fireEvent.click(button);
    const alert = await eventually(() => page.inside.getByRole('alert'));
    expect(alert.textContent).toContain('Not forked');
    expect(alert.textContent).toMatch(/inside|between|turn/);
    expect((await store.list()).sessions).toHaveLength(1);
    fireEvent.click(page.inside.getByRole('button', { name: 'Dismiss' }));
    await eventually(() => expect(page.inside.queryByRole('alert')).toBeNull());
  });
});

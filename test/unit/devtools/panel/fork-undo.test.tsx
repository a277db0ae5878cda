// @vitest-environment jsdom
import { fireEvent } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';
import type { SessionStore } from '../../../../lib/index.ts';
import { appendTurn } from '../../../fixtures/conversation.ts';
import { openTestStore } from '../open-test-store.ts';
import { eventually, openPanel, settle, type PanelPage } from './panel-page.tsx';

async function twoTurns(): Promise<{ store: SessionStore; ends: readonly number[] }> {
  const store = await openTestStore();
  const session = await store.create('trip');
  const ends = [appendTurn(session, { prompt: 'where to?' }), appendTurn(session, { prompt: 'and then?' })];
  await session.flush();
  await store.rename('trip', 'Trip');
  return { store, ends };
}

async function forkTurn(page: PanelPage, turn: number): Promise<void> {
  fireEvent.click(await eventually(() => page.inside.getByRole('button', { name: `Fork at turn ${turn}` })));
  await eventually(() => expect(page.inside.getByRole('status').textContent).toContain('Forked at turn'));
}

const row = (page: PanelPage, text: string): HTMLElement =>
  page.inside.getByText(text).closest<HTMLElement>('[role="row"]')!;

describe('undoing a fork', () => {
  it('puts the child into the trash, goes back to the parent and says so', async () => {
    const { store } = await twoTurns();
    const page = await openPanel({ store });
    await forkTurn(page, 1);
    await userEvent.click(page.inside.getByRole('button', { name: 'Undo' }));
    await eventually(() =>
      expect(page.inside.getByRole('status').textContent).toContain('Fork undone: Trip (2) is in the trash'),
    );
    expect((await store.list()).sessions.map(({ id }) => id)).toEqual(['trip']);
    expect((await store.listTrash()).sessions.map(({ title }) => title)).toEqual(['Trip (2)']);
    await eventually(() =>
      expect(page.inside.getByRole('treegrid', { name: 'Timeline of Trip' })).toBeTruthy(),
    );
  });

  it('works by U, once, and says when there is nothing to undo', async () => {
    const { store } = await twoTurns();
    const page = await openPanel({ store });
    await forkTurn(page, 1);
    fireEvent.keyDown(page.panel, { key: 'u' });
    await eventually(async () => expect((await store.list()).sessions).toHaveLength(1));
    fireEvent.keyDown(page.panel, { key: 'u' });
    await eventually(() =>
      expect(page.inside.getByRole('status').textContent).toContain('There is nothing to undo'),
    );
  });

  it('is not done by a U in a text field', async () => {
    const { store } = await twoTurns();
    const page = await openPanel({ store });
    await forkTurn(page, 1);
    fireEvent.keyDown(page.inside.getByRole('searchbox'), { key: 'u' });
    await settle();
    expect((await store.list()).sessions).toHaveLength(2);
  });

  it('says when it failed', async () => {
    const { store } = await twoTurns();
    const page = await openPanel({ store });
    await forkTurn(page, 1);
    vi.spyOn(store, 'trash').mockRejectedValueOnce(new RangeError('the disk is away'));
    await userEvent.click(page.inside.getByRole('button', { name: 'Undo' }));
    await eventually(() =>
      expect(page.inside.getByRole('status').textContent).toContain('could not be undone: the disk is away'),
    );
    expect((await store.list()).sessions).toHaveLength(2);
  });
});

describe('F where no fork is possible', () => {
  it('says why, and goes to the nearest fork point when pressed again', async () => {
    const { store } = await twoTurns();
    const page = await openPanel({ store });
    await eventually(() => row(page, 'and then?'));
    fireEvent.click(page.inside.getByText('and then?'));
    fireEvent.keyDown(row(page, 'and then?'), { key: 'f' });
    await eventually(() =>
      expect(page.inside.getByRole('status').textContent).toContain(
        'Press F again to go to the end of turn 1',
      ),
    );
    fireEvent.keyDown(row(page, 'and then?'), { key: 'f' });
    await eventually(() =>
      expect(page.host.shadowRoot?.activeElement?.textContent).toContain('Turn 1 completed'),
    );
    expect((await store.list()).sessions).toHaveLength(1);
  });

  it('offers the way there in the notice, for those without a keyboard', async () => {
    const { store, ends } = await twoTurns();
    const page = await openPanel({ store });
    await eventually(() => row(page, 'where to?'));
    fireEvent.click(page.inside.getByText('where to?'));
    fireEvent.keyDown(row(page, 'where to?'), { key: 'f' });
    await userEvent.click(
      await eventually(() => page.inside.getByRole('button', { name: 'Go to the end of turn 1' })),
    );
    await eventually(() =>
      expect(page.inside.getByRole('row', { selected: true }).dataset['seq']).toBe(String(ends[0])),
    );
  });
});

describe('the list of shortcuts', () => {
  it('opens by ?, lists the table, and gives the focus back', async () => {
    const { store } = await twoTurns();
    const page = await openPanel({ store });
    await forkTurn(page, 2);
    fireEvent.keyDown(page.panel, { key: '?', shiftKey: true });
    const dialog = await eventually(() => page.inside.getByRole('dialog', { name: 'Keyboard shortcuts' }));
    expect(dialog.textContent).toContain('Undo the last fork');
    await userEvent.click(page.inside.getByRole('button', { name: 'Close' }));
    await eventually(() => expect(page.inside.queryByRole('dialog')).toBeNull());
  });

  it('does not open while somebody writes', async () => {
    const { store } = await twoTurns();
    const page = await openPanel({ store });
    fireEvent.keyDown(await eventually(() => page.inside.getByRole('searchbox')), {
      key: '?',
      shiftKey: true,
    });
    await settle();
    expect(page.inside.queryByRole('dialog')).toBeNull();
  });
});

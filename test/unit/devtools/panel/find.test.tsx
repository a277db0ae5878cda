// @vitest-environment jsdom
import { fireEvent } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';
import type { Session, SessionStore } from '../../../../lib/index.ts';
import { appendTurn } from '../../../fixtures/conversation.ts';
import { openTestStore } from '../open-test-store.ts';
import { eventually, openPanel, settle, type PanelPage } from './panel-page.tsx';

interface FindPage {
  readonly page: PanelPage;
  readonly store: SessionStore;
  readonly session: Session;
}

/** A session whose questions 1, 21 and 41 are about Paris, with the focus on its last row. */
async function openSession(): Promise<FindPage> {
  const store = await openTestStore();
  const session = await store.create('trip');
  for (let turn = 1; turn <= 45; turn += 1)
    appendTurn(session, { prompt: turn % 20 === 1 ? `Paris ${turn}` : `question ${turn}` });
  await session.flush();
  const page = await openPanel({ store });
  await eventually(() => expect(page.panel.querySelectorAll('[data-index]').length).toBeGreaterThan(3));
  focusActiveRow(page);
  return { page, store, session };
}

function focusActiveRow({ panel }: PanelPage): HTMLElement {
  const row = panel.querySelector<HTMLElement>('.timeline-rows [role="row"][tabindex="0"]');
  expect(row).not.toBeNull();
  row!.focus();
  return row!;
}

async function openFind(page: PanelPage, key: object = { key: '/' }): Promise<HTMLElement> {
  fireEvent.keyDown(focusActiveRow(page), key);
  return eventually(() => page.inside.getByRole('searchbox', { name: 'Find in the session' }));
}

function focused({ host }: PanelPage): Element | null {
  return host.shadowRoot?.activeElement ?? null;
}

const count = ({ panel }: PanelPage): string =>
  panel.querySelector('.find-bar [role="status"]')?.textContent ?? '';

const currentRow = ({ panel }: PanelPage): string =>
  panel.querySelector('[data-found="current"]')?.textContent ?? '';

describe('the search in the timeline', () => {
  it('walks to every match, also where the events are not loaded, and around', async () => {
    const { page } = await openSession();
    const field = await openFind(page);
    expect(focused(page)).toBe(field);
    fireEvent.change(field, { target: { value: 'pARIS' } });
    await eventually(() => expect(count(page)).toBe('0 of 3'));
    fireEvent.keyDown(field, { key: 'Enter' });
    await eventually(() => expect(count(page)).toBe('1 of 3'));
    await eventually(() => expect(currentRow(page)).toContain('Paris 1'));
    expect(currentRow(page)).toContain('Current match');
    fireEvent.keyDown(field, { key: 'F3' });
    await eventually(() => expect(currentRow(page)).toContain('Paris 21'));
    fireEvent.keyDown(field, { key: 'Enter', shiftKey: true });
    await eventually(() => expect(count(page)).toBe('1 of 3'));
    fireEvent.keyDown(field, { key: 'F3', shiftKey: true });
    await eventually(() => expect(count(page)).toBe('3 of 3'));
    expect(focused(page)).toBe(field);
  });

  it('gives the focus back on Escape, and marks nothing any more', async () => {
    const { page } = await openSession();
    const field = await openFind(page, { key: 'f', ctrlKey: true });
    fireEvent.change(field, { target: { value: 'paris' } });
    await eventually(() => expect(count(page)).toBe('0 of 3'));
    fireEvent.keyDown(field, { key: 'Escape' });
    await eventually(() => expect(focused(page)?.getAttribute('role')).toBe('row'));
    expect(page.panel.querySelector('.find-bar')).toBeNull();
    expect(page.panel.querySelector('[data-found]')).toBeNull();
  });

  it('finds what is appended meanwhile, and says when there is nothing', async () => {
    const { page, session } = await openSession();
    const field = await openFind(page);
    fireEvent.change(field, { target: { value: 'Lisbon' } });
    await eventually(() => expect(count(page)).toBe('Nothing found'));
    appendTurn(session, { prompt: 'lisbon then' });
    await eventually(() => expect(count(page)).toBe('0 of 1'));
  });

  it('narrows to kinds of events, without a text too', async () => {
    const { page } = await openSession();
    await openFind(page);
    const kinds = page.inside.getByRole('combobox', { name: 'Kinds of events' });
    await userEvent.selectOptions(kinds, 'Messages');
    await eventually(() => expect(count(page)).toBe('0 of 90'));
    await userEvent.selectOptions(kinds, 'Tools and approvals');
    await eventually(() => expect(count(page)).toBe('Nothing found'));
  });

  it('says why it could not search, and goes on when asked', async () => {
    const { page, store } = await openSession();
    const field = await openFind(page);
    const events = vi.spyOn(store, 'events').mockRejectedValue(new RangeError('the disk is gone'));
    fireEvent.change(field, { target: { value: 'paris' } });
    await eventually(() => expect(count(page)).toBe('Not searched: the disk is gone'));
    events.mockRestore();
    await userEvent.click(page.inside.getByRole('button', { name: 'Search on' }));
    await eventually(() => expect(count(page)).toBe('0 of 3'));
    await settle();
  });
});

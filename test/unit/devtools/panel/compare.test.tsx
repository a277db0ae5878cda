// @vitest-environment jsdom
import { fireEvent, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import type { SessionStore } from '../../../../lib/index.ts';
import { appendTurn } from '../../../fixtures/conversation.ts';
import { openTestStore } from '../open-test-store.ts';
import { eventually, openPanel, type PanelPage } from './panel-page.tsx';

/** A trip of one turn that was forked; the two went on with these prompts. Beside them a session of its own. */
async function parted(
  left: readonly string[],
  right: readonly string[],
): Promise<{ store: SessionStore; page: PanelPage }> {
  const store = await openTestStore();
  const session = await store.create('trip');
  const end = appendTurn(session, { prompt: 'where to?' });
  await session.flush();
  await store.rename('trip', 'Trip');
  const child = await store.fork('trip', end, 'child');
  await store.rename('child', 'Rome');
  for (const prompt of left) appendTurn(session, { prompt });
  for (const prompt of right) appendTurn(child, { prompt });
  await Promise.all([session.flush(), child.flush()]);
  await store.create('other');
  await store.rename('other', 'Another');
  const page = await openPanel({ store });
  await eventually(() => expect(page.inside.getAllByRole('treeitem')).toHaveLength(3));
  return { store, page };
}

async function compare(page: PanelPage, name: RegExp): Promise<HTMLElement> {
  page.inside.getByRole('treeitem', { name }).focus();
  await userEvent.keyboard('c');
  return eventually(() => page.inside.getByRole('dialog', { name: /^Compare/ }));
}

const titles = (dialog: HTMLElement): readonly (string | null)[] =>
  [...dialog.querySelectorAll('.compare-turn-title')].map((title) => title.textContent);

it('shows where a fork differs from its parent, turn by turn and word by word', async () => {
  const { page } = await parted(['the same', 'a slow train'], ['the same', 'a fast train', 'and back']);
  const dialog = await compare(page, /^Rome/);
  await eventually(() =>
    expect(titles(dialog)).toEqual([
      'Turn 1 after the fork · the same',
      'Turn 2 after the fork · different',
      'Turn 3 after the fork · only on the left',
    ]),
  );
  expect(dialog.textContent).toContain('After that 2 turns differ.');
  await eventually(() => expect(dialog.querySelector('del')?.textContent).toContain('fast'));
  expect(dialog.querySelector('ins')?.textContent).toBe('added: slow');
  expect([...dialog.querySelectorAll('option')].map((option) => option.textContent)).toEqual(['Trip']);
});

it('walks from difference to difference, and around', async () => {
  const { page } = await parted(['one', 'two'], ['uno', 'due']);
  const dialog = await compare(page, /^Trip/);
  await eventually(() => expect(titles(dialog)).toHaveLength(2));
  Element.prototype.scrollIntoView = vi.fn();
  const focused = (): string | null | undefined =>
    page.host.shadowRoot?.activeElement?.getAttribute('aria-label');
  fireEvent.click(page.inside.getByRole('button', { name: 'Next difference (N)' }));
  expect(focused()).toContain('Turn 1');
  fireEvent.keyDown(page.host.shadowRoot!.activeElement!, { key: 'n' });
  expect(focused()).toContain('Turn 2');
  fireEvent.keyDown(page.host.shadowRoot!.activeElement!, { key: 'n' });
  expect(focused()).toContain('Turn 1');
  fireEvent.keyDown(page.host.shadowRoot!.activeElement!, { key: 'p' });
  expect(focused()).toContain('Turn 2');
});

it('says that nothing differs', async () => {
  const { page } = await parted([], []);
  const dialog = await compare(page, /^Rome/);
  await eventually(() => expect(dialog.textContent).toContain('After that nothing differs.'));
});

it('refuses a session that has a history with no other', async () => {
  const { page } = await parted([], []);
  const dialog = await compare(page, /^Another/);
  expect(dialog.textContent).toContain('No other session of this lineage is here');
  expect(dialog.querySelector('select')).toBeNull();
});

it('says when one of them could not be read, and reads again', async () => {
  const { store, page } = await parted(['one'], ['two']);
  vi.spyOn(store, 'events').mockRejectedValue(new RangeError('away'));
  const dialog = await compare(page, /^Rome/);
  await eventually(() => expect(dialog.querySelector('[role=alert]')?.textContent).toBe('Not read: away'));
  vi.mocked(store.events).mockRestore();
  await userEvent.click(within(dialog).getByRole('button', { name: 'Retry' }));
  await eventually(() => expect(titles(dialog)).toEqual(['Turn 1 after the fork · different']));
});

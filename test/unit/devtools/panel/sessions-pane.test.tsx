// @vitest-environment jsdom
import { fireEvent } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';
import type { SessionStore } from '../../../../lib/index.ts';
import { appendTurn } from '../../../fixtures/conversation.ts';
import { openTestStore } from '../open-test-store.ts';
import { eventually, openPanel, settle, type PanelPage } from './panel-page.tsx';

/** A trip, a fork of its first turn, and a fork of that. */
async function family(): Promise<{ store: SessionStore; page: PanelPage }> {
  const store = await openTestStore();
  const session = await store.create('trip');
  const end = appendTurn(session, { prompt: 'where to?' });
  appendTurn(session, { prompt: 'and then?' });
  await session.flush();
  await store.rename('trip', 'Trip');
  await store.fork('trip', end, 'child');
  await store.rename('child', 'Rome');
  await store.fork('child', end, 'grandchild');
  await store.rename('grandchild', 'Rome by train');
  const page = await openPanel({ store });
  await eventually(() => expect(page.inside.getAllByRole('treeitem')).toHaveLength(3));
  await eventually(() => expect(item(page, /^Rome left at turn 1/)).toBeTruthy());
  return { store, page };
}

const item = ({ inside }: PanelPage, name: RegExp): HTMLElement => inside.getByRole('treeitem', { name });

const said = ({ panel }: PanelPage): string => panel.querySelector('.notice-area')?.textContent ?? '';

async function openMenu(page: PanelPage, name: RegExp): Promise<HTMLElement> {
  fireEvent.click(item(page, name).querySelector('[aria-label="Actions"]')!);
  return eventually(() => page.inside.getByRole('menu'));
}

async function choose(page: PanelPage, name: RegExp, entry: string): Promise<void> {
  await openMenu(page, name);
  await userEvent.click(page.inside.getByRole('menuitem', { name: entry }));
}

describe('the session tree', () => {
  const focused = ({ host }: PanelPage): string =>
    host.shadowRoot?.activeElement?.querySelector('.session-title')?.textContent ?? '';

  it('is a tree with one tab stop, walked by the arrow keys', async () => {
    const { page } = await family();
    const items = page.inside.getAllByRole('treeitem');
    expect(items.map((item) => item.getAttribute('aria-level'))).toEqual(['1', '2', '3']);
    expect(items.filter((item) => item.tabIndex === 0)).toHaveLength(1);
    items.find((item) => item.tabIndex === 0)?.focus();
    const keys = async (key: string): Promise<string> => {
      await userEvent.keyboard(`{${key}}`);
      return focused(page);
    };
    expect(await keys('Home')).toBe('Trip');
    expect(await keys('ArrowDown')).toBe('Rome');
    expect(await keys('End')).toBe('Rome by train');
    expect(await keys('ArrowLeft')).toBe('Rome');
    expect(await keys('ArrowLeft')).toBe('Rome');
    expect(page.inside.getAllByRole('treeitem')).toHaveLength(2);
    expect(await keys('ArrowRight')).toBe('Rome');
    expect(page.inside.getAllByRole('treeitem')).toHaveLength(3);
    expect(await keys('ArrowRight')).toBe('Rome by train');
    expect(await keys('ArrowUp')).toBe('Rome');
  });

  it('chooses by Enter, and shows where a fork left its parent', async () => {
    const { page } = await family();
    const rome = await eventually(() => page.inside.getByRole('treeitem', { name: /^Rome left at turn 1/ }));
    rome.focus();
    await userEvent.keyboard('{Enter}');
    await eventually(() =>
      expect(page.inside.getByRole('treegrid', { name: 'Timeline of Rome' })).toBeTruthy(),
    );
    expect(rome.getAttribute('aria-selected')).toBe('true');
  });

  it('finds by title', async () => {
    const { page } = await family();
    const search = page.inside.getByRole('searchbox');
    fireEvent.change(search, { target: { value: 'train' } });
    await eventually(() => expect(page.inside.getByText('1 match')).toBeTruthy());
    fireEvent.change(search, { target: { value: 'nowhere' } });
    await eventually(() => expect(page.inside.getByText('No session matches')).toBeTruthy());
  });
});

describe('what is done with a session', () => {
  it('moves to the trash, says so, turns to the parent, and is undone by one key', async () => {
    const { store, page } = await family();
    fireEvent.click(item(page, /^Rome left/));
    await choose(page, /^Rome left/, 'Move to trash');
    await eventually(() => expect(said(page)).toContain('Rome is in the trash'));
    await eventually(() => expect(page.inside.getByText('parent in the trash')).toBeTruthy());
    await eventually(() =>
      expect(page.inside.getByRole('treeitem', { selected: true }).textContent).toContain('Trip'),
    );
    expect((await store.listTrash()).sessions.map(({ id }) => id)).toEqual(['child']);
    expect((await store.events('grandchild')).length).toBeGreaterThan(0);
    fireEvent.keyDown(page.panel, { key: 'u' });
    await eventually(() => expect(said(page)).toContain('Restored Rome'));
    await eventually(() =>
      expect(page.inside.getByRole('treeitem', { selected: true }).textContent).toContain('Rome'),
    );
    expect(page.inside.queryByText('parent in the trash')).toBeNull();
  });

  it('keeps a session that could not be thrown away, and says why', async () => {
    const { store, page } = await family();
    vi.spyOn(store, 'trash').mockRejectedValueOnce(new RangeError('not saved yet'));
    item(page, /^Rome left/).focus();
    await userEvent.keyboard('{Delete}');
    await eventually(() => expect(said(page)).toContain('Not moved to the trash: not saved yet'));
    expect(page.inside.getAllByRole('treeitem')).toHaveLength(3);
  });

  it('is renamed, and a refusal is shown', async () => {
    const { store, page } = await family();
    await choose(page, /^Trip/, 'Rename…');
    const input = await eventually(() => page.inside.getByRole('textbox', { name: 'Title' }));
    fireEvent.change(input, { target: { value: 'Grand tour' } });
    const submit = page.panel.querySelector('dialog button[type="submit"]')!;
    vi.spyOn(store, 'rename').mockRejectedValueOnce(new RangeError('not that'));
    await userEvent.click(submit);
    await eventually(() => expect(page.inside.getByRole('alert').textContent).toContain('not that'));
    await userEvent.click(submit);
    await eventually(() => expect(page.inside.getAllByText('Grand tour').length).toBeGreaterThan(0));
  });

  it('is pinned and unpinned, and a refusal is said', async () => {
    const { store, page } = await family();
    item(page, /^Rome left/).focus();
    await userEvent.keyboard('p');
    await eventually(() => expect(said(page)).toContain('Pinned Rome'));
    expect((await store.summary('child'))?.pinned).toBe(true);
    await eventually(() => expect(item(page, /^Rome Pinned/)).toBeTruthy());
    vi.spyOn(store, 'mark').mockRejectedValueOnce(new RangeError('disk away'));
    await userEvent.keyboard('p');
    await eventually(() => expect(said(page)).toContain('Not changed: disk away'));
    await userEvent.keyboard('p');
    await eventually(() => expect(said(page)).toContain('Unpinned Rome'));
  });

  it('gets labels, with one that was written and not added, and offers those of others', async () => {
    const { store, page } = await family();
    await store.mark('trip', { labels: ['best'] });
    item(page, /^Rome left/).focus();
    await userEvent.keyboard('l');
    const input = await eventually(() => page.inside.getByRole('combobox', { name: 'New label' }));
    await eventually(() =>
      expect([...page.panel.querySelectorAll('datalist option')].map((o) => o.getAttribute('value'))).toEqual(
        ['best'],
      ),
    );
    fireEvent.change(input, { target: { value: 'slow' } });
    fireEvent.keyDown(input, { key: 'Enter' });
    fireEvent.change(input, { target: { value: 'by rail' } });
    await eventually(() =>
      expect(page.inside.getByRole('list', { name: 'Labels' }).textContent).toBe('slow'),
    );
    await userEvent.click(page.inside.getByRole('button', { name: 'Save' }));
    await eventually(() => expect(said(page)).toContain('Labels of Rome saved'));
    expect((await store.summary('child'))?.labels).toEqual(['slow', 'by rail']);
    await eventually(() => expect(item(page, /^Rome slow by rail/)).toBeTruthy());
  });

  it('forks at its last finished turn, and says where there is none', async () => {
    const { store, page } = await family();
    item(page, /^Trip/).focus();
    await userEvent.keyboard('f');
    await eventually(() => expect(said(page)).toContain('Forked at turn 2: Trip (2)'));
    expect((await store.list({ parent: 'trip' })).sessions).toHaveLength(2);
    await store.create('empty');
    await eventually(() => expect(item(page, /^Untitled/)).toBeTruthy());
    await openMenu(page, /^Untitled/);
    const entry = page.inside.getByRole('menuitem', { name: 'Fork latest turn' });
    expect(entry.getAttribute('aria-disabled')).toBe('true');
    expect(entry.textContent).toContain('No turn of this session has ended yet.');
    fireEvent.click(entry);
    expect(page.inside.getByRole('menu')).toBeTruthy();
  });

  it('says a failed fork where nobody would see the row', async () => {
    const { store, page } = await family();
    vi.spyOn(store, 'fork').mockRejectedValueOnce(new RangeError('no room'));
    item(page, /^Trip/).focus();
    await userEvent.keyboard('f');
    await eventually(() => expect(said(page)).toContain('Not forked: no room'));
  });

  it('leads to the fork point in its parent', async () => {
    const { page } = await family();
    await eventually(() => expect(item(page, /^Rome left at turn 1/)).toBeTruthy());
    await userEvent.click(item(page, /^Rome left at turn 1/).querySelector('button.session-origin')!);
    await eventually(() =>
      expect(page.inside.getByRole('treegrid', { name: 'Timeline of Trip' })).toBeTruthy(),
    );
    item(page, /^Trip/).focus();
    await userEvent.keyboard('o');
    await eventually(() => expect(said(page)).toContain('was not forked'));
  });
});

describe('the menu of a session', () => {
  it('opens by the right button and by keys, is walked by keys, and gives the focus back', async () => {
    const { page } = await family();
    const rome = item(page, /^Rome left/);
    const focusedLabel = () =>
      page.host.shadowRoot?.activeElement?.querySelector('.menu-label')?.textContent ?? null;
    fireEvent.contextMenu(rome);
    await eventually(() => expect(page.inside.getByRole('menu', { name: 'Actions for Rome' })).toBeTruthy());
    await userEvent.keyboard('{Escape}');
    expect(page.inside.queryByRole('menu')).toBeNull();
    rome.focus();
    await userEvent.keyboard('m');
    await eventually(() => expect(focusedLabel()).toBe('Fork latest turn'));
    await userEvent.keyboard('{ArrowDown}');
    expect(focusedLabel()).toBe('Go to the fork point in the parent');
    await userEvent.keyboard('{End}');
    expect(focusedLabel()).toBe('Move to trash');
    await userEvent.keyboard('{ArrowDown}');
    expect(focusedLabel()).toBe('Fork latest turn');
    await userEvent.keyboard('l');
    expect(focusedLabel()).toBe('Labels…');
    await userEvent.keyboard('{Escape}');
    expect(page.host.shadowRoot?.activeElement).toBe(rome);
  });

  it('closes by a press elsewhere, and keeps its keys to itself', async () => {
    const { store, page } = await family();
    await openMenu(page, /^Rome left/);
    await userEvent.keyboard('{Delete}');
    await settle();
    expect((await store.listTrash()).sessions).toEqual([]);
    fireEvent.pointerDown(document.body);
    await eventually(() => expect(page.inside.queryByRole('menu')).toBeNull());
  });
});

describe('the trash', () => {
  async function trashed(): Promise<{ store: SessionStore; page: PanelPage }> {
    const { store, page } = await family();
    await store.trash('child');
    await userEvent.click(page.inside.getByRole('button', { name: 'Trash' }));
    return { store, page };
  }

  it('shows what is in it with the days that are left, and restores', async () => {
    const { store, page } = await trashed();
    const restore = await eventually(() => page.inside.getByRole('button', { name: 'Restore Rome' }));
    expect(restore.closest('li')?.textContent).toContain('30 days left');
    await userEvent.click(restore);
    await eventually(() => expect(said(page)).toContain('Restored Rome'));
    expect((await store.summary('child'))?.trashedAt).toBeNull();
    await eventually(() =>
      expect(page.inside.getByRole('treeitem', { selected: true }).textContent).toContain('Rome'),
    );
  });

  it('deletes for good after it has asked and said what stays', async () => {
    const { store, page } = await trashed();
    const remove = await eventually(() => page.inside.getByRole('button', { name: 'Delete Rome for good' }));
    await userEvent.click(remove);
    const dialog = await eventually(() =>
      page.inside.getByRole('dialog', { name: 'Delete “Rome” for good?' }),
    );
    await eventually(() => expect(dialog.textContent).toContain('1 fork of it stays whole'));
    await userEvent.click(page.inside.getByRole('button', { name: 'Cancel' }));
    expect(await store.summary('child')).toBeDefined();
    await userEvent.click(remove);
    vi.spyOn(store, 'delete').mockRejectedValueOnce(new RangeError('busy'));
    await userEvent.click(page.inside.getByRole('button', { name: 'Delete for good' }));
    await eventually(() => expect(page.inside.getByRole('alert').textContent).toContain('busy'));
    await userEvent.click(page.inside.getByRole('button', { name: 'Delete for good' }));
    await eventually(() => expect(page.inside.getByText('The trash is empty')).toBeTruthy());
    expect(await store.summary('child')).toBeUndefined();
    expect((await store.events('grandchild')).length).toBeGreaterThan(0);
  });

  it('is emptied as a whole, and follows what others throw away', async () => {
    const { store, page } = await trashed();
    await eventually(() => expect(page.inside.getByRole('button', { name: 'Restore Rome' })).toBeTruthy());
    await store.trash('grandchild');
    await eventually(() =>
      expect(page.inside.getByRole('button', { name: 'Restore Rome by train' })).toBeTruthy(),
    );
    await userEvent.click(page.inside.getByRole('button', { name: 'Empty the trash' }));
    const dialog = await eventually(() => page.inside.getByRole('dialog', { name: 'Empty the trash?' }));
    fireEvent.click([...dialog.querySelectorAll('button')].at(-1)!);
    await eventually(() => expect(said(page)).toContain('2 sessions deleted for good'));
    expect((await store.listTrash()).sessions).toEqual([]);
    await userEvent.click(page.inside.getByRole('button', { name: 'Back to the sessions' }));
    await eventually(() => expect(page.inside.getAllByRole('treeitem')).toHaveLength(1));
  });

  it('says when it could not be read, and reads again', async () => {
    const { store, page } = await family();
    vi.spyOn(store, 'listTrash').mockRejectedValue(new RangeError('away'));
    await userEvent.click(page.inside.getByRole('button', { name: 'Trash' }));
    await eventually(() => expect(page.inside.getByText('The trash could not be read')).toBeTruthy());
    vi.mocked(store.listTrash).mockRestore();
    await userEvent.click(page.inside.getByRole('button', { name: 'Retry' }));
    await eventually(() => expect(page.inside.getByText('The trash is empty')).toBeTruthy());
  });
});

describe('narrowing the list', () => {
  it('filters by what sessions are, says how many match, and takes it back', async () => {
    const { store, page } = await family();
    await store.mark('grandchild', { pinned: true });
    await userEvent.click(page.inside.getByRole('button', { name: 'Pinned' }));
    await eventually(() => expect(page.inside.getByText('1 match')).toBeTruthy());
    expect(item(page, /^Rome left/).hasAttribute('data-context')).toBe(true);
    await userEvent.click(page.inside.getByRole('button', { name: 'Open turn' }));
    await eventually(() => expect(page.inside.getByText('No session matches')).toBeTruthy());
    await userEvent.click(page.inside.getAllByRole('button', { name: 'Clear the search' })[0]!);
    await eventually(() => expect(page.inside.getAllByRole('treeitem')).toHaveLength(3));
  });

  it('folds many forks into a line that unfolds by key and by click', async () => {
    const { store, page } = await family();
    const end = (await store.summary('trip'))?.lastForkPoint ?? 0;
    for (let index = 0; index < 8; index += 1) await store.fork('trip', end, `fork-${index}`);
    const line = await eventually(() => page.inside.getByRole('treeitem', { name: /more forks$/ }));
    const shown = page.inside.getAllByRole('treeitem').length;
    line.focus();
    await userEvent.keyboard('{ArrowRight}');
    await eventually(() => expect(page.inside.getAllByRole('treeitem').length).toBeGreaterThan(shown));
    fireEvent.click(page.inside.getByRole('treeitem', { name: 'Show only the latest forks' }));
    await eventually(() => expect(page.inside.getAllByRole('treeitem')).toHaveLength(shown));
    page.inside.getByRole('treeitem', { name: /more forks$/ }).focus();
    await userEvent.keyboard('{ArrowLeft}');
    expect(page.host.shadowRoot?.activeElement?.textContent).toContain('Trip');
  });
});

describe('the next visit', () => {
  it('opens on the session that was looked at last, and on the newest when that one is gone', async () => {
    const { store, page } = await family();
    fireEvent.click(item(page, /^Trip/));
    await settle();
    page.unmount();
    const again = await openPanel({ store });
    await eventually(() =>
      expect(again.inside.getByRole('treegrid', { name: 'Timeline of Trip' })).toBeTruthy(),
    );
    again.unmount();
    await store.trash('trip');
    const later = await openPanel({ store });
    await eventually(() =>
      expect(later.inside.getByRole('treegrid', { name: 'Timeline of Rome by train' })).toBeTruthy(),
    );
  });
});

describe('the address of an event', () => {
  it('is copied where the application has one, and is not offered where it has none', async () => {
    const { store, page } = await family();
    page.unmount();
    const writeText = vi.fn(async () => undefined);
    vi.stubGlobal('navigator', Object.assign(Object.create(navigator), { clipboard: { writeText } }));
    const linked = await openPanel({
      store,
      sessionId: 'trip',
      eventSeq: 1,
      eventLink: (session, seq) => `https://app.example/#${session}/${seq}`,
    });
    const row = await eventually(() => {
      const focused = linked.host.shadowRoot?.activeElement;
      expect(focused?.textContent).toContain('where to?');
      return focused!;
    });
    fireEvent.click(row);
    fireEvent.click(await eventually(() => linked.inside.getByRole('button', { name: 'Copy link' })));
    await eventually(() => expect(writeText).toHaveBeenCalledWith('https://app.example/#trip/1'));
    linked.unmount();
    const without = await openPanel({ store, sessionId: 'trip', eventSeq: 1 });
    await eventually(() =>
      expect(without.host.shadowRoot?.activeElement?.textContent).toContain('where to?'),
    );
    fireEvent.click(without.host.shadowRoot!.activeElement!);
    await eventually(() => expect(without.inside.getByRole('button', { name: 'Copy as JSON' })).toBeTruthy());
    expect(without.inside.queryByRole('button', { name: 'Copy link' })).toBeNull();
  });
});

// @vitest-environment jsdom
import { fireEvent } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';
import type { Session, SessionStore } from '../../../../lib/index.ts';
import { appendOpenTurn, appendDeltas, appendTurn, endOpenTurn } from '../../../fixtures/conversation.ts';
import { openTestStore } from '../open-test-store.ts';
import { eventually, openPanel, settle, type PanelPage } from './panel-page.tsx';

const HOSTILE = '<img src=x onerror="window.__x=1">';

async function storeWithTrip(): Promise<{ store: SessionStore; session: Session; ends: readonly number[] }> {
  const store = await openTestStore();
  const session = await store.create('trip');
  const ends = [appendTurn(session, { prompt: 'where to?' }), appendTurn(session, { prompt: 'and then?' })];
  await session.flush();
  await store.rename('trip', 'Trip');
  return { store, session, ends };
}

async function forkButton({ inside }: PanelPage, turn: number): Promise<HTMLElement> {
  return eventually(() => inside.getByRole('button', { name: `Fork at turn ${turn}` }));
}

describe('forking', () => {
  it('makes one child by a double click, chooses it, names it and says so', async () => {
    const { store } = await storeWithTrip();
    const onSelectSession = vi.fn();
    const page = await openPanel({ store, onSelectSession });
    await userEvent.dblClick(await forkButton(page, 1));
    await eventually(() =>
      expect(page.inside.getByRole('status').textContent).toContain('Forked at turn 1: Trip (2)'),
    );
    await settle();
    const { sessions } = await store.list({ parent: 'trip' });
    expect(sessions.map((child) => [child.title, child.header.seedLength])).toEqual([
      ['Trip (2)', (sessions[0]?.lastForkPoint ?? 0) + 1],
    ]);
    expect(onSelectSession).toHaveBeenCalledExactlyOnceWith(sessions[0]?.id);
    await eventually(() =>
      expect(page.inside.getByRole('treeitem', { selected: true }).textContent).toContain('Trip (2)'),
    );
  });

  it('makes one child by two clicks that the browser does not count', async () => {
    const { store } = await storeWithTrip();
    const page = await openPanel({ store });
    const button = await forkButton(page, 2);
    fireEvent.click(button);
    fireEvent.click(button);
    await eventually(() => expect(page.inside.getByRole('status').textContent).toContain('Forked'));
    expect((await store.list({ parent: 'trip' })).sessions).toHaveLength(1);
  });

  it('is off elsewhere, focusable, and says why and where instead', async () => {
    const { store, ends } = await storeWithTrip();
    const page = await openPanel({ store });
    const row = await eventually(() =>
      page.inside.getByText('and then?').closest<HTMLElement>('[role="row"]')!,
    );
    const control = row.querySelector<HTMLElement>('.fork-button')!;
    expect(control.getAttribute('aria-disabled')).toBe('true');
    const description = page.host.shadowRoot?.getElementById(control.getAttribute('aria-describedby') ?? '');
    expect(description?.textContent).toContain('Inside turn 2');
    expect(description?.textContent).toContain(`end of turn 1 (seq ${ends[0]})`);
    expect(description?.textContent).toContain(`end of turn 2 (seq ${ends[1]})`);
    control.focus();
    expect(page.host.shadowRoot?.activeElement).toBe(control);
    fireEvent.click(control);
    await eventually(() => expect(page.inside.getByRole('status').textContent).toContain('Inside turn 2'));
    expect((await store.list()).sessions).toHaveLength(1);
  });

  it('works by the F key on a row, and is refused by it elsewhere', async () => {
    const { store } = await storeWithTrip();
    const page = await openPanel({ store });
    const end = (await forkButton(page, 2)).closest<HTMLElement>('[role="row"]')!;
    fireEvent.click(page.inside.getByText('and then?'));
    fireEvent.keyDown(page.inside.getByText('and then?').closest('[role="row"]')!, { key: 'f' });
    await eventually(() => expect(page.inside.getByRole('status').textContent).toContain('Inside turn 2'));
    fireEvent.click(end);
    fireEvent.keyDown(end, { key: 'f' });
    await eventually(() => expect(page.inside.getByRole('status').textContent).toContain('Forked at turn 2'));
  });

  it('shows a failure where it was asked for, and tries again with the same child', async () => {
    const { store } = await storeWithTrip();
    const fork = vi.spyOn(store, 'fork').mockRejectedValueOnce(new RangeError('the disk is away'));
    const page = await openPanel({ store });
    const button = await forkButton(page, 1);
    fireEvent.click(button);
    const failure = await eventually(() => page.inside.getByRole('alert'));
    expect(failure.textContent).toContain('the disk is away');
    expect(button.closest('[role="row"]')?.contains(failure)).toBe(true);
    await userEvent.click(page.inside.getByRole('button', { name: 'Retry' }));
    await eventually(() => expect(page.inside.getByRole('status').textContent).toContain('Forked'));
    expect(fork.mock.calls[0]?.[2]).toBe(fork.mock.calls[1]?.[2]);
    expect((await store.list({ parent: 'trip' })).sessions).toHaveLength(1);
  });

  it('keeps its button while the session streams, and gets one for the new turn when it ends', async () => {
    const { store, session } = await storeWithTrip();
    const page = await openPanel({ store });
    const button = await forkButton(page, 2);
    const turn = appendOpenTurn(session, { deltas: 1 });
    await eventually(() => expect(page.inside.getByText('streaming')).toBeTruthy());
    appendDeltas(session, turn, 1, 'word', 100);
    await settle();
    expect(page.inside.getByRole('button', { name: 'Fork at turn 2' })).toBe(button);
    expect(page.inside.queryByRole('button', { name: 'Fork at turn 3' })).toBeNull();
    endOpenTurn(session, turn);
    await forkButton(page, 3);
    expect(page.inside.getByRole('button', { name: 'Fork at turn 2' })).toBe(button);
  });
});

describe('as a guest', () => {
  it('subscribes once under StrictMode, and leaves nothing behind', async () => {
    const { store } = await storeWithTrip();
    let subscribed = 0;
    const subscribe = store.subscribe.bind(store);
    vi.spyOn(store, 'subscribe').mockImplementation((listener) => {
      subscribed += 1;
      const end = subscribe(listener);
      return () => {
        subscribed -= 1;
        end();
      };
    });
    const page = await openPanel({ store });
    await forkButton(page, 1);
    expect(subscribed).toBe(1);
    const reads = vi.spyOn(store, 'events');
    page.unmount();
    await settle();
    expect(subscribed).toBe(0);
    appendTurn(await store.open('trip'));
    await settle();
    expect(reads).not.toHaveBeenCalled();
  });

  it('makes no session by itself', async () => {
    const store = await openTestStore();
    const page = await openPanel({ store });
    await eventually(() => expect(page.inside.getByText('No sessions yet')).toBeTruthy());
    expect((await store.list()).sessions).toEqual([]);
    await userEvent.click(page.inside.getByRole('button', { name: 'New session' }));
    await eventually(() => expect(page.inside.getByText('No events yet')).toBeTruthy());
    expect((await store.list()).sessions).toHaveLength(1);
  });

  it('opens where the page’s storage throws or holds junk', async () => {
    const { store } = await storeWithTrip();
    for (const stored of ['{bad', '{"layout":{"sessions":"wide"}}', '[]', null]) {
      vi.spyOn(Storage.prototype, 'getItem').mockImplementation(() => {
        if (stored === null) throw new DOMException('blocked', 'SecurityError');
        return stored;
      });
      const page = await openPanel({ store });
      await forkButton(page, 1);
      page.unmount();
      await settle();
    }
  });

  it('shows hostile text as text, wherever it stands', async () => {
    const store = await openTestStore();
    const session = await store.create('evil');
    session.append('turn/start', { turn: 1 });
    session.append('user/message', {
      id: 'u',
      role: 'user',
      source: { kind: HOSTILE },
      content: [{ type: 'text', text: HOSTILE }],
    });
    session.append('step/start', { turn: 1, step: 1 });
    session.append('tool/call', { turn: 1, step: 1, callId: 'c', name: HOSTILE, arguments: HOSTILE });
    session.append('acme/note', { [HOSTILE]: HOSTILE, url: 'javascript:window.__x=1' });
    session.append('step/end', { turn: 1, step: 1 });
    session.append('turn/end', {
      turn: 1,
      reason: { kind: 'error', error: { message: HOSTILE, code: HOSTILE } },
    });
    await session.flush();
    await store.rename('evil', HOSTILE);
    const page = await openPanel({ store });
    await eventually(() => expect(page.inside.getAllByText(HOSTILE).length).toBeGreaterThanOrEqual(5));
    fireEvent.click(page.inside.getByText('acme/note'));
    await eventually(() => expect(page.panel.querySelector('.json')?.textContent).toContain('onerror'));
    await userEvent.click(await forkButton(page, 1));
    await eventually(() => expect(page.inside.getByRole('status').textContent).toContain(HOSTILE));
    expect(page.panel.querySelector('img')).toBeNull();
    expect(page.panel.querySelector('a')).toBeNull();
    expect('__x' in window).toBe(false);
  });

  it('follows the session that the application chooses', async () => {
    const { store } = await storeWithTrip();
    await store.create('other');
    const page = await openPanel({ store, sessionId: 'trip' });
    await eventually(() =>
      expect(page.inside.getByRole('treegrid', { name: 'Timeline of Trip' })).toBeTruthy(),
    );
    page.rerender({ sessionId: 'nobody' });
    await eventually(() => expect(page.inside.getByText('No such session')).toBeTruthy());
    page.rerender({ sessionId: null });
    await eventually(() => expect(page.inside.getByText('No session chosen')).toBeTruthy());
  });

  it('speaks Chinese where it is asked to', async () => {
    const { store } = await storeWithTrip();
    const page = await openPanel({ store, lang: 'zh' });
    await eventually(() => expect(page.inside.getByRole('button', { name: '在第 1 轮分叉' })).toBeTruthy());
  });
});

describe('the inspector', () => {
  it('reads only the chosen event, and makes no text of the others', async () => {
    const { store, ends } = await storeWithTrip();
    const page = await openPanel({ store });
    await forkButton(page, 1);
    const reads = vi.spyOn(store, 'events');
    const stringify = vi.spyOn(JSON, 'stringify');
    fireEvent.click((await forkButton(page, 1)).closest('[role="row"]')!);
    await eventually(() => expect(page.panel.querySelector('.json')?.textContent).toContain('completed'));
    expect(reads.mock.calls).toEqual([['trip', { from: ends[0], to: ends[0] }]]);
    expect(
      stringify.mock.calls.some(([value]) => typeof value === 'object' && value !== null && 'data' in value),
    ).toBe(false);
  });

  it('shows the messages as the model had them at that point', async () => {
    const { store } = await storeWithTrip();
    const page = await openPanel({ store });
    fireEvent.click((await forkButton(page, 1)).closest('[role="row"]')!);
    await userEvent.click(page.inside.getByRole('tab', { name: 'Messages' }));
    await eventually(() => expect(page.inside.getByText(/^2 messages as the model has them/)).toBeTruthy());
    const list = page.panel.querySelector('.model-messages');
    expect(list?.textContent).toContain('where to?');
    expect(list?.textContent).not.toContain('and then?');
  });

  it('tells durations and tokens of the turn', async () => {
    const { store } = await storeWithTrip();
    const page = await openPanel({ store });
    fireEvent.click((await forkButton(page, 2)).closest('[role="row"]')!);
    await userEvent.click(page.inside.getByRole('tab', { name: 'Timing' }));
    const soFar = await eventually(
      () => page.inside.getByText('Tokens up to the last finished turn').parentElement!,
    );
    expect(soFar.textContent).toContain('Input40');
    expect(soFar.textContent).toContain('Output14');
  });

  it('shows a failure to read, and reads again', async () => {
    const { store } = await storeWithTrip();
    const page = await openPanel({ store });
    const row = (await forkButton(page, 1)).closest('[role="row"]')!;
    vi.spyOn(store, 'events').mockRejectedValueOnce(new RangeError('gone'));
    fireEvent.click(row);
    await eventually(() => expect(page.inside.getByRole('alert').textContent).toContain('gone'));
    await userEvent.click(page.inside.getByRole('button', { name: 'Retry' }));
    await eventually(() => expect(page.panel.querySelector('.json')).not.toBeNull());
  });
});

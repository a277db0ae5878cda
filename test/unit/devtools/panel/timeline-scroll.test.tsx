// @vitest-environment jsdom
import { fireEvent } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';
import type { Session, SessionStore } from '../../../../lib/index.ts';
import { appendOpenTurn, appendDeltas, appendTurn } from '../../../fixtures/conversation.ts';
import { openTestStore } from '../open-test-store.ts';
import { eventually, openPanel, settle, type PanelPage } from './panel-page.tsx';

const VIEW_HEIGHT = 700;

async function longSession(turns = 30): Promise<{ store: SessionStore; session: Session }> {
  const store = await openTestStore();
  const session = await store.create('trip');
  for (let turn = 1; turn <= turns; turn += 1) appendTurn(session, { prompt: `question ${turn}` });
  await session.flush();
  return { store, session };
}

async function opened(store: SessionStore): Promise<{ page: PanelPage; scroller: HTMLElement }> {
  const page = await openPanel({ store });
  const scroller = await eventually(() => {
    const found = page.panel.querySelector<HTMLElement>('.timeline-scroller');
    expect(found).not.toBeNull();
    return found!;
  });
  await eventually(() => expect(rowsOf(scroller).length).toBeGreaterThan(5));
  return { page, scroller };
}

function rowsOf(scroller: HTMLElement): readonly HTMLElement[] {
  return [...scroller.querySelectorAll<HTMLElement>('[data-index]')];
}

/** px from the view's top to a row's. */
function placeOf(scroller: HTMLElement, seq: string): number {
  const row = rowsOf(scroller).find(({ dataset }) => dataset['seq'] === seq);
  const start = Number(/translateY\((-?[\d.]+)px\)/.exec(row?.style.transform ?? '')?.[1] ?? Number.NaN);
  return start - scroller.scrollTop;
}

/** A row in the middle of the view, by its seq. */
function inTheMiddle(scroller: HTMLElement): string {
  const seqs = rowsOf(scroller).flatMap(({ dataset }) => dataset['seq'] ?? []);
  return seqs.find((seq) => placeOf(scroller, seq) > 120) ?? '';
}

function distanceToEnd(scroller: HTMLElement): number {
  const height = scroller.querySelector<HTMLElement>('.timeline-rows')?.style.height ?? '';
  return Number.parseFloat(height) - scroller.scrollTop - VIEW_HEIGHT;
}

async function scrollTo(scroller: HTMLElement, top: number): Promise<void> {
  scroller.scrollTop = top;
  fireEvent.scroll(scroller);
  await settle();
}

describe('the timeline', () => {
  it('opens at the end, and stays there while events come', async () => {
    const { store, session } = await longSession();
    const { page, scroller } = await opened(store);
    await eventually(() => expect(distanceToEnd(scroller)).toBeLessThan(1));
    const turn = appendOpenTurn(session, { prompt: 'one more' });
    await eventually(() => expect(page.inside.getByText('one more')).toBeTruthy());
    appendDeltas(session, turn, 1, 'word', 50);
    await settle();
    expect(distanceToEnd(scroller)).toBeLessThan(1);
    expect(page.inside.queryByRole('button', { name: /new events? below/ })).toBeNull();
  });

  it('keeps what is being read in its place while events come, says how many, and goes there', async () => {
    const { store, session } = await longSession();
    const { page, scroller } = await opened(store);
    await scrollTo(scroller, 2_000);
    const seq = inTheMiddle(scroller);
    const place = placeOf(scroller, seq);
    const before = session.seq;
    appendTurn(session, { prompt: 'far below' });
    const added = session.seq - before;
    const toEnd = await eventually(() =>
      page.inside.getByRole('button', { name: `${added} new events below` }),
    );
    expect(placeOf(scroller, seq)).toBe(place);
    await userEvent.click(toEnd);
    await eventually(() => expect(page.inside.getByText('far below')).toBeTruthy());
    expect(distanceToEnd(scroller)).toBeLessThan(1);
    expect(page.inside.queryByRole('button', { name: /new events? below/ })).toBeNull();
  });

  it('keeps the place when rows above turn out to have other heights', async () => {
    const { store, session } = await longSession();
    const { scroller } = await opened(store);
    await scrollTo(scroller, 2_000);
    const seq = inTheMiddle(scroller);
    const first = rowsOf(scroller).map(({ dataset }) => Number(dataset['index']))[0] ?? 0;
    const place = placeOf(scroller, seq);
    vi.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockImplementation(function (this: HTMLElement) {
      return Number(this.dataset['index']) <= first + 2 ? 190 : 60;
    });
    appendTurn(session);
    await settle();
    expect(placeOf(scroller, seq)).toBe(place);
  });

  it('keeps the place when a turn above is folded, and the folded one its own', async () => {
    const { store } = await longSession(12);
    const { scroller } = await opened(store);
    await scrollTo(scroller, 1_500);
    const heads = rowsOf(scroller).filter((row) => row.classList.contains('row-turn'));
    const head = heads.find(({ dataset }) => placeOf(scroller, dataset['seq'] ?? '') > 60)!;
    const seq = head.dataset['seq'] ?? '';
    const place = placeOf(scroller, seq);
    fireEvent.click(head.querySelector('.section-toggle')!);
    await settle();
    expect(head.getAttribute('aria-expanded')).toBe('false');
    expect(placeOf(scroller, seq)).toBe(place);
  });

  it('does not go to the end when somebody at the end unfolds a text there', async () => {
    const store = await openTestStore();
    const session = await store.create('long text');
    appendTurn(session, { prompt: 'a\n'.repeat(200) });
    appendTurn(session, { answer: 'b\n'.repeat(200) });
    const { page, scroller } = await opened(store);
    const more = page.inside.getAllByRole('button', { name: 'Show more', hidden: true }).at(-1)!;
    const seq = more.closest<HTMLElement>('[data-index]')?.dataset['seq'] ?? '';
    const place = placeOf(scroller, seq);
    vi.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockImplementation(function (this: HTMLElement) {
      return this.querySelector('[aria-expanded="true"].text-toggle') === null ? 60 : 3_000;
    });
    fireEvent.click(more);
    await settle();
    expect(placeOf(scroller, seq)).toBe(place);
  });

  it('draws few rows of a long session, those in view among them, wherever it is', async () => {
    const { store } = await longSession(60);
    const { scroller } = await opened(store);
    for (const top of [0, 3_333, 9_999, 15_000]) {
      await scrollTo(scroller, top);
      const rows = rowsOf(scroller);
      expect(rows.length).toBeLessThan(60);
      const places = rows.map(({ dataset }) => placeOf(scroller, dataset['seq'] ?? ''));
      expect(Math.min(...places.filter((place) => place >= 0))).toBeLessThan(70);
    }
  });
});

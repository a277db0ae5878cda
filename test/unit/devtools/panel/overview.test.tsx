// @vitest-environment jsdom
import { fireEvent } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';
import type { SessionStore } from '../../../../lib/index.ts';
import { appendOpenTurn, appendTurn } from '../../../fixtures/conversation.ts';
import { openTestStore } from '../open-test-store.ts';
import { eventually, openPanel, settle, type PanelPage } from './panel-page.tsx';

async function fourTurns(): Promise<SessionStore> {
  const store = await openTestStore();
  const session = await store.create('trip');
  appendTurn(session, { prompt: 'first question' });
  appendTurn(session, {
    prompt: 'second question',
    reason: { kind: 'error', error: { message: 'no', code: 'MODEL_AWAY' } },
  });
  appendTurn(session, { prompt: 'third question' });
  appendTurn(session, { prompt: 'fourth question' });
  await session.flush();
  await store.rename('trip', 'Trip');
  return store;
}

async function strip({ inside }: PanelPage): Promise<HTMLElement> {
  const found = await eventually(() => inside.getByRole('slider', { name: 'Overview of Trip' }));
  vi.spyOn(found, 'getBoundingClientRect').mockReturnValue(new DOMRect(0, 0, 400, 44));
  return found;
}

const turnsShown = ({ inside }: PanelPage): readonly (string | null)[] =>
  inside.getAllByRole('button', { name: /^Fork at turn/ }).map((button) => button.getAttribute('aria-label'));

function drag(element: HTMLElement, from: number, to: number): void {
  const pointer = { pointerId: 1, button: 0, bubbles: true };
  fireEvent.pointerDown(element, { ...pointer, clientX: from });
  fireEvent.pointerMove(element, { ...pointer, clientX: to });
  fireEvent.pointerUp(element, { ...pointer, clientX: to });
}

describe('the overview', () => {
  it('tells the turn it is at, and goes from turn to turn by keys', async () => {
    const page = await openPanel({ store: await fourTurns() });
    const slider = await strip(page);
    expect(slider.getAttribute('aria-valuemax')).toBe('4');
    slider.focus();
    await userEvent.keyboard('{Home}');
    expect(slider.getAttribute('aria-valuenow')).toBe('1');
    expect(slider.getAttribute('aria-valuetext')).toMatch(/^turn 1 of 4, completed/);
    await userEvent.keyboard('{ArrowRight}');
    expect(slider.getAttribute('aria-valuetext')).toMatch(/^turn 2 of 4, failed/);
    await userEvent.keyboard('{End}{PageUp}');
    expect(slider.getAttribute('aria-valuenow')).toBe('1');
    await userEvent.keyboard('{ArrowLeft}');
    expect(slider.getAttribute('aria-valuenow')).toBe('1');
    expect(page.host.shadowRoot?.activeElement).toBe(slider);
  });

  it('zooms to the turns that were brushed, and shows everything again by a double click', async () => {
    const page = await openPanel({ store: await fourTurns() });
    const slider = await strip(page);
    drag(slider, 120, 280);
    await eventually(() => expect(turnsShown(page)).toEqual(['Fork at turn 2', 'Fork at turn 3']));
    expect(page.inside.getByText('Only turns 2 to 3 of 4')).toBeTruthy();
    fireEvent.doubleClick(slider);
    await eventually(() => expect(turnsShown(page).length).toBeGreaterThan(2));
    expect(page.inside.queryByText(/^Only turn/)).toBeNull();
  });

  it('takes a press that hardly moves for a click, which limits nothing', async () => {
    const page = await openPanel({ store: await fourTurns() });
    drag(await strip(page), 120, 123);
    await settle();
    expect(page.inside.queryByText(/^Only turn/)).toBeNull();
    expect((await strip(page)).getAttribute('aria-valuenow')).toBe('2');
  });

  it('zooms by Shift and arrows, and by Enter; Escape and the button show everything', async () => {
    const page = await openPanel({ store: await fourTurns() });
    const slider = await strip(page);
    slider.focus();
    await userEvent.keyboard('{Home}{Shift>}{ArrowRight}{/Shift}');
    await eventually(() => expect(turnsShown(page)).toEqual(['Fork at turn 1', 'Fork at turn 2']));
    await userEvent.keyboard('{Escape}');
    await eventually(() => expect(turnsShown(page).length).toBeGreaterThan(2));
    await userEvent.keyboard('{Enter}');
    await eventually(() => expect(turnsShown(page)).toEqual(['Fork at turn 2']));
    await userEvent.click(page.inside.getByRole('button', { name: /Show all/ }));
    await eventually(() => expect(turnsShown(page).length).toBeGreaterThan(2));
  });

  it('counts the open turn, and the turns that come', async () => {
    const store = await fourTurns();
    const page = await openPanel({ store });
    const slider = await strip(page);
    appendOpenTurn(await store.open('trip'));
    await eventually(() => expect(slider.getAttribute('aria-valuemax')).toBe('5'));
    slider.focus();
    await userEvent.keyboard('{End}');
    await eventually(() => expect(slider.getAttribute('aria-valuetext')).toBe('turn 5 of 5, running'));
  });
});

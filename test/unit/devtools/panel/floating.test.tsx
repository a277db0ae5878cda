// @vitest-environment jsdom
import { act, cleanup, render } from '@testing-library/react';
import { StrictMode } from 'react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { readDockMemory } from '../../../../devtools/floating/dock-memory.ts';
import { FloatingDock, type LoadDock } from '../../../../devtools/floating/floating-dock.ts';
import { addDockControls } from '../../../../devtools/floating/dock-controls.ts';
import { openPanelWindow } from '../../../../devtools/floating/panel-window.ts';
import { SessionDevtools } from '../../../../devtools/floating.ts';
import { openTestStore } from '../open-test-store.ts';

const KEY = 'turnfork-devtools-floating';
const update = vi.fn();
const unmount = vi.fn();
const mountSessionDevtools = vi.fn((host: HTMLElement) => {
  host.textContent = 'the panel';
  return { update, unmount };
});
const load = vi.fn<LoadDock>(async () => ({ mountSessionDevtools, addDockControls, openPanelWindow }));
let dock: FloatingDock | null = null;

beforeEach(() => {
  localStorage.clear();
  vi.clearAllMocks();
});

afterEach(() => {
  dock?.remove();
  dock = null;
  cleanup();
  vi.restoreAllMocks();
});

async function start(loadDock: LoadDock = load): Promise<void> {
  dock = new FloatingDock({ store: await openTestStore(), lang: 'en' }, loadDock);
}

function hosts(): NodeListOf<HTMLElement> {
  return document.querySelectorAll('turnfork-devtools');
}

function part(selector: string): HTMLElement {
  const found = hosts()[0]?.shadowRoot?.querySelector<HTMLElement>(selector);
  if (found === null || found === undefined) throw new TypeError(`nothing is ${selector}`);
  return found;
}

async function open(): Promise<void> {
  part('.launcher').click();
  await vi.waitFor(() => expect(part('.body').textContent).toBe('the panel'));
}

function press(target: HTMLElement, key: string): void {
  target.dispatchEvent(
    new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true, composed: true }),
  );
}

it('loads the panel when it is opened and not before, and gives the focus back on Escape', async () => {
  await start();
  expect(load).not.toHaveBeenCalled();
  expect(part('.dock').hidden).toBe(true);
  await open();
  expect(part('.launcher').hidden).toBe(true);
  press(part('.bar [aria-label="Close devtools"]'), 'Escape');
  expect(part('.dock').hidden).toBe(true);
  expect(unmount).toHaveBeenCalledOnce();
  expect(hosts()[0]?.shadowRoot?.activeElement).toBe(part('.launcher'));
});

it('leaves an Escape alone that the panel has used', async () => {
  await start();
  await open();
  part('.body').addEventListener('keydown', (event) => event.preventDefault());
  press(part('.body'), 'Escape');
  expect(part('.dock').hidden).toBe(false);
});

it('is resized by keys within its limits, at each edge away from the edge', async () => {
  await start();
  await open();
  const separator = part('[role=separator]');
  const size = (): string | null => separator.getAttribute('aria-valuenow');
  expect(separator.getAttribute('aria-orientation')).toBe('horizontal');
  press(separator, 'ArrowUp');
  expect(size()).toBe('47');
  press(separator, 'ArrowDown');
  expect(size()).toBe('45');
  press(separator, 'ArrowLeft');
  expect(size()).toBe('45');
  press(separator, 'Home');
  press(separator, 'ArrowDown');
  expect(size()).toBe('20');
  press(separator, 'End');
  press(separator, 'ArrowUp');
  expect(size()).toBe('90');
  part('.edge[data-edge=right]').click();
  expect(separator.getAttribute('aria-orientation')).toBe('vertical');
  press(separator, 'ArrowRight');
  expect(size()).toBe('88');
  expect(part('.dock').style.width).toBe('88vw');
  expect(part('.dock').style.height).toBe('100%');
});

it('remembers that it was open, where and how large', async () => {
  await start();
  await open();
  part('.edge[data-edge=top]').click();
  press(part('[role=separator]'), 'Home');
  dock?.remove();
  expect(hosts().length).toBe(0);
  await start();
  expect(part('.dock').hidden).toBe(false);
  expect(readDockMemory()).toEqual({ open: true, edge: 'top', size: 20 });
});

it.each([
  '{',
  'null',
  '[]',
  '7',
  '{"open":"yes","edge":"middle","size":1e9}',
  '{"size":"45"}',
  '{"size":-1,"edge":null}',
])('takes no garbage out of storage: %s', (stored) => {
  localStorage.setItem(KEY, stored);
  expect(readDockMemory()).toEqual({ open: false, edge: 'bottom', size: 45 });
});

it('works where storage throws', async () => {
  const refuse = (): never => {
    throw new DOMException('no storage', 'SecurityError');
  };
  vi.spyOn(Storage.prototype, 'getItem').mockImplementation(refuse);
  vi.spyOn(Storage.prototype, 'setItem').mockImplementation(refuse);
  await start();
  await open();
});

it('says that the panel could not be loaded, and tries again', async () => {
  const broken = vi.fn<LoadDock>(load).mockRejectedValueOnce(new TypeError('no network'));
  await start(broken);
  part('.launcher').click();
  await vi.waitFor(() => expect(part('[role=alert]').textContent).toContain('could not be loaded'));
  part('.note button').click();
  await vi.waitFor(() => expect(part('.body').textContent).toBe('the panel'));
  expect(part('.note').hidden).toBe(true);
});

it('says that a window was blocked, and stays docked', async () => {
  vi.spyOn(window, 'open').mockReturnValue(null);
  await start();
  await open();
  part('[aria-label="Open in a window"]').click();
  expect(part('[role=alert]').textContent).toContain('blocked');
  expect(part('.dock').hidden).toBe(false);
});

it('does not mount a panel that comes after the dock was closed', async () => {
  let arrive: () => void = () => undefined;
  const late = new Promise<void>((resolve) => (arrive = resolve));
  await start(() => late.then(load));
  part('.launcher').click();
  part('[aria-label="Close devtools"]').click();
  arrive();
  await new Promise((resolve) => setTimeout(resolve, 0));
  expect(mountSessionDevtools).not.toHaveBeenCalled();
});

it('is there once under StrictMode, and goes with its component', async () => {
  const store = await openTestStore();
  const view = render(
    <StrictMode>
      <SessionDevtools store={store} lang="zh" corner="top-left" />
    </StrictMode>,
  );
  expect(view.container.innerHTML).toBe('');
  expect(hosts().length).toBe(1);
  expect(part('.launcher').ariaLabel).toBe('打开会话开发工具');
  expect(part('.launcher').dataset['corner']).toBe('top-left');
  await act(async () => view.unmount());
  expect(hosts().length).toBe(0);
});

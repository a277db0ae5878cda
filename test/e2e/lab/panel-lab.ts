import { mountSessionDevtools } from '../../../devtools/index.ts';
import type { SessionStore } from '../../../lib/index.ts';
import { appendDeltas, appendOpenTurn, endOpenTurn } from '../../fixtures/conversation.ts';

export interface FrameReport {
  readonly frames: number;
  /** ms between two frames, at most. */
  readonly worst: number;
  /** Tasks of over 50 ms, by their length. */
  readonly longTasks: readonly number[];
  /** Nodes of the panel at the end. */
  readonly nodes: number;
}

/** Reads of the log that the panel caused, counted in events. */
export const reads = { events: 0, calls: 0 };

/** Opens the panel on a session, filling the page. */
export function mountPanel(store: SessionStore, sessionId: string): void {
  const host = document.createElement('div');
  host.style.cssText = 'position: fixed; inset: 0';
  document.body.append(host);
  const readEvents = store.events.bind(store);
  store.events = async (...request) => {
    const events = await readEvents(...request);
    reads.calls += 1;
    reads.events += events.length;
    return events;
  };
  mountSessionDevtools(host, { store, sessionId, lang: 'en', theme: 'light' });
}

let stopRecording: (() => FrameReport) | null = null;

/** Measures frames until `framesSoFar`. */
export function recordFrames(): void {
  const longTasks: number[] = [];
  const observer = new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) longTasks.push(Math.round(entry.duration));
  });
  observer.observe({ entryTypes: ['longtask'] });
  let [frames, worst, last] = [0, 0, performance.now()];
  let frame = requestAnimationFrame(function next(now) {
    worst = Math.max(worst, now - last);
    last = now;
    frames += 1;
    frame = requestAnimationFrame(next);
  });
  stopRecording = () => {
    cancelAnimationFrame(frame);
    observer.disconnect();
    return { frames, worst: Math.round(worst), longTasks, nodes: panelNodes() };
  };
}

export function framesSoFar(): FrameReport {
  const report = stopRecording?.();
  stopRecording = null;
  if (report === undefined) throw new TypeError('nothing is being recorded');
  return report;
}

export function panelNodes(): number {
  return panel().querySelectorAll('*').length;
}

export function panel(): ShadowRoot {
  const root = [...document.body.children].find((child) => child.shadowRoot !== null)?.shadowRoot;
  if (root === null || root === undefined) throw new TypeError('the panel is not open');
  return root;
}

export function scroller(): Element {
  const element = panel().querySelector('.timeline-scroller');
  if (element === null) throw new TypeError('no timeline is shown');
  return element;
}

/** Drags the scrollbar's thumb from one part of the whole to another in so many frames. */
export async function dragScrollbar(from: number, to: number, frames: number): Promise<void> {
  const element = scroller();
  for (let frame = 0; frame <= frames; frame += 1) {
    const part = from + ((to - from) * frame) / frames;
    element.scrollTop = part * (element.scrollHeight - element.clientHeight);
    await new Promise((resolve) => requestAnimationFrame(resolve));
  }
}

/** Appends a turn of stream deltas, four every 20 ms, as an agent at 200 events a second does. */
export async function streamTurn(store: SessionStore, sessionId: string, duration: number): Promise<number> {
  const session = await store.open(sessionId);
  const from = session.seq;
  const turn = appendOpenTurn(session, { deltas: 1 });
  const start = performance.now();
  let sent = 0;
  while (performance.now() - start < duration) {
    await new Promise((resolve) => setTimeout(resolve, 20));
    const due = Math.floor((performance.now() - start) / 5) - sent;
    appendDeltas(session, turn, 1, 'word', due);
    sent += due;
  }
  endOpenTurn(session, turn);
  return session.seq - from;
}

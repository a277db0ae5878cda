import {
  act,
  cleanup,
  render,
  waitFor,
  within,
  type BoundFunctions,
  type queries,
} from '@testing-library/react';
import { StrictMode, type ReactElement } from 'react';
import { expect, onTestFinished, vi } from 'vitest';
import { SessionDevtoolsPanel, type SessionDevtoolsPanelProps } from '../../../../devtools/index.ts';

const VIEW_HEIGHT = 700;
const ROW_HEIGHT = 60;

/** jsdom lays nothing out: gives elements the sizes that lists ask for, and the methods that it lacks. */
function standInForLayout(): void {
  vi.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockReturnValue(ROW_HEIGHT);
  vi.spyOn(Element.prototype, 'clientWidth', 'get').mockReturnValue(900);
  vi.spyOn(Element.prototype, 'clientHeight', 'get').mockReturnValue(VIEW_HEIGHT);
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe(): void {}
      unobserve(): void {}
      disconnect(): void {}
    },
  );
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(null);
  vi.stubGlobal('matchMedia', (query: string) =>
    Object.assign(new EventTarget(), { matches: false, media: query }),
  );
  Element.prototype.setPointerCapture = () => undefined;
  HTMLDialogElement.prototype.showModal = function (this: HTMLDialogElement) {
    this.open = true;
  };
  HTMLDialogElement.prototype.close = function (this: HTMLDialogElement) {
    this.open = false;
  };
}

export interface PanelPage {
  readonly host: HTMLElement;
  readonly panel: HTMLElement;
  readonly inside: BoundFunctions<typeof queries>;
  readonly rerender: (props: Partial<SessionDevtoolsPanelProps>) => void;
  readonly unmount: () => void;
}

/** The panel in a page, under StrictMode, with queries into its shadow root. */
export async function openPanel(props: SessionDevtoolsPanelProps): Promise<PanelPage> {
  standInForLayout();
  const page = (changes: Partial<SessionDevtoolsPanelProps>): ReactElement => (
    <StrictMode>
      <SessionDevtoolsPanel lang="en" theme="light" {...props} {...changes} />
    </StrictMode>
  );
  const view = render(page({}));
  onTestFinished(() => {
    cleanup();
    vi.restoreAllMocks();
    vi.unstubAllGlobals();
  });
  const host = view.container.querySelector<HTMLElement>('[data-turnfork-devtools]');
  expect(host).not.toBeNull();
  const panel = await waitFor(() => {
    const found = host?.shadowRoot?.querySelector<HTMLElement>('.panel');
    expect(found).toBeTruthy();
    return found!;
  });
  return {
    host: host!,
    panel,
    inside: within(panel),
    rerender: (changes) => view.rerender(page(changes)),
    unmount: () => view.unmount(),
  };
}

/** Waits until something holds, letting React draw meanwhile. */
export async function eventually<Value>(check: () => Value): Promise<Value> {
  return waitFor(check, { timeout: 5_000 });
}

/** Lets everything that is under way come to rest. */
export async function settle(): Promise<void> {
  await act(async () => {
    await new Promise((resolve) => setTimeout(resolve, 60));
  });
}

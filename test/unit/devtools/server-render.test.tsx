import { renderToString } from 'react-dom/server';
import { expect, it, vi } from 'vitest';
import { openTestStore } from './open-test-store.ts';

it('can be imported and rendered without a page, as an empty host element', async () => {
  expect(typeof window).toBe('undefined');
  const { SessionDevtoolsPanel } = await import('../../../devtools/index.ts');
  const store = await openTestStore();
  const subscribe = vi.spyOn(store, 'subscribe');
  const html = renderToString(<SessionDevtoolsPanel store={store} className="tools" />);
  expect(html).toBe('<div class="tools" data-turnfork-devtools=""></div>');
  expect(subscribe).not.toHaveBeenCalled();
});

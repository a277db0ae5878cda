import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { SessionDevtools } from '../../../devtools/floating.ts';
import { openSessionStore } from '../../../lib/index.ts';

const place = document.getElementById('app');
if (place === null) throw new TypeError('the page has no place for the application');
const store = await openSessionStore({ name: 'guest' });
if ((await store.summary('guest-session')) === undefined) {
  const session = await store.create('guest-session');
  await session.flush();
  await store.rename('guest-session', 'A session of the guest');
}
createRoot(place).render(
  <StrictMode>
    <SessionDevtools store={store} theme="light" />
  </StrictMode>,
);

import { onTestFinished } from 'vitest';
import { openSessionStore, type SessionStore } from '../../../lib/index.ts';
import { newDatabaseName } from '../../fixtures/database-name.ts';

/** A store of its own for one test, closed after it. */
export async function openTestStore(): Promise<SessionStore> {
  const store = await openSessionStore({ name: newDatabaseName('devtools'), flushWindow: 5 });
  onTestFinished(() => store.close());
  return store;
}

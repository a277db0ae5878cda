import { openSessionStore, type SessionEvent, type SessionStore } from '../../../lib/index.ts';
import { appendDeltas, appendOpenTurn, appendTurn } from '../../fixtures/conversation.ts';
import { importLargeLog } from './large-log.ts';
import { importLongLog } from './long-import.ts';
import * as panelLab from './panel-lab.ts';
import { workForAWhile } from './random-work.ts';

const lab = {
  openSessionStore,
  appendTurn,
  appendOpenTurn,
  appendDeltas,
  workForAWhile,
  compareWithParents,
  importLongLog,
  importLargeLog,
  panel: panelLab,
};

declare global {
  interface Window {
    /** The library and what tests do with it, for pages that are driven from outside. */
    lab: typeof lab;
    store: SessionStore;
  }
}

window.lab = lab;

/** Which forks do not begin with exactly what their stored parent has. */
async function compareWithParents(store: SessionStore): Promise<string[]> {
  const problems: string[] = [];
  for (let cursor: string | null | undefined; cursor !== null;) {
    const page = await store.list(cursor === undefined ? { limit: 200 } : { limit: 200, cursor });
    for (const { id, header } of page.sessions) {
      const { parentSession, seedLength = 0 } = header;
      if (parentSession === undefined || seedLength === 0) continue;
      const range = { to: seedLength - 1 };
      const [own, parents] = await Promise.all([store.events(id, range), store.events(parentSession, range)]);
      if (!sameEvents(own, parents))
        problems.push(`${id} does not begin with the history of ${parentSession}`);
    }
    cursor = page.cursor;
  }
  return problems;
}

function sameEvents(left: readonly SessionEvent[], right: readonly SessionEvent[]): boolean {
  return JSON.stringify(left) === JSON.stringify(right);
}

import sqlite3InitModule from '@sqlite.org/sqlite-wasm';
import type { SessionEvent } from '../../../lib/index.ts';
import { answerRequests, type WorkerAnswer } from './worker-log.ts';

async function openDatabase(name: string) {
  const sqlite3 = await sqlite3InitModule();
  const pool = await sqlite3.installOpfsSAHPoolVfs({ name, directory: `/${name}` });
  const database = new pool.OpfsSAHPoolDb('/bench.db');
  database.exec(
    'CREATE TABLE events (session INTEGER, seq INTEGER, json TEXT, PRIMARY KEY (session, seq)) WITHOUT ROWID',
  );
  return { pool, database };
}

let opened: Awaited<ReturnType<typeof openDatabase>> | undefined;
let copies = 0;

answerRequests(async (request): Promise<WorkerAnswer> => {
  if (request.kind === 'open') {
    opened = await openDatabase(request.name);
    return {};
  }
  if (opened === undefined) throw new Error('not open');
  const { pool, database } = opened;
  switch (request.kind) {
    case 'append': {
      database.transaction(() => {
        const statement = database.prepare('INSERT INTO events VALUES (0, ?, ?)');
        for (const event of request.events) statement.bind([event.seq, JSON.stringify(event)]).stepReset();
        statement.finalize();
      });
      return {};
    }
    case 'readAll': {
      const rows = database.selectValues('SELECT json FROM events WHERE session = 0 ORDER BY seq');
      return {
        events: rows.map((json) => JSON.parse(typeof json === 'string' ? json : 'null') as SessionEvent),
      };
    }
    case 'copy': {
      copies += 1;
      database.exec({
        sql: 'INSERT INTO events SELECT ?, seq, json FROM events WHERE session = 0',
        bind: [copies],
      });
      return {};
    }
    case 'drop': {
      database.close();
      await pool.removeVfs();
      return {};
    }
  }
});

import { openDB, type DBSchema, type IDBPDatabase } from 'idb';
import { TurnforkError } from '../../../lib/index.ts';

export class NoteError extends TurnforkError<'NOTE_NOT_FOUND'> {}

export interface Note {
  readonly title: string;
  readonly text: string;
  /** Epoch ms. */
  readonly changedAt: number;
}

interface NotesSchema extends DBSchema {
  notes: { key: string; value: Note };
}

/** The agent's notes, in a database of their own: they belong to no session. */
export class Notes {
  readonly #name: string;

  constructor(name = 'turnfork-playground-notes') {
    this.#name = name;
  }

  /** A note with the same title is replaced. */
  write(title: string, text: string): Promise<void> {
    return this.#with(async (database) => {
      await database.put('notes', { title, text, changedAt: Date.now() });
    });
  }

  /** Titles, last changed first. */
  titles(): Promise<readonly string[]> {
    return this.#with(async (database) => {
      const notes = await database.getAll('notes');
      return notes.sort((a, b) => b.changedAt - a.changedAt).map((note) => note.title);
    });
  }

  /** @throws NoteError NOTE_NOT_FOUND */
  read(title: string): Promise<string> {
    return this.#with(async (database) => {
      const note = await database.get('notes', title);
      if (note === undefined) throw new NoteError('NOTE_NOT_FOUND', `there is no note "${title}"`);
      return note.text;
    });
  }

  async #with<Result>(work: (database: IDBPDatabase<NotesSchema>) => Promise<Result>): Promise<Result> {
    const database = await openDB<NotesSchema>(this.#name, 1, {
      upgrade: (opened) => void opened.createObjectStore('notes', { keyPath: 'title' }),
    });
    try {
      return await work(database);
    } finally {
      database.close();
    }
  }
}

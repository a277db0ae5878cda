import { SessionError } from '../errors.ts';
import type { WriteTransaction } from '../storage/schema.ts';
import { readySession, withTitle } from './session-row.ts';
import type { SessionId, SessionMarks } from './store-types.ts';

const LONGEST_TITLE = 1_000;
const LONGEST_LABEL = 60;
const MOST_LABELS = 20;

/** @throws SessionError INVALID_TITLE */
export function checkTitle(title: string | null, id: SessionId): void {
  if (title === null || (title.trim() !== '' && title.length <= LONGEST_TITLE)) return;
  throw new SessionError(
    'INVALID_TITLE',
    `a title has 1 to ${LONGEST_TITLE} characters that are not all blank, got ${title.length}`,
    id,
  );
}

/** @throws SessionError INVALID_LABELS */
export function checkLabels(labels: readonly string[], id: SessionId): void {
  const refuse = (message: string): never => {
    throw new SessionError('INVALID_LABELS', message, id);
  };
  if (labels.length > MOST_LABELS)
    refuse(`a session has at most ${MOST_LABELS} labels, got ${labels.length}`);
  for (const [index, label] of labels.entries()) {
    if (typeof label !== 'string' || label.trim() === '' || label.length > LONGEST_LABEL) {
      refuse(`labels[${index}] must have 1 to ${LONGEST_LABEL} characters that are not all blank`);
    }
    if (labels.indexOf(label) !== index)
      refuse(`labels[${index}] is there already: ${JSON.stringify(label)}`);
  }
}

/** Writes a given title within a transaction. */
export async function renameSession(
  transaction: WriteTransaction,
  id: SessionId,
  title: string | null,
  now: number,
): Promise<void> {
  const row = await readySession(transaction, id);
  const givenTitle = title === null ? null : { title, time: now };
  await transaction.objectStore('sessions').put(withTitle(row, { givenTitle }));
}

/** Writes marks within a transaction; those that are not given stay. */
export async function markSession(
  transaction: WriteTransaction,
  id: SessionId,
  { pinned, labels }: SessionMarks,
): Promise<void> {
  const row = await readySession(transaction, id);
  await transaction.objectStore('sessions').put({
    ...row,
    pinned: pinned ?? row.pinned,
    labels: labels === undefined ? row.labels : [...labels],
  });
}

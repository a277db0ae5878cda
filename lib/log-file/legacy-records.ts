import { isJsonObject, type JsonObject } from '../event/data-flaw.ts';

/** A record in the present form, and what was done to it. */
export interface NormalizedRecord {
  readonly record: JsonObject;
  readonly changes: readonly string[];
}

/**
 * Brings a record of an older DSH to the present form, as DSH does when it loads one: `steering/message` is a
 * `user/message`, and messages without an id get one.
 */
export function normalizeLegacy(record: JsonObject, sessionId: string): NormalizedRecord {
  const changes: string[] = [];
  let current = record;
  if (current['type'] === 'steering/message') {
    current = { ...current, type: 'user/message' };
    changes.push('steering/message was read as user/message');
  }
  const named = withMessageId(current, sessionId);
  if (named !== null) {
    current = named;
    changes.push('messages without an id were given one');
  }
  return { record: current, changes };
}

function withMessageId(record: JsonObject, sessionId: string): JsonObject | null {
  const { type, data, seq } = record;
  if (!isJsonObject(data)) return null;
  const id = `legacy-message:${sessionId}:${String(seq)}`;
  if (type === 'user/message') {
    // What has no id may be so old that it has no role either.
    return 'id' in data ? null : { ...record, data: { role: 'user', ...data, id } };
  }
  if (type !== 'assistant/message' && type !== 'tool/result') return null;
  const { message } = data;
  if (!isJsonObject(message) || 'id' in message) return null;
  return { ...record, data: { ...data, message: { ...message, id } } };
}

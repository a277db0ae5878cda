type Fields = Readonly<Record<string, unknown>>;

/**
 * Brings a record of an older DSH to the present form, as DSH does when it loads one: `steering/message` is a
 * `user/message`, and messages without an id get one. Gives what was done, or null when there was nothing to do.
 */
export function normalizeLegacy(
  record: Fields,
  sessionId: string,
): { readonly record: Fields; readonly what: string } | null {
  const renamed = record['type'] === 'steering/message' ? { ...record, type: 'user/message' } : null;
  const named = withMessageId(renamed ?? record, sessionId);
  if (named !== null) return { record: named, what: 'messages without an id were given one' };
  return renamed === null ? null : { record: renamed, what: 'steering/message was read as user/message' };
}

function withMessageId(record: Fields, sessionId: string): Fields | null {
  const { type, data, seq } = record;
  if (!isFields(data)) return null;
  const id = `legacy-message:${sessionId}:${String(seq)}`;
  if (type === 'user/message') {
    return 'id' in data ? null : { ...record, data: { ...data, role: 'user', id } };
  }
  if (type !== 'assistant/message' && type !== 'tool/result') return null;
  const { message } = data;
  if (!isFields(message) || 'id' in message) return null;
  return { ...record, data: { ...data, message: { ...message, id } } };
}

/**
 * Later writers of format 0 write runs of `sourceEventSeqs` as `[start, end]` pairs, ends included. Gives the record
 * with every seq by itself, the record as it is when it has no pair, or null when a pair reaches to the record itself.
 */
export function expandSourceSeqs(record: Fields): Fields | null {
  const { sourceEventSeqs, seq } = record;
  if (!Array.isArray(sourceEventSeqs) || !sourceEventSeqs.some((entry) => Array.isArray(entry)))
    return record;
  const expanded: unknown[] = [];
  for (const entry of sourceEventSeqs as readonly unknown[]) {
    if (!Array.isArray(entry)) expanded.push(entry);
    else {
      const [start, end] = entry as readonly unknown[];
      if (entry.length !== 2 || !isSeq(start) || !isSeq(end) || start > end || !isSeq(seq) || end >= seq)
        return null;
      for (let source = start; source <= end; source += 1) expanded.push(source);
    }
  }
  return { ...record, sourceEventSeqs: expanded };
}

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isSeq(value: unknown): value is number {
  return Number.isSafeInteger(value) && Number(value) >= 0;
}

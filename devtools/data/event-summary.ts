import type { SessionEvent } from './devtools-store.ts';
import { fieldOf, listAt, numberAt, stringAt, textOfContent } from './read-field.ts';

const MAX_FIELDS = 4;
const MAX_VALUE = 80;

export interface EventSummary {
  readonly text: string;
  readonly tone: 'plain' | 'warning' | 'error';
}

/** One line about an event that has no drawing of its own. Looks at a few fields only, however large the data is. */
export function summaryOf(event: SessionEvent): EventSummary {
  const { data } = event;
  switch (event.type) {
    case 'request/header': {
      const config = fieldOf(data, 'header', 'config');
      return plain(joined(stringAt(config, 'provider'), stringAt(config, 'model'), stringAt(data, 'reason')));
    }
    case 'request/context': {
      const window = numberAt(data, 'contextWindow');
      return plain(
        joined(stringAt(data, 'model'), window === undefined ? undefined : `contextWindow ${window}`),
      );
    }
    case 'todo/write': {
      const todos = listAt(data, 'todos');
      const done = todos.filter((todo) => stringAt(todo, 'status') === 'completed').length;
      const current = todos.find((todo) => stringAt(todo, 'status') === 'in_progress');
      return plain(joined(`${done}/${todos.length}`, stringAt(current, 'content')));
    }
    case 'agent/inbox/spliced': {
      const inserted = listAt(data, 'inserted')
        .map((message) => textOfContent(listAt(message, 'content')))
        .filter((text) => text !== '');
      const removed = numberAt(data, 'removedCount');
      return plain(joined(inserted[0], removed === undefined ? undefined : `removedCount ${removed}`));
    }
    case 'llm/retry':
    case 'llm/retry-started':
      return { text: joined(stringAt(data, 'error', 'message'), fieldsOf(data)), tone: 'warning' };
  }
  const failed = fieldOf(data, 'error') !== undefined || fieldOf(data, 'isError') === true;
  return { text: fieldsOf(data), tone: failed ? 'error' : 'plain' };
}

function fieldsOf(data: unknown): string {
  if (typeof data !== 'object' || data === null) return cut(String(data));
  const parts: string[] = [];
  for (const key in data) {
    if (parts.length === MAX_FIELDS) break;
    const value = fieldOf(data, key);
    if (typeof value === 'string') parts.push(`${cut(key)}: ${cut(value)}`);
    else if (typeof value === 'number' || typeof value === 'boolean') parts.push(`${cut(key)}: ${value}`);
    else if (Array.isArray(value)) parts.push(`${cut(key)}: [${value.length}]`);
  }
  return parts.join(' · ');
}

function joined(...parts: readonly (string | undefined)[]): string {
  return parts
    .filter((part) => part !== undefined && part !== '')
    .map((part) => cut(part ?? ''))
    .join(' · ');
}

function cut(text: string): string {
  const line = text
    .slice(0, MAX_VALUE * 2)
    .replace(/\s+/g, ' ')
    .trim();
  return line.length > MAX_VALUE ? `${line.slice(0, MAX_VALUE)}…` : line;
}

function plain(text: string): EventSummary {
  return { text, tone: 'plain' };
}

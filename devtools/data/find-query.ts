import type { SessionEvent } from './devtools-store.ts';

/** What events a search looks at. */
export const FIND_GROUPS = ['all', 'messages', 'tools', 'turns', 'stream', 'other'] as const;
export type FindGroup = (typeof FIND_GROUPS)[number];

export interface FindQuery {
  readonly text: string;
  readonly group: FindGroup;
}

export const FIND_NOTHING: FindQuery = { text: '', group: 'all' };

/** Whether a query asks for anything: a text, or the events of one group. */
export function asks({ text, group }: FindQuery): boolean {
  return text !== '' || group !== 'all';
}

/** The group of an event type. */
export function groupOf(type: string): Exclude<FindGroup, 'all'> {
  if (type === 'assistant/chunk') return 'stream';
  if (type === 'user/message' || type === 'assistant/message') return 'messages';
  if (/^(?:tool|approval|tool-workflow)\//.test(type)) return 'tools';
  return /^(?:turn|step|llm)\//.test(type) ? 'turns' : 'other';
}

/** Whether a group has an event; `all` leaves out stream deltas, because the message that they make says it again. */
export function isInGroup({ type }: Pick<SessionEvent, 'type'>, group: FindGroup): boolean {
  const own = groupOf(type);
  return group === 'all' ? own !== 'stream' : own === group;
}

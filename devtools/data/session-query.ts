import type { SessionSummary } from './devtools-store.ts';

/** What the session list can be narrowed to, besides a text; several are met together. */
export const SESSION_FILTERS = ['pinned', 'live', 'openTurn', 'failed', 'forks'] as const;

export type SessionFilter = (typeof SESSION_FILTERS)[number];

export interface SessionQuery {
  /** Words that title, id or labels must have, all of them, whatever their case. */
  readonly text: string;
  readonly filters: ReadonlySet<SessionFilter>;
}

export const EVERY_SESSION: SessionQuery = { text: '', filters: new Set() };

/** Whether a query leaves anything out. */
export function narrows({ text, filters }: SessionQuery): boolean {
  return text.trim() !== '' || filters.size > 0;
}

export function matchesQuery(summary: SessionSummary, { text, filters }: SessionQuery): boolean {
  for (const filter of filters) if (!FILTERS[filter](summary)) return false;
  const words = text
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== '');
  if (words.length === 0) return true;
  const searched = [summary.title ?? '', summary.id, ...summary.labels].map((part) => part.toLowerCase());
  return words.every((word) => searched.some((part) => part.includes(word)));
}

const FILTERS: Readonly<Record<SessionFilter, (summary: SessionSummary) => boolean>> = {
  pinned: ({ pinned }) => pinned,
  live: ({ status, writer }) => (status !== null && status !== 'closed') || writer !== null,
  openTurn: ({ openTurn }) => openTurn !== null,
  failed: ({ failedTurns, status }) => failedTurns > 0 || status === 'failing' || status === 'conflict',
  forks: ({ header }) => header.parentSession !== undefined,
};

import type { JSX } from 'react';
import { Search, X } from 'lucide-react';
import {
  EVERY_SESSION,
  narrows,
  SESSION_FILTERS,
  type SessionFilter,
  type SessionQuery,
} from '../../data/session-query.ts';
import { useMessages } from '../../i18n/messages.ts';
import { IconButton } from '../../shell/icon-button.tsx';

interface QueryBarProps {
  readonly query: SessionQuery;
  readonly matches: number;
  readonly onChange: (query: SessionQuery) => void;
}

/** Narrows the list: a text, and filters that are met together. */
export function QueryBar({ query, matches, onChange }: QueryBarProps): JSX.Element {
  const { sessions } = useMessages();

  const toggle = (filter: SessionFilter): void => {
    const filters = new Set(query.filters);
    if (!filters.delete(filter)) filters.add(filter);
    onChange({ ...query, filters });
  };

  return (
    <div className="query" role="search">
      <div className="search">
        <Search aria-hidden="true" />
        <input
          className="search-input"
          type="search"
          value={query.text}
          placeholder={sessions.search}
          aria-label={sessions.search}
          onChange={(event) => onChange({ ...query, text: event.target.value })}
        />
        {narrows(query) ? (
          <>
            <span className="search-count" aria-live="polite">
              {sessions.matches(matches)}
            </span>
            <IconButton label={sessions.clearSearch} icon={<X />} onClick={() => onChange(EVERY_SESSION)} />
          </>
        ) : null}
      </div>
      <div className="chips" role="group" aria-label={sessions.filter}>
        {SESSION_FILTERS.map((filter) => (
          <button
            key={filter}
            type="button"
            className="chip"
            aria-pressed={query.filters.has(filter)}
            onClick={() => toggle(filter)}
          >
            {sessions.filters[filter]}
          </button>
        ))}
      </div>
    </div>
  );
}

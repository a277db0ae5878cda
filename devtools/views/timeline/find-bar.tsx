import { useEffect, useRef, useSyncExternalStore, type JSX, type KeyboardEvent } from 'react';
import { ArrowDown, ArrowUp, Search, X } from 'lucide-react';
import { matchIndexFrom } from '../../data/find-matches.ts';
import type { FindModel } from '../../data/find-model.ts';
import { asks, FIND_GROUPS } from '../../data/find-query.ts';
import { useMessages } from '../../i18n/messages.ts';
import { IconButton } from '../../shell/icon-button.tsx';

interface FindBarProps {
  readonly find: FindModel;
  /** Changes whenever the field is to take the focus. */
  readonly wanted: number;
  readonly onWalk: (direction: 'next' | 'previous') => void;
  readonly onClose: () => void;
}

/** Finds text and kinds of events in the whole session, and walks from one to the next. */
export function FindBar({ find, wanted, onWalk, onClose }: FindBarProps): JSX.Element {
  const { find: messages } = useMessages();
  const { query, status, error, matches, current } = useSyncExternalStore(find.subscribe, find.getSnapshot);
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    input.current?.focus();
    input.current?.select();
  }, [wanted]);

  const onKeyDown = (event: KeyboardEvent): void => {
    const isStep = event.key === 'F3' || (event.key === 'Enter' && event.target === input.current);
    if (isStep && !event.nativeEvent.isComposing) onWalk(event.shiftKey ? 'previous' : 'next');
    else if (event.key === 'Escape' && !event.nativeEvent.isComposing) onClose();
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  const place = current === null ? 0 : matchIndexFrom(matches, current) + 1;
  const none = matches.length === 0;

  return (
    <div className="find-bar" role="search" aria-label={messages.title} onKeyDown={onKeyDown}>
      <div className="search">
        <Search aria-hidden="true" />
        <input
          ref={input}
          className="search-input"
          type="search"
          value={query.text}
          placeholder={messages.title}
          aria-label={messages.title}
          onChange={(event) => find.search({ ...query, text: event.target.value })}
        />
        <span className="search-count" role="status">
          {!asks(query)
            ? ''
            : status === 'failed'
              ? messages.failed(error?.message ?? '')
              : none && status === 'done'
                ? messages.none
                : messages.count(place, matches.length, status !== 'done')}
        </span>
      </div>
      <div className="find-choices">
        <select
          className="find-group"
          value={query.group}
          aria-label={messages.group}
          onChange={(event) => {
            const group = FIND_GROUPS.find((name) => name === event.target.value);
            if (group !== undefined) find.search({ ...query, group });
          }}
        >
          {FIND_GROUPS.map((group) => (
            <option key={group} value={group}>
              {messages.groups[group]}
            </option>
          ))}
        </select>
        {status === 'failed' ? (
          <button type="button" className="button button-small" onClick={() => find.retry()}>
            {messages.retry}
          </button>
        ) : null}
        <IconButton
          label={messages.previous}
          icon={<ArrowUp />}
          disabled={none}
          onClick={() => onWalk('previous')}
        />
        <IconButton
          label={messages.next}
          icon={<ArrowDown />}
          disabled={none}
          onClick={() => onWalk('next')}
        />
        <IconButton label={messages.close} icon={<X />} onClick={onClose} />
      </div>
    </div>
  );
}

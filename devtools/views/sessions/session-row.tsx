import { useEffect, useId, useSyncExternalStore, type CSSProperties, type JSX } from 'react';
import { ChevronDown, ChevronRight, Download, Pencil, Trash2 } from 'lucide-react';
import type { LineageRow } from '../../data/lineage-rows.ts';
import { relativeTime } from '../../i18n/format.ts';
import { useMessages } from '../../i18n/messages.ts';
import { IconButton } from '../../shell/icon-button.tsx';
import { usePanelServices } from '../../shell/panel-services.ts';
import { LineageRails, railWidth } from './lineage-rails.tsx';
import { shownStatus } from './session-status.ts';
import { StatusMark, statusText } from './status-mark.tsx';
import { titleOf } from './session-title.ts';

/** 2001-09-09: no session is older. */
const EARLIEST = 1_000_000_000_000;

export type SessionAction = 'rename' | 'export' | 'delete';

interface SessionRowProps {
  readonly row: LineageRow;
  readonly chosen: boolean;
  readonly active: boolean;
  readonly fresh: boolean;
  readonly now: number;
  readonly style: CSSProperties;
  readonly index: number;
  readonly onChoose: () => void;
  readonly onToggle: () => void;
  readonly onFocus: () => void;
  readonly onAction: (action: SessionAction) => void;
}

export function SessionRow({
  row,
  chosen,
  active,
  fresh,
  now,
  style,
  index,
  onChoose,
  onToggle,
  onFocus,
  onAction,
}: SessionRowProps): JSX.Element {
  const messages = useMessages();
  const { summary } = row;
  const title = titleOf(summary, messages);
  const status = shownStatus(summary);
  const origin = useForkOrigin(row);
  const facts = [
    ...(origin === null ? [] : [origin]),
    messages.sessions.turns(summary.turns),
    messages.sessions.events(summary.seq),
    ...(row.children > 0 && !row.expanded ? [messages.sessions.forks(row.children)] : []),
  ];
  // Recorded logs have times near zero where their clocks were taken out.
  const last = summary.updatedAt < EARLIEST ? null : relativeTime(messages.locale, summary.updatedAt, now);
  const mark =
    row.mark === null
      ? null
      : row.mark === 'cycle'
        ? messages.sessions.cycle
        : messages.sessions.parentMissing;
  const labelId = useId();

  const act = (action: SessionAction) => (event: { stopPropagation: () => void }) => {
    event.stopPropagation();
    onAction(action);
  };

  return (
    <div
      data-index={index}
      className="session-row"
      style={style}
      role="treeitem"
      aria-labelledby={labelId}
      aria-level={row.depth + 1}
      aria-posinset={row.position}
      aria-setsize={row.siblings}
      aria-selected={chosen}
      aria-expanded={row.children > 0 ? row.expanded : undefined}
      tabIndex={active ? 0 : -1}
      data-fresh={fresh || undefined}
      onClick={onChoose}
      onFocus={(event) => {
        if (event.target === event.currentTarget) onFocus();
      }}
    >
      <LineageRails row={row} />
      <div id={labelId} className="session-main" style={{ paddingInlineStart: railWidth(row.depth) }}>
        <div className="session-title-line">
          {row.children > 0 ? (
            <button
              type="button"
              className="session-toggle"
              tabIndex={-1}
              aria-hidden="true"
              onClick={(event) => {
                event.stopPropagation();
                onToggle();
              }}
            >
              {row.expanded ? <ChevronDown /> : <ChevronRight />}
            </button>
          ) : null}
          <span className="session-title" dir="auto">
            {title}
          </span>{' '}
          {summary.header.origin === 'subagent' ? (
            <span className="badge">{messages.sessions.subagent}</span>
          ) : null}{' '}
          <StatusMark status={status} failedTurns={summary.failedTurns} />
        </div>{' '}
        <div className="session-facts">
          {mark === null ? null : (
            <span
              className="session-mark"
              data-tip={
                row.mark === 'cycle' ? messages.sessions.cycleHint : messages.sessions.parentMissingHint
              }
            >
              {mark}
            </span>
          )}{' '}
          <span className="session-fact-list">{facts.join(' · ')}</span>{' '}
          {last === null ? null : <span className="session-time">{last}</span>}
        </div>{' '}
        <span className="visually-hidden">{statusText(status, summary.failedTurns, messages)}</span>
      </div>
      <div className="session-actions">
        <IconButton
          label={messages.sessions.rename}
          icon={<Pencil />}
          tabIndex={active ? 0 : -1}
          onClick={act('rename')}
        />
        <IconButton
          label={messages.sessions.export}
          icon={<Download />}
          tabIndex={active ? 0 : -1}
          onClick={act('export')}
        />
        <IconButton
          label={messages.sessions.delete}
          icon={<Trash2 />}
          tabIndex={active ? 0 : -1}
          onClick={act('delete')}
        />
      </div>
    </div>
  );
}

/** Where a fork left its parent, in words; null for a session that is no fork. */
function useForkOrigin({ summary }: LineageRow): string | null {
  const messages = useMessages();
  const { forkTurns } = usePanelServices();
  const turns = useSyncExternalStore(forkTurns.subscribe, forkTurns.getSnapshot);
  const { parentSession, seedLength } = summary.header;

  useEffect(() => {
    void forkTurns.ask(summary);
  }, [forkTurns, summary]);

  if (parentSession === undefined) return null;
  if ((seedLength ?? 0) === 0) return messages.sessions.leftAtStart;
  const turn = turns.get(summary.id);
  return turn === undefined || turn === null ? null : messages.sessions.leftAt(turn);
}

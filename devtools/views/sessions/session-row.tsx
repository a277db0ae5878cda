import { Fragment, useId, type CSSProperties, type JSX } from 'react';
import { ChevronDown, ChevronRight, Ellipsis, Pin } from 'lucide-react';
import type { SessionLine } from '../../data/lineage-rows.ts';
import { useMessages } from '../../i18n/messages.ts';
import { IconButton } from '../../shell/icon-button.tsx';
import type { MenuPlace } from '../../shell/menu.tsx';
import { LineageRails, railWidth } from './lineage-rails.tsx';
import { SessionFacts } from './session-facts.tsx';
import { shownStatus } from './session-status.ts';
import { StatusMark, statusText } from './status-mark.tsx';
import { titleOf } from './session-title.ts';

const SHOWN_LABELS = 2;

interface SessionRowProps {
  readonly row: SessionLine;
  readonly index: number;
  readonly chosen: boolean;
  readonly active: boolean;
  readonly fresh: boolean;
  readonly parentTrashed: boolean;
  readonly menuIsOpen: boolean;
  readonly now: number;
  readonly style: CSSProperties;
  readonly onChoose: () => void;
  readonly onToggle: () => void;
  readonly onFocus: () => void;
  readonly onMenu: (place: MenuPlace) => void;
  readonly onGoToOrigin: () => void;
}

export function SessionRow({
  row,
  index,
  chosen,
  active,
  fresh,
  parentTrashed,
  menuIsOpen,
  now,
  style,
  onChoose,
  onToggle,
  onFocus,
  onMenu,
  onGoToOrigin,
}: SessionRowProps): JSX.Element {
  const messages = useMessages();
  const { summary } = row;
  const title = titleOf(summary, messages);
  const status = shownStatus(summary);
  const moreLabels = summary.labels.length - SHOWN_LABELS;
  const labelId = useId();

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
      data-context={!row.matches || undefined}
      data-menu={menuIsOpen || undefined}
      onClick={onChoose}
      onContextMenu={(event) => {
        event.preventDefault();
        onMenu({ x: event.clientX, y: event.clientY });
      }}
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
          {summary.pinned ? (
            <span className="session-pin" role="img" aria-label={messages.sessions.filters.pinned}>
              <Pin aria-hidden="true" />
            </span>
          ) : null}{' '}
          {summary.header.origin === 'subagent' ? (
            <span className="badge">{messages.sessions.subagent}</span>
          ) : null}{' '}
          {summary.labels.length === 0 ? null : (
            <span className="session-labels" data-tip={summary.labels.join(', ')}>
              {summary.labels.slice(0, SHOWN_LABELS).map((label) => (
                <Fragment key={label}>
                  <span className="label" dir="auto">
                    {label}
                  </span>{' '}
                </Fragment>
              ))}
              {moreLabels > 0 ? <span className="label">{`+${moreLabels}`}</span> : null}
            </span>
          )}{' '}
          <StatusMark status={status} failedTurns={summary.failedTurns} />
        </div>{' '}
        <SessionFacts row={row} parentTrashed={parentTrashed} now={now} onGoToOrigin={onGoToOrigin} />{' '}
        <span className="visually-hidden">{statusText(status, summary.failedTurns, messages)}</span>
      </div>
      <div className="session-actions">
        <IconButton
          label={messages.sessions.menu}
          icon={<Ellipsis />}
          tabIndex={active ? 0 : -1}
          aria-haspopup="menu"
          aria-expanded={menuIsOpen}
          onClick={(event) => {
            event.stopPropagation();
            const { left, bottom } = event.currentTarget.getBoundingClientRect();
            onMenu({ x: left, y: bottom + 4 });
          }}
        />
      </div>
    </div>
  );
}

import { useEffect, useSyncExternalStore, type JSX } from 'react';
import type { SessionSummary } from '../../data/devtools-store.ts';
import type { SessionLine } from '../../data/lineage-rows.ts';
import { relativeTime } from '../../i18n/format.ts';
import type { PanelMessages } from '../../i18n/en.ts';
import { useMessages } from '../../i18n/messages.ts';
import { usePanelServices } from '../../shell/panel-services.ts';

/** 2001-09-09: no session is older. Recorded logs have times near zero where their clocks were taken out. */
const EARLIEST = 1_000_000_000_000;

interface SessionFactsProps {
  readonly row: SessionLine;
  readonly parentTrashed: boolean;
  readonly now: number;
  readonly onGoToOrigin: () => void;
}

/** The second line of a session: what is wrong with its lineage, where it left its parent, its counts and last activity. */
export function SessionFacts({ row, parentTrashed, now, onGoToOrigin }: SessionFactsProps): JSX.Element {
  const messages = useMessages();
  const { summary } = row;
  const origin = useForkOrigin(summary);
  const mark = lineageMark(row, parentTrashed, messages);
  const facts = [
    messages.sessions.turns(summary.turns),
    messages.sessions.events(summary.seq),
    ...(row.children > 0 && !row.expanded ? [messages.sessions.forks(row.children)] : []),
  ];
  const last = summary.updatedAt < EARLIEST ? null : relativeTime(messages.locale, summary.updatedAt, now);
  return (
    <div className="session-facts">
      {mark === null ? null : (
        <span className="session-mark" data-tip={mark.hint}>
          {mark.text}
        </span>
      )}{' '}
      {origin === null ? null : row.mark !== null ? (
        <span className="session-origin">{origin}</span>
      ) : (
        <button
          type="button"
          className="session-origin"
          tabIndex={-1}
          data-tip={messages.sessions.goToOrigin}
          onClick={(event) => {
            event.stopPropagation();
            onGoToOrigin();
          }}
        >
          {origin}
        </button>
      )}{' '}
      <span className="session-fact-list">{facts.join(' · ')}</span>{' '}
      {last === null ? null : <span className="session-time">{last}</span>}
    </div>
  );
}

function lineageMark(
  { mark }: SessionLine,
  parentTrashed: boolean,
  { sessions }: PanelMessages,
): { readonly text: string; readonly hint: string } | null {
  if (mark === null) return null;
  if (mark === 'cycle') return { text: sessions.cycle, hint: sessions.cycleHint };
  if (parentTrashed) return { text: sessions.parentTrashed, hint: sessions.parentTrashedHint };
  return { text: sessions.parentMissing, hint: sessions.parentMissingHint };
}

/** Where a fork left its parent, in words; null for a session that is no fork, or as long as it is not known. */
function useForkOrigin(summary: SessionSummary): string | null {
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

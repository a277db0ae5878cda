import { type JSX } from 'react';
import { MOST_COMPARED, readTurns } from '../../data/compare-sessions.ts';
import { alignTurns, differingTurns, type TurnDifference } from '../../data/compare-turns.ts';
import type { SessionSummary } from '../../data/devtools-store.ts';
import { useMessages } from '../../i18n/messages.ts';
import { usePanelServices } from '../../shell/panel-services.ts';
import { useLoaded } from '../inspector/use-loaded.ts';
import { ComparedMessages } from './compared-messages.tsx';

interface ComparedSessionsProps {
  readonly left: SessionSummary;
  readonly right: SessionSummary;
  /** What stands above the two columns. */
  readonly heads: readonly [string, string];
  /** How many events both have in common. */
  readonly from: number;
}

/** What two sessions have after their common prefix, turn beside turn. */
export function ComparedSessions({ left, right, heads, from }: ComparedSessionsProps): JSX.Element {
  const messages = useMessages();
  const { compare } = messages;
  const { store } = usePanelServices();
  const loaded = useLoaded(`${left.id} ${right.id} ${from} ${left.seq} ${right.seq}`, async () => {
    const [ours, theirs] = await Promise.all([
      readTurns(store, left.id, from),
      readTurns(store, right.id, from),
    ]);
    return { turns: alignTurns(ours.turns, theirs.turns), cut: ours.cut || theirs.cut };
  });
  if (loaded.status === 'loading') return <p className="dialog-hint">{compare.loading}</p>;
  if (loaded.status === 'failed')
    return (
      <>
        <p className="dialog-failure" role="alert">
          {compare.failed(loaded.error.message)}
        </p>
        <button type="button" className="button" onClick={loaded.retry}>
          {messages.retry}
        </button>
      </>
    );
  const { turns, cut } = loaded.value;
  return (
    <>
      <p className="dialog-hint" role="status">
        {compare.prefix(from)} {compare.differing(differingTurns(turns).length)}
        {cut ? ` ${compare.cut(MOST_COMPARED)}` : ''}
      </p>
      <div className="compare-scroller" tabIndex={0} role="group" aria-label={compare.turns}>
        <div className="compare-heads" aria-hidden="true">
          {heads.map((head, index) => (
            <span key={index} dir="auto">
              {head}
            </span>
          ))}
        </div>
        {turns.map((turn) => (
          <ComparedTurn key={turn.index} turn={turn} />
        ))}
      </div>
    </>
  );
}

function ComparedTurn({ turn }: { readonly turn: TurnDifference }): JSX.Element {
  const { compare } = useMessages();
  return (
    <section
      className="compare-turn"
      tabIndex={turn.kind === 'same' ? undefined : -1}
      data-difference={turn.kind === 'same' ? undefined : ''}
      aria-label={compare.turn(turn.index + 1, compare.kind[turn.kind])}
    >
      <h3 className="compare-turn-title">{compare.turn(turn.index + 1, compare.kind[turn.kind])}</h3>
      <ComparedMessages differences={turn.messages} />
    </section>
  );
}

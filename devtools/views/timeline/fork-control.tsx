import { useId, useSyncExternalStore, type JSX } from 'react';
import { GitBranch, LoaderCircle } from 'lucide-react';
import type { SessionId } from '../../data/devtools-store.ts';
import { ForkIntents, type ForkIntent } from '../../data/fork-intents.ts';
import type { ForkPlace, NearbyForkPoint } from '../../data/fork-place.ts';
import { useMessages } from '../../i18n/messages.ts';
import { usePanelServices } from '../../shell/panel-services.ts';
import { refusalText } from './fork-reason.ts';

interface ForkControlProps {
  readonly sessionId: SessionId;
  readonly place: ForkPlace;
  /** Whether the row has the tab stop. */
  readonly active: boolean;
  readonly onFork: (point: NearbyForkPoint) => void;
}

/** The fork control of a row: a button at a fork point, and everywhere else the same button, off, with the reason. */
export function ForkControl({ sessionId, place, active, onFork }: ForkControlProps): JSX.Element {
  return place.kind === 'allowed' ? (
    <ForkButton sessionId={sessionId} point={place} active={active} onFork={onFork} />
  ) : (
    <ForkRefused place={place} active={active} />
  );
}

export function useForkIntent(sessionId: SessionId, seq: number): ForkIntent | undefined {
  const { forks } = usePanelServices();
  const intents = useSyncExternalStore(forks.subscribe, forks.getSnapshot);
  return intents.get(ForkIntents.keyOf(sessionId, seq));
}

interface ForkButtonProps extends Omit<ForkControlProps, 'place'> {
  readonly point: NearbyForkPoint;
}

function ForkButton({ sessionId, point, active, onFork }: ForkButtonProps): JSX.Element {
  const messages = useMessages();
  const pending = useForkIntent(sessionId, point.seq)?.state === 'pending';
  const label = messages.fork.at(point.turn);
  return (
    <button
      type="button"
      className="fork-button"
      aria-label={label}
      data-tip={`${label} (F)`}
      aria-disabled={pending || undefined}
      aria-busy={pending || undefined}
      tabIndex={active ? 0 : -1}
      onClick={(event) => {
        event.stopPropagation();
        // The second click of a double click may land on another button, the list having moved: it is no wish of its own.
        if (event.detail > 1 || pending) return;
        onFork(point);
      }}
    >
      {pending ? <LoaderCircle className="spinning" aria-hidden="true" /> : <GitBranch aria-hidden="true" />}
      <span aria-hidden="true">{pending ? messages.fork.pending : messages.fork.short}</span>
    </button>
  );
}

function ForkRefused({
  place,
  active,
}: {
  readonly place: Extract<ForkPlace, { kind: 'refused' }>;
  readonly active: boolean;
}): JSX.Element {
  const messages = useMessages();
  const { announce } = usePanelServices();
  const reasonId = useId();
  const reason = refusalText(place, messages);
  return (
    <>
      <button
        type="button"
        className="fork-button fork-button-off"
        aria-label={messages.fork.unavailable}
        aria-describedby={reasonId}
        aria-disabled="true"
        data-tip={reason}
        tabIndex={active ? 0 : -1}
        onClick={(event) => {
          event.stopPropagation();
          announce(reason);
        }}
      >
        <GitBranch aria-hidden="true" />
      </button>
      <span id={reasonId} hidden>
        {reason}
      </span>
    </>
  );
}

import type { JSX } from 'react';
import { CircleAlert } from 'lucide-react';
import type { SessionId } from '../../data/devtools-store.ts';
import type { NearbyForkPoint } from '../../data/fork-place.ts';
import { useMessages } from '../../i18n/messages.ts';
import { usePanelServices } from '../../shell/panel-services.ts';
import { useForkIntent } from './fork-control.tsx';
import { failureText } from './fork-reason.ts';

interface ForkFailureProps {
  readonly sessionId: SessionId;
  readonly point: NearbyForkPoint;
  readonly onRetry: (point: NearbyForkPoint) => void;
  readonly onGoTo: (seq: number) => void;
}

/** A fork that failed, told where it was asked for, with the way out. */
export function ForkFailureNote({ sessionId, point, onRetry, onGoTo }: ForkFailureProps): JSX.Element | null {
  const messages = useMessages();
  const { forks } = usePanelServices();
  const intent = useForkIntent(sessionId, point.seq);
  if (intent?.state !== 'failed') return null;
  const { failure } = intent;
  const places = [failure.before, failure.after].filter((seq) => seq !== null && seq !== point.seq);
  return (
    <div className="fork-failure" role="alert">
      <CircleAlert aria-hidden="true" />
      <div className="fork-failure-text">
        <strong>{messages.fork.failed}</strong> {failureText(failure, messages)}
        {failure.code === null ? null : <code className="fork-failure-code">{failure.code}</code>}
      </div>
      <div className="fork-failure-actions">
        {places.map((seq) => (
          <button
            key={seq}
            type="button"
            className="button button-small"
            onClick={() => seq !== null && onGoTo(seq)}
          >
            {messages.fork.goTo(seq ?? 0)}
          </button>
        ))}
        <button type="button" className="button button-small button-primary" onClick={() => onRetry(point)}>
          {messages.retry}
        </button>
        <button
          type="button"
          className="button button-small"
          onClick={() => forks.dismiss(sessionId, point.seq)}
        >
          {messages.dismiss}
        </button>
      </div>
    </div>
  );
}

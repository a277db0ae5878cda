import type { JSX } from 'react';
import { Link } from 'lucide-react';
import type { SessionEvent } from '../../data/devtools-store.ts';
import { useMessages } from '../../i18n/messages.ts';
import type { EventSelection } from '../../shell/panel-app.tsx';
import { usePanelServices } from '../../shell/panel-services.ts';
import { CopyButton, CopyTextButton } from './copy-button.tsx';
import { JsonTree } from './json-tree.tsx';
import { LoadedView } from './loaded-view.tsx';
import { useLoaded } from './use-loaded.ts';

interface EventTabProps {
  readonly selection: EventSelection;
  readonly onSelect: (selection: EventSelection) => void;
}

export function EventTab({ selection, onSelect }: EventTabProps): JSX.Element {
  const messages = useMessages();
  const { eventLink } = usePanelServices();
  const loaded = useEvent(selection);
  return (
    <>
      {selection.related.length < 2 ? null : (
        <div className="related" role="group" aria-label={messages.inspector.related}>
          {selection.related.map((seq, index) => (
            <button
              key={seq}
              type="button"
              className="related-event"
              aria-pressed={seq === selection.seq}
              onClick={() => onSelect({ ...selection, seq })}
            >
              {index === 0 ? messages.inspector.call : messages.inspector.resultOf}
              <span className="mono">#{seq}</span>
            </button>
          ))}
        </div>
      )}
      <LoadedView loaded={loaded}>
        {(event) =>
          event === undefined ? (
            <p className="inspector-note">{messages.inspector.gone}</p>
          ) : (
            <>
              <div className="inspector-bar">
                <code className="inspector-type">{event.type}</code>
                <CopyButton value={event} />
                {eventLink === null ? null : (
                  <CopyTextButton
                    label={messages.inspector.copyLink}
                    icon={<Link />}
                    text={() => eventLink(selection.sessionId, event.seq)}
                  />
                )}
              </div>
              <JsonTree value={event} label={messages.inspector.json} />
            </>
          )
        }
      </LoadedView>
    </>
  );
}

/** The chosen event, read by its seq: nothing else is touched, however large the neighbours are. */
function useEvent({
  sessionId,
  seq,
}: EventSelection): ReturnType<typeof useLoaded<SessionEvent | undefined>> {
  const { store } = usePanelServices();
  return useLoaded(JSON.stringify([sessionId, seq]), async () => {
    const [event] = await store.events(sessionId, { from: seq, to: seq });
    return event;
  });
}

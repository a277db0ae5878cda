import { lazy, Suspense, useId, useState, type JSX, type KeyboardEvent } from 'react';
import { FileSearch } from 'lucide-react';
import type { TimelineModel } from '../../data/timeline-model.ts';
import { useMessages } from '../../i18n/messages.ts';
import { EmptyState } from '../../shell/empty-state.tsx';
import type { EventSelection } from '../../shell/panel-app.tsx';
import { SessionOverview } from './session-overview.tsx';
import { TimingTab } from './timing-tab.tsx';

// They bring the JSON tree, which nobody needs before an event is chosen.
const EventTab = lazy(async () => ({ default: (await import('./event-tab.tsx')).EventTab }));
const MessagesTab = lazy(async () => ({ default: (await import('./messages-tab.tsx')).MessagesTab }));

const TABS = ['event', 'messages', 'timing'] as const;

type TabId = (typeof TABS)[number];

interface InspectorPaneProps {
  readonly model: TimelineModel | null;
  readonly selection: EventSelection | null;
  readonly onSelect: (selection: EventSelection) => void;
}

export function InspectorPane({ model, selection, onSelect }: InspectorPaneProps): JSX.Element {
  const messages = useMessages();
  const [tab, setTab] = useState<TabId>('event');
  const panelId = useId();

  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>): void => {
    const step = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0;
    const next = TABS[(TABS.indexOf(tab) + step + TABS.length) % TABS.length];
    if (step === 0 || next === undefined) return;
    event.preventDefault();
    setTab(next);
    event.currentTarget.querySelector<HTMLElement>(`[data-tab="${next}"]`)?.focus();
  };

  return (
    <>
      <header className="pane-header">
        <h2 className="pane-title">{messages.panes.inspector}</h2>
        {selection === null ? null : <span className="pane-count mono">#{selection.seq}</span>}
      </header>
      {model === null || selection === null ? (
        <div className="inspector-body">
          {model === null ? (
            <EmptyState
              icon={<FileSearch />}
              title={messages.inspector.none}
              hint={messages.inspector.noneHint}
            />
          ) : (
            <SessionOverview model={model} />
          )}
        </div>
      ) : (
        <>
          <div className="tabs" role="tablist" aria-label={messages.panes.inspector} onKeyDown={onKeyDown}>
            {TABS.map((id) => (
              <button
                key={id}
                id={`${panelId}-${id}`}
                type="button"
                role="tab"
                className="tab"
                data-tab={id}
                aria-selected={id === tab}
                aria-controls={panelId}
                tabIndex={id === tab ? 0 : -1}
                onClick={() => setTab(id)}
              >
                {messages.inspector.tabs[id]}
              </button>
            ))}
          </div>
          <div
            id={panelId}
            className="inspector-body"
            role="tabpanel"
            aria-labelledby={`${panelId}-${tab}`}
            tabIndex={0}
          >
            <Suspense fallback={null}>
              {tab === 'event' ? <EventTab selection={selection} onSelect={onSelect} /> : null}
              {tab === 'messages' ? <MessagesTab selection={selection} /> : null}
            </Suspense>
            {tab === 'timing' ? <TimingTab model={model} selection={selection} /> : null}
          </div>
        </>
      )}
    </>
  );
}

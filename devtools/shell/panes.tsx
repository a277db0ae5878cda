import { useState, type JSX, type KeyboardEvent, type ReactNode } from 'react';
import { Group, Panel, Separator } from 'react-resizable-panels';
import { FileSearch, GitFork, ListTree } from 'lucide-react';
import { readPanelMemory, writePanelMemory } from '../data/panel-memory.ts';
import { useMessages } from '../i18n/messages.ts';
import { ErrorBoundary } from './error-boundary.tsx';

export type PaneId = 'sessions' | 'timeline' | 'inspector';

const PANE_IDS: readonly PaneId[] = ['sessions', 'timeline', 'inspector'];

interface PanesProps extends Readonly<Record<PaneId, ReactNode>> {
  readonly narrow: boolean;
  /** The pane that a narrow panel shows. */
  readonly shown: PaneId;
  readonly onShow: (pane: PaneId) => void;
}

/** The three panes: side by side with borders that can be moved, or one at a time under a tab bar. */
export function Panes(props: PanesProps): JSX.Element {
  return props.narrow ? <TabbedPanes {...props} /> : <WidePanes {...props} />;
}

function WidePanes({ sessions, timeline, inspector }: PanesProps): JSX.Element {
  const messages = useMessages();
  const [memory] = useState(() => readPanelMemory(PANE_IDS));
  return (
    <Group
      orientation="horizontal"
      className="panes"
      // The library sets the cursor by a rule for the whole page; ours is set on the separators.
      disableCursor
      {...(memory.layout === null ? {} : { defaultLayout: memory.layout })}
      onLayoutChanged={(layout, { isUserInteraction }) => {
        if (isUserInteraction) writePanelMemory({ layout });
      }}
    >
      <Panel id="sessions" defaultSize="24%" minSize={200} className="pane-slot">
        <Pane id="sessions">{sessions}</Pane>
      </Panel>
      <Separator className="separator" aria-label={messages.resizeSessions} />
      <Panel id="timeline" minSize={260} className="pane-slot">
        <Pane id="timeline">{timeline}</Pane>
      </Panel>
      <Separator className="separator" aria-label={messages.resizeInspector} />
      <Panel id="inspector" defaultSize="27%" minSize={200} className="pane-slot">
        <Pane id="inspector">{inspector}</Pane>
      </Panel>
    </Group>
  );
}

function TabbedPanes({ shown, onShow, ...panes }: PanesProps): JSX.Element {
  const messages = useMessages();
  const icons = { sessions: <GitFork />, timeline: <ListTree />, inspector: <FileSearch /> };

  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>): void => {
    const step = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0;
    if (step === 0) return;
    event.preventDefault();
    const next = PANE_IDS[(PANE_IDS.indexOf(shown) + step + PANE_IDS.length) % PANE_IDS.length];
    if (next === undefined) return;
    onShow(next);
    event.currentTarget.querySelector<HTMLElement>(`[data-pane="${next}"]`)?.focus();
  };

  return (
    <div className="tabbed-panes">
      <div className="tabbed-panes-stack">
        {PANE_IDS.map((id) => (
          // Hidden, not removed: a pane keeps its size and its place in a long list.
          <div
            key={id}
            id={`pane-${id}`}
            role="tabpanel"
            aria-labelledby={`pane-tab-${id}`}
            className="tabbed-pane"
            data-shown={id === shown || undefined}
          >
            <Pane id={id}>{panes[id]}</Pane>
          </div>
        ))}
      </div>
      <div className="pane-tabs" role="tablist" aria-label={messages.panelName} onKeyDown={onKeyDown}>
        {PANE_IDS.map((id) => (
          <button
            key={id}
            id={`pane-tab-${id}`}
            type="button"
            role="tab"
            className="pane-tab"
            data-pane={id}
            aria-selected={id === shown}
            aria-controls={`pane-${id}`}
            tabIndex={id === shown ? 0 : -1}
            onClick={() => onShow(id)}
          >
            {icons[id]}
            {messages.panes[id]}
          </button>
        ))}
      </div>
    </div>
  );
}

function Pane({ id, children }: { readonly id: PaneId; readonly children: ReactNode }): JSX.Element {
  const messages = useMessages();
  return (
    <section className={`pane pane-${id}`} aria-label={messages.panes[id]}>
      <ErrorBoundary>{children}</ErrorBoundary>
    </section>
  );
}

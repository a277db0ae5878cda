import { useEffect, useMemo, useSyncExternalStore, type JSX } from 'react';
import {
  CircleAlert,
  DatabaseZap,
  FoldVertical,
  GitBranch,
  Keyboard,
  History,
  LoaderCircle,
  Sparkles,
  Trash2,
  UnfoldVertical,
} from 'lucide-react';
import { reasonOf } from '../../data/reason-of.ts';
import type { SessionId, SessionSummary } from '../../data/devtools-store.ts';
import type { TimelineModel } from '../../data/timeline-model.ts';
import { useMessages } from '../../i18n/messages.ts';
import { EmptyState } from '../../shell/empty-state.tsx';
import { IconButton } from '../../shell/icon-button.tsx';
import type { EventSelection, RevealRequest } from '../../shell/panel-app.tsx';
import { usePanelServices } from '../../shell/panel-services.ts';
import { shownStatus } from '../sessions/session-status.ts';
import { titleOf } from '../sessions/session-title.ts';
import { SavingTrouble } from './saving-trouble.tsx';
import { TimelineList } from './timeline-list.tsx';
import { useForkAction } from './use-fork-action.ts';
import { WriterMark } from './writer-mark.tsx';

interface TimelinePaneProps {
  readonly model: TimelineModel | null;
  readonly narrow: boolean;
  readonly selection: EventSelection | null;
  readonly onSelect: (selection: EventSelection, open: boolean) => void;
  readonly reveal: RevealRequest | null;
  readonly onRevealed: () => void;
}

export function TimelinePane({ model, ...rest }: TimelinePaneProps): JSX.Element {
  const messages = useMessages();
  if (model === null) {
    return (
      <>
        <header className="pane-header">
          <h2 className="pane-title">{messages.panes.timeline}</h2>
        </header>
        <EmptyState icon={<History />} title={messages.timeline.none} hint={messages.timeline.noneHint} />
      </>
    );
  }
  return <SessionTimeline key={model.sessionId} model={model} {...rest} />;
}

function SessionTimeline({
  model,
  ...rest
}: Omit<TimelinePaneProps, 'model'> & { readonly model: TimelineModel }): JSX.Element {
  const messages = useMessages();
  const { store, sessions, announce } = usePanelServices();
  const snapshot = useSyncExternalStore(model.subscribe, model.getSnapshot);
  const list = useSyncExternalStore(sessions.subscribe, sessions.getSnapshot);
  const summary = list.sessions.get(model.sessionId);
  const title = summary === undefined ? model.sessionId : titleOf(summary, messages);
  const parentId = snapshot.header?.parentSession;
  const parent = parentId === undefined ? undefined : list.sessions.get(parentId);
  const forksBySeq = useForksBySeq(model.sessionId, list.sessions);
  const running = summary !== undefined && shownStatus(summary) === 'running';

  const restore = async (): Promise<void> => {
    try {
      await store.restore(model.sessionId);
    } catch (error) {
      announce(messages.writing.restoreFailed(reasonOf(error)), 'error');
    }
  };

  return (
    <>
      <TimelineHeader model={model} summary={summary} title={title} />
      {summary === undefined ? null : <SavingTrouble summary={summary} failure={snapshot.failure} />}
      {snapshot.status === 'failed' ? (
        <EmptyState
          tone="error"
          icon={<CircleAlert />}
          title={messages.timeline.failed}
          hint={snapshot.error?.message ?? ''}
          action={{ label: messages.retry, onAction: () => model.retry() }}
        />
      ) : snapshot.status === 'missing' ? (
        <EmptyState
          icon={<CircleAlert />}
          title={messages.timeline.missing}
          hint={messages.timeline.missingHint}
        />
      ) : snapshot.status === 'deleted' ? (
        <EmptyState
          icon={<Trash2 />}
          title={messages.timeline.deleted}
          hint={messages.timeline.deletedHint}
        />
      ) : snapshot.status === 'trashed' ? (
        <EmptyState
          icon={<Trash2 />}
          title={messages.writing.trashed}
          hint={messages.writing.trashedHint}
          action={{ label: messages.writing.restore, onAction: () => void restore() }}
        />
      ) : snapshot.status === 'cleared' ? (
        <EmptyState
          tone="error"
          icon={<DatabaseZap />}
          title={messages.writing.cleared}
          hint={messages.writing.clearedHint}
        />
      ) : snapshot.status === 'loading' ? (
        <EmptyState
          tone="busy"
          icon={<LoaderCircle className="spinning" />}
          title={messages.timeline.loading}
        />
      ) : snapshot.rows.count === 0 ? (
        <EmptyState icon={<Sparkles />} title={messages.timeline.empty} hint={messages.timeline.emptyHint} />
      ) : (
        <TimelineList
          model={model}
          snapshot={snapshot}
          title={title}
          running={running}
          failing={summary?.status === 'failing' || summary?.status === 'conflict'}
          parent={parent}
          forksBySeq={forksBySeq}
          {...rest}
        />
      )}
    </>
  );
}

interface TimelineHeaderProps {
  readonly model: TimelineModel;
  readonly summary: SessionSummary | undefined;
  readonly title: string;
}

function TimelineHeader({ model, summary, title }: TimelineHeaderProps): JSX.Element {
  const messages = useMessages();
  const snapshot = useSyncExternalStore(model.subscribe, model.getSnapshot);
  const fork = useForkAction(model.sessionId);
  const { showShortcuts } = usePanelServices();
  const latest = snapshot.forkPoints.at(-1);
  const status = summary === undefined ? null : shownStatus(summary);
  return (
    <header className="pane-header">
      <h2 className="pane-title pane-title-session" dir="auto">
        {title}
      </h2>
      {status === null || status === 'idle' ? null : (
        <span className="status-dot" data-status={status} data-tip={messages.sessions.status[status]}>
          <span className="visually-hidden">{messages.sessions.status[status]}</span>
        </span>
      )}
      <span className="pane-count">
        {messages.sessions.turns(snapshot.forkPoints.length)} · {messages.sessions.events(snapshot.seq)}
      </span>
      {summary === undefined ? null : <WriterMark summary={summary} />}
      <span className="pane-header-space" />
      <IconButton
        label={messages.shortcuts.open}
        icon={<Keyboard />}
        aria-keyshortcuts="?"
        onClick={showShortcuts}
      />
      <IconButton
        label={messages.timeline.expandAll}
        icon={<UnfoldVertical />}
        onClick={() => model.setAllExpanded(true)}
      />
      <IconButton
        label={messages.timeline.collapseAll}
        icon={<FoldVertical />}
        onClick={() => model.setAllExpanded(false)}
      />
      <button
        type="button"
        className="button button-small"
        disabled={latest === undefined}
        onClick={(event) => {
          if (latest !== undefined && event.detail <= 1) fork(latest);
        }}
      >
        <GitBranch aria-hidden="true" />
        <span className="button-text">{messages.fork.latest}</span>
      </button>
    </header>
  );
}

/** The forks of a session, by the seq that they left it at. */
function useForksBySeq(
  sessionId: SessionId,
  loaded: ReadonlyMap<SessionId, SessionSummary>,
): ReadonlyMap<number, readonly SessionSummary[]> {
  const { sessions } = usePanelServices();
  useEffect(() => {
    void sessions.ensureForksOf(sessionId);
  }, [sessions, sessionId]);
  return useMemo(() => {
    const forks = new Map<number, SessionSummary[]>();
    for (const summary of loaded.values()) {
      if (summary.header.parentSession !== sessionId) continue;
      const seq = (summary.header.seedLength ?? 0) - 1;
      forks.set(seq, [...(forks.get(seq) ?? []), summary]);
    }
    return forks;
  }, [loaded, sessionId]);
}

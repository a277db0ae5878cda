import { useCallback, useEffect, useMemo, useRef, useState, type JSX } from 'react';
import type { DevtoolsStore, SessionId } from '../data/devtools-store.ts';
import { ForkIntents } from '../data/fork-intents.ts';
import { ForkTurns } from '../data/fork-turns.ts';
import { SessionListModel } from '../data/session-list.ts';
import { StoreFeed } from '../data/store-feed.ts';
import { StoreNotices } from '../data/store-notices.ts';
import { TimelineModel } from '../data/timeline-model.ts';
import { MessagesContext, messagesFor, pageLanguage, type PanelLanguage } from '../i18n/messages.ts';
import { InspectorPane } from '../views/inspector/inspector-pane.tsx';
import { SessionsPane } from '../views/sessions/sessions-pane.tsx';
import { TimelinePane } from '../views/timeline/timeline-pane.tsx';
import { NoticeArea, useNotices } from './notices.tsx';
import { Panes, type PaneId } from './panes.tsx';
import { PanelServicesContext, type PanelServices } from './panel-services.ts';
import { StoreBanner } from './store-banner.tsx';
import { useResolvedTheme, type PanelTheme } from './theme.ts';
import { TooltipLayer } from './tooltip.tsx';
import { useNarrow } from './use-narrow.ts';
import { useOwnChoice } from './use-own-choice.ts';
import { usePanelShortcuts } from './use-panel-shortcuts.tsx';

/** How long, in ms, a new fork stands out in the tree. */
const FRESH_FOR = 4_000;

export interface PanelOptions {
  readonly store: DevtoolsStore;
  /** `system` by default. */
  readonly theme?: PanelTheme;
  /** The chosen session, when the application decides; null for none. Omitted, the panel decides. */
  readonly sessionId?: SessionId | null;
  /** The reader chose a session, or made one by forking. */
  readonly onSelectSession?: (sessionId: SessionId) => void;
  /** Seq of an event of `sessionId` to go to, such as one that the page's address names. */
  readonly eventSeq?: number | null;
  /** The application's address of an event: the inspector then offers it to be copied. */
  readonly eventLink?: (sessionId: SessionId, seq: number) => string;
  /** Language of the panel; the page's by default. */
  readonly lang?: PanelLanguage;
}

/** The event that the inspector shows. */
export interface EventSelection {
  readonly sessionId: SessionId;
  readonly seq: number;
  /** Other events of the same row, a tool's result for instance. */
  readonly related: readonly number[];
}

/** A place that the timeline is asked to go to, taking the focus along. */
export interface RevealRequest {
  readonly sessionId: SessionId;
  /** Null for where the timeline opens by itself. */
  readonly seq: number | null;
}

export function PanelApp({
  store,
  theme = 'system',
  sessionId,
  onSelectSession,
  eventSeq = null,
  eventLink,
  lang,
}: PanelOptions): JSX.Element {
  const panel = useRef<HTMLDivElement>(null);
  const narrow = useNarrow(panel);
  const resolvedTheme = useResolvedTheme(theme);
  const language = lang ?? pageLanguage();
  const messages = messagesFor(language);
  const { notice, announce, dismiss, undo } = useNotices();
  const models = useMemo(() => modelsOf(store), [store]);
  const [pane, setPane] = useState<PaneId>('timeline');
  const [ownChoice, setOwnChoice] = useOwnChoice({
    sessions: models.sessions,
    storeName: store.name ?? '',
    enabled: sessionId === undefined,
  });
  const [selection, setSelection] = useState<EventSelection | null>(null);
  const [reveal, setReveal] = useState<RevealRequest | null>(null);
  const [freshFork, setFreshFork] = useState<SessionId | null>(null);

  useEffect(() => models.sessions.start(models.feed), [models]);
  useEffect(() => models.notices.start(models.feed), [models]);

  const chosen = sessionId === undefined ? ownChoice : sessionId;

  const timeline = useMemo(
    () => (chosen === null ? null : new TimelineModel(store, chosen)),
    [store, chosen],
  );
  useEffect(() => timeline?.start(models.feed), [timeline, models]);
  useEffect(() => {
    if (chosen !== null) void models.sessions.ensure(chosen);
  }, [chosen, models]);

  const selectSession = useCallback(
    (id: SessionId, seq?: number) => {
      setOwnChoice(id);
      setReveal(seq === undefined ? null : { sessionId: id, seq });
      setPane('timeline');
      onSelectSession?.(id);
    },
    [onSelectSession, setOwnChoice],
  );

  useEffect(() => {
    if (typeof sessionId === 'string' && eventSeq !== null) setReveal({ sessionId, seq: eventSeq });
  }, [sessionId, eventSeq]);

  const onRevealed = useCallback(() => setReveal(null), []);
  const showFork = useCallback(
    (childId: SessionId) => {
      setFreshFork(childId);
      selectSession(childId);
      setReveal({ sessionId: childId, seq: null });
    },
    [selectSession],
  );
  useEffect(() => {
    if (freshFork === null) return undefined;
    const timer = setTimeout(() => setFreshFork(null), FRESH_FOR);
    return () => clearTimeout(timer);
  }, [freshFork]);

  const selectEvent = useCallback((next: EventSelection, open: boolean) => {
    setSelection(next);
    if (open) setPane('inspector');
  }, []);

  const shortcuts = usePanelShortcuts({
    undo: () => {
      if (!undo()) announce(messages.fork.nothingToUndo);
    },
  });

  const services = useMemo<PanelServices>(
    () => ({
      store,
      feed: models.feed,
      sessions: models.sessions,
      forkTurns: models.forkTurns,
      forks: models.forks,
      announce,
      selectSession,
      showFork,
      freshFork,
      eventLink: eventLink ?? null,
      showShortcuts: shortcuts.show,
    }),
    [store, models, announce, selectSession, showFork, freshFork, eventLink, shortcuts.show],
  );

  const shownSelection = selection !== null && selection.sessionId === chosen ? selection : null;
  return (
    <MessagesContext.Provider value={messages}>
      <PanelServicesContext.Provider value={services}>
        <div
          ref={panel}
          className="panel"
          lang={messages.locale}
          data-theme={resolvedTheme}
          data-narrow={narrow || undefined}
          onKeyDown={shortcuts.onKeyDown}
        >
          <StoreBanner notices={models.notices} />
          <Panes
            narrow={narrow}
            shown={pane}
            onShow={setPane}
            sessions={<SessionsPane chosen={chosen} />}
            timeline={
              <TimelinePane
                model={timeline}
                narrow={narrow}
                selection={shownSelection}
                onSelect={selectEvent}
                reveal={reveal}
                onRevealed={onRevealed}
              />
            }
            inspector={
              <InspectorPane
                model={timeline}
                selection={shownSelection}
                onSelect={(next) => selectEvent(next, false)}
              />
            }
          />
          <NoticeArea notice={notice} dismiss={dismiss} undo={undo} />
          {shortcuts.dialog}
          <TooltipLayer area={panel} />
        </div>
      </PanelServicesContext.Provider>
    </MessagesContext.Provider>
  );
}

function modelsOf(store: DevtoolsStore) {
  return {
    feed: new StoreFeed(store),
    notices: new StoreNotices(store),
    sessions: new SessionListModel(store),
    forkTurns: new ForkTurns(store),
    forks: new ForkIntents(store),
  };
}

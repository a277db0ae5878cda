import { lazy, Suspense, useEffect, useMemo, useState, useSyncExternalStore, type JSX } from 'react';
import { CircleAlert, LoaderCircle } from 'lucide-react';
import type { SessionStore, SessionSummary } from '../../lib/index.ts';
import { StoreFeed } from '../data/store-feed.ts';
import { useResolvedTheme } from '../shell/theme.ts';
import { Approvals } from './agent/approvals.ts';
import { ColumnActions } from './branches/column-actions.tsx';
import { branchAt, branchBefore, branchFromLast } from './branches/branch.ts';
import type { ChatTurn } from './chat/chat-fold.ts';
import type { TurnActions } from './chat/chat-turn.tsx';
import { TalkColumn } from './chat/talk-column.tsx';
import { Composer, type Draft } from './composer.tsx';
import { DropZone } from './drop-zone.tsx';
import { ImportList } from './import-list.tsx';
import { ImportQueue } from './import-queue.ts';
import { modelName, ModelSettings } from './models/model-choice.ts';
import { NewVersionNotice } from './offline/new-version-notice.tsx';
import { addressOfEvent, goTo, usePagePlace } from './page-place.ts';
import { playgroundMessages, type PlaygroundMessages } from './playground-messages.ts';
import { PlaygroundHeader } from './playground-header.tsx';
import { usePreferences } from './preferences.ts';
import { RunningTurns } from './running-turns.ts';
import { usePlaygroundStore } from './use-playground-store.ts';

// The conversation is read first: what stands beside it, and dialogs, come after.
const SessionDevtoolsPanel = lazy(async () => ({
  default: (await import('../index.ts')).SessionDevtoolsPanel,
}));
const BringBackDialog = lazy(async () => ({
  default: (await import('./branches/bring-back-dialog.tsx')).BringBackDialog,
}));
const CompareDialog = lazy(async () => ({
  default: (await import('./branches/compare-dialog.tsx')).CompareDialog,
}));
const ModelDialog = lazy(async () => ({ default: (await import('./models/model-dialog.tsx')).ModelDialog }));

export function Playground(): JSX.Element {
  const [{ theme, language }] = usePreferences();
  const resolvedTheme = useResolvedTheme(theme);
  const messages = playgroundMessages(language);
  const store = usePlaygroundStore();

  useEffect(() => {
    document.documentElement.dataset['theme'] = resolvedTheme;
    document.documentElement.lang = language === 'zh' ? 'zh-CN' : 'en';
  }, [resolvedTheme, language]);

  switch (store.state) {
    case 'open':
      return (
        <OpenPlayground
          store={store.store}
          firstSession={store.firstSession}
          samplesFailure={store.samplesFailure}
          messages={messages}
        />
      );
    case 'failed':
      return (
        <Splash
          messages={messages}
          icon={<CircleAlert />}
          text={messages.openFailed}
          detail={store.error.message}
        >
          <button type="button" className="pg-button" onClick={() => location.reload()}>
            {messages.retry}
          </button>
        </Splash>
      );
    case 'opening':
      return (
        <Splash messages={messages} icon={<LoaderCircle className="pg-spinning" />} text={messages.opening} />
      );
    case 'loading-samples': {
      const { done, total } = store.progress;
      return (
        <Splash
          messages={messages}
          icon={<LoaderCircle className="pg-spinning" />}
          text={messages.samples(done, total)}
        />
      );
    }
  }
}

interface SplashProps {
  readonly messages: PlaygroundMessages;
  readonly icon: JSX.Element;
  readonly text: string;
  readonly detail?: string;
  readonly children?: JSX.Element;
}

function Splash({ messages, icon, text, detail, children }: SplashProps): JSX.Element {
  return (
    <div className="pg">
      <PlaygroundHeader messages={messages} onFiles={null} />
      <main className="pg-splash" role="status">
        {icon}
        <p>{text}</p>
        {detail === undefined ? null : <p className="pg-faint">{detail}</p>}
        {children}
      </main>
    </div>
  );
}

interface OpenPlaygroundProps {
  readonly store: SessionStore;
  readonly firstSession: string | null;
  readonly samplesFailure: string | null;
  readonly messages: PlaygroundMessages;
}

function OpenPlayground({ store, firstSession, samplesFailure, messages }: OpenPlaygroundProps): JSX.Element {
  const [{ theme, language }] = usePreferences();
  const place = usePagePlace();
  const [services] = useState(() => servicesOf(store));
  const { settings, besideSettings, approvals, turns, feed, imports } = services;
  const [choosesModel, setChoosesModel] = useState<ModelSettings | null>(null);
  const [outcome, setOutcome] = useState<BroughtBack | null>(null);
  const [compares, setCompares] = useState(false);
  const [draft, setDraft] = useState<Draft>({ text: '' });
  const [view, setView] = useState<'chat' | 'log'>('chat');
  const besideChoice = useSyncExternalStore(besideSettings.subscribe, besideSettings.getSnapshot);
  const mainChoice = useSyncExternalStore(settings.subscribe, settings.getSnapshot);
  const running = useSyncExternalStore(turns.subscribe, turns.getSnapshot);
  const chosen = place.session ?? firstSession;
  const beside = place.beside === chosen ? null : place.beside;

  const branching = useMemo(
    () => ({
      branch: (sessionId: string, seq: number) => void branchAt(store, sessionId, seq).then(goToSession),
      askAgain: (sessionId: string, turn: ChatTurn, question: string) =>
        void branchBefore(store, sessionId, turn.startSeq).then((id) => {
          goToSession(id);
          setDraft({ text: question });
        }),
    }),
    [store],
  );
  const actionsOf = (sessionId: string, of: ModelSettings): TurnActions => ({
    ...branching,
    retry: running.has(sessionId)
      ? null
      : (turn) => void turns.run(sessionId, promptToRepeat(turn), of).catch(() => undefined),
  });

  useEffect(() => {
    if (place.session !== null) return;
    if (firstSession !== null) goToSession(firstSession);
    else void store.list({ limit: 1 }).then(({ sessions }) => sessions[0] && goToSession(sessions[0].id));
  }, [place.session, firstSession, store]);

  const column = {
    store,
    feed,
    approvals,
    messages,
    onBringBack: (branch: SessionSummary, parent: SessionSummary) => setOutcome({ branch, parent }),
  };
  const columnActions = (sessionId: string): JSX.Element => (
    <ColumnActions
      sessionId={sessionId}
      turns={turns}
      messages={messages}
      onGoOn={() => goToSession(sessionId)}
    />
  );
  const composer = (
    <Composer
      store={store}
      turns={turns}
      settings={settings}
      onChooseModel={() => setChoosesModel(settings)}
      destinations={[
        ...(chosen === null ? [] : [{ sessionId: chosen, settings }]),
        ...(beside === null ? [] : [{ sessionId: beside, settings: besideSettings }]),
      ]}
      draft={draft}
      messages={messages}
      onSession={goToSession}
      notice={samplesFailure}
    />
  );
  return (
    <div className="pg">
      <PlaygroundHeader messages={messages} onFiles={(files) => imports.add(files)} />
      <main className="pg-main" data-view={view} data-beside={beside !== null || undefined}>
        <ViewSwitch view={view} messages={messages} onView={setView} />
        {chosen === null ? (
          <section className="pg-talk">
            <p className="pg-chat pg-chat-empty">{messages.noSession}</p>
            {composer}
          </section>
        ) : (
          <TalkColumn
            {...column}
            sessionId={chosen}
            event={place.event}
            actions={actionsOf(chosen, settings)}
            onNew={() => void store.create().then((session) => goToSession(session.id))}
            {...(beside === null
              ? {
                  onBeside: (id: string | null) => void openBeside(store, chosen, id),
                  onBothNew: () => void openBothNew(store, chosen),
                }
              : {
                  columnActions: columnActions(chosen),
                  model: {
                    name: messages.model.chosen(modelName(mainChoice, messages.model.kinds)),
                    choose: () => setChoosesModel(settings),
                  },
                })}
          >
            {composer}
          </TalkColumn>
        )}
        {beside === null ? null : (
          <TalkColumn
            {...column}
            sessionId={beside}
            event={null}
            actions={actionsOf(beside, besideSettings)}
            columnActions={
              <>
                <button type="button" className="pg-suggestion" onClick={() => setCompares(true)}>
                  {messages.branches.compareAnswers}
                </button>
                {columnActions(beside)}
              </>
            }
            onClose={() => goTo({ ...place, beside: null })}
            model={{
              name: messages.model.chosen(modelName(besideChoice, messages.model.kinds)),
              choose: () => setChoosesModel(besideSettings),
            }}
          />
        )}
        {beside === null ? (
          <Suspense fallback={<div className="pg-panel" aria-busy="true" />}>
            <SessionDevtoolsPanel
              className="pg-panel"
              store={store}
              theme={theme}
              lang={language}
              sessionId={chosen}
              eventSeq={place.event}
              eventLink={addressOfEvent}
              onSelectSession={goToSession}
            />
          </Suspense>
        ) : null}
      </main>
      <Suspense fallback={null}>
        {choosesModel === null ? null : (
          <ModelDialog settings={choosesModel} messages={messages} onClose={() => setChoosesModel(null)} />
        )}
        {!compares || chosen === null || beside === null ? null : (
          <CompareDialog
            store={store}
            first={chosen}
            second={beside}
            messages={messages}
            onClose={() => setCompares(false)}
          />
        )}
        {outcome === null ? null : (
          <BringBackDialog
            store={store}
            {...outcome}
            messages={messages}
            onClose={() => setOutcome(null)}
            onDone={(event) => {
              setOutcome(null);
              goTo({ session: outcome.parent.id, event, beside: null });
            }}
          />
        )}
      </Suspense>
      <NewVersionNotice messages={messages} />
      <ImportList queue={imports} messages={messages} onOpen={goToSession} />
      <DropZone messages={messages} onFiles={(files) => imports.add(files)} />
    </div>
  );
}

interface BroughtBack {
  readonly branch: SessionSummary;
  readonly parent: SessionSummary;
}

/** What the page has one of. */
function servicesOf(store: SessionStore) {
  const approvals = new Approvals();
  return {
    approvals,
    settings: new ModelSettings(),
    besideSettings: new ModelSettings('beside'),
    turns: new RunningTurns(store, approvals),
    feed: new StoreFeed(store),
    imports: new ImportQueue(store, goToSession),
  };
}

function goToSession(session: string): void {
  goTo({ session, event: null, beside: null });
}

/** Opens a session, or a new branch for null, beside another. */
async function openBeside(store: SessionStore, session: string, other: string | null): Promise<void> {
  const beside = other ?? (await branchFromLast(store, session));
  goTo({ session, event: null, beside });
}

/** Asks two new branches the same, and leaves the conversation that they are from as it is. */
async function openBothNew(store: SessionStore, session: string): Promise<void> {
  const first = await branchFromLast(store, session);
  goTo({ session: first, event: null, beside: await branchFromLast(store, session) });
}

interface ViewSwitchProps {
  readonly view: 'chat' | 'log';
  readonly messages: PlaygroundMessages;
  readonly onView: (view: 'chat' | 'log') => void;
}

/** Where there is no room for both: the conversation or the panel. */
function ViewSwitch({ view, messages, onView }: ViewSwitchProps): JSX.Element {
  return (
    <div className="pg-views" role="radiogroup" aria-label={messages.chat.conversation}>
      {(['chat', 'log'] as const).map((name) => (
        <label key={name} className="pg-view">
          <input
            type="radio"
            name="view"
            className="pg-segment-input"
            checked={view === name}
            onChange={() => onView(name)}
          />
          {messages.chat.views[name]}
        </label>
      ))}
    </div>
  );
}

/** What to ask again: nothing when the model had said nothing yet, for its question then still stands at the end. */
function promptToRepeat(turn: ChatTurn): string | null {
  if (turn.items.every((item) => item.kind === 'user')) return null;
  const question = turn.items.find((item) => item.kind === 'user' && item.source === 'user');
  return question?.kind === 'user' ? question.text : null;
}

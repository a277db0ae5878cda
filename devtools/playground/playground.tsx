import { useCallback, useEffect, useMemo, useState, useSyncExternalStore, type JSX } from 'react';
import { CircleAlert, LoaderCircle } from 'lucide-react';
import type { SessionStore } from '../../lib/index.ts';
import { StoreFeed } from '../data/store-feed.ts';
import { SessionDevtoolsPanel } from '../index.ts';
import { useResolvedTheme } from '../shell/theme.ts';
import { Approvals } from './agent/approvals.ts';
import { ApprovalCards } from './chat/approval-cards.tsx';
import type { ChatTurn } from './chat/chat-fold.ts';
import { ChatPane } from './chat/chat-pane.tsx';
import type { TurnActions } from './chat/chat-turn.tsx';
import { TalkHeader } from './chat/talk-header.tsx';
import { Composer } from './composer.tsx';
import { DropZone } from './drop-zone.tsx';
import { ImportList } from './import-list.tsx';
import { ImportQueue } from './import-queue.ts';
import { ModelSettings } from './models/model-choice.ts';
import { ModelDialog } from './models/model-dialog.tsx';
import { playgroundMessages, type PlaygroundMessages } from './playground-messages.ts';
import { PlaygroundHeader } from './playground-header.tsx';
import { usePreferences } from './preferences.ts';
import { RunningTurns } from './running-turns.ts';
import { useSessionInUrl } from './session-in-url.ts';
import { usePlaygroundStore } from './use-playground-store.ts';

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
  const [sessionId, setSessionId] = useSessionInUrl();
  const [settings] = useState(() => new ModelSettings());
  const [approvals] = useState(() => new Approvals());
  const [turns] = useState(() => new RunningTurns(store, settings, approvals));
  const [feed] = useState(() => new StoreFeed(store));
  const [imports] = useState(() => new ImportQueue(store, setSessionId));
  const [choosesModel, setChoosesModel] = useState(false);
  const [view, setView] = useState<'chat' | 'log'>('chat');
  const chosen = sessionId ?? firstSession;
  const running = useSyncExternalStore(turns.subscribe, turns.getSnapshot);
  const busy = chosen !== null && running.has(chosen);

  const retry = useCallback(
    (turn: ChatTurn) => {
      if (chosen !== null) void turns.run(chosen, promptToRepeat(turn)).catch(() => undefined);
    },
    [chosen, turns],
  );
  const actions = useMemo<TurnActions>(() => ({ retry: busy ? null : retry }), [busy, retry]);

  useEffect(() => {
    if (chosen !== null) setSessionId(chosen);
    else void store.list({ limit: 1 }).then(({ sessions }) => sessions[0] && setSessionId(sessions[0].id));
  }, [chosen, setSessionId, store]);

  return (
    <div className="pg">
      <PlaygroundHeader messages={messages} onFiles={(files) => imports.add(files)} />
      <main className="pg-main" data-view={view}>
        <div className="pg-views" role="radiogroup" aria-label={messages.chat.conversation}>
          {(['chat', 'log'] as const).map((name) => (
            <label key={name} className="pg-view">
              <input
                type="radio"
                name="view"
                className="pg-segment-input"
                checked={view === name}
                onChange={() => setView(name)}
              />
              {messages.chat.views[name]}
            </label>
          ))}
        </div>
        <div className="pg-talk">
          <TalkHeader
            store={store}
            feed={feed}
            sessionId={chosen}
            messages={messages}
            onNew={() => void store.create().then((session) => setSessionId(session.id))}
          />
          {chosen === null ? (
            <p className="pg-chat pg-chat-empty">{messages.noSession}</p>
          ) : (
            <ChatPane
              key={chosen}
              store={store}
              feed={feed}
              sessionId={chosen}
              messages={messages}
              actions={actions}
            />
          )}
          <ApprovalCards approvals={approvals} sessionId={chosen} messages={messages} />
          <Composer
            store={store}
            turns={turns}
            settings={settings}
            onChooseModel={() => setChoosesModel(true)}
            sessionId={chosen}
            messages={messages}
            onSession={setSessionId}
            notice={samplesFailure}
          />
        </div>
        <SessionDevtoolsPanel
          className="pg-panel"
          store={store}
          theme={theme}
          lang={language}
          sessionId={chosen}
          onSelectSession={setSessionId}
        />
      </main>
      {choosesModel ? (
        <ModelDialog settings={settings} messages={messages} onClose={() => setChoosesModel(false)} />
      ) : null}
      <ImportList queue={imports} messages={messages} onOpen={setSessionId} />
      <DropZone messages={messages} onFiles={(files) => imports.add(files)} />
    </div>
  );
}

/** What to ask again: nothing when the model had said nothing yet, for its question then still stands at the end. */
function promptToRepeat(turn: ChatTurn): string | null {
  if (turn.items.every((item) => item.kind === 'user')) return null;
  const question = turn.items.find((item) => item.kind === 'user' && item.source === 'user');
  return question?.kind === 'user' ? question.text : null;
}

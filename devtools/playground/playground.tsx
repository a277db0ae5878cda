import { useEffect, useState, type JSX } from 'react';
import { CircleAlert, LoaderCircle } from 'lucide-react';
import type { SessionStore } from '../../lib/index.ts';
import { SessionDevtoolsPanel } from '../index.ts';
import { useResolvedTheme } from '../shell/theme.ts';
import { Composer } from './composer.tsx';
import { DropZone } from './drop-zone.tsx';
import { ImportList } from './import-list.tsx';
import { ImportQueue } from './import-queue.ts';
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
  const [turns] = useState(() => new RunningTurns(store));
  const [imports] = useState(() => new ImportQueue(store, setSessionId));
  const chosen = sessionId ?? firstSession;

  useEffect(() => {
    if (chosen !== null) setSessionId(chosen);
    else void store.list({ limit: 1 }).then(({ sessions }) => sessions[0] && setSessionId(sessions[0].id));
  }, [chosen, setSessionId, store]);

  return (
    <div className="pg">
      <PlaygroundHeader messages={messages} onFiles={(files) => imports.add(files)} />
      <main className="pg-main">
        <SessionDevtoolsPanel
          className="pg-panel"
          store={store}
          theme={theme}
          lang={language}
          sessionId={chosen}
          onSelectSession={setSessionId}
        />
        <Composer
          store={store}
          turns={turns}
          sessionId={chosen}
          messages={messages}
          onSession={setSessionId}
          notice={samplesFailure}
        />
      </main>
      <ImportList queue={imports} messages={messages} onOpen={setSessionId} />
      <DropZone messages={messages} onFiles={(files) => imports.add(files)} />
    </div>
  );
}

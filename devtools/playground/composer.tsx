import { useEffect, useRef, useState, useSyncExternalStore, type JSX, type KeyboardEvent } from 'react';
import { ArrowUp, Cpu, Square } from 'lucide-react';
import type { SessionStore } from '../../lib/index.ts';
import { modelName, type ModelSettings } from './models/model-choice.ts';
import type { PlaygroundMessages } from './playground-messages.ts';
import type { RunningTurns } from './running-turns.ts';
import './composer.css';

/** Where a question goes, and who answers it there. */
export interface Destination {
  readonly sessionId: string;
  readonly settings: ModelSettings;
}

/** A text that the composer is to be filled with; each new object fills it once. */
export interface Draft {
  readonly text: string;
}

interface ComposerProps {
  readonly store: SessionStore;
  readonly turns: RunningTurns;
  readonly settings: ModelSettings;
  readonly onChooseModel: () => void;
  /** None before the first session; two while branches are compared. */
  readonly destinations: readonly Destination[];
  readonly draft: Draft;
  readonly messages: PlaygroundMessages;
  readonly onSession: (sessionId: string) => void;
  /** Something that went wrong before. */
  readonly notice: string | null;
}

/** Appends turns to the chosen session, or to both that are compared, by way of the agent. */
export function Composer({
  store,
  turns,
  settings,
  onChooseModel,
  destinations,
  draft,
  messages,
  onSession,
  notice,
}: ComposerProps): JSX.Element {
  const running = useSyncExternalStore(turns.subscribe, turns.getSnapshot);
  const choice = useSyncExternalStore(settings.subscribe, settings.getSnapshot);
  const input = useRef<HTMLTextAreaElement>(null);
  const [text, setText] = useState(draft.text);
  const [failure, setFailure] = useState<string | null>(
    notice === null ? null : messages.samplesFailed(notice),
  );
  const busy = destinations.some(({ sessionId }) => running.has(sessionId));

  useEffect(() => {
    if (draft.text === '') return;
    setText(draft.text);
    input.current?.focus();
  }, [draft]);

  const send = async (prompt: string): Promise<void> => {
    if (prompt.trim() === '' || busy) return;
    setText('');
    setFailure(null);
    try {
      if (destinations.length > 0) {
        await Promise.all(destinations.map((place) => turns.run(place.sessionId, prompt, place.settings)));
        return;
      }
      const { id } = await store.create();
      onSession(id);
      await turns.run(id, prompt, settings);
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      setFailure(messages.sendFailed(settings.redact(reason)));
      setText((current) => (current === '' ? prompt : current));
    }
  };

  const onKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>): void => {
    // An Enter that ends the writing of a Chinese or Japanese word is not a sending.
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return;
    event.preventDefault();
    void send(text);
  };

  return (
    <form
      className="pg-composer"
      onSubmit={(event) => {
        event.preventDefault();
        void send(text);
      }}
    >
      {failure === null ? null : (
        <p className="pg-composer-failure" role="alert">
          {failure}
        </p>
      )}
      <div className="pg-composer-box">
        <textarea
          ref={input}
          className="pg-composer-input"
          rows={1}
          value={text}
          dir="auto"
          aria-label={messages.message}
          placeholder={destinations.length > 1 ? messages.branches.askBoth : messages.placeholder}
          onChange={(event) => setText(event.target.value)}
          onKeyDown={onKeyDown}
        />
        {busy ? (
          <button
            type="button"
            className="pg-send pg-send-stop"
            aria-label={messages.stop}
            onClick={() => destinations.forEach(({ sessionId }) => turns.stop(sessionId))}
          >
            <Square aria-hidden="true" />
          </button>
        ) : (
          <button type="submit" className="pg-send" aria-label={messages.send} disabled={text.trim() === ''}>
            <ArrowUp aria-hidden="true" />
          </button>
        )}
      </div>
      <div className="pg-composer-foot">
        <div className="pg-suggestions">
          {messages.suggestions.map((suggestion) => (
            <button
              key={suggestion}
              type="button"
              className="pg-suggestion"
              disabled={busy}
              onClick={() => void send(suggestion)}
            >
              {suggestion}
            </button>
          ))}
        </div>
        <button type="button" className="pg-suggestion pg-model-chip" onClick={onChooseModel}>
          <Cpu aria-hidden="true" />
          {messages.model.chosen(modelName(choice, messages.model.kinds))}
        </button>
      </div>
    </form>
  );
}

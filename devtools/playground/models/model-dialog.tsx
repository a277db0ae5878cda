import { useEffect, useId, useState, type JSX } from 'react';
import { hasPromptApi } from '../agent/prompt-api-model.ts';
import { PlaygroundDialog } from '../playground-dialog.tsx';
import type { PlaygroundMessages } from '../playground-messages.ts';
import { DEEPSEEK_URL, type ModelChoice, type ModelKind, type ModelSettings } from './model-choice.ts';
import './model-dialog.css';

interface ModelDialogProps {
  readonly settings: ModelSettings;
  readonly messages: PlaygroundMessages;
  readonly onClose: () => void;
}

const KINDS: readonly ModelKind[] = ['stand-in', 'openai-compatible', 'deepseek', 'browser'];

/** Chooses who answers. */
export function ModelDialog({ settings, messages, onClose }: ModelDialogProps): JSX.Element {
  const words = messages.model;
  const titleId = useId();
  const [choice, setChoice] = useState<ModelChoice>(settings.getSnapshot);
  const [key, setKey] = useState(settings.key);
  const [browserModel, setBrowserModel] = useState(false);
  const remote = choice.kind === 'openai-compatible' || choice.kind === 'deepseek';
  const urlGood = choice.kind !== 'openai-compatible' || /^https?:\/\/\S+$/.test(choice.baseUrl);
  const usable = !remote || (urlGood && choice.model.trim() !== '');

  useEffect(() => {
    let live = true;
    void hasPromptApi().then((has) => live && setBrowserModel(has));
    return () => {
      live = false;
    };
  }, []);

  const change = (changes: Partial<ModelChoice>): void => setChoice((before) => ({ ...before, ...changes }));

  return (
    <PlaygroundDialog titleId={titleId} onClose={onClose}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (!usable) return;
          settings.choose(
            { ...choice, baseUrl: choice.baseUrl.trim(), model: choice.model.trim() },
            key.trim(),
          );
          onClose();
        }}
      >
        <h2 id={titleId}>{words.title}</h2>
        <div className="pg-model-kinds" role="radiogroup" aria-labelledby={titleId}>
          {KINDS.map((kind) => (
            <label key={kind} className="pg-model-kind">
              <input
                type="radio"
                name="model-kind"
                checked={choice.kind === kind}
                disabled={kind === 'browser' && !browserModel}
                onChange={() => change({ kind, model: kind === 'deepseek' ? 'deepseek-chat' : choice.model })}
              />
              <span>
                <b>{words.kinds[kind]}</b>
                <span className="pg-faint">
                  {kind === 'browser' && !browserModel ? words.noBrowserModel : words.about[kind]}
                </span>
              </span>
            </label>
          ))}
        </div>
        {remote ? (
          <>
            {choice.kind === 'openai-compatible' ? (
              <label className="pg-field">
                {words.baseUrl}
                <input
                  type="url"
                  value={choice.baseUrl}
                  placeholder="http://localhost:11434/v1"
                  onChange={(event) => change({ baseUrl: event.target.value })}
                />
              </label>
            ) : (
              <p className="pg-faint">{DEEPSEEK_URL}</p>
            )}
            <label className="pg-field">
              {words.model}
              <input
                type="text"
                value={choice.model}
                spellCheck={false}
                onChange={(event) => change({ model: event.target.value })}
              />
            </label>
            <label className="pg-field">
              {words.key}
              <input
                type="password"
                value={key}
                autoComplete="off"
                onChange={(event) => setKey(event.target.value)}
              />
            </label>
            <label className="pg-check">
              <input
                type="checkbox"
                checked={choice.keepKey}
                onChange={(event) => change({ keepKey: event.target.checked })}
              />
              {words.keepKey}
            </label>
            <p className="pg-faint">{words.keyStays}</p>
          </>
        ) : null}
        <div className="pg-dialog-actions">
          <button type="button" className="pg-button" onClick={onClose}>
            {messages.cancel}
          </button>
          <button type="submit" className="pg-button pg-button-main" disabled={!usable}>
            {words.use}
          </button>
        </div>
      </form>
    </PlaygroundDialog>
  );
}

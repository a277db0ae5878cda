import { useRef, type JSX } from 'react';
import { Languages, Monitor, Moon, Sun, Upload } from 'lucide-react';
import type { PanelTheme } from '../shell/theme.ts';
import type { PlaygroundMessages } from './playground-messages.ts';
import { usePreferences } from './preferences.ts';

const THEME_ICONS: Readonly<Record<PanelTheme, JSX.Element>> = {
  system: <Monitor aria-hidden="true" />,
  light: <Sun aria-hidden="true" />,
  dark: <Moon aria-hidden="true" />,
};

const THEME_ORDER: readonly PanelTheme[] = ['system', 'light', 'dark'];

interface PlaygroundHeaderProps {
  readonly messages: PlaygroundMessages;
  /** Null while no files can be taken yet. */
  readonly onFiles: ((files: readonly File[]) => void) | null;
}

export function PlaygroundHeader({ messages, onFiles }: PlaygroundHeaderProps): JSX.Element {
  const [{ theme, language }, change] = usePreferences();
  const picker = useRef<HTMLInputElement>(null);
  return (
    <header className="pg-header">
      <Logo />
      <h1 className="pg-name">turnfork</h1>
      <p className="pg-tagline">{messages.tagline}</p>
      <div className="pg-header-actions">
        <input
          ref={picker}
          className="pg-file-input"
          type="file"
          multiple
          accept=".jsonl,.zstd,.zst,application/x-ndjson"
          tabIndex={-1}
          aria-label={messages.importFiles}
          onChange={(event) => {
            onFiles?.([...(event.target.files ?? [])]);
            event.target.value = '';
          }}
        />
        <button
          type="button"
          className="pg-button"
          disabled={onFiles === null}
          onClick={() => picker.current?.click()}
        >
          <Upload aria-hidden="true" />
          <span className="pg-button-text">{messages.importFiles}</span>
        </button>
        <div className="pg-segments" role="radiogroup" aria-label={messages.theme}>
          {THEME_ORDER.map((name) => (
            <label key={name} className="pg-segment" title={messages.themes[name]}>
              <input
                type="radio"
                name="theme"
                className="pg-segment-input"
                aria-label={messages.themes[name]}
                checked={name === theme}
                onChange={() => change({ theme: name })}
              />
              {THEME_ICONS[name]}
            </label>
          ))}
        </div>
        <button
          type="button"
          className="pg-icon-button"
          lang={language === 'zh' ? 'en' : 'zh-CN'}
          aria-label={language === 'zh' ? 'Switch to English' : '切换到中文'}
          title={language === 'zh' ? 'English' : '中文'}
          onClick={() => change({ language: language === 'zh' ? 'en' : 'zh' })}
        >
          <Languages aria-hidden="true" />
        </button>
      </div>
    </header>
  );
}

function Logo(): JSX.Element {
  return (
    <svg className="pg-logo" viewBox="0 0 24 24" aria-hidden="true">
      <path d="M7 4v16M7 14c0-5 10-3 10-8" />
      <circle cx="7" cy="4.5" r="2.5" />
      <circle cx="7" cy="19.5" r="2.5" />
      <path className="pg-logo-fork" d="M17 2.5 20.5 6 17 9.5 13.5 6Z" />
    </svg>
  );
}

import { useCallback, useEffect, useRef, useState, type JSX } from 'react';
import { CircleAlert, CircleCheck, Info, X } from 'lucide-react';
import { useMessages } from '../i18n/messages.ts';
import { IconButton } from './icon-button.tsx';
import type { Announce, NoticeAction, NoticeTone } from './panel-services.ts';

const SHOWN_FOR = 6_000;

/** With something to press, one must be able to get there. */
const SHOWN_WITH_ACTION_FOR = 15_000;

interface Notice {
  readonly number: number;
  readonly text: string;
  readonly tone: NoticeTone;
  readonly action: NoticeAction | null;
}

export interface Notices {
  readonly notice: Notice | null;
  readonly announce: Announce;
  readonly dismiss: () => void;
  /** Takes back what was done last, once; false when there is nothing to take back. */
  readonly undo: () => boolean;
}

export function useNotices(): Notices {
  const [notice, setNotice] = useState<Notice | null>(null);
  const undoable = useRef<NoticeAction | null>(null);
  const announce = useCallback<Announce>((text, tone = 'plain', action = null) => {
    if (action?.undoes === true) undoable.current = action;
    setNotice((previous) => ({ number: (previous?.number ?? 0) + 1, text, tone, action }));
  }, []);
  const dismiss = useCallback(() => setNotice(null), []);
  const undo = useCallback(() => {
    const action = undoable.current;
    undoable.current = null;
    action?.run();
    return action !== null;
  }, []);
  return { notice, announce, dismiss, undo };
}

/** The panel's live region. What just happened is read out, and shown for a moment; an error stays until dismissed. */
export function NoticeArea({ notice, dismiss, undo }: Omit<Notices, 'announce'>): JSX.Element {
  const messages = useMessages();
  const number = notice?.number;
  const stays = notice?.tone === 'error';
  const action = notice?.action ?? null;
  const shownFor = action === null ? SHOWN_FOR : SHOWN_WITH_ACTION_FOR;

  useEffect(() => {
    if (number === undefined || stays) return undefined;
    const timer = setTimeout(dismiss, shownFor);
    return () => clearTimeout(timer);
  }, [number, stays, shownFor, dismiss]);

  return (
    <div className="notice-area" role="status" aria-live="polite">
      {notice === null ? null : (
        <div key={notice.number} className={`notice notice-${notice.tone}`}>
          <span className="notice-icon" aria-hidden="true">
            {notice.tone === 'error' ? (
              <CircleAlert />
            ) : notice.tone === 'success' ? (
              <CircleCheck />
            ) : (
              <Info />
            )}
          </span>
          <span className="notice-text">{notice.text}</span>
          {action === null ? null : (
            <button
              type="button"
              className="button button-small"
              onClick={() => {
                dismiss();
                if (action.undoes === true) undo();
                else action.run();
              }}
            >
              {action.label}
            </button>
          )}
          <IconButton label={messages.dismiss} icon={<X />} onClick={dismiss} />
        </div>
      )}
    </div>
  );
}

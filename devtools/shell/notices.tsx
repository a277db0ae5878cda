import { useCallback, useEffect, useState, type JSX } from 'react';
import { CircleAlert, CircleCheck, Info, X } from 'lucide-react';
import { useMessages } from '../i18n/messages.ts';
import { IconButton } from './icon-button.tsx';
import type { NoticeTone } from './panel-services.ts';

const SHOWN_FOR = 6_000;

interface Notice {
  readonly number: number;
  readonly text: string;
  readonly tone: NoticeTone;
}

export interface Notices {
  readonly notice: Notice | null;
  readonly announce: (text: string, tone?: NoticeTone) => void;
  readonly dismiss: () => void;
}

export function useNotices(): Notices {
  const [notice, setNotice] = useState<Notice | null>(null);
  const announce = useCallback((text: string, tone: NoticeTone = 'plain') => {
    setNotice((previous) => ({ number: (previous?.number ?? 0) + 1, text, tone }));
  }, []);
  const dismiss = useCallback(() => setNotice(null), []);
  return { notice, announce, dismiss };
}

/** The panel's live region. What just happened is read out, and shown for a moment; an error stays until dismissed. */
export function NoticeArea({ notice, dismiss }: Omit<Notices, 'announce'>): JSX.Element {
  const messages = useMessages();
  const number = notice?.number;
  const stays = notice?.tone === 'error';

  useEffect(() => {
    if (number === undefined || stays) return undefined;
    const timer = setTimeout(dismiss, SHOWN_FOR);
    return () => clearTimeout(timer);
  }, [number, stays, dismiss]);

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
          <IconButton label={messages.dismiss} icon={<X />} onClick={dismiss} />
        </div>
      )}
    </div>
  );
}

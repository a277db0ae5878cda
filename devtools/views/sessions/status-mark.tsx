import type { JSX } from 'react';
import { CircleAlert, CircleDashed, LoaderCircle, Save, TriangleAlert } from 'lucide-react';
import type { PanelMessages } from '../../i18n/en.ts';
import { useMessages } from '../../i18n/messages.ts';
import type { ShownStatus } from './session-status.ts';

const MARKS: Partial<Readonly<Record<ShownStatus, { readonly tone: string; readonly icon: JSX.Element }>>> = {
  running: { tone: 'running', icon: <LoaderCircle className="spinning" /> },
  failing: { tone: 'error', icon: <CircleAlert /> },
  conflict: { tone: 'error', icon: <CircleAlert /> },
  openTurn: { tone: 'warning', icon: <CircleDashed /> },
  dirty: { tone: 'plain', icon: <Save /> },
  writing: { tone: 'plain', icon: <Save /> },
};

const FAILED_TURNS = { tone: 'warning', icon: <TriangleAlert /> };

interface StatusMarkProps {
  readonly status: ShownStatus;
  readonly failedTurns: number;
}

/** A session's state as an icon, where there is something to tell. The words are in `statusText`. */
export function StatusMark({ status, failedTurns }: StatusMarkProps): JSX.Element | null {
  const messages = useMessages();
  const mark = MARKS[status] ?? (failedTurns > 0 ? FAILED_TURNS : undefined);
  if (mark === undefined) return null;
  return (
    <span
      className="status-mark"
      data-tone={mark.tone}
      data-tip={statusText(status, failedTurns, messages)}
      aria-hidden="true"
    >
      {mark.icon}
    </span>
  );
}

export function statusText(status: ShownStatus, failedTurns: number, { sessions }: PanelMessages): string {
  const failed = failedTurns > 0 ? [sessions.failedTurns(failedTurns)] : [];
  return [sessions.status[status], ...failed].join(', ');
}

import { useState, type JSX } from 'react';
import { CircleAlert, Download } from 'lucide-react';
import { reasonOf } from '../../data/reason-of.ts';
import type { SessionSummary } from '../../data/devtools-store.ts';
import { stringAt } from '../../data/read-field.ts';
import { saveLog } from '../../data/save-log.ts';
import { useMessages } from '../../i18n/messages.ts';
import { usePanelServices } from '../../shell/panel-services.ts';

interface SavingTroubleProps {
  readonly summary: SessionSummary;
  /** Why the last commit failed. */
  readonly failure: Error | null;
}

/** Why what was appended is not being saved, and what one can do. Nothing where all is well. */
export function SavingTrouble({ summary, failure }: SavingTroubleProps): JSX.Element | null {
  const messages = useMessages();
  const { store, announce } = usePanelServices();
  const [exporting, setExporting] = useState(false);
  const { writing } = messages;
  if (summary.status !== 'failing' && summary.status !== 'conflict') return null;
  const isFull = stringAt(failure, 'code') === 'STORAGE_FULL';
  const [title, hint] =
    summary.status === 'conflict'
      ? [writing.conflict, writing.conflictHint]
      : isFull
        ? [writing.full, writing.fullHint]
        : [writing.failing, writing.failingHint];

  const exportLog = async (): Promise<void> => {
    setExporting(true);
    try {
      await saveLog(store, summary.id);
    } catch (error) {
      announce(messages.sessions.exportFailed(reasonOf(error)), 'error');
    } finally {
      setExporting(false);
    }
  };

  return (
    <div className="saving-trouble" role="alert" data-kind={isFull ? 'full' : summary.status}>
      <CircleAlert aria-hidden="true" />
      <div className="saving-trouble-text">
        <strong>{title}</strong>
        <p>{hint}</p>
        {failure === null || isFull ? null : (
          <p className="saving-trouble-reason" dir="auto">
            {failure.message.slice(0, 300)}
          </p>
        )}
      </div>
      <button
        type="button"
        className="button button-small"
        disabled={exporting}
        onClick={() => void exportLog()}
      >
        <Download aria-hidden="true" />
        {writing.export}
      </button>
    </div>
  );
}

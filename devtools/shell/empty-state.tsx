import type { JSX, ReactNode } from 'react';

interface EmptyStateProps {
  readonly icon: ReactNode;
  readonly title: string;
  readonly hint?: string;
  readonly tone?: 'plain' | 'error' | 'busy';
  readonly action?: { readonly label: string; readonly onAction: () => void };
}

/** What a pane shows when it has nothing to show, and why. */
export function EmptyState({ icon, title, hint, tone = 'plain', action }: EmptyStateProps): JSX.Element {
  return (
    <div
      className={`empty-state empty-state-${tone}`}
      role={tone === 'error' ? 'alert' : undefined}
      aria-busy={tone === 'busy'}
    >
      <span className="empty-state-icon" aria-hidden="true">
        {icon}
      </span>
      <p className="empty-state-title">{title}</p>
      {hint === undefined ? null : <p className="empty-state-hint">{hint}</p>}
      {action === undefined ? null : (
        <button type="button" className="button" onClick={action.onAction}>
          {action.label}
        </button>
      )}
    </div>
  );
}

import type { JSX, ReactNode } from 'react';
import { Columns2, Cpu, GitPullRequestArrow, MessageSquarePlus, X } from 'lucide-react';
import type { SessionSummary } from '../../../lib/index.ts';
import type { Family } from '../branches/family.ts';
import { hashOf } from '../page-place.ts';
import type { PlaygroundMessages } from '../playground-messages.ts';

interface TalkHeaderProps {
  readonly family: Family | null;
  readonly messages: PlaygroundMessages;
  /** Absent in the second column. */
  readonly onNew?: () => void;
  /** Opens a branch, or a new one for null, beside this one. */
  readonly onBeside?: (sessionId: string | null) => void;
  /** Opens two new branches from here beside each other. */
  readonly onBothNew?: () => void;
  /** What one of two columns has besides. */
  readonly columnActions?: ReactNode;
  readonly onBringBack: (parent: SessionSummary) => void;
  readonly onClose?: () => void;
  /** The second column has a model of its own. */
  readonly model?: { readonly name: string; readonly choose: () => void };
}

/** Which conversation this is, where it came from, and what can be done with it as a whole. */
export function TalkHeader({
  family,
  messages,
  onNew,
  onBeside,
  onBothNew,
  columnActions,
  onBringBack,
  onClose,
  model,
}: TalkHeaderProps): JSX.Element {
  const words = messages.branches;
  const parent = family?.ancestors.at(-1);
  const relatives = family === null ? [] : [...family.children, ...family.siblings, ...family.ancestors];
  return (
    <header className="pg-talk-header">
      <div className="pg-talk-names">
        {family === null || family.ancestors.length === 0 ? null : (
          <nav className="pg-lineage" aria-label={words.lineage}>
            {family.ancestors.map((ancestor, index) => (
              <a
                key={ancestor.id}
                href={hashOf(leftAt(ancestor, family.ancestors[index + 1] ?? family.session))}
                dir="auto"
              >
                {ancestor.title ?? messages.chat.untitled}
              </a>
            ))}
          </nav>
        )}
        <h2 className="pg-talk-title" dir="auto">
          {family === null ? '' : (family.session.title ?? messages.chat.untitled)}
        </h2>
      </div>
      {model === undefined ? null : (
        <button type="button" className="pg-suggestion pg-model-chip" onClick={model.choose}>
          <Cpu aria-hidden="true" />
          {model.name}
        </button>
      )}
      {columnActions}
      {parent === undefined ? null : (
        <button
          type="button"
          className="pg-icon-button"
          aria-label={words.bringBack}
          title={words.bringBack}
          onClick={() => onBringBack(parent)}
        >
          <GitPullRequestArrow aria-hidden="true" />
        </button>
      )}
      {onBeside === undefined || family === null ? null : (
        <label className="pg-beside" title={words.beside}>
          <Columns2 aria-hidden="true" />
          <select
            aria-label={words.beside}
            value=""
            onChange={({ target: { value } }) => {
              if (value === BOTH_NEW) onBothNew?.();
              else onBeside(value === NEW ? null : value);
            }}
          >
            <option value="" disabled>
              {words.beside}
            </option>
            <option value={NEW}>{words.besideNew}</option>
            {onBothNew === undefined ? null : <option value={BOTH_NEW}>{words.bothNew}</option>}
            {relatives.map(({ id, title }) => (
              <option key={id} value={id}>
                {title ?? messages.chat.untitled}
              </option>
            ))}
          </select>
        </label>
      )}
      {onNew === undefined ? null : (
        <button
          type="button"
          className="pg-icon-button"
          aria-label={messages.newConversation}
          title={messages.newConversation}
          onClick={onNew}
        >
          <MessageSquarePlus aria-hidden="true" />
        </button>
      )}
      {onClose === undefined ? null : (
        <button
          type="button"
          className="pg-icon-button"
          aria-label={words.closeBeside}
          title={words.closeBeside}
          onClick={onClose}
        >
          <X aria-hidden="true" />
        </button>
      )}
    </header>
  );
}

/** No session has a space for its id's first character here. */
const NEW = ' new';
const BOTH_NEW = ' both';

/** The place in an ancestor at which its child was forked. */
function leftAt(ancestor: SessionSummary, child: SessionSummary) {
  const { seedLength = 0 } = child.header;
  return { session: ancestor.id, event: seedLength === 0 ? null : seedLength - 1, beside: null };
}

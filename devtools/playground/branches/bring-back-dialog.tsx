import { useEffect, useId, useState, type JSX } from 'react';
import type { SessionStore, SessionSummary } from '../../../lib/index.ts';
import { PlaygroundDialog } from '../playground-dialog.tsx';
import type { PlaygroundMessages } from '../playground-messages.ts';
import { bringBack, outcomeOf } from './branch.ts';

interface BringBackDialogProps {
  readonly store: SessionStore;
  readonly branch: SessionSummary;
  readonly parent: SessionSummary;
  readonly messages: PlaygroundMessages;
  readonly onClose: () => void;
  /** Given the seq of the message in the parent. */
  readonly onDone: (seq: number) => void;
}

/** Says what a branch came to, as the person wants it told to the parent. */
export function BringBackDialog({
  store,
  branch,
  parent,
  messages,
  onClose,
  onDone,
}: BringBackDialogProps): JSX.Element {
  const words = messages.branches;
  const titleId = useId();
  const [text, setText] = useState('');
  const [failure, setFailure] = useState<string | null>(null);
  const branchTitle = branch.title ?? messages.chat.untitled;

  useEffect(() => {
    let live = true;
    void outcomeOf(store, branch.id).then((outcome) => live && setText((before) => before || outcome));
    return () => {
      live = false;
    };
  }, [store, branch.id]);

  const send = async (): Promise<void> => {
    try {
      const outcome = { branchId: branch.id, branchTitle, branchSeq: branch.seq - 1, text: text.trim() };
      onDone(await bringBack(store, parent.id, outcome));
    } catch (error) {
      setFailure(error instanceof Error ? error.message : String(error));
    }
  };

  return (
    <PlaygroundDialog titleId={titleId} onClose={onClose}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          void send();
        }}
      >
        <h2 id={titleId}>{words.bringBackTo(parent.title ?? messages.chat.untitled)}</h2>
        <p className="pg-faint">{words.bringBackHint}</p>
        <textarea
          className="pg-outcome"
          rows={8}
          dir="auto"
          value={text}
          aria-label={words.outcome}
          onChange={(event) => setText(event.target.value)}
        />
        {failure === null ? null : (
          <p className="pg-composer-failure" role="alert">
            {failure}
          </p>
        )}
        <div className="pg-dialog-actions">
          <button type="button" className="pg-button" onClick={onClose}>
            {messages.cancel}
          </button>
          <button type="submit" className="pg-button pg-button-main" disabled={text.trim() === ''}>
            {words.bringBack}
          </button>
        </div>
      </form>
    </PlaygroundDialog>
  );
}

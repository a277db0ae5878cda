import { useEffect, useId, useState, type JSX } from 'react';
import { diffWords, type Change } from 'diff';
import type { SessionStore } from '../../../lib/index.ts';
import { PlaygroundDialog } from '../playground-dialog.tsx';
import type { PlaygroundMessages } from '../playground-messages.ts';
import { outcomeOf } from './branch.ts';
import './compare-dialog.css';

/** Longer answers are compared up to here: the work grows with the square of what differs. */
const MAX_COMPARED = 20_000;
const TIME_LIMIT = 500;

interface CompareDialogProps {
  readonly store: SessionStore;
  readonly first: string;
  readonly second: string;
  readonly messages: PlaygroundMessages;
  readonly onClose: () => void;
}

/** The last answers of two branches in one text: what only the first said is struck out, what only the second said is added. */
export function CompareDialog({ store, first, second, messages, onClose }: CompareDialogProps): JSX.Element {
  const words = messages.branches;
  const titleId = useId();
  const [changes, setChanges] = useState<readonly Change[] | null>(null);
  const [failure, setFailure] = useState<string | null>(null);

  useEffect(() => {
    let live = true;
    void compared(store, first, second).then(
      (next) => live && setChanges(next),
      (error: unknown) => live && setFailure(error instanceof Error ? error.message : String(error)),
    );
    return () => {
      live = false;
    };
  }, [store, first, second]);

  return (
    <PlaygroundDialog className="pg-dialog pg-compare" titleId={titleId} onClose={onClose}>
      <h2 id={titleId}>{words.compareAnswers}</h2>
      <p className="pg-faint">{words.compareHint}</p>
      {failure === null ? null : <p role="alert">{failure}</p>}
      <div className="pg-compare-text" dir="auto" tabIndex={0} aria-busy={changes === null}>
        {changes?.map((change, index) => changeView(change, index))}
      </div>
      {changes?.every(({ added, removed }) => !added && !removed) === true ? (
        <p className="pg-faint">{words.sameAnswers}</p>
      ) : null}
      <div className="pg-dialog-actions">
        <button type="button" className="pg-button" onClick={onClose}>
          {words.closeCompare}
        </button>
      </div>
    </PlaygroundDialog>
  );
}

function changeView({ added, removed, value }: Change, index: number): JSX.Element {
  if (added) return <ins key={index}>{value}</ins>;
  if (removed) return <del key={index}>{value}</del>;
  return <span key={index}>{value}</span>;
}

async function compared(store: SessionStore, first: string, second: string): Promise<readonly Change[]> {
  const [before = '', after = ''] = (
    await Promise.all([outcomeOf(store, first), outcomeOf(store, second)])
  ).map((text) => text.slice(0, MAX_COMPARED));
  return (
    diffWords(before, after, { timeout: TIME_LIMIT }) ?? [
      { value: before, added: false, removed: true, count: 1 },
      { value: after, added: true, removed: false, count: 1 },
    ]
  );
}

import { lazy, Suspense, useState, type JSX } from 'react';
import { reasonOf } from '../../data/reason-of.ts';
import type { SessionId, SessionSummary } from '../../data/devtools-store.ts';
import { ForkIntents } from '../../data/fork-intents.ts';
import { saveLog } from '../../data/save-log.ts';
import { useMessages } from '../../i18n/messages.ts';
import { usePanelServices } from '../../shell/panel-services.ts';
import { useForkFrom } from '../timeline/use-fork-action.ts';
import { RenameDialog } from './rename-dialog.tsx';
import type { SessionAction } from './session-actions.ts';
import { titleOf } from './session-title.ts';

const LabelsDialog = lazy(() => import('./labels-dialog.tsx'));
const CompareDialog = lazy(() => import('../compare/compare-dialog.tsx'));

export interface SessionActions {
  readonly run: (action: SessionAction, summary: SessionSummary) => void;
  /** The dialog that an action asked for. */
  readonly dialog: JSX.Element | null;
}

interface SessionActionsOptions {
  /** Called before a session leaves the list for the trash. */
  readonly onTrashing: (sessionId: SessionId) => void;
}

/** Does what is asked of a session of the list, and says what came of it. */
export function useSessionActions({ onTrashing }: SessionActionsOptions): SessionActions {
  const messages = useMessages();
  const { store, forks, sessions, announce, selectSession } = usePanelServices();
  const forkFrom = useForkFrom();
  const [asked, setAsked] = useState<{
    readonly kind: 'rename' | 'label' | 'compare';
    readonly id: SessionId;
  } | null>(null);

  /** Runs something that may fail, and says so if it does. */
  const attempt = async (work: () => Promise<void>, failed: (reason: string) => string): Promise<void> => {
    try {
      await work();
    } catch (error) {
      announce(failed(reasonOf(error)), 'error');
    }
  };

  const forkLatest = async ({ id, lastForkPoint }: SessionSummary): Promise<void> => {
    if (lastForkPoint === null) {
      announce(messages.fork.nowhere);
      return;
    }
    const [point] = await store.forkPoints(id, { from: lastForkPoint });
    if (point === undefined) return;
    await forkFrom(id, point);
    const intent = forks.getSnapshot().get(ForkIntents.keyOf(id, point.seq));
    if (intent?.state !== 'failed') return;
    forks.dismiss(id, point.seq);
    announce(`${messages.fork.failed}: ${intent.failure.message}`, 'error');
  };

  const goToOrigin = ({ header }: SessionSummary): void => {
    const { parentSession, seedLength = 0 } = header;
    if (parentSession === undefined) announce(messages.sessions.noOrigin);
    else if (!sessions.getSnapshot().sessions.has(parentSession)) announce(messages.timeline.parentGone);
    else selectSession(parentSession, seedLength === 0 ? undefined : seedLength - 1);
  };

  const trash = async (summary: SessionSummary): Promise<void> => {
    const { id } = summary;
    const title = titleOf(summary, messages);
    onTrashing(id);
    await store.trash(id);
    const restore = (): Promise<void> =>
      attempt(async () => {
        await store.restore(id);
        selectSession(id);
        announce(messages.trash.restored(title), 'success');
      }, messages.trash.notRestored);
    announce(messages.trash.done(title), 'success', {
      label: messages.fork.undo,
      undoes: true,
      run: () => void restore(),
    });
  };

  const run = (action: SessionAction, summary: SessionSummary): void => {
    const { id } = summary;
    const title = titleOf(summary, messages);
    switch (action) {
      case 'forkLatest':
        void attempt(
          () => forkLatest(summary),
          (reason) => `${messages.fork.failed}: ${reason}`,
        );
        break;
      case 'goToOrigin':
        goToOrigin(summary);
        break;
      case 'rename':
      case 'label':
      case 'compare':
        setAsked({ kind: action, id });
        break;
      case 'pin':
        void attempt(async () => {
          await store.mark(id, { pinned: !summary.pinned });
          announce(
            summary.pinned ? messages.sessions.unpinned(title) : messages.sessions.pinned(title),
            'success',
          );
        }, messages.sessions.notMarked);
        break;
      case 'copyId':
        void attempt(async () => {
          await navigator.clipboard.writeText(id);
          announce(messages.sessions.idCopied, 'success');
        }, messages.sessions.idNotCopied(id));
        break;
      case 'export':
        void attempt(async () => {
          await saveLog(store, id);
          announce(messages.sessions.exported(title), 'success');
        }, messages.sessions.exportFailed);
        break;
      case 'trash':
        void attempt(() => trash(summary), messages.trash.failed);
        break;
    }
  };

  const summary = asked === null ? undefined : sessions.getSnapshot().sessions.get(asked.id);
  const close = (): void => setAsked(null);
  return {
    run,
    dialog:
      asked === null || summary === undefined ? null : asked.kind === 'rename' ? (
        <RenameDialog summary={summary} onClose={close} />
      ) : (
        <Suspense fallback={null}>
          {asked.kind === 'label' ? (
            <LabelsDialog summary={summary} onClose={close} />
          ) : (
            <CompareDialog summary={summary} onClose={close} />
          )}
        </Suspense>
      ),
  };
}

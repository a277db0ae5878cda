import { TurnforkError, type Session, type SessionStore } from '../../../lib/index.ts';
import { newSessionId } from '../../data/new-session-id.ts';

export class BranchError extends TurnforkError<'PARENT_BUSY' | 'NOT_A_BRANCH'> {}

/** A new branch from the end of a finished turn; a turn that runs further on does not matter. Gives its id. */
export async function branchAt(store: SessionStore, sessionId: string, seq: number): Promise<string> {
  const child = await store.fork(sessionId, seq, newSessionId());
  return child.id;
}

/** A new branch from before a turn, to ask its question another way: from the turn before it, or with nothing yet. */
export async function branchBefore(
  store: SessionStore,
  sessionId: string,
  turnStart: number,
): Promise<string> {
  const points = await store.forkPoints(sessionId);
  const before = points.findLast((point) => point.seq < turnStart);
  if (before !== undefined) return branchAt(store, sessionId, before.seq);
  const child = await store.create(newSessionId(), { meta: { parentSession: sessionId, seedLength: 0 } });
  return child.id;
}

/** A new branch from the last finished turn; one with nothing yet where there is none. */
export async function branchFromLast(store: SessionStore, sessionId: string): Promise<string> {
  return branchBefore(store, sessionId, Number.MAX_SAFE_INTEGER);
}

/** What a branch came to: its last answer. */
export async function outcomeOf(store: SessionStore, sessionId: string): Promise<string> {
  const messages = await store.deriveMessages(sessionId);
  for (const { role, content } of [...messages].reverse()) {
    const text = content.flatMap((block) => (block.type === 'text' ? [block.text] : [])).join('\n');
    if (role === 'assistant' && text !== '') return text;
  }
  return '';
}

export interface Outcome {
  readonly branchId: string;
  readonly branchTitle: string;
  /** Seq of the branch's last event when it was brought back. */
  readonly branchSeq: number;
  readonly text: string;
}

/**
 * Tells a parent what a branch came to, as a turn of its own with one message that is marked as the branch's: people
 * see where it is from, the model gets it as context, and the parent can be forked right after it.
 * @throws BranchError PARENT_BUSY while a turn of the parent runs
 */
export async function bringBack(store: SessionStore, parentId: string, outcome: Outcome): Promise<number> {
  const parent = await store.open(parentId);
  if (parent.openTurn !== null) {
    throw new BranchError('PARENT_BUSY', 'a turn of the parent is still running: wait for its end');
  }
  if (parent.mode === 'read') await parent.takeOver();
  const seq = appendOutcome(parent, outcome);
  await parent.flush();
  return seq;
}

function appendOutcome(parent: Session, { branchId, branchTitle, branchSeq, text }: Outcome): number {
  const turn = parent.nextTurn;
  parent.append('turn/start', { turn });
  const { seq } = parent.append('user/message', {
    id: `branch-outcome-${branchId}-${parent.seq}`,
    role: 'user',
    source: { kind: 'branch', sessionId: branchId, title: branchTitle, seq: branchSeq },
    content: [
      { type: 'text', text: `The branch “${branchTitle}” of this conversation came to this:\n\n${text}` },
    ],
  });
  parent.append('turn/end', { turn, reason: { kind: 'completed' } });
  return seq;
}

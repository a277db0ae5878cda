import { describe, expect, it } from 'vitest';
import {
  branchAt,
  branchBefore,
  branchFromLast,
  bringBack,
  outcomeOf,
} from '../../../../devtools/playground/branches/branch.ts';
import { readFamily } from '../../../../devtools/playground/branches/family.ts';
import { ChatFold } from '../../../../devtools/playground/chat/chat-fold.ts';
import { toModelMessages } from '../../../../lib/adapters/ai-sdk/index.ts';
import { appendOpenTurn, appendTurn } from '../../../fixtures/conversation.ts';
import { newSession } from '../../adapters/ai-sdk/mock-model.ts';

async function twoTurns() {
  const recorded = await newSession();
  const first = appendTurn(recorded.session, { prompt: 'one', answer: 'first answer' });
  const second = appendTurn(recorded.session, { prompt: 'two', answer: 'second answer' });
  await recorded.session.flush();
  return { ...recorded, first, second };
}

async function questionsOf(
  store: Awaited<ReturnType<typeof newSession>>['store'],
  id: string,
): Promise<string[]> {
  const points = await store.forkPoints(id);
  return points.map((point) => point.prompt);
}

describe('branches', () => {
  it('begin at any finished turn, also while a later one runs', async () => {
    const { store, session, first } = await twoTurns();
    appendOpenTurn(session, { prompt: 'running' });
    expect(await questionsOf(store, await branchAt(store, session.id, first))).toEqual(['one']);
    expect(await questionsOf(store, await branchFromLast(store, session.id))).toEqual(['one', 'two']);
    expect(session.openTurn).toBe(3);
  });

  it('before a turn keep what came before it; before the first they keep nothing and know their parent', async () => {
    const { store, session, first } = await twoTurns();
    expect(await questionsOf(store, await branchBefore(store, session.id, first + 1))).toEqual(['one']);
    const empty = await branchBefore(store, session.id, 0);
    const summary = await store.summary(empty);
    expect(summary).toMatchObject({ seq: 0, header: { parentSession: session.id, seedLength: 0 } });
    const family = await readFamily(store, empty);
    expect(family?.ancestors.map(({ id }) => id)).toEqual([session.id]);
    expect(family?.siblings).toHaveLength(1);
    expect((await readFamily(store, session.id))?.children).toHaveLength(2);
    expect(await store.check()).toEqual([]);
  });

  it('bring their outcome back as a marked message that people and the model see', async () => {
    const { store, session, first } = await twoTurns();
    const branchId = await branchAt(store, session.id, first);
    const branch = await store.open(branchId);
    appendTurn(branch, { prompt: 'other', answer: 'the better answer' });
    await branch.flush();
    const text = await outcomeOf(store, branchId);
    expect(text).toBe('the better answer');
    const outcome = { branchId, branchTitle: 'Try', branchSeq: branch.seq - 1, text };
    const seq = await bringBack(store, session.id, outcome);
    const fold = new ChatFold();
    for (const event of await session.events()) fold.apply(event);
    expect(fold.turns().at(-1)?.items).toMatchObject([
      {
        kind: 'user',
        seq,
        source: 'branch',
        branch: { sessionId: branchId, title: 'Try', seq: branch.seq - 1 },
      },
    ]);
    expect(JSON.stringify(toModelMessages(await session.deriveMessages()).at(-1))).toContain(
      'the better answer',
    );
    expect(session.lastForkPoint).toBe(session.seq - 1);
    expect(await store.check()).toEqual([]);
  });

  it('bring nothing back into the middle of a turn', async () => {
    const { store, session, first } = await twoTurns();
    const branchId = await branchAt(store, session.id, first);
    appendOpenTurn(session);
    const { seq } = session;
    const outcome = { branchId, branchTitle: 'Try', branchSeq: 1, text: 'x' };
    await expect(bringBack(store, session.id, outcome)).rejects.toMatchObject({ code: 'PARENT_BUSY' });
    expect(session.seq).toBe(seq);
  });
});

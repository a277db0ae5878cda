import { readFileSync } from 'node:fs';
import { isStepCount, streamText } from 'ai';
import ts from 'typescript';
import { expect, test } from 'vitest';
import { recordTurn, type RecordedTurn } from '../../../../lib/adapters/ai-sdk/index.ts';
import { call, finish, modelOf, newSession, text, tools } from './mock-model.ts';
import { expectValidLog } from './valid-log.ts';

const readme = readFileSync(new URL('../../../../README.md', import.meta.url), 'utf8');

test("the README's example of the AI SDK records a turn", async () => {
  const block = /```ts\n(import \{ recordTurn \}[^]*?)```/.exec(readme)?.[1] ?? '';
  const body = `${block.replace(/^import .*$/gm, '')}\nreturn turn;`;
  const names = ['recordTurn', 'streamText', 'isStepCount', 'session', 'model', 'tools', 'signal'];
  const { outputText } = ts.transpileModule(`(async (${names.join(', ')}) => {${body}})`, {
    compilerOptions: { target: ts.ScriptTarget.ES2022 },
  });
  const recorded = await newSession();
  const model = modelOf(
    [...call('c1', 'add', '{"a":80,"b":4}'), finish('tool-calls')],
    [...text('t', '84'), finish()],
  );
  // The block is ours: it is the README's own text that is run.
  const run = eval(outputText) as (...values: unknown[]) => Promise<RecordedTurn>;
  const turn = await run(
    recordTurn,
    streamText,
    isStepCount,
    recorded.session,
    model,
    tools,
    new AbortController().signal,
  );
  expect(turn.reason).toEqual({ kind: 'completed' });
  expect(JSON.stringify(await expectValidLog(recorded))).toContain('84');
});

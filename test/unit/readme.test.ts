import { readFileSync } from 'node:fs';
import ts from 'typescript';
import { expect, test } from 'vitest';
import { openSessionStore, type Session, type SessionStore } from '../../lib/index.ts';

interface Example {
  readonly store: SessionStore;
  readonly session: Session;
  readonly branch: Session;
}

type ExampleFunction = (open: typeof openSessionStore) => Promise<Example>;

const readme = readFileSync(new URL('../../README.md', import.meta.url), 'utf8');

test("the README's first example does what it says", async () => {
  const block = /```ts\n([^]*?)```/.exec(readme)?.[1] ?? '';
  expect(block).toContain("import { openSessionStore } from 'turnfork';");
  const body = `${block.replace(/^import .*$/m, '')}\nreturn { store, session, branch };`;
  const { outputText } = ts.transpileModule(`(async (openSessionStore) => {${body}})`, {
    compilerOptions: { target: ts.ScriptTarget.ES2022 },
  });
  // The block is ours: it is the README's own text that is run.
  const run = eval(outputText) as ExampleFunction;
  const { store, session, branch } = await run(openSessionStore);
  expect(branch.header).toMatchObject({ parentSession: session.id, seedLength: 2 });
  expect(await branch.events()).toEqual(await session.events());
  await store.close();
});

test('the README names the two commands', () => {
  expect(readme).toContain('npm ci && npm start');
  expect(readme).toContain('npm ci && npm test');
});

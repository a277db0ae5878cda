import {
  newQuickJSWASMModuleFromVariant,
  newVariant,
  shouldInterruptAfterDeadline,
  type QuickJSContext,
  type QuickJSHandle,
  type QuickJSWASMModule,
} from 'quickjs-emscripten-core';
import releaseSync from '@jitl/quickjs-wasmfile-release-sync';

/** What a piece of JavaScript came to. */
export type Evaluation =
  | { readonly kind: 'value'; readonly value: string; readonly console: readonly string[] }
  | { readonly kind: 'error'; readonly message: string; readonly console: readonly string[] };

export interface EvaluationLimits {
  /** ms of running. */
  readonly time: number;
  readonly memoryBytes: number;
}

/** How much a value or a line of the console may hold, in characters. */
const MAX_TEXT = 20_000;
const MAX_LINES = 200;
/** Bytes of the interpreter's stack: well below where the thread's own stack would end first. */
const MAX_STACK = 96 * 1_024;

/** The interpreter, from its WebAssembly code; in Node it finds that by itself. */
export function loadInterpreter(wasm?: ArrayBuffer): Promise<QuickJSWASMModule> {
  return newQuickJSWASMModuleFromVariant(
    wasm === undefined ? releaseSync : newVariant(releaseSync, { wasmBinary: wasm }),
  );
}

/**
 * Runs code in an interpreter of its own, which has the language and `console.log` and nothing of this page: no
 * network, no storage, no document. What the last expression comes to is the value, a promise of it too.
 */
export function evaluateJavaScript(
  interpreter: QuickJSWASMModule,
  code: string,
  limits: EvaluationLimits,
): Evaluation {
  const runtime = interpreter.newRuntime();
  runtime.setMemoryLimit(limits.memoryBytes);
  runtime.setMaxStackSize(MAX_STACK);
  runtime.setInterruptHandler(shouldInterruptAfterDeadline(Date.now() + limits.time));
  const context = runtime.newContext();
  const lines: string[] = [];
  addConsole(context, lines);
  // Not disposed of: QuickJS aborts on what code that ran out of stack leaves behind. The thread goes, and all of it.
  try {
    return { ...outcomeOf(context, code), console: lines };
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    return { kind: 'error', message: `the interpreter gave up: ${why}`.slice(0, MAX_TEXT), console: lines };
  }
}

type Outcome =
  { readonly kind: 'value'; readonly value: string } | { readonly kind: 'error'; readonly message: string };

function outcomeOf(context: QuickJSContext, code: string): Outcome {
  const evaluated = context.evalCode(code, 'code.js');
  if (evaluated.error !== undefined) return { kind: 'error', message: errorText(context, evaluated.error) };
  const handle = evaluated.value;
  try {
    const jobs = context.runtime.executePendingJobs();
    if (jobs.error !== undefined) return { kind: 'error', message: errorText(context, jobs.error) };
    const state = context.getPromiseState(handle);
    if (state.type === 'pending') return { kind: 'error', message: 'the promise is never settled' };
    if (state.type === 'rejected') return { kind: 'error', message: errorText(context, state.error) };
    const text = textOf(context, state.value);
    if (state.notAPromise !== true) state.value.dispose();
    return { kind: 'value', value: text };
  } finally {
    handle.dispose();
  }
}

function addConsole(context: QuickJSContext, lines: string[]): void {
  const log = context.newFunction('log', (...values) => {
    if (lines.length < MAX_LINES) lines.push(values.map((value) => textOf(context, value)).join(' '));
  });
  const console = context.newObject();
  for (const name of ['log', 'info', 'warn', 'error', 'debug']) context.setProp(console, name, log);
  context.setProp(context.global, 'console', console);
  console.dispose();
  log.dispose();
}

/** JSON where there is any, and the language's own text otherwise. Made inside, where nothing it calls can do harm. */
function textOf(context: QuickJSContext, value: QuickJSHandle): string {
  if (context.typeof(value) === 'string') return context.getString(value).slice(0, MAX_TEXT);
  const show = context.unwrapResult(context.evalCode(SHOW, 'show.js'));
  const shown = context.callFunction(show, context.undefined, value);
  show.dispose();
  if (shown.error !== undefined) {
    shown.error.dispose();
    return '[a value that cannot be shown]';
  }
  const text = context.getString(shown.value).slice(0, MAX_TEXT);
  shown.value.dispose();
  return text;
}

const SHOW = `(value) => {
  if (typeof value === 'object' && value !== null) {
    try { return JSON.stringify(value, (key, part) => typeof part === 'bigint' ? part + 'n' : part, 2) ?? String(value); }
    catch {}
  }
  return String(value);
}`;

function errorText(context: QuickJSContext, error: QuickJSHandle): string {
  const dumped: unknown = context.dump(error);
  error.dispose();
  if (typeof dumped === 'object' && dumped !== null && 'message' in dumped) {
    const name = 'name' in dumped ? String(dumped.name) : 'Error';
    const message = String(dumped.message);
    return (message === 'interrupted' ? 'it took too long' : `${name}: ${message}`).slice(0, MAX_TEXT);
  }
  return String(dumped).slice(0, MAX_TEXT);
}

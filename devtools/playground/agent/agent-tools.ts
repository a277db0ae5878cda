import { jsonSchema, tool, type ToolSet } from 'ai';
import { ToolDeniedError } from './approvals.ts';
import { calculate } from './calculator.ts';
import { fetchPage, webAddress } from './fetch-page.ts';
import { runJavaScript } from './javascript/run-javascript.ts';
import { Notes } from './notes.ts';

/** Asks the user whether a tool may do what it is about to do. */
export type Approve = (question: ToolQuestion, signal: AbortSignal | undefined) => Promise<boolean>;

export interface ToolQuestion {
  readonly callId: string;
  readonly toolName: string;
  readonly subject: string;
}

export interface ToolOptions {
  readonly approve: Approve;
  readonly now?: () => Date;
  readonly notes?: Notes;
}

interface CallOptions {
  readonly toolCallId: string;
  readonly abortSignal?: AbortSignal | undefined;
}

/** What the agent can do, with every model. What has effects outside the conversation is asked for first. */
export function agentTools({ approve, now = () => new Date(), notes = new Notes() }: ToolOptions): ToolSet {
  const allowed = async (toolName: string, subject: string, call: CallOptions): Promise<void> => {
    if (await approve({ callId: call.toolCallId, toolName, subject }, call.abortSignal)) return;
    throw new ToolDeniedError('TOOL_DENIED', 'The user did not allow this.');
  };
  return {
    calculator: tool({
      description: 'Works out a calculation with + - * / and brackets, exactly.',
      inputSchema: textFields({ expression: 'For example (3+4)*2' }),
      execute: async ({ expression }) => String(calculate(expression)),
    }),
    current_time: tool({
      description: "Gives the present date and time on the user's machine.",
      inputSchema: textFields({}),
      execute: async () => now().toString(),
    }),
    javascript: tool({
      description:
        'Runs JavaScript in a sandbox without network, storage or document, for at most 5 seconds. Gives what the last ' +
        'expression comes to (a promise of it too) and what console.log printed.',
      inputSchema: textFields({ code: 'The code' }),
      execute: ({ code }, { abortSignal }) => runJavaScript(code, abortSignal),
    }),
    write_note: tool({
      description: 'Keeps a note in this browser, across conversations. Replaces one with the same title.',
      inputSchema: textFields({ title: 'Short', text: 'What to keep' }),
      execute: async ({ title, text }, call) => {
        await allowed('write_note', `${title}: ${text}`, call);
        await notes.write(title, text);
        return `Kept as "${title}".`;
      },
    }),
    list_notes: tool({
      description: 'Gives the titles of all notes, last changed first.',
      inputSchema: textFields({}),
      execute: () => notes.titles(),
    }),
    read_note: tool({
      description: 'Gives the text of a note.',
      inputSchema: textFields({ title: 'As list_notes gives it' }),
      execute: ({ title }) => notes.read(title),
    }),
    fetch_url: tool({
      description:
        'Gets the text at a web address that lets other pages read it. The user is asked each time.',
      inputSchema: textFields({ url: 'http or https' }),
      execute: async ({ url }, call) => {
        const address = webAddress(url);
        await allowed('fetch_url', address.href, call);
        return fetchPage(address, call.abortSignal);
      },
    }),
  };
}

/** The schema of an object of texts, which models are held to: a missing one is refused before the tool runs. */
function textFields<Name extends string>(fields: Readonly<Record<Name, string>>) {
  const properties = Object.fromEntries(
    Object.entries(fields).map(([name, description]) => [
      name,
      { type: 'string' as const, description: String(description) },
    ]),
  );
  const names = Object.keys(fields);
  return jsonSchema<Readonly<Record<Name, string>>>(
    { type: 'object', properties, required: names, additionalProperties: false },
    {
      validate: (value) =>
        isTexts(value, names)
          ? { success: true, value }
          : { success: false, error: new TypeError(`the input must have the texts ${names.join(', ')}`) },
    },
  );
}

function isTexts<Name extends string>(
  value: unknown,
  names: readonly string[],
): value is Readonly<Record<Name, string>> {
  return (
    typeof value === 'object' &&
    value !== null &&
    names.every((name) => typeof Reflect.get(value, name) === 'string')
  );
}

import { expressionIn } from './calculator.ts';

/** What the stand-in does with a prompt. The same prompt always gets the same plan. */
export interface StandInPlan {
  readonly reasoning: string;
  readonly call: StandInCall | null;
  /** What it says; with the tool's result when it called one, null when that failed. */
  readonly answer: (result: string | null) => string;
  /** The service breaks down in mid-answer. */
  readonly breaksDown: boolean;
}

export interface StandInCall {
  readonly name: string;
  readonly arguments: Readonly<Record<string, string>>;
}

type Rule = (prompt: string) => StandInPlan | null;

const RULES: readonly Rule[] = [javascript, web, writeNote, listNotes, calculation, clock, failure];

export function planFor(prompt: string): StandInPlan {
  for (const rule of RULES) {
    const plan = rule(prompt);
    if (plan !== null) return plan;
  }
  return {
    reasoning: 'They ask for nothing that one of my tools does, so I will answer in words.',
    call: null,
    answer: () =>
      `You said: “${prompt.trim().slice(0, 280)}”.\n\n` +
      'I am a stand-in for a model: a few rules in this page that stream words and call tools the way a model does. Everything ' +
      'that I do is appended to this session, event by event. Ask me to calculate something, or for the time; then branch from the ' +
      'end of a turn and take the conversation somewhere else. A real model is one click away, below the message box.',
    breaksDown: false,
  };
}

/** A plan that calls one tool and tells what it said. */
function toolPlan(
  reasoning: string,
  call: StandInCall,
  answer: (result: string) => string,
  failed: string,
): StandInPlan {
  return {
    reasoning,
    call,
    answer: (result) => (result === null ? failed : answer(result)),
    breaksDown: false,
  };
}

function javascript(prompt: string): StandInPlan | null {
  const code =
    /```(?:js|javascript)?\n([^]*?)```/.exec(prompt)?.[1] ??
    /^(?:run|运行)[:：]?\s+([^]+)/i.exec(prompt)?.[1];
  if (code === undefined) return null;
  return toolPlan(
    'They want code to be run. It goes into the sandbox.',
    { name: 'javascript', arguments: { code } },
    (result) => `It ran, and gave:\n\n\`\`\`json\n${result}\n\`\`\``,
    'The code failed; its message is above.',
  );
}

function web(prompt: string): StandInPlan | null {
  const url = /https?:\/\/[^\s"'<>]+/.exec(prompt)?.[0];
  if (url === undefined) return null;
  return toolPlan(
    `There is an address in this: ${url}. I may only open it when they allow it.`,
    { name: 'fetch_url', arguments: { url } },
    (result) => `It begins like this:\n\n> ${result.slice(0, 300).replace(/\n+/g, '\n> ')}`,
    'I did not get it: it was not allowed, or it did not answer this page.',
  );
}

function writeNote(prompt: string): StandInPlan | null {
  const text = /^(?:note|remember|记住|记下)[:：]?\s*(?:that\s+)?([^]+)/i.exec(prompt.trim())?.[1];
  if (text === undefined || /^s\b/i.test(text)) return null;
  const title = text.trim().split(/\s+/).slice(0, 5).join(' ').slice(0, 40);
  return toolPlan(
    'They want me to remember this. I will keep a note, if they let me.',
    { name: 'write_note', arguments: { title, text: text.trim() } },
    () => `I keep it as “${title}”.`,
    'I keep nothing: it was not allowed.',
  );
}

function listNotes(prompt: string): StandInPlan | null {
  if (!/\bnotes\b|笔记/i.test(prompt)) return null;
  return toolPlan(
    'They ask for my notes. I will look.',
    { name: 'list_notes', arguments: {} },
    (result) => `These are my notes: ${result}`,
    'The notes cannot be read.',
  );
}

function calculation(prompt: string): StandInPlan | null {
  const expression = expressionIn(prompt);
  if (expression === null) return null;
  return {
    reasoning: `There is a calculation in this: ${expression}. I will not do it in my head; the calculator is exact.`,
    call: { name: 'calculator', arguments: { expression } },
    answer: (result) =>
      result === null
        ? `The calculator could not work out ${expression}. Please check the numbers and ask again.`
        : `${expression} = ${result}.`,
    breaksDown: false,
  };
}

function clock(prompt: string): StandInPlan | null {
  if (!/\btime\b|\bdate\b|\bclock\b|时间|几点|日期/i.test(prompt)) return null;
  return {
    reasoning: 'They want to know the time. I cannot know it by myself, so I will look at the clock.',
    call: { name: 'current_time', arguments: {} },
    answer: (result) => (result === null ? 'The clock does not answer.' : `The clock says: ${result}.`),
    breaksDown: false,
  };
}

function failure(prompt: string): StandInPlan | null {
  if (!/\bfail\b|失败/i.test(prompt)) return null;
  return {
    reasoning: 'They ask to see a failure. I will start to answer, and the service will break down.',
    call: null,
    answer: () => 'This answer will not be finished, because',
    breaksDown: true,
  };
}

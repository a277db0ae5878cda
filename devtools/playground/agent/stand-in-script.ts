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

const RULES: readonly Rule[] = [calculation, clock, failure];

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

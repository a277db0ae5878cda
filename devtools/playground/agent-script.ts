import { TurnforkError } from '../../lib/index.ts';
import { calculate, expressionIn } from './calculator.ts';

/** One thing that the built-in agent does with a prompt. */
export interface AgentPlan {
  readonly reasoning: string;
  readonly tool: AgentTool | null;
  /** What the agent says, given the tool's result; null when no tool was called or it failed. */
  readonly answer: (toolResult: string | null) => string;
  /** The model's service breaks down in mid-answer. */
  readonly breaksDown: boolean;
}

export interface AgentTool {
  readonly name: string;
  readonly arguments: Readonly<Record<string, string>>;
  /** @throws TurnforkError when the tool fails. */
  readonly run: () => string;
}

/** The failure that the word "fail" in a prompt asks for. */
export class ModelServiceError extends TurnforkError<'SERVICE_UNAVAILABLE'> {}

/** Decides what to do. The same prompt always gets the same plan; only the clock's answer changes. */
export function planFor(prompt: string, now: () => Date): AgentPlan {
  const expression = expressionIn(prompt);
  if (expression !== null) return calculation(expression);
  if (/\btime\b|\bdate\b|\bclock\b|时间|几点|日期/i.test(prompt)) return clock(now);
  if (/\bfail\b|失败/i.test(prompt)) {
    return plan('They ask to see a failure. I will start to answer, and the model service will break down.', {
      answer: () => 'This answer will not be finished, because',
      breaksDown: true,
    });
  }
  return plan('They ask for no calculation and no clock, so no tool is needed. I will answer in words.', {
    answer: () =>
      `You said: “${prompt.trim().slice(0, 280)}”.\n\n` +
      'I am a small agent that is built into this page. I stream my answers and call tools, and everything that I do is ' +
      'appended to this session, event by event. Ask me to calculate something, or for the time; then fork at the end of a turn ' +
      'and take the conversation somewhere else.',
  });
}

function calculation(expression: string): AgentPlan {
  return plan(
    `There is a calculation in this: ${expression}. I will not do it in my head; the calculator is exact.`,
    {
      tool: { name: 'calculator', arguments: { expression }, run: () => String(calculate(expression)) },
      answer: (result) =>
        result === null
          ? `The calculator could not work out ${expression}. Please check the numbers and ask again.`
          : `${expression} = ${result}.`,
    },
  );
}

function clock(now: () => Date): AgentPlan {
  return plan('They want to know the time. I cannot know it by myself, so I will look at the clock.', {
    tool: { name: 'clock', arguments: {}, run: () => now().toString() },
    answer: (result) => (result === null ? 'The clock does not answer.' : `The clock says: ${result}.`),
  });
}

function plan(reasoning: string, rest: Partial<AgentPlan> & Pick<AgentPlan, 'answer'>): AgentPlan {
  return { reasoning, tool: null, breaksDown: false, ...rest };
}

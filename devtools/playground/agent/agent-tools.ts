import { jsonSchema, tool, type ToolSet } from 'ai';
import { calculate } from './calculator.ts';

/** What the agent can do, with every model. */
export function agentTools(now: () => Date = () => new Date()): ToolSet {
  return {
    calculator: tool({
      description: 'Works out a calculation with + - * / and brackets, exactly.',
      inputSchema: jsonSchema<{ expression: string }>({
        type: 'object',
        properties: { expression: { type: 'string', description: 'For example (3+4)*2' } },
        required: ['expression'],
        additionalProperties: false,
      }),
      execute: async ({ expression }) => String(calculate(expression)),
    }),
    current_time: tool({
      description: "Gives the present date and time on the user's machine.",
      inputSchema: jsonSchema<Record<string, unknown>>({ type: 'object', properties: {} }),
      execute: async () => now().toString(),
    }),
  };
}

import './without-eval.ts';
import { isStepCount, streamText } from 'ai';
import { recordTurn, type RecordedTurn } from '../../../lib/adapters/ai-sdk/index.ts';
import type { Session } from '../../../lib/index.ts';
import type { ModelChoice } from '../models/model-choice.ts';
import { agentTools, type Approve, type ToolQuestion } from './agent-tools.ts';
import { languageModel, type ChosenModel } from './language-models.ts';

export interface AgentTurn {
  /** Left out, the model goes on with the conversation as it is. */
  readonly prompt?: string;
  readonly choice: ModelChoice;
  readonly key: string;
  readonly signal: AbortSignal;
  readonly redact: (text: string) => string;
  readonly approve: Approve;
  /** Takes the place of the choice's model, for tests. */
  readonly model?: ChosenModel;
}

const SYSTEM =
  'You are a helpful agent in a playground for people who build agents. Answer briefly, in Markdown. ' +
  'Use your tools where they help.';
/** The most model calls of one turn. */
const MAX_STEPS = 12;

/** Runs one whole turn on a session: everything that happens is in its log. It resolves however the turn ends. */
export function runAgentTurn(session: Session, turn: AgentTurn): Promise<RecordedTurn> {
  const model = turn.model ?? languageModel(turn.choice, turn.key);
  const tools = agentTools({ approve: logged(session, turn.approve) });
  const { prompt, signal, redact } = turn;
  return recordTurn(session, {
    ...(prompt === undefined ? {} : { prompt }),
    header: {
      config: { provider: model.provider, model: model.modelId },
      system: SYSTEM,
      tools: Object.keys(tools),
    },
    signal,
    redact,
    tools,
    stream: (call) => {
      if (prompt !== undefined) nameAfter(session, prompt);
      return streamText({
        model,
        instructions: SYSTEM,
        tools,
        stopWhen: isStepCount(MAX_STEPS),
        // The page shows what went wrong and offers another try; waiting in silence would look like hanging.
        maxRetries: 0,
        ...call,
      });
    },
  });
}

/** Puts every question to the user, and the answer, into the log, as DSH does. */
function logged(session: Session, approve: Approve): Approve {
  return async (question: ToolQuestion, signal) => {
    const { callId, toolName, subject } = question;
    const id = `${callId}-${session.seq}`;
    session.append('approval/asked', { id, toolName, callId, reason: subject });
    const allowed = await approve(question, signal);
    session.append('approval/decided', { id, outcome: allowed ? 'allowed-once' : 'denied' });
    return allowed;
  };
}

/** A new conversation is called after its first question. */
function nameAfter(session: Session, prompt: string): void {
  if (session.openTurn !== 1) return;
  const title = prompt.trim().replace(/\s+/g, ' ').slice(0, 60);
  if (title !== '') session.append('session/title', { title, source: { kind: 'fallback' } });
}

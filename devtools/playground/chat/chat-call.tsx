import type { JSX } from 'react';
import { CircleAlert, CircleCheck, LoaderCircle, Wrench } from 'lucide-react';
import type { PlaygroundMessages } from '../playground-messages.ts';
import type { ChatCall } from './chat-fold.ts';

/** How much of a call or a result is shown, in characters: the panel beside has it all. */
const MAX_SHOWN = 4_000;

interface ChatCallViewProps {
  readonly call: ChatCall;
  readonly messages: PlaygroundMessages;
}

/** A tool call with what came of it. */
export function ChatCallView({ call, messages }: ChatCallViewProps): JSX.Element {
  const { result } = call;
  const state = result === null ? 'running' : result.failed ? 'failed' : 'done';
  return (
    <details className="pg-call" data-state={state}>
      <summary>
        <Wrench aria-hidden="true" />
        <code className="pg-call-name">{call.name}</code>
        <span className="pg-call-line">
          {result === null ? oneLine(call.arguments) : oneLine(result.text)}
        </span>
        <span className="pg-call-state" role="img" aria-label={messages.chat.callStates[state]}>
          {state === 'running' ? (
            <LoaderCircle className="pg-spinning" />
          ) : state === 'failed' ? (
            <CircleAlert />
          ) : (
            <CircleCheck />
          )}
        </span>
      </summary>
      <p className="pg-faint">{messages.chat.input}</p>
      <pre>{call.arguments.slice(0, MAX_SHOWN)}</pre>
      {result === null ? null : (
        <>
          <p className="pg-faint">{messages.chat.output}</p>
          <pre>{result.text.slice(0, MAX_SHOWN)}</pre>
        </>
      )}
    </details>
  );
}

function oneLine(text: string): string {
  return text.slice(0, 200).replace(/\s+/g, ' ');
}

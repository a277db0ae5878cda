import { useState, type JSX } from 'react';
import { Bot, MessageSquareDashed, User, Wrench } from 'lucide-react';
import type { ModelMessage } from '../../data/devtools-store.ts';
import { fieldOf, listAt, stringAt } from '../../data/read-field.ts';
import { useMessages } from '../../i18n/messages.ts';
import type { EventSelection } from '../../shell/panel-app.tsx';
import { usePanelServices } from '../../shell/panel-services.ts';
import { ClampedText } from '../timeline/clamped-text.tsx';
import { CopyButton } from './copy-button.tsx';
import { LoadedView } from './loaded-view.tsx';
import { useLoaded } from './use-loaded.ts';

const SHOWN_AT_FIRST = 60;

/** What the model would be sent after the chosen event. */
export function MessagesTab({ selection }: { readonly selection: EventSelection }): JSX.Element {
  const { store } = usePanelServices();
  const { sessionId, seq } = selection;
  const loaded = useLoaded(JSON.stringify([sessionId, seq]), () =>
    store.deriveMessages(sessionId, { through: seq }),
  );
  return <LoadedView loaded={loaded}>{(list) => <MessageList key={seq} list={list} seq={seq} />}</LoadedView>;
}

function MessageList({
  list,
  seq,
}: {
  readonly list: readonly ModelMessage[];
  readonly seq: number;
}): JSX.Element {
  const messages = useMessages();
  const [shown, setShown] = useState(SHOWN_AT_FIRST);
  const first = Math.max(0, list.length - shown);
  return (
    <>
      <div className="inspector-bar">
        <span className="inspector-note">{messages.inspector.messagesAt(seq, list.length)}</span>
        <CopyButton value={list} />
      </div>
      {list.length === 0 ? <p className="inspector-note">{messages.inspector.noMessages}</p> : null}
      {first === 0 ? null : (
        <button
          type="button"
          className="button button-small"
          onClick={() => setShown(shown + SHOWN_AT_FIRST * 4)}
        >
          {messages.inspector.olderMessages(first)}
        </button>
      )}
      <ol className="model-messages" start={first + 1}>
        {list.slice(first).map((message, index) => (
          <MessageItem key={first + index} message={message} />
        ))}
      </ol>
    </>
  );
}

function MessageItem({ message }: { readonly message: ModelMessage }): JSX.Element {
  const messages = useMessages();
  const kind = kindOf(message);
  const icons = { user: <User />, assistant: <Bot />, tool: <Wrench />, injected: <MessageSquareDashed /> };
  return (
    <li className="model-message" data-kind={kind}>
      <div className="model-message-role">
        <span aria-hidden="true">{icons[kind]}</span>
        {messages.inspector.roles[kind]}
      </div>
      {blocksOf(message).map((block, index) => (
        <MessageBlock key={index} block={block} />
      ))}
    </li>
  );
}

function MessageBlock({ block }: { readonly block: unknown }): JSX.Element {
  const messages = useMessages();
  const [expanded, setExpanded] = useState(false);
  const type = stringAt(block, 'type') ?? 'unknown';
  const clamped = { expanded, onToggle: () => setExpanded(!expanded) };
  switch (type) {
    case 'text':
      return <ClampedText {...clamped} text={stringAt(block, 'text') ?? ''} lines={8} />;
    case 'reasoning':
      return (
        <div className="reasoning">
          <ClampedText {...clamped} text={stringAt(block, 'text') ?? ''} lines={2} />
        </div>
      );
    case 'tool-call':
      return (
        <div className="tool-text">
          <span className="mono tool-name">{stringAt(block, 'name') ?? ''}</span>
          <ClampedText {...clamped} mono text={stringAt(block, 'arguments') ?? ''} lines={3} />
        </div>
      );
    default:
      return <div className="row-muted">{messages.timeline.otherPart(type)}</div>;
  }
}

function kindOf(message: ModelMessage): 'user' | 'assistant' | 'tool' | 'injected' {
  if (message.role === 'assistant') return 'assistant';
  if (message.source.kind === 'tool') return 'tool';
  return message.source.kind === 'user' ? 'user' : 'injected';
}

/** A message's blocks; a tool result's are those inside it. */
function blocksOf(message: ModelMessage): readonly unknown[] {
  return listAt(message, 'content').flatMap((block) =>
    fieldOf(block, 'type') === 'tool-result' ? listAt(block, 'content') : [block],
  );
}

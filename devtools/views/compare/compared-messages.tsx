import { useEffect, useState, type JSX } from 'react';
import { compareTexts, type TextPart } from '../../data/compare-text.ts';
import type { ComparedMessage, MessageDifference } from '../../data/compare-turns.ts';
import { useMessages } from '../../i18n/messages.ts';

/** Messages of one turn in two columns; what is the same stands once. */
export function ComparedMessages({
  differences,
}: {
  readonly differences: readonly MessageDifference[];
}): JSX.Element {
  return (
    <ol className="compare-messages">
      {differences.map((difference) => (
        <li key={keyOf(difference)} className="compare-pair" data-kind={difference.kind}>
          <Difference difference={difference} />
        </li>
      ))}
    </ol>
  );
}

function keyOf(difference: MessageDifference): string {
  const left = 'left' in difference ? difference.left.seq : '';
  const right = 'right' in difference ? difference.right.seq : '';
  return `${left} ${right}`;
}

function Difference({ difference }: { readonly difference: MessageDifference }): JSX.Element {
  const { compare } = useMessages();
  switch (difference.kind) {
    case 'same':
      return <Message message={difference.left} what={compare.kind.same} />;
    case 'only-left':
      return <Message message={difference.left} what={compare.kind['only-left']} />;
    case 'only-right':
      return <Message message={difference.right} what={compare.kind['only-right']} />;
    case 'changed':
      return <Changed left={difference.left} right={difference.right} />;
  }
}

interface MessageProps {
  readonly message: ComparedMessage;
  readonly what: string;
  readonly parts?: readonly TextPart[];
}

function Message({ message, what, parts }: MessageProps): JSX.Element {
  const { compare } = useMessages();
  return (
    <div className="compare-message">
      <p className="compare-role">
        {compare.role(message.role)} · {what}
      </p>
      <div className="compare-text" dir="auto">
        {parts === undefined ? message.text : parts.map((part, index) => <Part key={index} part={part} />)}
      </div>
    </div>
  );
}

function Part({ part }: { readonly part: TextPart }): JSX.Element {
  const { compare } = useMessages();
  if (part.kind === 'same') return <>{part.text}</>;
  return part.kind === 'added' ? (
    <ins>
      <span className="visually-hidden">{compare.added} </span>
      {part.text}
    </ins>
  ) : (
    <del>
      <span className="visually-hidden">{compare.removed} </span>
      {part.text}
    </del>
  );
}

/** The left text with what only it has, the right text with what only it has. */
function Changed({
  left,
  right,
}: {
  readonly left: ComparedMessage;
  readonly right: ComparedMessage;
}): JSX.Element {
  const { compare } = useMessages();
  const [parts, setParts] = useState<readonly TextPart[] | null>(null);
  useEffect(() => {
    let live = true;
    void compareTexts(left.text, right.text).then(
      (found) => {
        if (live) setParts(found);
      },
      // Without the library's chunk both texts stand whole.
      () => undefined,
    );
    return () => {
      live = false;
    };
  }, [left.text, right.text]);
  const without = (kind: TextPart['kind']): { readonly parts?: readonly TextPart[] } =>
    parts === null ? {} : { parts: parts.filter((part) => part.kind !== kind) };
  return (
    <>
      <Message message={left} what={compare.kind.changed} {...without('added')} />
      <Message message={right} what={compare.kind.changed} {...without('removed')} />
    </>
  );
}

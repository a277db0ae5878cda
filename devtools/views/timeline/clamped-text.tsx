import type { JSX } from 'react';
import { useMessages } from '../../i18n/messages.ts';

/** Beyond this, not even an unfolded text is drawn in the list; the inspector has it all. */
const MAX_DRAWN = 20_000;

interface ClampedTextProps {
  readonly text: string;
  readonly lines: number;
  readonly expanded: boolean;
  readonly onToggle: () => void;
  readonly mono?: boolean;
}

/** Text from a model or a tool, as text, cut to a few lines until it is asked for. */
export function ClampedText({
  text,
  lines,
  expanded,
  onToggle,
  mono = false,
}: ClampedTextProps): JSX.Element {
  const messages = useMessages();
  const limit = lines * 160;
  const long = text.length > limit || hasMoreLines(text, lines);
  const shown = expanded ? text.slice(0, MAX_DRAWN) : long ? text.slice(0, limit) : text;
  return (
    <>
      <div
        className={mono ? 'log-text log-text-mono' : 'log-text'}
        data-lines={long && !expanded ? lines : undefined}
        dir="auto"
      >
        {shown}
        {expanded && text.length > MAX_DRAWN
          ? ` … ${messages.inspector.charactersLeft(text.length - MAX_DRAWN)}`
          : null}
      </div>
      {long ? (
        <button
          type="button"
          className="text-toggle"
          tabIndex={-1}
          aria-expanded={expanded}
          onClick={(event) => {
            event.stopPropagation();
            onToggle();
          }}
        >
          {expanded ? messages.timeline.showLess : messages.timeline.showMore}
        </button>
      ) : null}
    </>
  );
}

function hasMoreLines(text: string, lines: number): boolean {
  let count = 1;
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) {
    count += 1;
    if (count > lines) return true;
  }
  return false;
}

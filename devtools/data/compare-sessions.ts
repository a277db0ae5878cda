import type { ComparedMessage } from './compare-turns.ts';
import type { DevtoolsStore, SessionEvent, SessionId } from './devtools-store.ts';
import { fieldOf, listAt, stringAt, textOfContent } from './read-field.ts';

/** Events read at once. */
const PAGE = 512;
/** After so many messages of one session the comparison ends, and says so. */
export const MOST_COMPARED = 4_000;

export interface ComparedTurns {
  readonly turns: readonly (readonly ComparedMessage[])[];
  /** Whether the session has more than was read. */
  readonly cut: boolean;
}

/**
 * The messages that a session has from a seq on, by turn: what people wrote, what the model answered, each call and its result.
 * Stream deltas are left out, because the message that they make says the same. Throws what the store throws.
 */
export async function readTurns(
  store: DevtoolsStore,
  session: SessionId,
  from: number,
): Promise<ComparedTurns> {
  const turns: ComparedMessage[][] = [];
  let inTurn = false;
  let count = 0;
  for (let at = from; ; at += PAGE) {
    const events = await store.events(session, { from: at, limit: PAGE });
    for (const event of events) {
      if (event.type === 'turn/start') {
        turns.push([]);
        inTurn = true;
      }
      const message = comparedMessage(event);
      if (message !== null) {
        if (count === MOST_COMPARED) return { turns, cut: true };
        count += 1;
        if (!inTurn) turns.push([]);
        inTurn = true;
        turns.at(-1)?.push(message);
      }
      if (event.type === 'turn/end') inTurn = false;
    }
    if (events.length < PAGE) return { turns, cut: false };
  }
}

function comparedMessage(event: SessionEvent): ComparedMessage | null {
  const { seq, type, data } = event;
  switch (type) {
    case 'user/message':
      return { seq, role: 'user', text: textOfContent(listAt(data, 'content')) };
    case 'assistant/message':
      return { seq, role: 'assistant', text: textOfContent(listAt(data, 'message', 'content')) };
    case 'tool/call':
      return {
        seq,
        role: 'call',
        text: `${stringAt(data, 'name') ?? ''} ${stringAt(data, 'arguments') ?? ''}`,
      };
    case 'tool/result':
      return {
        seq,
        role: 'result',
        text: listAt(data, 'message', 'content')
          .map((block) => {
            const content = fieldOf(block, 'content');
            return typeof content === 'string' ? content : textOfContent(listAt(block, 'content'));
          })
          .join('\n'),
      };
    default:
      return null;
  }
}

import type { SessionEvent } from '../../data/devtools-store.ts';
import { fieldOf, listAt, numberAt, stringAt, textOfContent } from '../../data/read-field.ts';
import { StreamedMessage } from '../../data/streamed-message.ts';

/** One thing that is said or done in a turn, in log order: a compaction hides nothing of it. */
export type ChatItem =
  | ChatUserMessage
  | { readonly kind: 'text'; readonly seq: number; readonly part: number; readonly text: string }
  | { readonly kind: 'reasoning'; readonly seq: number; readonly part: number; readonly text: string }
  | ChatCall;

export interface ChatUserMessage {
  readonly kind: 'user';
  readonly seq: number;
  readonly text: string;
  /** `user` for what a person typed. */
  readonly source: string;
  /** The branch whose outcome this tells. */
  readonly branch: { readonly sessionId: string; readonly title: string; readonly seq: number | null } | null;
}

export interface ChatCall {
  readonly kind: 'call';
  readonly seq: number;
  readonly part: number;
  /** Null while the model still writes the call. */
  readonly callId: string | null;
  readonly name: string;
  readonly arguments: string;
  readonly result: { readonly text: string; readonly failed: boolean } | null;
}

export interface ChatTurn {
  readonly turn: number;
  readonly startSeq: number;
  /** Seq of its `turn/end`: where it can be branched from. Null while it runs. */
  readonly endSeq: number | null;
  readonly reason: string | null;
  readonly error: ChatError | null;
  /** Who answered, where the log says so. */
  readonly model: string | null;
  readonly outputTokens: number | null;
  readonly items: readonly ChatItem[];
}

export interface ChatError {
  readonly code: string;
  readonly message: string;
  readonly retryAfterMs: number | null;
}

interface DraftTurn {
  turn: ChatTurn;
  streamed: StreamedMessage | null;
  /** The turn's items without what is still streaming. */
  items: ChatItem[];
}

/** Folds a log's events into the turns of a chat. Events come in log order, each once. */
export class ChatFold {
  readonly #turns: ChatTurn[] = [];
  #open: DraftTurn | null = null;
  #before: ChatItem[] = [];

  apply(event: SessionEvent): void {
    switch (event.type) {
      case 'turn/start':
        return this.#start(event);
      case 'turn/end':
        return this.#end(event);
      case 'user/message':
        return this.#add(userItem(event));
      case 'assistant/chunk':
        return this.#stream(event);
      case 'assistant/message':
        return this.#message(event);
      case 'tool/result':
        return this.#result(event);
    }
  }

  /** The finished turns are the same objects as before; the one that runs is new. */
  turns(): readonly ChatTurn[] {
    if (this.#open === null) return [...this.#turns];
    const { turn, items, streamed } = this.#open;
    return [
      ...this.#turns,
      { ...turn, items: streamed === null ? [...items] : [...items, ...draftItems(streamed)] },
    ];
  }

  #start(event: SessionEvent): void {
    const turn = numberAt(event.data, 'turn') ?? this.#turns.length + 1;
    this.#open = {
      turn: {
        turn,
        startSeq: event.seq,
        endSeq: null,
        reason: null,
        error: null,
        model: null,
        outputTokens: null,
        items: [],
      },
      streamed: null,
      items: this.#before,
    };
    this.#before = [];
  }

  #end(event: SessionEvent): void {
    const open = this.#open;
    if (open === null) return;
    this.#open = null;
    const streamed = open.streamed === null ? [] : draftItems(open.streamed);
    this.#turns.push({
      ...open.turn,
      endSeq: event.seq,
      reason: stringAt(event.data, 'reason', 'kind') ?? null,
      error: errorOf(event),
      items: [...open.items, ...streamed],
    });
  }

  #add(item: ChatItem): void {
    if (this.#open === null) this.#before.push(item);
    else this.#open.items.push(item);
  }

  #stream(event: SessionEvent): void {
    const open = this.#open;
    if (open === null) return;
    const type = stringAt(event.data, 'chunk', 'type');
    if (open.streamed === null && (type === 'usage' || type === 'finish')) return;
    if (open.streamed?.takes(event) !== true) open.streamed = new StreamedMessage(event);
    open.streamed.apply(event);
  }

  #message(event: SessionEvent): void {
    const open = this.#open;
    if (open === null) return;
    open.streamed = null;
    const output = numberAt(event.data, 'usage', 'outputTokens');
    open.turn = {
      ...open.turn,
      model: stringAt(event.data, 'message', 'source', 'model') ?? open.turn.model,
      outputTokens: output === undefined ? open.turn.outputTokens : (open.turn.outputTokens ?? 0) + output,
    };
    open.items.push(...messageItems(event));
  }

  #result(event: SessionEvent): void {
    const callId = stringAt(event.data, 'message', 'source', 'callId');
    const items = this.#open?.items;
    const at = items?.findIndex(
      (item) => item.kind === 'call' && item.callId === callId && item.result === null,
    );
    const call = at === undefined ? undefined : items?.[at];
    if (items === undefined || at === undefined || call?.kind !== 'call') return;
    const block = fieldOf(event.data, 'message', 'content', 0);
    const text = textOfContent(listAt(block, 'content'));
    items[at] = { ...call, result: { text, failed: fieldOf(block, 'isError') === true } };
  }
}

function userItem(event: SessionEvent): ChatUserMessage {
  const sessionId = stringAt(event.data, 'source', 'sessionId');
  const isOutcome = stringAt(event.data, 'source', 'kind') === 'branch' && sessionId !== undefined;
  return {
    kind: 'user',
    seq: event.seq,
    text: textOfContent(listAt(event.data, 'content')),
    source: stringAt(event.data, 'source', 'kind') ?? 'user',
    branch: isOutcome
      ? {
          sessionId,
          title: stringAt(event.data, 'source', 'title') ?? sessionId,
          seq: numberAt(event.data, 'source', 'seq') ?? null,
        }
      : null,
  };
}

function messageItems(event: SessionEvent): ChatItem[] {
  return listAt(event.data, 'message', 'content').flatMap((block, part): ChatItem[] => {
    const type = stringAt(block, 'type');
    const text = stringAt(block, 'text') ?? '';
    if (type === 'text' || type === 'reasoning') {
      return text === '' ? [] : [{ kind: type, seq: event.seq, part, text }];
    }
    if (type !== 'tool-call') return [];
    return [
      {
        kind: 'call',
        seq: event.seq,
        part,
        callId: stringAt(block, 'id') ?? null,
        name: stringAt(block, 'name') ?? '',
        arguments: stringAt(block, 'arguments') ?? '',
        result: null,
      },
    ];
  });
}

function draftItems(streamed: StreamedMessage): ChatItem[] {
  const seq = streamed.events[0]?.seq ?? 0;
  return streamed.parts().flatMap(({ type, text, name }, part): ChatItem[] => {
    if (type === 'text' || type === 'reasoning') return text === '' ? [] : [{ kind: type, seq, part, text }];
    if (type !== 'tool-call') return [];
    return [{ kind: 'call', seq, part, callId: null, name: name ?? '', arguments: text, result: null }];
  });
}

function errorOf(event: SessionEvent): ChatError | null {
  if (stringAt(event.data, 'reason', 'kind') !== 'error') return null;
  return {
    code: stringAt(event.data, 'reason', 'error', 'code') ?? 'UNKNOWN',
    message: stringAt(event.data, 'reason', 'error', 'message') ?? '',
    retryAfterMs: numberAt(event.data, 'reason', 'error', 'providerRetryAfterMs') ?? null,
  };
}

import type { ToolSet, UserContent } from 'ai';
import { SessionError, type RequestHeader, type Session, type UserMessage } from '../../index.ts';
import { jsonCopy, jsonText } from './json-copy.ts';
import type { ModelCall, RecordedTurn, StreamSource } from './recorded-turn.ts';
import { StreamPump, untilAborted } from './stream-pump.ts';
import type { Redact } from './turn-failure.ts';
import { TurnRecording, type TurnCause } from './turn-recording.ts';

export interface RecordTurnOptions<Tools extends ToolSet = ToolSet> {
  /** What the user says: text, the SDK's parts, or a message of the vocabulary. Left out, the model goes on as it is. */
  readonly prompt?: UserContent | UserMessage;
  /** Who is asked, and how. It goes into the log when the session does not have it yet. */
  readonly header: RequestHeader;
  /** Calls the model with what it is given; or the result of a call that is under way. */
  readonly stream:
    StreamSource<Tools> | ((call: ModelCall) => StreamSource<Tools> | PromiseLike<StreamSource<Tools>>);
  /** Ends the turn as `aborted`, at once, whether the stream heeds it or not. */
  readonly signal?: AbortSignal;
  /** The tools, where some have a `toModelOutput`: the log must hold what the model is given. */
  readonly tools?: Tools;
  /** Takes keys and the like out of every error's text before it goes into the log. */
  readonly redact?: Redact;
}

/** The header that each session object has in its log from here, as JSON. */
const headers = new WeakMap<Session, string>();

/**
 * Runs and records one whole turn: the prompt, the model's steps as they stream, their tool calls with one result
 * each, and the end with its reason. Whatever the stream does, the turn is closed with what there was: it resolves
 * also for a turn that was stopped, failed or cut off, and `reason` and `failure` say so. Committed when it resolves.
 * @throws EventRefusedError, SessionError when the session takes no events: a turn is open, another tab writes.
 * @throws StorageError when the turn could not be committed; its events stay pending and are tried again.
 */
export async function recordTurn<Tools extends ToolSet = ToolSet>(
  session: Session,
  options: RecordTurnOptions<Tools>,
): Promise<RecordedTurn> {
  const { signal, stream, redact = (text: string) => text } = options;
  const recording = new TurnRecording(session, options.header, redact);
  recording.begin(options.prompt, headerReason(session, options.header));
  const stop = new AbortController();
  const merged = signal === undefined ? stop.signal : AbortSignal.any([signal, stop.signal]);
  const pump = new StreamPump(session, recording, stop, options.tools);
  let cause: TurnCause = { kind: 'stream-ended' };
  try {
    await session.flush();
    merged.throwIfAborted();
    const source =
      typeof stream === 'function'
        ? await untilAborted(merged, Promise.resolve(stream(await pump.call(merged))))
        : stream;
    await pump.run(source, merged);
    if (signal?.aborted === true && !recording.isFinished) cause = { kind: 'stopped' };
  } catch (error) {
    cause = pump.causeOf(error, signal);
    stop.abort(error);
  }
  pump.end();
  if (cause.kind === 'failed' && cause.error instanceof SessionError) throw cause.error;
  const turn = recording.end(cause);
  await session.flush();
  return turn;
}

/** Why the header is due in the log; null when it is the one that this session object has there already. */
function headerReason(session: Session, header: RequestHeader): 'initial' | 'resume' | 'change' | null {
  const now = jsonText(jsonCopy(header)) ?? '';
  const before = headers.get(session);
  if (before === now) return null;
  headers.set(session, now);
  if (before !== undefined) return 'change';
  return session.nextTurn === 1 ? 'initial' : 'resume';
}

import type { TabMessage } from '../tabs/tab-channel.ts';
import type { Notifier } from './notifier.ts';
import type { Session } from './session.ts';
import type { SessionId, SessionSummary } from './store-types.ts';

/** What the news of other tabs needs of the store. */
export interface NewsDesk {
  readonly notifier: Notifier;
  live(id: SessionId): Session | undefined;
  summary(id: SessionId): Promise<SessionSummary | undefined>;
}

/** Another tab says that something changed: looks it up, and tells the listeners of this store. */
export async function takeNews(desk: NewsDesk, message: TabMessage): Promise<void> {
  const { sessionId } = message;
  const live = desk.live(sessionId);
  if (message.kind !== 'changed') {
    live?.hear(message);
    return;
  }
  const { notifier } = desk;
  switch (message.what) {
    case 'deleted':
      live?.markDeleted();
      notifier.notify({ type: 'session/deleted', sessionId });
      return;
    case 'trashed':
      notifier.notify({ type: 'session/trashed', sessionId });
      // What is pending here is still committed: it may be restored one day.
      await live?.close();
      return;
    case 'restored':
      notifier.notify({ type: 'session/restored', sessionId });
      return;
    case 'marked':
      notifier.notify({ type: 'session/marked', sessionId });
      return;
    case 'committed':
      if (live !== undefined) {
        live.hear(message);
        return;
      }
  }
  const summary = await desk.summary(sessionId);
  if (summary === undefined) return;
  const { header, title, seq, writer } = summary;
  if (message.what === 'created') notifier.notify({ type: 'session/created', sessionId, header });
  else if (message.what === 'renamed') notifier.notify({ type: 'session/renamed', sessionId, title });
  else if (message.what === 'writer') notifier.notify({ type: 'session/writer', sessionId, writer });
  else notifier.notify({ type: 'session/flush', sessionId, durableSeq: seq });
}

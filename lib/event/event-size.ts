import { EventRefusedError } from '../errors.ts';
import { snapshotJson } from './lossless-json.ts';
import { MAX_EVENT_LENGTH } from './max-event-length.ts';
import type { SessionEvent } from './session-event.ts';

/**
 * Refuses an event that is too long to be stored safely.
 * @param length about the length of its JSON text; escapes may make it look longer than it is
 * @throws EventRefusedError EVENT_TOO_LARGE
 */
export function checkEventSize(event: SessionEvent, length: number): void {
  if (length <= MAX_EVENT_LENGTH) return;
  const exact = snapshotJson(event, 'event').bytes;
  if (exact <= MAX_EVENT_LENGTH) return;
  throw new EventRefusedError(
    'EVENT_TOO_LARGE',
    `the data of event ${event.seq} is about ${exact} characters of JSON; at most ${MAX_EVENT_LENGTH} are taken: ` +
      'keep large content elsewhere and put a reference to it into the event',
    { path: 'data', eventType: event.type, seq: event.seq },
  );
}

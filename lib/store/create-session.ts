import { EventRefusedError, SessionError } from '../errors.ts';
import { checkEnvelope, checkEventData } from '../event/check-event.ts';
import { snapshotJson, type JsonSnapshot } from '../event/lossless-json.ts';
import { LosslessJsonError } from '../event/lossless-json-error.ts';
import { SESSION_FORMAT_VERSION, type SessionHeader } from '../event/session-header.ts';
import { checkHeader } from '../rules/check-header.ts';
import type { WriteTransaction } from '../storage/schema.ts';
import { appendBatch } from './append-batch.ts';
import type { PendingBatch } from './live-log.ts';
import { LogBuilder } from './log-builder.ts';
import { newSessionRow, withTitle } from './session-row.ts';
import type { SessionId } from './store-types.ts';

/** What a new session's header may be given. */
export interface SessionMeta {
  /** Epoch ms; now when omitted. */
  readonly createdAt?: number;
  /** Absolute path. */
  readonly cwd?: string;
  readonly parentSession?: string;
  readonly seedLength?: number;
  readonly origin?: 'subagent';
  readonly delegationDepth?: number;
  readonly agentPreset?: string;
}

export interface CreateOptions {
  /** Events to begin with, seqs from 0 on; DSH's rules for a seed hold. */
  readonly seed?: Iterable<unknown>;
  readonly meta?: SessionMeta;
}

/** @throws SessionError INVALID_HEADER */
export function headerOf(id: SessionId, meta: SessionMeta, now: number, seedLength: number): SessionHeader {
  const header = checkHeader({ createdAt: now, ...meta, version: SESSION_FORMAT_VERSION, id });
  if (header.seedLength === undefined || header.seedLength <= seedLength) return header;
  throw new SessionError(
    'INVALID_HEADER',
    `seedLength is ${header.seedLength}, but the seed has only ${seedLength} events`,
    id,
  );
}

/**
 * Checks a seed event by event: lossless JSON, envelope, seq, payload, surface.
 * @throws EventRefusedError whose `seq` is the index of the event that was refused.
 */
export function buildSeed(seed: Iterable<unknown>): LogBuilder {
  const builder = new LogBuilder();
  let index = 0;
  for (const candidate of seed) {
    const { value: event, bytes } = snapshotSeedEvent(candidate, index);
    checkEnvelope(event, index);
    checkEventData(event.type, event.data, index);
    builder.add(event, bytes);
    index += 1;
  }
  return builder;
}

function snapshotSeedEvent(candidate: unknown, index: number): JsonSnapshot {
  try {
    return snapshotJson(candidate, `seed[${index}]`);
  } catch (error) {
    if (!(error instanceof LosslessJsonError)) throw error;
    throw new EventRefusedError('NOT_LOSSLESS_JSON', error.message, {
      path: error.path,
      eventType: 'seed',
      seq: index,
      cause: error,
    });
  }
}

/**
 * Writes a new session with its seed, within one transaction.
 * @throws SessionError SESSION_ALREADY_EXISTS
 */
export async function createSession(
  transaction: WriteTransaction,
  header: SessionHeader,
  logId: string,
  seed: PendingBatch,
  now: number,
): Promise<void> {
  const sessions = transaction.objectStore('sessions');
  if ((await sessions.getKey(header.id)) !== undefined) {
    throw new SessionError('SESSION_ALREADY_EXISTS', `session "${header.id}" already exists`, header.id);
  }
  const written = await appendBatch(transaction, newSessionRow(header, logId, now), seed);
  await sessions.add(withTitle(written, seed.totals));
}

import type { DevtoolsStore, SessionId } from './devtools-store.ts';

/** Reads a session's log file and hands it to the browser as a download. */
export async function saveLog(store: DevtoolsStore, sessionId: SessionId): Promise<void> {
  const blob = await new Response(await store.exportLog(sessionId)).blob();
  const url = URL.createObjectURL(blob);
  const link = document.createElement('a');
  link.href = url;
  link.download = logFileName(sessionId);
  link.click();
  // The browser reads the blob after this task; a second is ample, and a leak otherwise.
  setTimeout(() => URL.revokeObjectURL(url), 1_000);
}

/** A file name that every system takes, whatever the id holds. */
export function logFileName(sessionId: SessionId): string {
  const safe = sessionId
    .replace(/[^A-Za-z0-9._-]+/g, '-')
    .replace(/^[.-]+/, '')
    .slice(0, 80);
  return `${safe === '' ? 'session' : safe}.jsonl`;
}

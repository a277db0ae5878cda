/** A new id, in the form that DSH's web host mints. `randomUUID` is missing on pages that are not served securely. */
export function newSessionId(): string {
  if (typeof crypto.randomUUID === 'function') return `session-${crypto.randomUUID()}`;
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return `session-${Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')}`;
}

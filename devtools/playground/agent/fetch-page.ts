import { TurnforkError } from '../../../lib/index.ts';

export class FetchPageError extends TurnforkError<'NOT_A_WEB_ADDRESS' | 'FETCH_FAILED'> {}

/** How much of an answer the model gets, in characters. */
const MAX_TEXT = 20_000;
/** How much is read at all, in bytes. */
const MAX_BYTES = 400_000;

/** @throws FetchPageError NOT_A_WEB_ADDRESS for anything but http and https, and for names and passwords in it. */
export function webAddress(text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url === null || !/^https?:$/.test(url.protocol) || url.username !== '' || url.password !== '') {
    throw new FetchPageError('NOT_A_WEB_ADDRESS', `"${text.slice(0, 200)}" is no http or https address`);
  }
  return url;
}

/**
 * Gets the text at an address, without cookies or a referrer. A redirect is refused: it would lead where nobody allowed.
 * @throws FetchPageError FETCH_FAILED
 */
export async function fetchPage(url: URL, signal: AbortSignal | undefined): Promise<string> {
  let response: Response;
  try {
    response = await fetch(url, {
      credentials: 'omit',
      referrerPolicy: 'no-referrer',
      redirect: 'error',
      ...(signal === undefined ? {} : { signal }),
    });
  } catch (error) {
    signal?.throwIfAborted();
    const why = error instanceof Error ? error.message : String(error);
    throw new FetchPageError('FETCH_FAILED', `no answer that this page may read (${why})`);
  }
  const text = await beginningOf(response);
  const type = response.headers.get('content-type') ?? 'unknown type';
  return `HTTP ${response.status}, ${type}\n\n${text}`;
}

async function beginningOf(response: Response): Promise<string> {
  const reader = response.body?.getReader();
  if (reader === undefined) return '';
  const decoder = new TextDecoder();
  let text = '';
  for (let bytes = 0; bytes < MAX_BYTES && text.length < MAX_TEXT;) {
    const { done, value } = await reader.read();
    if (done) return text + decoder.decode();
    bytes += value.length;
    text += decoder.decode(value, { stream: true });
  }
  await reader.cancel();
  return `${text.slice(0, MAX_TEXT)}\n[cut here]`;
}

import type { FilePart } from 'ai';
import type { ContentBlock } from '../../index.ts';
import { jsonCopy } from './json-copy.ts';
import { isObject, textAt, type UnknownPart } from './read-part.ts';

/** Where a file's content is, in JSON: bytes in base64, an address, a provider's own name for it, or text. */
export type AttachmentData =
  | { readonly type: 'data'; readonly data: string }
  | { readonly type: 'url'; readonly url: string }
  | { readonly type: 'reference'; readonly reference: Readonly<Record<string, string>> }
  | { readonly type: 'text'; readonly text: string };

/** What an `image` or a `file` block of this adapter carries. */
export interface Attachment {
  readonly mediaType: string;
  readonly filename?: string;
  readonly data: AttachmentData;
}

/** The block for a file part of the SDK (`data` or `image` in any of its forms); null when it has no content. */
export function attachmentBlock(part: UnknownPart): ContentBlock | null {
  const given = textAt(part, 'mediaType');
  const data = attachmentData(part['data'] ?? part['image']);
  if (data === null) return null;
  const mediaType = given ?? (part['type'] === 'image' ? 'image' : 'application/octet-stream');
  const filename = textAt(part, 'filename');
  const attachment: Attachment = { mediaType, ...(filename === undefined ? {} : { filename }), data };
  return { type: /^image(\/|$)/.test(mediaType) ? 'image' : 'file', attachment };
}

/** The SDK's part for an attachment; null for one that this adapter did not write and cannot read. */
export function filePart(attachment: unknown): FilePart | null {
  if (!isObject(attachment)) return null;
  const mediaType = textAt(attachment, 'mediaType');
  const data = attachmentData(attachment['data']);
  if (mediaType === undefined || data === null) return null;
  const filename = textAt(attachment, 'filename');
  return {
    type: 'file',
    mediaType,
    ...(filename === undefined ? {} : { filename }),
    data: data.type === 'url' ? { type: 'url', url: new URL(data.url) } : data,
  };
}

function attachmentData(data: unknown): AttachmentData | null {
  if (data instanceof URL) return { type: 'url', url: data.href };
  if (data instanceof Uint8Array) return { type: 'data', data: base64(data) };
  if (data instanceof ArrayBuffer) return { type: 'data', data: base64(new Uint8Array(data)) };
  if (typeof data === 'string') return stringData(data);
  if (!isObject(data)) return null;
  switch (data['type']) {
    case 'data':
      return attachmentData(data['data']);
    case 'url':
      return urlData(data['url']);
    case 'text':
      return typeof data['text'] === 'string' ? { type: 'text', text: data['text'] } : null;
    case 'reference':
      return referenceData(data['reference']);
    default:
      return referenceData(data);
  }
}

/** A bare string is base64, or an address. */
function stringData(data: string): AttachmentData {
  return /^(https?|data):/i.test(data) && URL.canParse(data)
    ? { type: 'url', url: data }
    : { type: 'data', data };
}

function urlData(url: unknown): AttachmentData | null {
  const text = url instanceof URL ? url.href : url;
  return typeof text === 'string' && URL.canParse(text) ? { type: 'url', url: text } : null;
}

function referenceData(reference: unknown): AttachmentData | null {
  const copy = jsonCopy(reference);
  if (!isObject(copy)) return null;
  const names: Record<string, string> = {};
  for (const [provider, name] of Object.entries(copy)) {
    if (typeof name !== 'string') return null;
    names[provider] = name;
  }
  return { type: 'reference', reference: names };
}

function base64(bytes: Uint8Array): string {
  let binary = '';
  for (let at = 0; at < bytes.length; at += 0x8000) {
    binary += String.fromCharCode(...bytes.subarray(at, at + 0x8000));
  }
  return btoa(binary);
}

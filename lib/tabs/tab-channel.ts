/** `writer`: somebody got or gave up the writer's role. */
const CHANGES = [
  'created',
  'committed',
  'renamed',
  'marked',
  'writer',
  'trashed',
  'restored',
  'deleted',
] as const;

export type TabChange = (typeof CHANGES)[number];

/** What the tabs of one store tell each other. The database is what counts: a message only says where to look. */
export type TabMessage =
  | {
      readonly kind: 'changed';
      readonly sessionId: string;
      readonly what: TabChange;
    }
  | { readonly kind: 'role-wanted'; readonly sessionId: string; readonly by: string }
  | { readonly kind: 'writer-here?'; readonly sessionId: string; readonly by: string }
  | { readonly kind: 'writer-here'; readonly sessionId: string; readonly to: string };

/** One store's end of the channel between tabs. Where BroadcastChannel is missing, nothing is sent or heard. */
export class TabChannel {
  readonly #name: string;
  readonly #listener: (message: TabMessage) => void;
  #channel: BroadcastChannel | undefined;

  constructor(databaseName: string, listener: (message: TabMessage) => void) {
    this.#name = `turnfork:${databaseName}`;
    this.#listener = listener;
    this.open();
  }

  get isOpen(): boolean {
    return this.#channel !== undefined;
  }

  open(): void {
    if (this.#channel !== undefined || typeof BroadcastChannel === 'undefined') return;
    this.#channel = new BroadcastChannel(this.#name);
    this.#channel.onmessage = ({ data }: MessageEvent<unknown>) => {
      if (isTabMessage(data)) this.#listener(data);
    };
  }

  send(message: TabMessage): void {
    this.#channel?.postMessage(message);
  }

  close(): void {
    this.#channel?.close();
    this.#channel = undefined;
  }
}

/** Another version of turnfork, or another script of the origin, may speak on the channel too. */
function isTabMessage(data: unknown): data is TabMessage {
  if (typeof data !== 'object' || data === null || !('kind' in data) || !('sessionId' in data)) return false;
  if (typeof data.sessionId !== 'string') return false;
  if (data.kind === 'changed') {
    return 'what' in data && CHANGES.some((change) => change === data.what);
  }
  if (data.kind === 'role-wanted' || data.kind === 'writer-here?')
    return 'by' in data && typeof data.by === 'string';
  return data.kind === 'writer-here' && 'to' in data && typeof data.to === 'string';
}

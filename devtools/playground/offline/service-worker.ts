// A module, so that its names are its own.
export {};

/** What this file uses of a service worker, which the types of a page do not have. */
interface WorkerScope {
  readonly location: Location;
  addEventListener(type: 'install' | 'activate', listener: (event: LifeEvent) => void): void;
  addEventListener(type: 'fetch', listener: (event: RequestEvent) => void): void;
  addEventListener(type: 'message', listener: (event: MessageEvent<unknown>) => void): void;
  skipWaiting(): Promise<void>;
  readonly clients: { claim(): Promise<void> };
}

interface LifeEvent extends Event {
  waitUntil(work: Promise<unknown>): void;
}

interface RequestEvent extends LifeEvent {
  readonly request: Request;
  respondWith(response: Promise<Response>): void;
}

declare const self: WorkerScope;
/** Written in front of this file by the build: the paths of the built files, and a hash of what is in them. */
declare const PRECACHE_FILES: readonly string[];
declare const PRECACHE_VERSION: string;

const PREFIX = 'turnfork-playground-';
const CACHE = PREFIX + PRECACHE_VERSION;
const START = '/index.html';
const files = new Set(PRECACHE_FILES);

self.addEventListener('install', (event) => {
  event.waitUntil(
    caches
      .open(CACHE)
      .then((cache) => cache.addAll(PRECACHE_FILES.map((path) => new Request(path, { cache: 'reload' })))),
  );
});

self.addEventListener('activate', (event) => {
  event.waitUntil(dropOldCaches().then(() => self.clients.claim()));
});

self.addEventListener('message', ({ data }) => {
  if (data === 'take-over') void self.skipWaiting();
});

self.addEventListener('fetch', (event) => {
  const path = ownPath(event.request);
  // Whatever is not a file of this page goes its way untouched: models' answers above all.
  if (path !== null) event.respondWith(fromCache(path, event.request));
});

function ownPath({ method, mode, url }: Request): string | null {
  const { origin, pathname } = new URL(url);
  if (method !== 'GET' || origin !== self.location.origin) return null;
  if (mode === 'navigate') return pathname === '/' || pathname === START ? START : null;
  return files.has(pathname) || pathname.startsWith('/assets/') ? pathname : null;
}

async function fromCache(path: string, request: Request): Promise<Response> {
  const cache = await caches.open(CACHE);
  // A page that began with the version before may still ask for files of it.
  return (await cache.match(path)) ?? (await caches.match(path)) ?? fetch(request);
}

/** All but this one and the one before it. */
async function dropOldCaches(): Promise<void> {
  const ours = (await caches.keys()).filter((name) => name.startsWith(PREFIX) && name !== CACHE);
  await Promise.all(ours.slice(0, -1).map((name) => caches.delete(name)));
}

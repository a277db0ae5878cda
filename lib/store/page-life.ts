export interface PageLife {
  /** The page is hidden or about to go: the last moment at which a commit is likely to succeed. */
  hidden(): void;
  /** The page can be seen again; it may have missed messages. */
  shown(): void;
  /** The page is frozen or put into the back-forward cache: no code of it runs until it is back. */
  suspended(): void;
  resumed(): void;
}

/** Watches the life of the page, where there is one; gives the function that ends it. */
export function watchPage(life: PageLife): () => void {
  if (typeof addEventListener !== 'function' || typeof document === 'undefined') return () => undefined;
  const visibilityChanged = () => {
    if (document.visibilityState === 'hidden') life.hidden();
    else life.shown();
  };
  const pageHidden = (event: PageTransitionEvent) => {
    life.hidden();
    if (event.persisted) life.suspended();
  };
  const pageShown = (event: PageTransitionEvent) => {
    if (event.persisted) life.resumed();
  };
  const frozen = () => life.suspended();
  const resumed = () => life.resumed();
  document.addEventListener('visibilitychange', visibilityChanged);
  document.addEventListener('freeze', frozen);
  document.addEventListener('resume', resumed);
  addEventListener('pagehide', pageHidden);
  addEventListener('pageshow', pageShown);
  return () => {
    document.removeEventListener('visibilitychange', visibilityChanged);
    document.removeEventListener('freeze', frozen);
    document.removeEventListener('resume', resumed);
    removeEventListener('pagehide', pageHidden);
    removeEventListener('pageshow', pageShown);
  };
}

/** Calls back when the page is hidden or about to go: the last moment at which a commit is likely to succeed. */
export function onPageHidden(callback: () => void): () => void {
  if (typeof addEventListener !== 'function' || typeof document === 'undefined') return () => undefined;
  const whenHidden = () => {
    if (document.visibilityState === 'hidden') callback();
  };
  addEventListener('pagehide', callback);
  document.addEventListener('visibilitychange', whenHidden);
  document.addEventListener('freeze', callback);
  return () => {
    removeEventListener('pagehide', callback);
    document.removeEventListener('visibilitychange', whenHidden);
    document.removeEventListener('freeze', callback);
  };
}

/** Whether the focus may be moved to an element: it is in the same panel, or nowhere. It is not taken from the page. */
export function mayTakeFocus(element: Element): boolean {
  const root = element.getRootNode();
  if (root instanceof ShadowRoot && root.activeElement !== null) return true;
  const { activeElement, body } = element.ownerDocument;
  return activeElement === null || activeElement === body;
}

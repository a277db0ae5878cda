/** px that an element may be high in every browser: Firefox gives up at 17.8 million, Chromium and WebKit at 33. */
const MAX_HEIGHT = 10_000_000;

/**
 * Places a list of any height in an element that a browser can scroll. A list that is too high scrolls as far as it was
 * scrolled when the way is short, and in proportion when it is long, like the drag of a scrollbar.
 */
export class ScrollSpace {
  #total = 0;
  #view = 0;
  /** px from the list's position to the element's. */
  #shift = 0;
  #scrollTop = 0;

  /** Height of the element. */
  get height(): number {
    return Math.min(this.#total, MAX_HEIGHT);
  }

  /** px to draw a row higher in the element than it stands in the list. */
  get shift(): number {
    return this.#shift;
  }

  /** The list's px at the top of the view. */
  get top(): number {
    return this.#scrollTop + this.#shift;
  }

  get viewHeight(): number {
    return this.#view;
  }

  resize(total: number, view: number): void {
    this.#total = total;
    this.#view = view;
    if (total <= MAX_HEIGHT) this.#shift = 0;
  }

  get isAtEnd(): boolean {
    return this.maxTop - this.top <= 24;
  }

  get maxTop(): number {
    return Math.max(0, this.#total - this.#view);
  }

  /** Takes where the element was scrolled to. */
  scrolledTo(scrollTop: number): void {
    const way = scrollTop - this.#scrollTop;
    const top = this.top + way;
    this.#scrollTop = scrollTop;
    if (this.#total <= MAX_HEIGHT) return;
    const atEdge = scrollTop <= 0 || scrollTop >= this.height - this.#view;
    const isShort = Math.abs(way) <= 2 * this.#view && !atEdge;
    const wanted = isShort ? top : (scrollTop / Math.max(1, this.height - this.#view)) * this.maxTop;
    this.#shift = Math.max(0, Math.min(this.maxTop, wanted)) - scrollTop;
  }

  /** Gives where the element must be scrolled to, for a px of the list to be at the top of the view. */
  goTo(top: number): number {
    const wanted = Math.max(0, Math.min(this.maxTop, top));
    const scrollTop =
      this.#total <= MAX_HEIGHT
        ? wanted
        : Math.round((wanted / Math.max(1, this.maxTop)) * (this.height - this.#view));
    this.#scrollTop = scrollTop;
    this.#shift = wanted - scrollTop;
    return scrollTop;
  }
}

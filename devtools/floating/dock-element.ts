/** Makes an element of a class. */
export function element<Tag extends 'div' | 'span' | 'section'>(
  tag: Tag,
  className: string,
): HTMLElementTagNameMap[Tag] {
  const created = document.createElement(tag);
  created.className = className;
  return created;
}

/** Makes a button of a class, with what stands on it. */
export function button(className: string, text: string): HTMLButtonElement {
  const created = document.createElement('button');
  created.type = 'button';
  created.className = className;
  created.textContent = text;
  return created;
}

/** Says what a control does, to those who hear and to those who point. */
export function name(control: HTMLElement, text: string): void {
  control.ariaLabel = text;
  control.title = text;
}

/** Adds a constructed style sheet, which no Content-Security-Policy forbids. */
export function adopt(shadow: ShadowRoot, styles: string): void {
  if (!('adoptedStyleSheets' in shadow)) return;
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(styles);
  shadow.adoptedStyleSheets = [...shadow.adoptedStyleSheets, sheet];
}

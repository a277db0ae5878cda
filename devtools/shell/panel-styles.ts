import base from '../styles/base.css?inline';
import controls from '../styles/controls.css?inline';
import inspector from '../styles/inspector.css?inline';
import sessions from '../styles/sessions.css?inline';
import timeline from '../styles/timeline.css?inline';
import timelineRows from '../styles/timeline-rows.css?inline';
import tokens from '../styles/tokens.css?inline';

const STYLES = [tokens, base, controls, sessions, timeline, timelineRows, inspector].join('\n');

const sheets = new WeakMap<Document, CSSStyleSheet>();

/** Gives a shadow root the panel's styles by a constructed sheet, which no Content-Security-Policy forbids. */
export function adoptPanelStyles(shadow: ShadowRoot): void {
  const { ownerDocument } = shadow;
  const view = ownerDocument.defaultView;
  if (view === null || !('adoptedStyleSheets' in shadow)) return;
  let sheet = sheets.get(ownerDocument);
  if (sheet === undefined) {
    // A sheet belongs to the document of the window that constructs it.
    sheet = new view.CSSStyleSheet();
    sheet.replaceSync(STYLES);
    sheets.set(ownerDocument, sheet);
  }
  if (!shadow.adoptedStyleSheets.includes(sheet))
    shadow.adoptedStyleSheets = [...shadow.adoptedStyleSheets, sheet];
}

import base from '../styles/base.css?inline';
import compare from '../styles/compare.css?inline';
import controls from '../styles/controls.css?inline';
import find from '../styles/find.css?inline';
import forkControl from '../styles/fork-control.css?inline';
import forkFailure from '../styles/fork-failure.css?inline';
import inspector from '../styles/inspector.css?inline';
import menu from '../styles/menu.css?inline';
import messageRows from '../styles/message-rows.css?inline';
import overview from '../styles/overview.css?inline';
import rowIcon from '../styles/row-icon.css?inline';
import rowText from '../styles/row-text.css?inline';
import sessionQuery from '../styles/session-query.css?inline';
import sessions from '../styles/sessions.css?inline';
import shortcuts from '../styles/shortcuts.css?inline';
import smallRows from '../styles/small-rows.css?inline';
import storeBanner from '../styles/store-banner.css?inline';
import timeline from '../styles/timeline.css?inline';
import tokens from '../styles/tokens.css?inline';
import trash from '../styles/trash.css?inline';
import turnRows from '../styles/turn-rows.css?inline';
import writing from '../styles/writing.css?inline';

const STYLES = [
  tokens,
  base,
  controls,
  menu,
  storeBanner,
  sessionQuery,
  sessions,
  trash,
  compare,
  timeline,
  find,
  overview,
  rowIcon,
  rowText,
  turnRows,
  messageRows,
  smallRows,
  forkControl,
  forkFailure,
  shortcuts,
  writing,
  inspector,
].join('\n');

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

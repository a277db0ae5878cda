import type { SessionSummary } from '../../data/devtools-store.ts';
import type { PanelMessages } from '../../i18n/en.ts';

/** The title that people see. Titles come from models and files: always drawn as text. */
export function titleOf(summary: SessionSummary | undefined, messages: PanelMessages): string {
  const title = summary?.title?.trim() ?? '';
  return title === '' ? messages.sessions.untitled : title;
}

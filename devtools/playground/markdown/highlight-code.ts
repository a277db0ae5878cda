import type { ElementContent } from 'hast';
import { common, createLowlight } from 'lowlight';

const highlighter = createLowlight(common);

/** The coloured parts of a code; null for a language that is not known. */
export function highlightCode(code: string, language: string): readonly ElementContent[] | null {
  if (!highlighter.registered(language)) return null;
  return highlighter
    .highlight(language, code)
    .children.filter((node) => node.type === 'element' || node.type === 'text');
}

import { memo, useEffect, useMemo, useState, type JSX, type ReactNode } from 'react';
import type { ElementContent } from 'hast';

type Highlight = (code: string, language: string) => readonly ElementContent[] | null;

/** A longer code is shown without colours. */
const MAX_COLOURED = 20_000;

let highlight: Highlight | null = null;

interface CodeBlockProps {
  readonly code: string;
  readonly language: string;
}

/** Code, in colours as soon as the highlighter is there. */
export const CodeBlock = memo(function CodeBlock({ code, language }: CodeBlockProps): JSX.Element {
  const coloured = language !== '' && code.length <= MAX_COLOURED;
  const colour = useHighlight(coloured);
  const nodes = useMemo(
    () => (coloured && colour !== null ? colour(code, language) : null),
    [coloured, colour, code, language],
  );
  return (
    <pre className="pg-code" tabIndex={0}>
      {language === '' ? null : <span className="pg-code-language">{language}</span>}
      <code>{nodes === null ? code : nodes.map(nodeView)}</code>
    </pre>
  );
});

function useHighlight(wanted: boolean): Highlight | null {
  const [loaded, setLoaded] = useState<{ readonly run: Highlight | null }>({ run: highlight });
  useEffect(() => {
    if (!wanted || loaded.run !== null) return undefined;
    let live = true;
    void import('./highlight-code.ts').then(
      ({ highlightCode }) => {
        highlight = highlightCode;
        if (live) setLoaded({ run: highlightCode });
      },
      // Without colours it is still the code.
      () => undefined,
    );
    return () => {
      live = false;
    };
  }, [wanted, loaded.run]);
  return loaded.run;
}

function nodeView(node: ElementContent, index: number): ReactNode {
  if (node.type === 'text') return node.value;
  if (node.type !== 'element') return null;
  const names = node.properties['className'];
  return (
    <span key={index} className={Array.isArray(names) ? names.join(' ') : undefined}>
      {node.children.map(nodeView)}
    </span>
  );
}

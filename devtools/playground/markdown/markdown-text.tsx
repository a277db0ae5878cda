import { memo, useState, type JSX } from 'react';
import { readBlock } from './read-block.ts';
import { splitBlocks } from './split-blocks.ts';
import { TokenList, type MarkdownWords } from './token-view.tsx';
import './markdown.css';

interface MarkdownTextProps {
  readonly text: string;
  readonly words: MarkdownWords;
}

/** What a model said, as the Markdown that it mostly is. While it streams, only its last block is rendered again. */
export default function MarkdownText({ text, words }: MarkdownTextProps): JSX.Element {
  const [split, setSplit] = useState(() => splitBlocks(text));
  let shown = split;
  if (shown.text !== text) {
    shown = splitBlocks(text, split);
    setSplit(shown);
  }
  return (
    <div className="pg-markdown" dir="auto">
      {shown.blocks.map((source, index) => (
        <Block key={index} source={source} words={words} />
      ))}
    </div>
  );
}

interface BlockProps {
  readonly source: string;
  readonly words: MarkdownWords;
}

const Block = memo(function Block({ source, words }: BlockProps): JSX.Element {
  const tokens = readBlock(source);
  return tokens === null ? (
    <div className="pg-markdown-source">{source}</div>
  ) : (
    <TokenList tokens={tokens} words={words} />
  );
});

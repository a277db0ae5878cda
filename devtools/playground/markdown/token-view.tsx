import { Fragment, type JSX, type ReactNode } from 'react';
import { ImageOff } from 'lucide-react';
import type { Token, Tokens } from 'marked';
import { CodeBlock } from './code-block.tsx';
import { safeTarget } from './read-block.ts';

export interface MarkdownWords {
  readonly blockedImage: (alt: string, host: string) => string;
  readonly task: (done: boolean) => string;
}

/** Deeper than this, the source is shown. */
const MAX_DEPTH = 24;

interface TokenListProps {
  readonly tokens: readonly Token[];
  readonly words: MarkdownWords;
  readonly depth?: number;
}

/** Tokens of Markdown as elements. Nothing of it ever is HTML: what is no known token is shown as the text that it is. */
export function TokenList({ tokens, words, depth = 0 }: TokenListProps): JSX.Element {
  if (depth > MAX_DEPTH) return <>{tokens.map((token) => token.raw).join('')}</>;
  return (
    <>
      {tokens.map((token, index) => (
        <Fragment key={index}>{tokenView(token, words, depth + 1)}</Fragment>
      ))}
    </>
  );
}

function tokenView(token: Token, words: MarkdownWords, depth: number): ReactNode {
  const inside = (tokens: readonly Token[] | undefined): ReactNode =>
    tokens === undefined ? null : <TokenList tokens={tokens} words={words} depth={depth} />;
  if (isToken(token, 'heading')) return headingView(token.depth, inside(token.tokens));
  if (isToken(token, 'paragraph')) return <p>{inside(token.tokens)}</p>;
  if (isToken(token, 'text'))
    return token.tokens === undefined ? unescaped(token.text) : inside(token.tokens);
  if (isToken(token, 'escape')) return token.text;
  if (isToken(token, 'strong')) return <strong>{inside(token.tokens)}</strong>;
  if (isToken(token, 'em')) return <em>{inside(token.tokens)}</em>;
  if (isToken(token, 'del')) return <del>{inside(token.tokens)}</del>;
  if (isToken(token, 'codespan')) return <code>{token.text}</code>;
  if (isToken(token, 'code')) return <CodeBlock code={token.text} language={languageOf(token.lang)} />;
  if (isToken(token, 'blockquote')) return <blockquote>{inside(token.tokens)}</blockquote>;
  if (isToken(token, 'br')) return <br />;
  if (isToken(token, 'hr')) return <hr />;
  if (isToken(token, 'link')) return <SafeLink href={token.href}>{inside(token.tokens)}</SafeLink>;
  if (isToken(token, 'image')) return <BlockedImage token={token} words={words} />;
  if (isToken(token, 'list')) return listView(token, words, inside);
  if (isToken(token, 'table')) return tableView(token, inside);
  if (token.type === 'space' || token.type === 'def' || token.type === 'checkbox') return null;
  return token.raw;
}

interface TokenTypes {
  readonly heading: Tokens.Heading;
  readonly paragraph: Tokens.Paragraph;
  readonly text: Tokens.Text;
  readonly escape: Tokens.Escape;
  readonly strong: Tokens.Strong;
  readonly em: Tokens.Em;
  readonly del: Tokens.Del;
  readonly codespan: Tokens.Codespan;
  readonly code: Tokens.Code;
  readonly blockquote: Tokens.Blockquote;
  readonly br: Tokens.Br;
  readonly hr: Tokens.Hr;
  readonly link: Tokens.Link;
  readonly image: Tokens.Image;
  readonly list: Tokens.List;
  readonly table: Tokens.Table;
}

/** The lexer's own union has a member of any type, so that comparing types narrows nothing. */
function isToken<Type extends keyof TokenTypes>(token: Token, type: Type): token is TokenTypes[Type] & Token {
  return token.type === type;
}

/** A heading of a message lies below those of the page. */
function headingView(level: number, children: ReactNode): JSX.Element {
  if (level <= 1) return <h3>{children}</h3>;
  if (level === 2) return <h4>{children}</h4>;
  return <h5>{children}</h5>;
}

function listView(
  { ordered, start, items }: Tokens.List,
  words: MarkdownWords,
  inside: (tokens: readonly Token[]) => ReactNode,
): JSX.Element {
  const entries = items.map((item, index) => (
    <li key={index} data-task={item.task || undefined}>
      {item.task ? (
        <input
          type="checkbox"
          checked={item.checked === true}
          readOnly
          disabled
          aria-label={words.task(item.checked === true)}
        />
      ) : null}
      {inside(item.tokens)}
    </li>
  ));
  return ordered ? <ol start={start === '' ? 1 : start}>{entries}</ol> : <ul>{entries}</ul>;
}

function tableView(
  { header, rows, align }: Tokens.Table,
  inside: (tokens: readonly Token[]) => ReactNode,
): JSX.Element {
  const side = (column: number): 'start' | 'center' | 'end' =>
    align[column] === 'center' ? 'center' : align[column] === 'right' ? 'end' : 'start';
  return (
    <div className="pg-table" tabIndex={0}>
      <table>
        <thead>
          <tr>
            {header.map((cell, column) => (
              <th key={column} data-align={side(column)}>
                {inside(cell.tokens)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, index) => (
            <tr key={index}>
              {row.map((cell, column) => (
                <td key={column} data-align={side(column)}>
                  {inside(cell.tokens)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function SafeLink({ href, children }: { readonly href: string; readonly children: ReactNode }): JSX.Element {
  const target = safeTarget(href);
  if (target === null) return <span className="pg-no-link">{children}</span>;
  return (
    <a href={target.href} title={target.href} target="_blank" rel="noopener noreferrer">
      {children}
    </a>
  );
}

/** An image is not loaded: its address alone could tell a stranger what was said here. */
function BlockedImage({
  token,
  words,
}: {
  readonly token: Tokens.Image;
  readonly words: MarkdownWords;
}): JSX.Element {
  const target = safeTarget(token.href);
  const text = words.blockedImage(token.text, target?.host ?? '');
  return (
    <span className="pg-blocked-image">
      <ImageOff aria-hidden="true" />
      {target === null ? text : <SafeLink href={token.href}>{text}</SafeLink>}
    </span>
  );
}

function languageOf(info: string | undefined): string {
  return /^[\w+#.-]{1,30}/.exec(info ?? '')?.[0].toLowerCase() ?? '';
}

const NAMED: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: '\u00a0',
};

/** The few named characters that models write; React escapes what comes of them. */
function unescaped(text: string): string {
  return text.replace(/&(amp|lt|gt|quot|apos|nbsp);/g, (whole, name: string) => NAMED[name] ?? whole);
}

// @vitest-environment jsdom
import { cleanup, render } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import MarkdownText from '../../../../devtools/playground/markdown/markdown-text.tsx';
import { splitBlocks } from '../../../../devtools/playground/markdown/split-blocks.ts';
import { playgroundMessages } from '../../../../devtools/playground/playground-messages.ts';

const words = playgroundMessages('en').markdown;

afterEach(cleanup);

function show(text: string): HTMLElement {
  return render(<MarkdownText text={text} words={words} />).container;
}

test('headings, lists, tables, quotations and code become elements', () => {
  const page = show(
    '# Title\n\nA **bold** and *soft* `word` &amp; <3\n\n1. one\n2. two\n\n- [x] done\n\n> said\n\n| a | b |\n|---|--:|\n| 1 | 2 |\n\n```odd-language\nx < 1\n```\n',
  );
  expect(page.querySelector('h3')?.textContent).toBe('Title');
  expect(page.querySelector('strong')?.textContent).toBe('bold');
  expect(page.querySelector('p')?.textContent).toBe('A bold and soft word & <3');
  expect(page.querySelectorAll('ol > li')).toHaveLength(2);
  expect(page.querySelector('input')).toHaveProperty('checked', true);
  expect(page.querySelector('blockquote')?.textContent).toBe('said');
  expect(page.querySelector('td[data-align="end"]')?.textContent).toBe('2');
  expect(page.querySelector('pre code')?.textContent).toBe('x < 1');
});

test('code gets colours when the highlighter is there', async () => {
  const page = show('```js\nconst answer = 42;\n```');
  await vi.waitFor(() => expect(page.querySelector('.hljs-keyword')?.textContent).toBe('const'));
  expect(page.querySelector('pre code')?.textContent).toBe('const answer = 42;');
});

test.each([
  '<img src=x onerror=alert(1)>',
  '<script>alert(1)</script>',
  'a <b onclick="alert(1)">b</b> c',
  '<svg/onload=alert(1)>',
  '<iframe src="javascript:alert(1)"></iframe>',
])('HTML is shown as the text that it is: %s', (html) => {
  const page = show(html);
  expect(page.querySelector('img, script, b, svg, iframe')).toBeNull();
  expect(page.textContent).toBe(html);
});

test.each([
  '[x](javascript:alert(1))',
  '[x](JaVaScRiPt:alert(1))',
  '[x](java&#x0A;script:alert(1))',
  '[x](<java\tscript:alert(1)>)',
  '[x](data:text/html,<script>alert(1)</script>)',
  '[x](vbscript:x)',
  '[x](file:///etc/passwd)',
  '[x](//stranger.example/x)',
  '[x](relative)',
  '<javascript:alert(1)>',
  '[x]: javascript:alert(1)\n[x]',
])('a link that leads to no page is none: %s', (text) => {
  expect(show(text).querySelector('a')).toBeNull();
});

test('a link opens apart, and tells its target nothing', () => {
  const link = show('[here](https://example.com/"><img/onerror=x> "a\\" onmouseover=\\"x")').querySelector(
    'a',
  );
  const plain = show('[mail](mailto:a@example.com) https://example.com/x').querySelectorAll('a');
  expect([...plain].map((a) => [a.protocol, a.target, a.rel])).toEqual([
    ['mailto:', '_blank', 'noopener noreferrer'],
    ['https:', '_blank', 'noopener noreferrer'],
  ]);
  expect(link?.getAttributeNames().some((name) => name.startsWith('on')) ?? false).toBe(false);
});

test('an image is never loaded; where it lies is named', () => {
  const page = show('![a cat](https://stranger.example/cat.png?said=secret) ![](data:image/svg+xml,<svg/>)');
  expect(page.querySelector('img')).toBeNull();
  expect(page.querySelector('a')?.textContent).toBe('Image not loaded: a cat (stranger.example)');
  expect(page.textContent).toContain('Image not loaded: no description');
});

test.each([
  ['quotations', '>'.repeat(15_000)],
  ['lists', '- '.repeat(7_000)],
  ['quotations over many lines', Array.from({ length: 150 }, (_, n) => '>'.repeat(n) + ' x').join('\n')],
  ['lists over many lines', Array.from({ length: 150 }, (_, n) => ' '.repeat(n * 2) + '- x').join('\n')],
  ['brackets', '['.repeat(15_000)],
  ['stars', '*a **b '.repeat(2_000)],
  ['links', '[a]('.repeat(3_000)],
  ['images', '![a]('.repeat(2_500)],
  ['back-ticks', Array.from({ length: 170 }, (_, n) => '`'.repeat(n % 39)).join('a')],
  ['tags', '<a '.repeat(5_000)],
  ['a table', '|'.repeat(7_000) + '\n' + '|-'.repeat(4_000)],
  ['underscores', '_a __b '.repeat(2_000)],
  ['a megabyte of one line', 'x'.repeat(1_000_000)],
  ['a megabyte of words', 'some *words* here. '.repeat(52_000)],
])('hostile %s are shown, soon', (_, text) => {
  const started = performance.now();
  expect(show(text).textContent).not.toBe('');
  expect(performance.now() - started).toBeLessThan(2_500);
});

test('a text that streams in has the blocks that it has at once, and keeps those before the last', () => {
  const text =
    'One\ntwo\n\n- a\n\n- b\n\n  still b\n\n```js\na\n\nb\n```\n\n~~~~\n```\n\n~~~\n~~~~\nafter\n\n1. x\n\ntext\n';
  let split = splitBlocks('');
  for (let end = 1; end <= text.length; end += 1) {
    const next = splitBlocks(text.slice(0, end), split);
    expect(next.blocks.slice(0, split.blocks.length - 1)).toEqual(split.blocks.slice(0, -1));
    expect(next.blocks.join('')).toBe(text.slice(0, end));
    split = next;
  }
  expect(split).toEqual(splitBlocks(text));
  expect(split.blocks).toEqual([
    'One\ntwo\n\n',
    '- a\n\n- b\n\n  still b\n\n',
    '```js\na\n\nb\n```\n\n',
    '~~~~\n```\n\n~~~\n~~~~\nafter\n\n',
    '1. x\n\n',
    'text\n',
  ]);
  expect(splitBlocks('other', split).blocks).toEqual(['other']);
});

test('only the last block is rendered again while a text streams', () => {
  const { container, rerender } = render(<MarkdownText text={'first\n\nsec'} words={words} />);
  const first = container.querySelector('p');
  rerender(<MarkdownText text={'first\n\nsecond **word**\n\nthird'} words={words} />);
  expect(container.querySelector('p')).toBe(first);
  expect([...container.querySelectorAll('p')].map((p) => p.textContent)).toEqual([
    'first',
    'second word',
    'third',
  ]);
});

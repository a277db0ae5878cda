import { TurnforkError } from '../../../lib/index.ts';

export type CalculatorErrorCode = 'NOT_AN_EXPRESSION' | 'DIVISION_BY_ZERO';

export class CalculatorError extends TurnforkError<CalculatorErrorCode> {}

const TOKEN = /\s*(\d+(?:\.\d+)?|[-+*/()])/y;

/** Works out `12*7`, with `+ - * /`, brackets and signs. Nothing is evaluated as code. */
export function calculate(expression: string): number {
  const tokens = tokensOf(expression);
  let at = 0;
  const value = sum();
  if (at < tokens.length) throw new CalculatorError('NOT_AN_EXPRESSION', `unexpected "${tokens[at]}"`);
  return value;

  function sum(): number {
    let total = product();
    while (tokens[at] === '+' || tokens[at] === '-') total += tokens[at++] === '+' ? product() : -product();
    return total;
  }

  function product(): number {
    let total = factor();
    while (tokens[at] === '*' || tokens[at] === '/') {
      const divides = tokens[at++] === '/';
      const other = factor();
      if (divides && other === 0) throw new CalculatorError('DIVISION_BY_ZERO', 'division by zero');
      total = divides ? total / other : total * other;
    }
    return total;
  }

  function factor(): number {
    const token = tokens[at++];
    if (token === '-') return -factor();
    if (token === '(') {
      const inner = sum();
      if (tokens[at++] !== ')') throw new CalculatorError('NOT_AN_EXPRESSION', 'a bracket is not closed');
      return inner;
    }
    const value = Number(token);
    if (token === undefined || Number.isNaN(value))
      throw new CalculatorError('NOT_AN_EXPRESSION', 'a number is missing');
    return value;
  }
}

/** The first calculation in a text, or null. */
export function expressionIn(text: string): string | null {
  const normal = text.replaceAll('×', '*').replaceAll('÷', '/');
  const found = /[-(\s]*\d[\d.\s()]*(?:[-+*/][\s(-]*\d[\d.\s()]*)+/.exec(normal);
  return found === null ? null : balanced(found[0].replace(/\s+/g, '').replace(/[(.]+$/, ''));
}

/** Drops brackets that belong to the sentence around the calculation. */
function balanced(expression: string): string {
  let open = 0;
  let kept = '';
  for (const character of expression) {
    if (character === ')' && open === 0) break;
    open += character === '(' ? 1 : character === ')' ? -1 : 0;
    kept += character;
  }
  return open > 0 && kept.startsWith('(') ? kept.slice(1) : kept;
}

function tokensOf(expression: string): readonly string[] {
  const tokens: string[] = [];
  TOKEN.lastIndex = 0;
  while (TOKEN.lastIndex < expression.length) {
    const at = TOKEN.lastIndex;
    const token = TOKEN.exec(expression)?.[1];
    if (token === undefined)
      throw new CalculatorError('NOT_AN_EXPRESSION', `unexpected "${expression.charAt(at)}"`);
    tokens.push(token);
  }
  return tokens;
}

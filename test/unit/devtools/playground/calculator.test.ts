import { describe, expect, it } from 'vitest';
import {
  calculate,
  CalculatorError,
  expressionIn,
} from '../../../../devtools/playground/agent/calculator.ts';
import { refusalOfCall } from '../../../fixtures/refusal.ts';

describe('the calculator', () => {
  it.each([
    ['12*7', 84],
    ['1+2*3', 7],
    ['(1+2)*3', 9],
    ['-4/2--1', -1],
    ['0.5*4', 2],
  ])('works out %s', (expression, value) => expect(calculate(expression)).toBe(value));

  it.each(['1/0', '', '2**3', '(1', '1)', 'alert(1)'])('refuses %s', (expression) => {
    const code = expression === '1/0' ? 'DIVISION_BY_ZERO' : 'NOT_AN_EXPRESSION';
    expect(refusalOfCall(() => calculate(expression), CalculatorError).code).toBe(code);
  });

  it.each([
    ['What is 12*7?', '12*7'],
    ['12 × 7 ÷ 2 please', '12*7/2'],
    ['(what is 3+4)', '3+4'],
    ['what is (3+4)/0?', '(3+4)/0'],
    ['I have 12 apples', null],
    ['12*7 (please)', '12*7'],
  ])('finds the calculation in %s', (text, expression) => expect(expressionIn(text)).toBe(expression));
});

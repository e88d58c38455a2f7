import { expect, test } from 'vitest';
import { moveInGrid } from './gridMoves.ts';

const shape = { count: 23, columns: 5, pageRows: 3 };
const to = (from: number, key: string, isControl = false) => moveInGrid(from, key, isControl, shape);

test('arrows walk through the cards and over the ends of rows', () => {
  expect([to(7, 'ArrowRight'), to(7, 'ArrowLeft'), to(7, 'ArrowDown'), to(7, 'ArrowUp')]).toEqual([8, 6, 12, 2]);
  expect(to(4, 'ArrowRight')).toBe(5);
});

test('at the edges arrows lead nowhere', () => {
  expect([to(0, 'ArrowLeft'), to(2, 'ArrowUp'), to(22, 'ArrowRight'), to(19, 'ArrowDown')]).toEqual([
    undefined,
    undefined,
    undefined,
    undefined,
  ]);
});

test('Home and End stay in the row, with Control they go to the first and the last card', () => {
  expect([to(7, 'Home'), to(7, 'End'), to(21, 'End')]).toEqual([5, 9, 22]);
  expect([to(7, 'Home', true), to(7, 'End', true)]).toEqual([0, 22]);
});

test('page keys jump by what the window shows and stop at the ends', () => {
  expect([to(7, 'PageDown'), to(7, 'PageUp'), to(21, 'PageDown'), to(17, 'PageUp')]).toEqual([22, 2, 22, 2]);
});

test('other keys mean nothing here', () => {
  expect(to(7, 'a')).toBeUndefined();
});

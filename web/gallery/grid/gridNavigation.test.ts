import { expect, test } from 'vitest';
import { getTargetCard } from './gridNavigation.ts';

const shape = { cardCount: 23, columns: 5, pageRows: 3 };
const move = (card: number, key: string, isControlPressed = false) => getTargetCard(card, key, isControlPressed, shape);

test('arrow keys move from card to card, across the ends of rows', () => {
  expect([move(7, 'ArrowRight'), move(7, 'ArrowLeft'), move(7, 'ArrowDown'), move(7, 'ArrowUp')]).toEqual([
    8, 6, 12, 2,
  ]);
  expect(move(4, 'ArrowRight')).toBe(5);
});

test('arrow keys do nothing at the edges of the grid', () => {
  expect([move(0, 'ArrowLeft'), move(2, 'ArrowUp'), move(22, 'ArrowRight'), move(19, 'ArrowDown')]).toEqual([
    undefined,
    undefined,
    undefined,
    undefined,
  ]);
});

test('Home and End move within the row, with Control to the first and last card', () => {
  expect([move(7, 'Home'), move(7, 'End'), move(21, 'End')]).toEqual([5, 9, 22]);
  expect([move(7, 'Home', true), move(7, 'End', true)]).toEqual([0, 22]);
});

test('page keys move by the visible rows and stop at the ends', () => {
  expect([move(7, 'PageDown'), move(7, 'PageUp'), move(21, 'PageDown'), move(17, 'PageUp')]).toEqual([22, 2, 22, 2]);
});

test('other keys do nothing', () => {
  expect(move(7, 'a')).toBeUndefined();
});

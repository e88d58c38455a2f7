import { expect, test } from 'vitest';
import { layoutFor } from './layout.ts';

test('columns are at least 140, 173 and 200 px wide by the width of the window (C-GALLERY-18)', () => {
  expect(layoutFor(358, 390).columns).toBe(2);
  expect(layoutFor(900, 1024).columns).toBe(4);
  expect(layoutFor(1144, 1440).columns).toBe(5);
  for (const [width, window, least] of [
    [358, 390, 140],
    [900, 1024, 173],
    [1144, 1440, 200],
  ] as const) {
    const { columns, gap } = layoutFor(width, window);
    expect((width - gap * (columns - 1)) / columns).toBeGreaterThanOrEqual(least);
    expect((width - gap * columns) / (columns + 1)).toBeLessThan(least);
  }
});

test('a place narrower than one card still holds one', () => {
  expect(layoutFor(100, 320).columns).toBe(1);
});

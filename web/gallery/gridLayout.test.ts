import { expect, test } from 'vitest';
import { holding, layoutFor } from './layout.ts';

test('columns are at least 140, 173 and 200 px wide by the width of the window', { tags: ['C-GALLERY-18'] }, () => {
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

test('other columns leave the release at the top where it stood, and back again everything stands as before', () => {
  const wide = { columns: 5, gap: 26, rowHeight: 300, margin: 200 };
  const narrow = { columns: 3, gap: 26, rowHeight: 340, margin: 240 };
  // A tenth of row 4 is scrolled past; its first release, number 20, is in row 6 of the narrow ones.
  const top = 200 + 4.1 * 300;
  const narrowed = holding(wide, narrow, top);
  expect(narrowed.held?.top).toBeCloseTo(240 + 6.1 * 340);
  const back = holding(narrowed, wide, Math.round(narrowed.held?.top ?? 0));
  expect(back.held?.top).toBeCloseTo(top);
  // Scrolled by hand meanwhile: what is at the top now counts.
  expect(holding(narrowed, wide, 240 + 9 * 340).held?.card).toBe(27);
});

test('as long as the head of the page is in view other columns move nothing', () => {
  const wide = layoutFor(1144, 1440, 200);
  expect(holding(wide, layoutFor(800, 1440, 240), 150).held).toBeUndefined();
});

import { expect, test } from 'vitest';
import { anchorLayout, calculateGridLayout } from './gridLayout.ts';

test('columns are at least 140, 173 and 200 px wide by the width of the window', { tags: ['C-GALLERY-18'] }, () => {
  expect(calculateGridLayout(358, 390).columns).toBe(2);
  expect(calculateGridLayout(900, 1024).columns).toBe(4);
  expect(calculateGridLayout(1144, 1440).columns).toBe(5);
  for (const [width, windowWidth, minWidth] of [
    [358, 390, 140],
    [900, 1024, 173],
    [1144, 1440, 200],
  ] as const) {
    const { columns, gap } = calculateGridLayout(width, windowWidth);
    expect((width - gap * (columns - 1)) / columns).toBeGreaterThanOrEqual(minWidth);
    expect((width - gap * columns) / (columns + 1)).toBeLessThan(minWidth);
  }
});

test('a container narrower than one card has one column', () => {
  expect(calculateGridLayout(100, 320).columns).toBe(1);
});

test('a change of columns keeps the top release in place, and changing back restores the scroll position', () => {
  const wide = { columns: 5, gap: 26, rowHeight: 300, top: 200 };
  const narrow = { columns: 3, gap: 26, rowHeight: 340, top: 240 };
  // A tenth of row 4 is scrolled past; its first release, index 20, is in row 6 of the narrow layout.
  const scrollTop = 200 + 4.1 * 300;
  const anchored = anchorLayout(wide, narrow, scrollTop);
  expect(anchored.anchor?.scrollTop).toBeCloseTo(240 + 6.1 * 340);
  const back = anchorLayout(anchored, wide, Math.round(anchored.anchor?.scrollTop ?? 0));
  expect(back.anchor?.scrollTop).toBeCloseTo(scrollTop);
  // After manual scrolling the release at the top edge counts.
  expect(anchorLayout(anchored, wide, 240 + 9 * 340).anchor?.releaseIndex).toBe(27);
});

test('while the page header is visible, a change of columns does not scroll', () => {
  const wide = calculateGridLayout(1144, 1440, 200);
  expect(anchorLayout(wide, calculateGridLayout(800, 1440, 240), 150).anchor).toBeUndefined();
});

import { expect, test } from 'vitest';
import { countColumns } from './PlaylistGrid.tsx';

test.each([
  [1, 1],
  [399, 1],
  [400, 1],
  [799, 1],
  [800, 2],
  [1999, 4],
  [2800, 7],
  [9000, 7],
])(
  'a width of %i px has %i columns: one for each 400 px, at least one and at most seven',
  { tags: ['C-PLAYLIST-04', 'C-PLAYLIST-05'] },
  (width, columns) => {
    expect(countColumns(width)).toBe(columns);
  },
);

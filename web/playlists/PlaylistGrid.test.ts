import { expect, test } from 'vitest';
import { playlistColumns } from './columns.ts';

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
  '%i px hold %i columns: a column for each 400 px, at most seven, at least one',
  { tags: ['C-PLAYLIST-04', 'C-PLAYLIST-05'] },
  (width, columns) => {
    expect(playlistColumns(width)).toBe(columns);
  },
);

import { defaultRangeExtractor, type Range } from '@tanstack/react-virtual';
import { useCallback } from 'react';

/** Which rows a list draws: those near the window, and these wherever they are, as what holds the focus must not go; -1 is none. */
export function useKeptRows(stop: number, dragged = -1): (range: Range) => number[] {
  return useCallback(
    (range) => {
      const kept = [stop, dragged].filter((row) => row >= 0 && row < range.count);
      return [...new Set([...defaultRangeExtractor(range), ...kept])].sort((one, other) => one - other);
    },
    [stop, dragged],
  );
}

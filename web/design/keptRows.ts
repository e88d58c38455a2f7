import { defaultRangeExtractor, type Range } from '@tanstack/react-virtual';
import { useCallback } from 'react';
import { withKept } from './withKept.ts';

/** Which rows a list draws: those near the window, and these wherever they are; -1 is none. */
export function useKeptRows(stop: number, dragged = -1): (range: Range) => number[] {
  return useCallback((range) => withKept(defaultRangeExtractor(range), [stop, dragged], range.count), [stop, dragged]);
}

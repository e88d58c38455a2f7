import { expect, test } from 'vitest';
import { parseTags } from './tags.ts';

test('markers are known by their names; of several the first counts, and others are named', () => {
  const marks = [
    { seconds: 60, name: 'Chorus 2' },
    { seconds: 30, name: 'CHORUS_1' },
    { seconds: 0.5, name: 'Intro start' },
    { seconds: 12.3456, name: 'Vocals in' },
    { seconds: 170, name: 'Fade out' },
    { seconds: 178, name: 'AUDe' },
    { seconds: 90, name: 'Solo' },
    { seconds: 95, name: '' },
  ];
  const { markers, warnings } = parseTags({}, [], [], marks);
  expect(markers).toEqual({ soundstart: 0.5, introend: 12.346, hookstart: 30, outrostart: 170, soundend: 178 });
  expect(warnings).toEqual([expect.stringContaining('It has 2 markers ("Solo") that mean nothing here')]);
});

import sharp from 'sharp';
import { expect, test } from 'vitest';
import { drawInitials } from './initials.ts';

/** Gives the number of letters, and the largest distance of a light pixel from the middle, in parts of the width. */
async function look(name: string): Promise<{ letters: number; reach: number }> {
  const svg = drawInitials(name);
  const size = 200;
  const pixels = await sharp(svg).resize(size).greyscale().threshold(200).raw().toBuffer();
  let reach = 0;
  for (const [index, value] of pixels.entries())
    if (value > 0) reach = Math.max(reach, Math.hypot((index % size) - size / 2, Math.floor(index / size) - size / 2));
  return { letters: svg.toString().split('<path').length - 1, reach: reach / size };
}

test.each([
  ['Anna Bell', 2],
  ['Wim Mertens', 2],
  ['Øyvind Æther', 2],
  ['Łukasz', 1],
  ['ọlá j.q', 2],
  ['ﬁn', 1],
  ['1999', 1],
  // The typeface has no letters of other scripts: rings stand for them.
  ['Привет', 0],
  ['坂本龍一', 0],
  ['!!!', 0],
  ['', 0],
])('"%s" is drawn with %i letters, inside the circle that artists are shown in', async (name, letters) => {
  const seen = await look(name);
  expect(seen.letters).toBe(letters);
  expect(seen.reach).toBeGreaterThan(0.1);
  expect(seen.reach).toBeLessThan(0.5);
});

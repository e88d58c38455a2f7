import { expect, test } from 'vitest';
import { markWord } from './markWord.ts';

const key = Buffer.alloc(32, 7);
const code = Buffer.alloc(16, 9);

test('the word of an account and a song is always the same', () => {
  expect(markWord(key, code, 40).join('')).toBe('0110110111000111011001001000011110010001');
});

test('a longer song goes on with the bits of the next block, half of each kind', () => {
  const word = markWord(key, code, 100_000);
  expect(word.subarray(0, 300)).toEqual(markWord(key, code, 300));
  expect(word.subarray(0, 256)).not.toEqual(word.subarray(256, 512));
  const ones = word.reduce((sum, bit) => sum + bit, 0);
  expect(ones / word.length).toBeCloseTo(0.5, 2);
});

test('another account and another song have words of their own', () => {
  const word = markWord(key, code, 1_000);
  for (const other of [markWord(key, Buffer.alloc(16, 8), 1_000), markWord(Buffer.alloc(32, 6), code, 1_000)]) {
    const equal = other.reduce((sum, bit, at) => sum + (bit === word[at] ? 1 : 0), 0);
    expect(Math.abs(equal - 500)).toBeLessThan(100);
  }
});

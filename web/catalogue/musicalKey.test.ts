import { expect, test } from 'vitest';
import { getKeyCode, keysByCode } from './musicalKey.ts';

test('keys have their codes, in the order of the wheel', () => {
  const codes = ['C major', 'A minor', 'E major', 'C# minor', 'B major', 'Ab major', 'F major', 'D minor', 'H moll'];
  expect(codes.map(getKeyCode)).toEqual(['8B', '8A', '12B', '12A', '1B', '4B', '7B', '7A', '']);
  expect(keysByCode.map(getKeyCode)).toEqual(
    Array.from({ length: 24 }, (_, index) => `${(index >> 1) + 1}${'AB'[index % 2]}`),
  );
});

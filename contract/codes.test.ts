import { expect, test } from 'vitest';
import { parseKey } from './codes.ts';

test.each([
  ['La mineur', 'A minor'],
  ['Si bémol majeur', 'Bb major'],
  ['Fa# minore', 'F# minor'],
  ['Do sostenido menor', 'C# minor'],
  ['Am/8A', 'A minor'],
])('the key %s is %s', (text, key) => {
  expect(parseKey(text)).toBe(key);
});

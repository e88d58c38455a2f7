import { expect, test } from 'vitest';
import { connection } from '../testing/people.ts';
import { foundBy, nameOf } from './connections.ts';

const people = [connection('Élise Østergård'), connection('Mara Lind', { email: 'office@parallel.test' })];

test.each([
  ['elise', ['Élise Østergård']],
  [' MARA l', ['Mara Lind']],
  ['parallel', ['Mara Lind']],
  ['', ['Élise Østergård', 'Mara Lind']],
  ['nobody', []],
])('"%s" finds people by name or address, case and accents aside', (letters, names) => {
  expect(foundBy(people, letters).map(nameOf)).toEqual(names);
});

test('somebody without a name goes by the address', () => {
  expect(nameOf(connection('', { full_name: ' ', email: 'mara@demo.test' }))).toBe('mara@demo.test');
});

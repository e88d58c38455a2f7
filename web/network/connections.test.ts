import { expect, test } from 'vitest';
import { createConnection } from '../testing/accounts.ts';
import { filterConnections, getConnectionName } from './connections.ts';

const people = [createConnection('Élise Østergård'), createConnection('Mara Lind', { email: 'office@parallel.test' })];

test.each([
  ['elise', ['Élise Østergård']],
  [' MARA l', ['Mara Lind']],
  ['parallel', ['Mara Lind']],
  ['', ['Élise Østergård', 'Mara Lind']],
  ['nobody', []],
])('"%s" finds people by name or address, whatever case and accents', (letters, names) => {
  expect(filterConnections(people, letters).map(getConnectionName)).toEqual(names);
});

test('a person without a name is shown by address', () => {
  expect(getConnectionName(createConnection('', { full_name: ' ', email: 'mara@demo.test' }))).toBe('mara@demo.test');
});

import { expect, test } from 'vitest';
import { avatarColor, initials } from './Avatar.tsx';

const person = (firstname: string, lastname: string, email = 'rosa@demo.test') => ({ firstname, lastname, email });

test('an avatar shows the initials of first and last name', { tags: ['A-SHELL-05'] }, () => {
  expect(initials(person('Rosa', 'Vance'))).toBe('RV');
  expect(initials(person(' élise ', 'østergård'))).toBe('ÉØ');
  expect(initials(person('𝒜nna', 'Bo'))).toBe('𝒜B');
});

test('without names the avatar shows the first letter of the address', { tags: ['A-SHELL-07'] }, () => {
  expect(initials(person('Rosa', ''))).toBe('R');
  expect(initials(person('', ''))).toBe('R');
  expect(initials(person('', '', ''))).toBe('');
});

test('the colour follows the first letter of the address, 26 in all and a neutral one', {
  tags: ['A-SHELL-06', 'A-SHELL-07'],
}, () => {
  expect(avatarColor('rosa@demo.test')).toBe(avatarColor('ROBERT@demo.test'));
  const all = new Set([...'abcdefghijklmnopqrstuvwxyz'].map((letter) => avatarColor(`${letter}@demo.test`)));
  expect(all.size).toBe(26);
  expect(all).not.toContain(avatarColor('7@demo.test'));
  expect(avatarColor('')).toBe(avatarColor('7@demo.test'));
});

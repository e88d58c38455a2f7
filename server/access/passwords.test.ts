import { expect, test } from 'vitest';
import { hashPassword, verifyPassword } from './passwords.ts';

test('a password is kept as Argon2id with 19 MiB and two passes, each time with another salt', async () => {
  const [one, other] = await Promise.all([hashPassword('Promenade-1'), hashPassword('Promenade-1')]);
  expect(one).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  expect(one).not.toBe(other);
});

test('only the same password is right', async () => {
  const hash = await hashPassword('Promenade-1');
  expect(await verifyPassword(hash, 'Promenade-1')).toBe(true);
  expect(await verifyPassword(hash, 'promenade-1')).toBe(false);
});

test('a letter with an accent is the same letter from every keyboard', async () => {
  const hash = await hashPassword('caf\u00e9-1!');
  expect(await verifyPassword(hash, 'cafe\u0301-1!')).toBe(true);
});

test('without an account or a password no password is right', async () => {
  expect(await verifyPassword(undefined, 'Promenade-1')).toBe(false);
  expect(await verifyPassword(null, '')).toBe(false);
});

test('an unknown address takes its turn and does the work of a known one, up to 2 at once and 32 in line', async () => {
  const asked = await Promise.allSettled(Array.from({ length: 40 }, () => verifyPassword(undefined, 'Promenade-1')));
  const busy = asked.filter(({ status }) => status === 'rejected');
  expect(busy).toHaveLength(6);
  for (const refusal of busy) expect(refusal).toMatchObject({ reason: { code: 'BUSY', status: 503 } });
});

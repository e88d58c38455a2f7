import { SignJWT } from 'jose';
import { expect, test } from 'vitest';
import { makeSecrets } from '../process/secrets.ts';
import { MediaToken, PictureToken, readToken, signToken, tokenReader } from './tokens.ts';

const secrets = makeSecrets('a secret of full strength, for this test only');
const now = new Date('2026-11-21T12:00:00Z');
const later = new Date('2026-11-21T12:30:00Z');
const sid = '00000000-0000-4000-8000-000000000001';

test('a token gives back its claims until the second it expires', async () => {
  const token = await signToken(secrets, PictureToken, { sid }, later);
  expect(await readToken(secrets, PictureToken, token, now)).toEqual({ sid, exp: later.getTime() / 1000 });
  expect(await readToken(secrets, PictureToken, token, new Date(later.getTime() - 1))).toMatchObject({ sid });
  expect(await readToken(secrets, PictureToken, token, later)).toBe('expired');
});

test('another purpose, another secret or another hand makes it invalid, expired or not', async () => {
  const token = await signToken(secrets, PictureToken, { sid }, later);
  const other = makeSecrets('another secret of full strength, for this test');
  expect(await readToken(secrets, MediaToken, token, now)).toBe('invalid');
  expect(await readToken(other, PictureToken, token, now)).toBe('invalid');
  expect(await readToken(other, PictureToken, token, later)).toBe('invalid');
  expect(await readToken(secrets, PictureToken, `${token}x`, now)).toBe('invalid');
  expect(await readToken(secrets, PictureToken, 'no.token.atall', now)).toBe('invalid');
});

test('a token without an end, without its claims or with another algorithm is invalid', async () => {
  const key = secrets.key('picture');
  const made = [
    await new SignJWT({ sid }).setProtectedHeader({ alg: 'HS256' }).sign(key),
    await new SignJWT({}).setProtectedHeader({ alg: 'HS256' }).setExpirationTime(later).sign(key),
    await new SignJWT({ sid: 'x' }).setProtectedHeader({ alg: 'HS256' }).setExpirationTime(later).sign(key),
    await new SignJWT({ sid }).setProtectedHeader({ alg: 'HS512' }).setExpirationTime(later).sign(key),
  ];
  for (const token of made) expect(await readToken(secrets, PictureToken, token, now)).toBe('invalid');
});

test('a reader that remembers still sees a token expire, and forgets the oldest beyond its size', async () => {
  let derived = 0;
  const counted = { key: (purpose: string) => (++derived, secrets.key(purpose)) };
  const read = tokenReader(counted, PictureToken, 2);
  const [first, second, third] = (await Promise.all(
    [1, 2, 3].map((n) => signToken(secrets, PictureToken, { sid: sid.replace(/1$/, String(n)) }, later)),
  )) as [string, string, string];
  for (const token of [first, first, second, third, third]) expect(await read(token, now)).toBeDefined();
  expect(derived).toBe(3);
  expect(await read(first, now)).toMatchObject({ sid });
  expect(derived).toBe(4);
  expect(await read(first, later)).toBeUndefined();
  expect(await read('x', now)).toBeUndefined();
});

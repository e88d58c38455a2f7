import { SignJWT } from 'jose';
import { expect, test } from 'vitest';
import { createSecrets } from '../process/secrets.ts';
import { CookieToken, createTokenVerifier, MediaToken, signToken, verifyToken } from './tokens.ts';

const secrets = createSecrets('a secret of full strength, for this test only');
const now = new Date('2026-11-21T12:00:00Z');
const later = new Date('2026-11-21T12:30:00Z');
const sid = '00000000-0000-4000-8000-000000000001';

test('a token is valid until the second it expires', async () => {
  const token = await signToken(secrets, CookieToken, { sid }, later);
  expect(await verifyToken(secrets, CookieToken, token, now)).toEqual({ sid, exp: later.getTime() / 1000 });
  expect(await verifyToken(secrets, CookieToken, token, new Date(later.getTime() - 1))).toMatchObject({ sid });
  expect(await verifyToken(secrets, CookieToken, token, later)).toBe('expired');
});

test('a token of another purpose, another secret or another issuer is invalid, expired or not', async () => {
  const token = await signToken(secrets, CookieToken, { sid }, later);
  const other = createSecrets('another secret of full strength, for this test');
  expect(await verifyToken(secrets, MediaToken, token, now)).toBe('invalid');
  expect(await verifyToken(other, CookieToken, token, now)).toBe('invalid');
  expect(await verifyToken(other, CookieToken, token, later)).toBe('invalid');
  expect(await verifyToken(secrets, CookieToken, `${token}x`, now)).toBe('invalid');
  expect(await verifyToken(secrets, CookieToken, 'no.token.atall', now)).toBe('invalid');
});

test('a token without expiry, without its claims or with another algorithm is invalid', async () => {
  const key = secrets.getKey('cookie');
  const tokens = [
    await new SignJWT({ sid }).setProtectedHeader({ alg: 'HS256' }).sign(key),
    await new SignJWT({}).setProtectedHeader({ alg: 'HS256' }).setExpirationTime(later).sign(key),
    await new SignJWT({ sid: 'x' }).setProtectedHeader({ alg: 'HS256' }).setExpirationTime(later).sign(key),
    await new SignJWT({ sid }).setProtectedHeader({ alg: 'HS512' }).setExpirationTime(later).sign(key),
  ];
  for (const token of tokens) expect(await verifyToken(secrets, CookieToken, token, now)).toBe('invalid');
});

test('a verifier with a cache still refuses expired tokens, and drops the oldest entry beyond its size', async () => {
  let derived = 0;
  const countingSecrets = { getKey: (purpose: string) => (++derived, secrets.getKey(purpose)) };
  const verify = createTokenVerifier(countingSecrets, CookieToken, 2);
  const [first, second, third] = (await Promise.all(
    [1, 2, 3].map((digit) => signToken(secrets, CookieToken, { sid: sid.replace(/1$/, String(digit)) }, later)),
  )) as [string, string, string];
  for (const token of [first, first, second, third, third]) expect(await verify(token, now)).toBeDefined();
  expect(derived).toBe(3);
  expect(await verify(first, now)).toMatchObject({ sid });
  expect(derived).toBe(4);
  expect(await verify(first, later)).toBeUndefined();
  expect(await verify('x', now)).toBeUndefined();
});

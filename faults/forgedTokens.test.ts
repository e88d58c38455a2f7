import { createHash, createHmac, createSign, generateKeyPairSync } from 'node:crypto';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { AccessToken, MediaToken, signToken, verifyToken } from '../server/platform/http/tokens.ts';
import { createSecrets } from '../server/platform/process/secrets.ts';
import { getFuzzSettings } from './fuzzSettings.ts';

const { count, seed } = getFuzzSettings(10_000);
const secrets = createSecrets('a secret of full strength, for this test only');
const now = new Date('2026-11-25T12:00:00Z');
const later = new Date(now.getTime() + 60_000);
const [sid, sub] = ['00000000-0000-4000-8000-000000000001', '00000000-0000-4000-8000-000000000002'];
const claims = { sid, sub, obj: 'audio:1' };
const token = await signToken(secrets, MediaToken, claims, later);
const [head = '', body = '', signature = ''] = token.split('.');
const verify = (forged: string) => verifyToken(secrets, MediaToken, forged, now);

const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
const payload = { ...claims, exp: Math.floor(later.getTime() / 1000) };
const other = encode({ ...payload, obj: 'audio:2' });
const hs256 = { alg: 'HS256', typ: 'JWT' };
const hmac = (text: string, key: string | Uint8Array, hash = 'sha256') =>
  `${text}.${createHmac(hash, key).update(text).digest('base64url')}`;
const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
const rsa = (text: string) => `${text}.${createSign('sha256').update(text).sign(privateKey, 'base64url')}`;
const keyOf = (purpose: string) => secrets.getKey(purpose);

const forgeries: Record<string, string> = {
  'no algorithm': `${encode({ alg: 'none' })}.${other}.`,
  'no algorithm, in capitals': `${encode({ alg: 'NONE' })}.${other}.`,
  'no algorithm with the old signature': `${encode({ alg: 'none' })}.${body}.${signature}`,
  'no signature': `${head}.${body}.`,
  'the signature of other claims': `${head}.${other}.${signature}`,
  'an empty key': hmac(`${encode(hs256)}.${other}`, ''),
  'a guessed key': hmac(`${encode(hs256)}.${other}`, 'secret'),
  'a key that the header brings': hmac(
    `${encode({ ...hs256, jwk: { kty: 'oct', k: 'c2VjcmV0' } })}.${other}`,
    'secret',
  ),
  'a key file that the header names': hmac(`${encode({ ...hs256, kid: '/dev/null' })}.${other}`, ''),
  'an address of keys': hmac(`${encode({ ...hs256, jku: 'https://evil.example' })}.${other}`, 'secret'),
  'another algorithm with our key': hmac(`${encode({ alg: 'HS512' })}.${other}`, keyOf('media'), 'sha512'),
  'a public-key signature': rsa(`${encode({ alg: 'RS256', jwk: publicKey.export({ format: 'jwk' }) })}.${other}`),
  'the key of another purpose': hmac(`${encode(hs256)}.${other}`, keyOf('access')),
  'a critical extension that nobody knows': hmac(`${encode({ ...hs256, crit: ['x'], x: 1 })}.${body}`, keyOf('media')),
  'our key and no expiry': hmac(`${encode(hs256)}.${encode(claims)}`, keyOf('media')),
  'our key and an expiry that is a text': hmac(
    `${encode(hs256)}.${encode({ ...claims, exp: '9999999999' })}`,
    keyOf('media'),
  ),
  'our key and no session': hmac(`${encode(hs256)}.${encode({ ...payload, sid: undefined })}`, keyOf('media')),
};

test.each(Object.entries(forgeries))(
  'a token with %s is refused',
  { tags: ['A-SESSION-19'] },
  async (_name, forged) => {
    expect(await verify(forged)).toBe('invalid');
  },
);

test('the forgeries with our key differ from a valid token in what they try alone', async () => {
  expect(await verify(hmac(`${encode(hs256)}.${encode(payload)}`, keyOf('media')))).toEqual(payload);
  expect(await verifyToken(secrets, AccessToken, token, now)).toBe('invalid');
});

const place = fc.nat(token.length - 1);
const mutation = fc.oneof(
  fc
    .tuple(place, fc.constantFrom(...'ABCabc019-_.=+/ %\0é'))
    .map(([at, sign]) => token.slice(0, at) + sign + token.slice(at + 1)),
  fc.tuple(place, fc.nat(8)).map(([at, bytes]) => token.slice(0, at) + token.slice(at + bytes)),
  fc.tuple(place, place).map(([at, from]) => token.slice(0, at) + token.slice(from)),
  fc.tuple(fc.jsonValue(), fc.jsonValue()).map(([one, two]) => `${encode(one)}.${encode(two)}.${signature}`),
  fc
    .dictionary(fc.constantFrom('sub', 'obj', 'sid', 'exp', 'tak'), fc.jsonValue())
    .map((some) => `${head}.${encode({ ...payload, ...some })}.${signature}`),
  fc.string({ maxLength: 300 }).map((key) => hmac(`${head}.${other}`, createHash('sha256').update(key).digest())),
);

test('no changed token gives other claims', { tags: ['A-SESSION-19'], timeout: 60_000 + count * 5 }, async () => {
  let refused = 0;
  await fc.assert(
    fc.asyncProperty(mutation, async (forged) => {
      const result = await verify(forged);
      // The last character of a signature has bits that mean nothing.
      if (typeof result === 'string') refused++;
      expect(['invalid', 'expired', JSON.stringify(payload)]).toContain(
        typeof result === 'string' ? result : JSON.stringify(result),
      );
    }),
    { numRuns: count, seed },
  );
  expect(refused).toBeGreaterThan(count * 0.9);
});

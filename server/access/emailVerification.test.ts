import { checkEmail, sendCode, validateCode } from '@promenade/contract/signUp';
import { decodeJwt } from 'jose';
import { expect, test } from 'vitest';
import { createNetworkHeader } from '../testing/applicants.ts';
import { refused } from '../testing/client.ts';
import { startTestServer } from '../testing/testServer.ts';

const MINUTE = 60_000;
const server = await startTestServer({ env: { TRUST_PROXY: '127.0.0.1' } });
let addresses = 0;
const newEmail = () => `caller${++addresses}@station.example`;

const check = (email: string, network = createNetworkHeader()) => server.call(checkEmail, { body: { email } }, network);
const send = (email: string, network = createNetworkHeader()) => server.call(sendCode, { body: { email } }, network);
const validate = (email: string, code: string, network = createNetworkHeader()) =>
  server.call(validateCode, { body: { email, code } }, network);

/** Requests a code and reads it from the mail. */
async function requestCode(email: string): Promise<string> {
  await send(email);
  return /\d{5}/.exec((await server.waitForMail(email)).subject)?.[0] ?? '';
}
const wrongCode = (code: string, offset = 1) => String((Number(code) + offset) % 100_000).padStart(5, '0');

test.each(['pending', 'active', 'disabled'] as const)(
  'the address of an account that is %s is refused and gets no code',
  { tags: ['A-API-13', 'A-SIGNUP-17', 'A-ERR-06'] },
  async (status) => {
    const { email } = await server.account({ status });
    expect(await check(` ${email.toUpperCase()} `)).toMatchObject(refused('CHECK_EMAIL_FAILED'));
    expect(await send(email)).toMatchObject(refused('CHECK_EMAIL_FAILED'));
    expect(await server.countMails(email)).toBe(0);
  },
);

test('an address without an account is accepted, an invalid one is refused', { tags: ['A-API-13'] }, async () => {
  expect((await check(newEmail())).status).toBe(204);
  expect(await check('not an address')).toMatchObject(refused('VALIDATION'));
});

test('the mail has a code of five digits in its subject and its text', {
  tags: ['A-API-14', 'A-MAIL-03', 'A-CONST-04'],
}, async () => {
  const email = newEmail();
  expect((await send(email)).status).toBe(204);
  const { kind, subject, text, html } = await server.waitForMail(email);
  const code = /^(\d{5}) is your verification code$/.exec(subject)?.[1] ?? 'none';
  expect(kind).toBe('code');
  expect(text).toContain(`\n${code}\n`);
  expect(html).toContain(`>${code}<`);
  expect(text).toContain('15 minutes');
});

test('the correct code yields a proof of the address, once', { tags: ['A-API-15', 'A-SIGNUP-24'] }, async () => {
  const email = newEmail();
  const code = await requestCode(email);
  const { status, body } = await validate(email, code);
  expect(status).toBe(200);
  expect(decodeJwt(body.data.email_token)).toMatchObject({ kind: 'email', email });
  expect(await validate(email, code)).toMatchObject(refused('CODE_EXPIRED'));
});

test('concurrent requests with the correct code yield one proof', async () => {
  const email = newEmail();
  const code = await requestCode(email);
  const answers = await Promise.all(Array.from({ length: 4 }, () => validate(email, code)));
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  expect(answers.filter(({ status }) => status === 409)).toHaveLength(3);
});

test('a wrong code is refused and the correct one still works', { tags: ['A-SIGNUP-26'] }, async () => {
  const email = newEmail();
  const code = await requestCode(email);
  const answer = await validate(email, wrongCode(code));
  expect(answer).toMatchObject(refused('INVALID_CODE'));
  expect(answer).toMatchObject({ status: 400, refusal: { message: 'Please input a valid verification code' } });
  expect((await validate(email, code)).status).toBe(200);
});

test.each(['', '1234', '123456', '1234a', '１２３４５'])(
  '%j is not a valid code',
  { tags: ['A-SIGNUP-22'] },
  async (code) => {
    expect(await validate(newEmail(), code)).toMatchObject({
      ...refused('VALIDATION'),
      refusal: { fields: { code: 'Verification code must be 5 digits long' } },
    });
  },
);

test('after five wrong attempts the correct code has expired, until a new one is sent', {
  tags: ['A-SIGNUP-25', 'A-ERR-11'],
}, async () => {
  const email = newEmail();
  const code = await requestCode(email);
  for (let offset = 1; offset <= 5; offset++)
    expect(await validate(email, wrongCode(code, offset))).toMatchObject(refused('INVALID_CODE'));
  const answer = await validate(email, code);
  expect(answer).toMatchObject(refused('CODE_EXPIRED'));
  expect(answer).toMatchObject({ status: 409, refusal: { message: 'verification code expired' } });
  server.advanceClock(MINUTE);
  expect((await validate(email, await requestCode(email))).status).toBe(200);
});

test('of a hundred concurrent guesses five are checked', async () => {
  const email = newEmail();
  const code = await requestCode(email);
  const guesses = Array.from({ length: 100 }, (_, index) => validate(email, wrongCode(code, index + 1)));
  const codes = (await Promise.all(guesses)).map(({ refusal }) => refusal?.code);
  expect(codes.filter((code) => code === 'INVALID_CODE')).toHaveLength(5);
  expect(codes.filter((code) => code === 'CODE_EXPIRED')).toHaveLength(95);
  expect(await validate(email, code)).toMatchObject(refused('CODE_EXPIRED'));
});

test('a code expires after 15 minutes; an address without a code is refused alike', {
  tags: ['A-SIGNUP-25', 'A-SIGNUP-26', 'A-ERR-11'],
}, async () => {
  const [inTime, late] = [newEmail(), newEmail()];
  const [first, second] = [await requestCode(inTime), await requestCode(late)];
  server.advanceClock(14 * MINUTE);
  expect((await validate(inTime, first)).status).toBe(200);
  server.advanceClock(MINUTE);
  expect(await validate(late, second)).toMatchObject(refused('CODE_EXPIRED'));
  expect(await validate(newEmail(), '12345')).toMatchObject(refused('CODE_EXPIRED'));
});

test('a newer code replaces the older one', { tags: ['A-SIGNUP-26'] }, async () => {
  const email = newEmail();
  const older = await requestCode(email);
  server.advanceClock(MINUTE);
  let newer = await requestCode(email);
  // One code in 100,000 equals the previous one.
  while (newer === older) {
    server.advanceClock(MINUTE);
    newer = await requestCode(email);
  }
  expect(await validate(email, older)).toMatchObject(refused('INVALID_CODE'));
  expect((await validate(email, newer)).status).toBe(200);
});

test('the database does not contain the mailed codes', async () => {
  const email = newEmail();
  const code = await requestCode(email);
  const row = await server.db.selectFrom('signup_codes').selectAll().where('email', '=', email).executeTakeFirst();
  expect(JSON.stringify(row)).not.toContain(code);
  expect(row?.hash).toHaveLength(32);
});

test('an address gets ten codes a day from all networks', async () => {
  const email = newEmail();
  for (let sent = 0; sent < 10; sent++) {
    expect((await send(email)).status, String(sent)).toBe(204);
    server.advanceClock(15 * MINUTE);
  }
  const answer = await send(email);
  expect(answer).toMatchObject(refused('TOO_MANY_REQUESTS'));
  expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(20 * 3600);
  expect(await server.countMails(email)).toBe(10);
  server.advanceClock(24 * 60 * MINUTE);
  expect((await send(email)).status).toBe(204);
});

test('a network may check 30 addresses, request 30 codes and try 60 codes an hour', async () => {
  const network = createNetworkHeader();
  const expectLimit = async (limit: number, request: () => Promise<{ refusal: { code: string } | undefined }>) => {
    for (let done = 0; done < limit; done++) expect((await request()).refusal?.code).not.toBe('TOO_MANY_REQUESTS');
    expect(await request()).toMatchObject(refused('TOO_MANY_REQUESTS'));
  };
  await expectLimit(30, () => check(newEmail(), network));
  await expectLimit(30, () => send(newEmail(), network));
  await expectLimit(60, () => validate(newEmail(), '12345', network));
  expect((await check(newEmail())).status).toBe(204);
});

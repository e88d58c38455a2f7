import { checkEmail, sendCode, validateCode } from '@promenade/contract/signUp';
import { decodeJwt } from 'jose';
import { expect, test } from 'vitest';
import { newNetwork } from '../testing/applicants.ts';
import { refused } from '../testing/client.ts';
import { startTestServer } from '../testing/testServer.ts';

const MINUTE = 60_000;
const server = await startTestServer({ env: { TRUST_PROXY: '127.0.0.1' } });
let addresses = 0;
const newEmail = () => `caller${++addresses}@station.example`;

const check = (email: string, network = newNetwork()) => server.call(checkEmail, { body: { email } }, network);
const send = (email: string, network = newNetwork()) => server.call(sendCode, { body: { email } }, network);
const validate = (email: string, code: string, network = newNetwork()) =>
  server.call(validateCode, { body: { email, code } }, network);

/** The code that was mailed last. */
async function codeOf(email: string): Promise<string> {
  await send(email);
  return /\d{5}/.exec((await server.mail(email)).subject)?.[0] ?? '';
}
const wrongOf = (code: string, by = 1) => String((Number(code) + by) % 100_000).padStart(5, '0');

test.each(['pending', 'active', 'disabled'] as const)(
  'an address of an account that is %s has one already; it gets no code',
  { tags: ['A-API-13', 'A-SIGNUP-17', 'A-ERR-06'] },
  async (status) => {
    const { email } = await server.account({ status });
    expect(await check(` ${email.toUpperCase()} `)).toMatchObject(refused('CHECK_EMAIL_FAILED'));
    expect(await send(email)).toMatchObject(refused('CHECK_EMAIL_FAILED'));
    expect(await server.mailCount(email)).toBe(0);
  },
);

test('an address without an account may go on, something else may not', { tags: ['A-API-13'] }, async () => {
  expect((await check(newEmail())).status).toBe(204);
  expect(await check('not an address')).toMatchObject(refused('VALIDATION'));
});

test('the mail carries a code of five digits, in its subject and large in its text', {
  tags: ['A-API-14', 'A-MAIL-03', 'A-CONST-04'],
}, async () => {
  const email = newEmail();
  expect((await send(email)).status).toBe(204);
  const { kind, subject, text, html } = await server.mail(email);
  const code = /^(\d{5}) is your verification code$/.exec(subject)?.[1] ?? 'none';
  expect(kind).toBe('code');
  expect(text).toContain(`\n${code}\n`);
  expect(html).toContain(`>${code}<`);
  expect(text).toContain('15 minutes');
});

test('the right code gives a proof of the address, once', { tags: ['A-API-15', 'A-SIGNUP-24'] }, async () => {
  const email = newEmail();
  const code = await codeOf(email);
  const { status, body } = await validate(email, code);
  expect(status).toBe(200);
  expect(decodeJwt(body.data.email_token)).toMatchObject({ kind: 'email', email });
  expect(await validate(email, code)).toMatchObject(refused('CODE_EXPIRED'));
});

test('a right code that is sent many times at once gives one proof', async () => {
  const email = newEmail();
  const code = await codeOf(email);
  const answers = await Promise.all(Array.from({ length: 4 }, () => validate(email, code)));
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  expect(answers.filter(({ status }) => status === 409)).toHaveLength(3);
});

test('a wrong code is refused and the right one still works', { tags: ['A-SIGNUP-26'] }, async () => {
  const email = newEmail();
  const code = await codeOf(email);
  const answer = await validate(email, wrongOf(code));
  expect(answer).toMatchObject(refused('INVALID_CODE'));
  expect(answer).toMatchObject({ status: 400, refusal: { message: 'Please input a valid verification code' } });
  expect((await validate(email, code)).status).toBe(200);
});

test.each(['', '1234', '123456', '1234a', '１２３４５'])('%j is no code', { tags: ['A-SIGNUP-22'] }, async (code) => {
  expect(await validate(newEmail(), code)).toMatchObject({
    ...refused('VALIDATION'),
    refusal: { fields: { code: 'Verification code must be 5 digits long' } },
  });
});

test('after five wrong tries even the right code has expired, until a new one is sent', {
  tags: ['A-SIGNUP-25', 'A-ERR-11'],
}, async () => {
  const email = newEmail();
  const code = await codeOf(email);
  for (let by = 1; by <= 5; by++)
    expect(await validate(email, wrongOf(code, by))).toMatchObject(refused('INVALID_CODE'));
  const answer = await validate(email, code);
  expect(answer).toMatchObject(refused('CODE_EXPIRED'));
  expect(answer).toMatchObject({ status: 409, refusal: { message: 'verification code expired' } });
  server.pass(1);
  expect((await validate(email, await codeOf(email))).status).toBe(200);
});

test('twenty guesses at the same time are five guesses', async () => {
  const email = newEmail();
  const code = await codeOf(email);
  const guesses = Array.from({ length: 20 }, (_, at) => validate(email, wrongOf(code, at + 1)));
  const codes = (await Promise.all(guesses)).map(({ refusal }) => refusal?.code);
  expect(codes.filter((one) => one === 'INVALID_CODE')).toHaveLength(5);
  expect(codes.filter((one) => one === 'CODE_EXPIRED')).toHaveLength(15);
  expect(await validate(email, code)).toMatchObject(refused('CODE_EXPIRED'));
});

test('a code lives 15 minutes; where none was sent it counts as expired', {
  tags: ['A-SIGNUP-25', 'A-SIGNUP-26', 'A-ERR-11'],
}, async () => {
  const [inTime, late] = [newEmail(), newEmail()];
  const [first, second] = [await codeOf(inTime), await codeOf(late)];
  server.pass(14 * MINUTE);
  expect((await validate(inTime, first)).status).toBe(200);
  server.pass(MINUTE);
  expect(await validate(late, second)).toMatchObject(refused('CODE_EXPIRED'));
  expect(await validate(newEmail(), '12345')).toMatchObject(refused('CODE_EXPIRED'));
});

test('a newer code ends the older one', { tags: ['A-SIGNUP-26'] }, async () => {
  const email = newEmail();
  const older = await codeOf(email);
  server.pass(1);
  // One in 100,000 is the same again.
  const newer = await codeOf(email).then((code) => (code === older ? codeOf(email) : code));
  expect(await validate(email, older)).toMatchObject(refused('INVALID_CODE'));
  expect((await validate(email, newer)).status).toBe(200);
});

test('the codes of the database are not the codes that were mailed', async () => {
  const email = newEmail();
  const code = await codeOf(email);
  const kept = await server.db.selectFrom('signup_codes').selectAll().where('email', '=', email).executeTakeFirst();
  expect(JSON.stringify(kept)).not.toContain(code);
  expect(kept?.hash).toHaveLength(32);
});

test('an address gets five codes an hour, whoever asks', async () => {
  const email = newEmail();
  for (let sent = 0; sent < 5; sent++) expect((await send(email)).status).toBe(204);
  const answer = await send(email);
  expect(answer).toMatchObject(refused('TOO_MANY_REQUESTS'));
  expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(3500);
  expect(await server.mailCount(email)).toBe(5);
  server.pass(60 * MINUTE);
  expect((await send(email)).status).toBe(204);
});

test('a network asks about 30 addresses, for 30 codes and tries 60 codes an hour', async () => {
  const network = newNetwork();
  const many = async (count: number, ask: () => Promise<{ refusal: { code: string } | undefined }>) => {
    for (let asked = 0; asked < count; asked++) expect((await ask()).refusal?.code).not.toBe('TOO_MANY_REQUESTS');
    expect(await ask()).toMatchObject(refused('TOO_MANY_REQUESTS'));
  };
  await many(30, () => check(newEmail(), network));
  await many(30, () => send(newEmail(), network));
  await many(60, () => validate(newEmail(), '12345', network));
  expect((await check(newEmail())).status).toBe(204);
});

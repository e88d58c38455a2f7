import * as access from '@promenade/contract/access';
import { decodeJwt } from 'jose';
import { expect, test } from 'vitest';
import { createApplicants } from '../testing/applicants.ts';
import { refused } from '../testing/client.ts';
import { PASSWORD, startTestServer } from '../testing/testServer.ts';
import { acceptInvitation, createInvitation } from './invitations.ts';
import { createLink } from './links.ts';

const DAY = 24 * 3600_000;
const server = await startTestServer({ env: { TRUST_PROXY: '127.0.0.1' } });
const { confirm, application, confirmEmail: proof } = createApplicants(server);
const { db, secrets, now } = server;
let addresses = 0;
const newEmail = () => `guest${++addresses}@station.example`;
const password = { password: PASSWORD, confirm_password: PASSWORD };
const signIn = (username: string) => server.call(access.signIn, { body: { username, password: PASSWORD } });

const host = await server.account({ firstname: 'Robin', lastname: 'Verhoeven' });
const inviter = { email: host.email, name: 'Robin Verhoeven', playerid: host.playerid };
const invite = (email: string, relationship: access.Relationship = 'industry-contact', inviterId = host.accountid) =>
  createInvitation(db, secrets, { inviterId, inviter, email, relationship }, now());
const accept = (accountid: number, token: string) =>
  db.transaction().execute((db) => acceptInvitation(db, secrets, { accountid }, token, now()));
const getRow = (id: string) => db.selectFrom('invitations').selectAll().where('id', '=', id).executeTakeFirst();
const refusal = (code: string) => expect.objectContaining({ code });

test('the token names the inviter and the invited address, and is valid for 30 days', {
  tags: ['A-SESSION-20'],
}, async () => {
  const email = newEmail();
  const { token } = await invite(email, 'coworker');
  const { exp, ...claims } = access.LinkClaims.parse(decodeJwt(token));
  expect(claims).toEqual({
    kind: 'invitation',
    email,
    inviter_email: host.email,
    inviter_id: host.playerid,
    inviter_name: 'Robin Verhoeven',
    relationship: 'coworker',
    welcome_email: false,
  });
  expect(Math.abs(exp * 1000 - now().getTime() - 30 * DAY)).toBeLessThan(60_000);
});

test.each(['industry-contact', 'other'] as const)(
  'an invited %s chooses a password and is pending',
  { tags: ['A-ENUM-01', 'A-ENUM-02', 'A-ENUM-03', 'A-ROLE-10', 'A-GEN-04', 'A-MAIL-04'] },
  async (relationship) => {
    const email = newEmail();
    const { id, token } = await invite(email, relationship);
    expect((await confirm(email, { email_token: token, token, ...password })).status).toBe(204);
    expect(await signIn(email)).toMatchObject(refused('VERIFICATION_PENDING'));
    expect(await application(email)).toMatchObject({ status: 'pending', answers: { inviter, relationship } });
    expect(await getRow(id)).toMatchObject({ accepted_at: expect.any(Date), accepted_by: expect.any(Number) });
  },
);

test('an invited co-worker can sign in at once and is unverified', {
  tags: ['A-ENUM-01', 'A-ROLE-07', 'A-ROLE-10', 'A-GEN-04'],
}, async () => {
  const email = newEmail();
  const { token } = await invite(email, 'coworker');
  expect((await confirm(email, { email_token: token, ...password })).status).toBe(204);
  const { status, body } = await signIn(email);
  expect(status).toBe(200);
  expect(decodeJwt(body['access-token'])).toMatchObject({ username: email, verified: false });
  expect(await application(email)).toMatchObject({ decision: 'approved', decided_at: expect.any(Date) });
});

test('inviter and relationship come from the token, not from the body', {
  tags: ['A-SIGNUP-39', 'A-SIGNUP-40'],
}, async () => {
  const [uninvited, guest] = [newEmail(), newEmail()];
  const forged = {
    inviter_relationship: 'coworker',
    inviter_email: 'boss@station.example',
    inviter_id: 'boss',
  } as const;
  await confirm(uninvited, { email_token: await proof(uninvited), ...forged, ...password });
  const { token } = await invite(guest);
  await confirm(guest, { token, ...forged, ...password });
  expect(await application(uninvited)).toMatchObject({
    status: 'pending',
    answers: expect.not.objectContaining(forged),
  });
  expect((await application(uninvited))?.['answers']).not.toHaveProperty('inviter');
  expect(await application(guest)).toMatchObject({
    status: 'pending',
    answers: { inviter, relationship: 'industry-contact' },
  });
});

test('an invited person needs a valid password and its confirmation', {
  tags: ['A-SIGNUP-14', 'A-SIGNUP-15', 'A-CONST-04'],
}, async () => {
  const email = newEmail();
  const { token } = await invite(email);
  const getFieldErrors = async (passwords: { password?: string; confirm_password?: string }) =>
    (await confirm(email, { email_token: token, ...passwords })).refusal?.fields;
  expect(await getFieldErrors({})).toEqual({ password: 'This field is required' });
  expect(await getFieldErrors({ password: '', confirm_password: '' })).toEqual({ password: 'This field is required' });
  expect(await getFieldErrors({ password: PASSWORD })).toEqual({ confirm_password: 'Passwords must match' });
  expect(await getFieldErrors({ ...password, confirm_password: `${PASSWORD}x` })).toEqual({
    confirm_password: 'Passwords must match',
  });
  for (const weak of ['abc-12', 'password!', 'password1'])
    expect(Object.keys((await getFieldErrors({ password: weak, confirm_password: weak })) ?? {})).toEqual(['password']);
  expect((await confirm(email, { email_token: token, ...password })).status).toBe(204);
});

test('an expired, replaced or foreign invitation does not sign up', {
  tags: ['A-SIGNUP-41', 'A-ERR-09'],
}, async () => {
  const email = newEmail();
  const { token: stranger } = await invite(newEmail());
  const { token: replaced } = await invite(email);
  const { token: newer } = await invite(email);
  for (const email_token of [stranger, replaced])
    expect(await confirm(email, { email_token, ...password })).toMatchObject(refused('INVALID_EMAIL_TOKEN'));
  server.advanceClock(30 * DAY);
  expect(await confirm(email, { email_token: newer, ...password })).toMatchObject(refused('INVALID_EMAIL_TOKEN'));
  expect(await application(email)).toBeUndefined();
});

test('an invitation signs up once', { tags: ['A-SIGNUP-43', 'A-ERR-05', 'A-ERR-10'] }, async () => {
  const email = newEmail();
  const { token } = await invite(email);
  await confirm(email, { token, ...password });
  expect(await confirm(email, { token, ...password })).toMatchObject(refused('EMAIL_TAKEN'));
  await db.deleteFrom('account_emails').where('email', '=', email).execute();
  expect(await confirm(email, { token, ...password })).toMatchObject(refused('SIGNUP_FAILED'));
});

test('an invitation of an account that was disabled or is not verified any more does not sign up', async () => {
  for (const closed of [await server.account({ status: 'disabled' }), await server.account({ verified: false })]) {
    const email = newEmail();
    const { token } = await invite(email, 'coworker', closed.accountid);
    expect(await confirm(email, { token, ...password })).toMatchObject(refused('INVALID_EMAIL_TOKEN'));
  }
});

test('an account accepts an invitation to any of its addresses, once', { tags: ['A-MAIL-04'] }, async () => {
  const [first, second] = [newEmail(), newEmail()];
  const guest = await server.account({ email: first });
  await db.insertInto('account_emails').values({ email: second, account_id: guest.accountid }).execute();
  const { id, token } = await invite(second);
  await accept(guest.accountid, token);
  expect(await getRow(id)).toMatchObject({ accepted_at: expect.any(Date), accepted_by: guest.accountid });
  await expect(accept(guest.accountid, token)).rejects.toEqual(refusal('INVITATION_ACCEPTED'));
});

test('of two concurrent acceptances one succeeds', async () => {
  const guest = await server.account({ email: newEmail() });
  const { token } = await invite(guest.email);
  const outcomes = await Promise.allSettled([accept(guest.accountid, token), accept(guest.accountid, token)]);
  expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  expect(outcomes.find(({ status }) => status === 'rejected')).toMatchObject({
    reason: { code: 'INVITATION_ACCEPTED' },
  });
});

test("an invitation to somebody else, or one's own, is refused", async () => {
  const [guest, stranger] = [await server.account({ email: newEmail() }), await server.account()];
  const { token } = await invite(guest.email);
  await expect(accept(stranger.accountid, token)).rejects.toEqual(refusal('INVITATION_NOT_YOURS'));
  await accept(guest.accountid, token);
  await expect(accept(stranger.accountid, token)).rejects.toEqual(refusal('INVITATION_NOT_YOURS'));
  const own = await invite(host.email);
  await expect(accept(host.accountid, own.token)).rejects.toEqual(refusal('INVITATION_NOT_YOURS'));
});

test('expired, replaced and invalid tokens have different errors', async () => {
  const guest = await server.account({ email: newEmail() });
  const older = await invite(guest.email);
  const newer = await invite(guest.email, 'coworker');
  expect(newer.id).toBe(older.id);
  await expect(accept(guest.accountid, older.token)).rejects.toEqual(refusal('TOKEN_EXPIRED'));
  const reset = await createLink(db, secrets, { kind: 'reset', ...guest }, now());
  for (const getFieldErrors of ['x.y.z', '', reset])
    await expect(accept(guest.accountid, getFieldErrors)).rejects.toEqual(refusal('INVALID_TOKEN'));
  server.advanceClock(30 * DAY);
  await expect(accept(guest.accountid, newer.token)).rejects.toEqual(refusal('TOKEN_EXPIRED'));
});

test('after an accepted invitation the same two may be invited again', async () => {
  const guest = await server.account({ email: newEmail() });
  const first = await invite(guest.email);
  await accept(guest.accountid, first.token);
  const second = await invite(guest.email);
  expect(second.id).not.toBe(first.id);
  await accept(guest.accountid, second.token);
});

import { randomUUID } from 'node:crypto';
import { acceptInvitation, type Invitee, invite } from '@promenade/contract/network';
import { decodeJwt } from 'jose';
import { expect, test } from 'vitest';
import { refused } from '../testing/client.ts';
import { type SignedIn, startTestServer } from '../testing/testServer.ts';
import { insertConnection } from './connectionQueries.ts';

const server = await startTestServer();

const MINUTE = 60_000;
const createAddress = () => `${randomUUID()}@invited.example`;
const sendInvitations = (player: SignedIn, ...emails: string[]) =>
  player.call(invite, {
    body: { invitations: emails.map((invitee_email) => ({ invitee_email, relationship: 'coworker' as const })) },
  });

test('an invitation is mailed to the lower-case address with a sign-up link that names the inviter', {
  tags: ['A-MAIL-04', 'A-API-17'],
}, async () => {
  const inviter = await server.signedIn({ firstname: 'Robin', lastname: '<b>Verhoeven' });
  const email = createAddress();
  const { status, body } = await sendInvitations(inviter, email.toUpperCase());
  expect(status).toBe(200);
  expect(body.data.invitations).toEqual([{ id: expect.any(String), invitee_email: email, relationship: 'coworker' }]);
  const mail = await server.waitForMail(email);
  const subject = 'Robin <b>Verhoeven invites you to Promenade';
  expect(mail).toMatchObject({ kind: 'invitation', subject, replyTo: inviter.email });
  const token = mail.getToken('signup');
  expect(mail.links).toEqual([`http://promenade.test/signup/${token}`]);
  expect(mail.html).toContain(`http://promenade.test/signup/${token}`);
  expect(mail.html).not.toContain('<b>');
  expect(mail.text).toContain(email);
  expect(decodeJwt(token)).toMatchObject({
    kind: 'invitation',
    email,
    inviter_email: inviter.email,
    inviter_id: inviter.playerid,
    inviter_name: 'Robin <b>Verhoeven',
    relationship: 'coworker',
  });
});

test('an address with an account gets a sign-in link', { tags: ['A-MAIL-04'] }, async () => {
  const inviter = await server.signedIn();
  const invited = await server.signedIn();
  await sendInvitations(inviter, invited.email);
  const mail = await server.waitForMail(invited.email);
  const token = mail.getToken('signin');
  expect(mail.links).toEqual([`http://promenade.test/signin/${token}`]);
  expect((await invited.call(acceptInvitation, { body: { invitation_token: token } })).status).toBe(204);
});

test('an invitation has one of three relationships', { tags: ['A-ENUM-01', 'A-ENUM-02', 'A-ENUM-03'] }, async () => {
  const inviter = await server.signedIn();
  const invitations = (['industry-contact', 'coworker', 'other'] as const).map((relationship) => ({
    invitee_email: createAddress(),
    relationship,
  }));
  const { body } = await inviter.call(invite, { body: { invitations } });
  expect(body.data.invitations.map(({ relationship }) => relationship).sort()).toEqual([
    'coworker',
    'industry-contact',
    'other',
  ]);
  // Other clients can send what the types of the contract forbid.
  const unknown = [{ invitee_email: createAddress(), relationship: 'friend' }] as unknown as Invitee[];
  expect(await inviter.call(invite, { body: { invitations: unknown } })).toMatchObject({
    ...refused('VALIDATION'),
    refusal: { code: 'VALIDATION', fields: { 'invitations.0.relationship': expect.any(String) } },
  });
});

test('own addresses and connections are skipped with the reason, all others are invited once', {
  tags: ['A-NETWORK-29'],
}, async () => {
  const inviter = await server.signedIn();
  const connected = await server.signedIn();
  const own = createAddress();
  await server.db.insertInto('account_emails').values({ email: own, account_id: inviter.accountid }).execute();
  await insertConnection(server.db, inviter.accountid, connected.accountid, server.now());
  const email = createAddress();
  const { status, body } = await sendInvitations(
    inviter,
    own,
    inviter.email,
    connected.email,
    email,
    email.toUpperCase(),
  );
  expect(status).toBe(200);
  expect(body.data.invitations.map(({ invitee_email }) => invitee_email)).toEqual([email]);
  expect(new Map(body.data.skipped.map(({ invitee_email, reason }) => [invitee_email, reason]))).toEqual(
    new Map([
      [own, 'own'],
      [inviter.email, 'own'],
      [connected.email, 'connected'],
    ]),
  );
  expect(await server.countMails(email)).toBe(1);
  for (const skipped of [own, inviter.email, connected.email]) expect(await server.countMails(skipped)).toBe(0);
  expect((await sendInvitations(inviter, own)).body.data.invitations).toEqual([]);
});

test('a newer invitation replaces the open one to the same address', async () => {
  const inviter = await server.signedIn();
  const invited = await server.signedIn();
  await sendInvitations(inviter, invited.email);
  const older = (await server.waitForMail(invited.email)).getToken('signin');
  server.advanceClock(MINUTE);
  await sendInvitations(inviter, invited.email);
  const newer = (await server.waitForMail(invited.email)).getToken('signin');
  const accept = (invitation_token: string) => invited.call(acceptInvitation, { body: { invitation_token } });
  expect(await accept(older)).toMatchObject(refused('TOKEN_EXPIRED'));
  expect((await accept(newer)).status).toBe(204);
});

test('none, six or invalid addresses are refused, and no mail is sent', {
  tags: ['A-NETWORK-21'],
}, async () => {
  const inviter = await server.signedIn();
  const six = Array.from({ length: 6 }, createAddress);
  const [firstEmail = ''] = six;
  for (const emails of [[], six, [firstEmail, 'no address'], [firstEmail, 'a b@test.example'], [firstEmail, '']]) {
    expect(await sendInvitations(inviter, ...emails), emails.join()).toMatchObject(refused('VALIDATION'));
  }
  expect(await server.countMails(firstEmail)).toBe(0);
  expect((await sendInvitations(inviter, ...six.slice(1))).status).toBe(200);
});

test('unverified accounts cannot invite, not even label staff', { tags: ['A-ROLE-11', 'A-ROLE-12'] }, async () => {
  const email = createAddress();
  for (const label_staff of [false, true]) {
    const player = await server.signedIn({ verified: false, label_staff });
    expect(await sendInvitations(player, email)).toMatchObject(refused('NOT_VERIFIED'));
  }
  expect(await server.countMails(email)).toBe(0);
});

test('an account invites fifty people a day', async () => {
  const inviter = await server.signedIn();
  for (let batch = 0; batch < 10; batch++) {
    expect((await sendInvitations(inviter, ...Array.from({ length: 5 }, createAddress))).status).toBe(200);
  }
  const email = createAddress();
  const over = await sendInvitations(inviter, email);
  expect(over).toMatchObject(refused('TOO_MANY_REQUESTS'));
  expect(Number(over.headers.get('retry-after'))).toBeGreaterThan(23 * 3600);
  expect(await server.countMails(email)).toBe(0);
});

test('an address is invited ten times a day by all accounts', async () => {
  const email = createAddress();
  for (let sent = 0; sent < 10; sent++) {
    expect((await sendInvitations(await server.signedIn(), email)).status).toBe(200);
    server.advanceClock(13 * MINUTE);
  }
  const third = await server.signedIn();
  const over = await sendInvitations(third, email);
  expect(over).toMatchObject(refused('TOO_MANY_REQUESTS'));
  expect(Number(over.headers.get('retry-after'))).toBeGreaterThan(20 * 3600);
  expect(await sendInvitations(third, email)).toMatchObject(refused('TOO_MANY_REQUESTS'));
  expect((await sendInvitations(third, createAddress())).status).toBe(200);
  expect(await server.countMails(email)).toBe(10);
});

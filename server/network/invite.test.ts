import { randomUUID } from 'node:crypto';
import { acceptInvitation, type Invitee, invite } from '@promenade/contract/network';
import { decodeJwt } from 'jose';
import { expect, test } from 'vitest';
import { refused } from '../testing/client.ts';
import { type SignedIn, startTestServer } from '../testing/testServer.ts';
import { putKnownConnection } from './connectionQueries.ts';

const server = await startTestServer();

const someone = () => `${randomUUID()}@invited.example`;
const inviting = (player: SignedIn, ...emails: string[]) =>
  player.call(invite, {
    body: { invitations: emails.map((invitee_email) => ({ invitee_email, relationship: 'coworker' as const })) },
  });

test('an invitation is mailed in lower case with a sign-up link that says who invites', {
  tags: ['A-MAIL-04', 'A-API-17'],
}, async () => {
  const inviter = await server.signedIn({ firstname: 'Robin', lastname: '<b>Verhoeven' });
  const email = someone();
  const { status, body } = await inviting(inviter, email.toUpperCase());
  expect(status).toBe(200);
  expect(body.data.invitations).toEqual([{ id: expect.any(String), invitee_email: email, relationship: 'coworker' }]);
  const mail = await server.mail(email);
  expect(mail).toMatchObject({ kind: 'invitation', subject: 'Robin <b>Verhoeven invites you to Promenade' });
  const token = mail.tokenOf('signup');
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

test('who has an account gets a sign-in link', { tags: ['A-MAIL-04'] }, async () => {
  const inviter = await server.signedIn();
  const invited = await server.signedIn();
  await inviting(inviter, invited.email);
  const mail = await server.mail(invited.email);
  const token = mail.tokenOf('signin');
  expect(mail.links).toEqual([`http://promenade.test/signin/${token}`]);
  expect((await invited.call(acceptInvitation, { body: { invitation_token: token } })).status).toBe(204);
});

test('an invitation says one of three relationships', { tags: ['A-ENUM-01', 'A-ENUM-02', 'A-ENUM-03'] }, async () => {
  const inviter = await server.signedIn();
  const invitations = (['industry-contact', 'coworker', 'other'] as const).map((relationship) => ({
    invitee_email: someone(),
    relationship,
  }));
  const { body } = await inviter.call(invite, { body: { invitations } });
  expect(body.data.invitations.map(({ relationship }) => relationship).sort()).toEqual([
    'coworker',
    'industry-contact',
    'other',
  ]);
  // The types of the contract would not let this through; somebody else's client may.
  const unknown = [{ invitee_email: someone(), relationship: 'friend' }] as unknown as Invitee[];
  expect(await inviter.call(invite, { body: { invitations: unknown } })).toMatchObject({
    ...refused('VALIDATION'),
    refusal: { code: 'VALIDATION', fields: { 'invitations.0.relationship': expect.any(String) } },
  });
});

test('own addresses and connections are passed over, the rest is invited, each once', {
  tags: ['A-NETWORK-29'],
}, async () => {
  const inviter = await server.signedIn();
  const connected = await server.signedIn();
  const own = someone();
  await server.db.insertInto('account_emails').values({ email: own, account_id: inviter.accountid }).execute();
  await putKnownConnection(server.db, inviter.accountid, connected.accountid, server.now());
  const email = someone();
  const { status, body } = await inviting(inviter, own, inviter.email, connected.email, email, email.toUpperCase());
  expect(status).toBe(200);
  expect(body.data.invitations.map(({ invitee_email }) => invitee_email)).toEqual([email]);
  expect(await server.mailCount(email)).toBe(1);
  for (const passedOver of [own, inviter.email, connected.email]) expect(await server.mailCount(passedOver)).toBe(0);
  expect((await inviting(inviter, own)).body.data.invitations).toEqual([]);
});

test('a newer invitation ends the open one to the same address', async () => {
  const inviter = await server.signedIn();
  const invited = await server.signedIn();
  await inviting(inviter, invited.email);
  const older = (await server.mail(invited.email)).tokenOf('signin');
  server.pass(1000);
  await inviting(inviter, invited.email);
  const newer = (await server.mail(invited.email)).tokenOf('signin');
  const accept = (invitation_token: string) => invited.call(acceptInvitation, { body: { invitation_token } });
  expect(await accept(older)).toMatchObject(refused('TOKEN_EXPIRED'));
  expect((await accept(newer)).status).toBe(204);
});

test('nobody, six or something that is no address is refused, and nobody is mailed', {
  tags: ['A-NETWORK-21'],
}, async () => {
  const inviter = await server.signedIn();
  const six = Array.from({ length: 6 }, someone);
  const [one = ''] = six;
  for (const emails of [[], six, [one, 'no address'], [one, 'a b@test.example'], [one, '']]) {
    expect(await inviting(inviter, ...emails), emails.join()).toMatchObject(refused('VALIDATION'));
  }
  expect(await server.mailCount(one)).toBe(0);
  expect((await inviting(inviter, ...six.slice(1))).status).toBe(200);
});

test('unverified accounts invite nobody, staff of a label neither', { tags: ['A-ROLE-11', 'A-ROLE-12'] }, async () => {
  const email = someone();
  for (const label_staff of [false, true]) {
    const player = await server.signedIn({ verified: false, label_staff });
    expect(await inviting(player, email)).toMatchObject(refused('NOT_VERIFIED'));
  }
  expect(await server.mailCount(email)).toBe(0);
});

test('an account invites fifty people a day', async () => {
  const inviter = await server.signedIn();
  for (let batch = 0; batch < 10; batch++) {
    expect((await inviting(inviter, ...Array.from({ length: 5 }, someone))).status).toBe(200);
  }
  const email = someone();
  const over = await inviting(inviter, email);
  expect(over).toMatchObject(refused('TOO_MANY_REQUESTS'));
  expect(Number(over.headers.get('retry-after'))).toBeGreaterThan(23 * 3600);
  expect(await server.mailCount(email)).toBe(0);
});

test('an address is invited ten times a day, whoever invites', async () => {
  const email = someone();
  for (const inviter of [await server.signedIn(), await server.signedIn()]) {
    for (let n = 0; n < 5; n++) expect((await inviting(inviter, email)).status).toBe(200);
  }
  const third = await server.signedIn();
  expect(await inviting(third, email)).toMatchObject(refused('TOO_MANY_REQUESTS'));
  expect((await inviting(third, someone())).status).toBe(200);
  expect(await server.mailCount(email)).toBe(10);
});

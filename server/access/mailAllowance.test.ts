import * as access from '@promenade/contract/access';
import { invite } from '@promenade/contract/network';
import { merge } from '@promenade/contract/profile';
import { sendCode } from '@promenade/contract/signUp';
import { expect, test } from 'vitest';
import { createNetworkHeader } from '../testing/applicants.ts';
import { refused } from '../testing/client.ts';
import { startTestServer } from '../testing/testServer.ts';

const MINUTE = 60_000;
const server = await startTestServer({ env: { TRUST_PROXY: '127.0.0.1' } });

const sendInvitation = async (email: string) =>
  (await server.signedIn()).call(invite, { body: { invitations: [{ invitee_email: email, relationship: 'other' }] } });
const sendResetMail = (email: string) => server.call(access.requestReset, { params: { email } }, createNetworkHeader());
const sendLink = (email: string) => server.call(access.requestSignInLink, { body: { email } }, createNetworkHeader());

test('an address gets one mail a minute, over all kinds that a stranger can trigger', async () => {
  const { email } = await server.account();
  const kinds = [sendLink, sendResetMail, sendInvitation];
  for (const send of kinds) {
    expect((await send(email)).status).toBeLessThan(300);
    for (const other of kinds) {
      const answer = await other(email);
      expect(answer).toMatchObject(refused('TOO_MANY_REQUESTS'));
      expect(Number(answer.headers.get('retry-after'))).toBeLessThanOrEqual(60);
    }
    server.advanceClock(MINUTE);
  }
});

test('an address without an account gets one code, invitation or merge mail a minute', async () => {
  const email = 'newcomer@test.example';
  const code = () => server.call(sendCode, { body: { email } }, createNetworkHeader());
  expect((await code()).status).toBe(204);
  const player = await server.signedIn();
  expect(await player.call(merge, { body: { email } })).toMatchObject(refused('TOO_MANY_REQUESTS'));
  expect(await sendInvitation(email)).toMatchObject(refused('TOO_MANY_REQUESTS'));
  expect(await code()).toMatchObject(refused('TOO_MANY_REQUESTS'));
  expect(await server.countMails(email)).toBe(1);
});

test('addresses with a tag share the mails of their mailbox', async () => {
  const code = (email: string) => server.call(sendCode, { body: { email } }, createNetworkHeader());
  expect((await code('tagged+one@test.example')).status).toBe(204);
  for (const same of ['tagged+two@test.example', 'tagged@test.example', 'tagged+a+b@test.example'])
    expect(await code(same)).toMatchObject(refused('TOO_MANY_REQUESTS'));
  expect((await code('other+one@test.example')).status).toBe(204);
  const invitations = ['invited+1@test.example', 'invited+2@test.example'].map((invitee_email) => ({
    invitee_email,
    relationship: 'other' as const,
  }));
  const inviter = await server.signedIn();
  expect(await inviter.call(invite, { body: { invitations } })).toMatchObject(refused('TOO_MANY_REQUESTS'));
  expect((await sendInvitation('invited+1@test.example')).status).toBe(200);
});

test('an address gets five mails an hour, over all kinds; refused requests do not count', async () => {
  const { email } = await server.account();
  for (const send of [sendLink, sendResetMail, sendInvitation, sendLink, sendResetMail]) {
    expect((await send(email)).status).toBeLessThan(300);
    expect(await send(email)).toMatchObject(refused('TOO_MANY_REQUESTS'));
    server.advanceClock(MINUTE);
  }
  for (const send of [sendLink, sendResetMail, sendInvitation]) {
    const answer = await send(email);
    expect(answer).toMatchObject(refused('TOO_MANY_REQUESTS'));
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(50 * 60);
  }
  server.advanceClock(60 * MINUTE);
  expect((await sendLink(email)).status).toBe(204);
});

test('requests that mail nothing do not use up the mails of an address', async () => {
  const { email } = await server.account();
  for (let count = 0; count < 10; count += 1) {
    const player = await server.signedIn();
    expect(await player.call(merge, { body: { email } })).toMatchObject(refused('EMAIL_ASSOCIATED'));
    expect(await server.call(sendCode, { body: { email } }, createNetworkHeader())).toMatchObject(
      refused('CHECK_EMAIL_FAILED'),
    );
  }
  expect((await sendLink(email)).status).toBe(204);
});

test('when one of several invited addresses has had enough, the others are invited later without delay', async () => {
  const [fresh, full] = ['fresh@test.example', 'full@test.example'];
  expect((await sendInvitation(full)).status).toBe(200);
  const invitations = [fresh, full].map((invitee_email) => ({ invitee_email, relationship: 'other' as const }));
  const inviter = await server.signedIn();
  expect(await inviter.call(invite, { body: { invitations } })).toMatchObject(refused('TOO_MANY_REQUESTS'));
  expect((await sendInvitation(fresh)).status).toBe(200);
});

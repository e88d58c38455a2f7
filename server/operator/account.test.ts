import { refresh } from '@promenade/contract/access';
import { invite } from '@promenade/contract/network';
import { decodeJwt } from 'jose';
import { expect, test } from 'vitest';
import { refused } from '../testing/client.ts';
import { type SignedIn, startTestServer } from '../testing/testServer.ts';
import { giveRole } from './giveRole.ts';

const server = await startTestServer();
const body = { invitations: [{ invitee_email: 'guest@station.example', relationship: 'other' as const }] };
const claimsAtRefresh = async ({ refreshToken }: SignedIn) => {
  const answer = await server.call(refresh, { body: { 'refresh-token': refreshToken } });
  return decodeJwt(answer.body['access-token']);
};
const audit = (subject: string) =>
  server.db.selectFrom('audit').where('subject', '=', subject).select(['action', 'before', 'after']).execute();

test('a verified account may invite within five seconds, and its next token says so', {
  tags: ['A-ROLE-09'],
}, async () => {
  const player = await server.signedIn({ verified: false });
  expect(await player.call(invite, { body })).toMatchObject(refused('NOT_VERIFIED'));
  await giveRole(server, player.email, 'verified', true);
  server.pass(5_000);
  expect((await player.call(invite, { body })).refusal?.code).not.toBe('NOT_VERIFIED');
  expect(await claimsAtRefresh(player)).toMatchObject({ verified: true });
});

test('what was given is taken away again', { tags: ['A-ROLE-09'] }, async () => {
  const player = await server.signedIn({ verified: true });
  await giveRole(server, player.email, 'verified', false);
  server.pass(5_000);
  expect(await player.call(invite, { body })).toMatchObject(refused('NOT_VERIFIED'));
  expect(await claimsAtRefresh(player)).toMatchObject({ verified: false });
});

test('the token of label staff says so from the next refresh on', async () => {
  const player = await server.signedIn({ label_staff: false });
  await giveRole(server, player.email, 'label_staff', true);
  expect(await claimsAtRefresh(player)).toMatchObject({ label_staff: true, verified: true });
});

test('each change leaves a line in the audit trail, one that changes nothing is refused', async () => {
  const { email, playerid } = await server.account({ verified: false });
  await expect(giveRole(server, email, 'verified', false)).rejects.toThrow(
    `${email} is not verified: nothing was changed.`,
  );
  await giveRole(server, email, 'verified', true);
  await expect(giveRole(server, email, 'verified', true)).rejects.toThrow(
    `${email} is already verified: nothing was changed.`,
  );
  await expect(giveRole(server, 'nobody@x.example', 'label_staff', true)).rejects.toThrow(
    'No account has the address nobody@x.example.',
  );
  expect(await audit(playerid)).toEqual([
    { action: 'account.change', before: { verified: false }, after: { verified: true } },
  ]);
});

import { randomUUID } from 'node:crypto';
import { signIn } from '@promenade/contract/access';
import { acceptInvitation, connect, connections, deleteConnection, invite } from '@promenade/contract/network';
import { expect, test } from 'vitest';
import { createApplicants } from '../testing/applicants.ts';
import { createClient, refused } from '../testing/client.ts';
import { PASSWORD, type SignedIn, startTestServer } from '../testing/testServer.ts';
import { insertConnection } from './connectionQueries.ts';

const server = await startTestServer({ env: { TRUST_PROXY: '127.0.0.1' } });

const DAY_MS = 24 * 3600 * 1000;

/** Invites an address and reads the token from the mail. */
async function inviteByMail(inviter: SignedIn, email: string): Promise<string> {
  server.advanceClock(1000);
  await inviter.call(invite, {
    body: { invitations: [{ invitee_email: email, relationship: 'industry-contact' }] },
  });
  return (await server.waitForMail(email)).getToken('signin');
}

const accept = (player: SignedIn, invitation_token: string) =>
  player.call(acceptInvitation, { body: { invitation_token } });
const listNew = async (player: SignedIn) =>
  (await player.call(connect)).body.data.connected.map(({ player_id }) => player_id);
const listAll = async (player: SignedIn) =>
  (await player.call(connections)).body.data.connections.map(({ player_id }) => player_id);
const disconnect = (player: SignedIn, connected_player_id: string) =>
  player.call(deleteConnection, { body: { connected_player_id } });

async function createConnected(): Promise<[SignedIn, SignedIn]> {
  const [first, second] = [await server.signedIn(), await server.signedIn()];
  await insertConnection(server.db, first.accountid, second.accountid, server.now());
  return [first, second];
}

test('an accepted invitation connects both at their next start, and each is notified once', {
  tags: ['A-NETWORK-35', 'A-NETWORK-36', 'A-API-18', 'A-API-19'],
}, async () => {
  const [inviter, guest] = [await server.signedIn(), await server.signedIn()];
  const token = await inviteByMail(inviter, guest.email);
  expect(await listNew(guest)).toEqual([]);
  expect((await accept(guest, token)).status).toBe(204);
  expect(await listNew(guest)).toEqual([inviter.playerid]);
  expect(await listAll(guest)).toEqual([inviter.playerid]);
  expect(await listAll(inviter)).toEqual([guest.playerid]);
  expect(await listNew(inviter)).toEqual([guest.playerid]);
  expect([await listNew(inviter), await listNew(guest)]).toEqual([[], []]);
});

test('a sign-up by invitation is connected, as pending until verified', {
  tags: ['A-NETWORK-36', 'A-MAIL-04'],
}, async () => {
  const inviter = await server.signedIn({ firstname: 'Robin' });
  const email = `${randomUUID()}@test.example`;
  await inviter.call(invite, { body: { invitations: [{ invitee_email: email, relationship: 'coworker' }] } });
  const token = (await server.waitForMail(email)).getToken('signup');
  const signedUp = await createApplicants(server).confirm(email, {
    token,
    password: PASSWORD,
    confirm_password: PASSWORD,
  });
  expect(signedUp.status).toBe(204);
  const { body } = await server.call(signIn, { body: { username: email, password: PASSWORD } });
  const guest = createClient(server.url, body['access-token']);
  expect((await guest(connect)).body.data.connected).toMatchObject([{ player_id: inviter.playerid, verified: true }]);
  const pending = { full_name: 'Mia Ostrander', email, verified: false };
  expect((await inviter.call(connect)).body.data.connected).toMatchObject([pending]);
  expect((await inviter.call(connections)).body.data.connections).toMatchObject([pending]);
});

test('the inviter may start first and is connected', { tags: ['A-NETWORK-36'] }, async () => {
  const [inviter, guest] = [await server.signedIn(), await server.signedIn()];
  await accept(guest, await inviteByMail(inviter, guest.email));
  expect(await listNew(inviter)).toEqual([guest.playerid]);
  expect(await listNew(guest)).toEqual([inviter.playerid]);
});

test('an invitation is accepted once, by its recipient only', {
  tags: ['A-NETWORK-31', 'A-NETWORK-32', 'A-API-18'],
}, async () => {
  const [inviter, guest, second] = [await server.signedIn(), await server.signedIn(), await server.signedIn()];
  const token = await inviteByMail(inviter, guest.email);
  for (const stranger of [second, inviter]) {
    expect(await accept(stranger, token)).toMatchObject(refused('INVITATION_NOT_YOURS'));
  }
  expect(await accept(guest, `${token}x`)).toMatchObject(refused('INVALID_TOKEN'));
  expect((await accept(guest, token)).status).toBe(204);
  const again = await accept(guest, token);
  expect(again).toMatchObject(refused('INVITATION_ACCEPTED'));
  expect(again.refusal?.message).toBe('already accepted');
  expect((await accept(second, token)).refusal?.message).toBe('not for this user');
  expect(await listNew(second)).toEqual([]);
});

test('connections have all fields, and pending ones are listed', {
  tags: ['A-NETWORK-05', 'A-NETWORK-06', 'A-API-20'],
}, async () => {
  const player = await server.signedIn();
  const friend = await server.account({ firstname: 'Imani', lastname: 'Castell' });
  const pending = await server.account({ firstname: 'Jonas', verified: false, status: 'pending' });
  const second = `${randomUUID()}@second.example`;
  await server.db.insertInto('account_emails').values({ email: second, account_id: friend.accountid }).execute();
  for (const { accountid } of [pending, friend]) {
    await insertConnection(server.db, player.accountid, accountid, server.now());
  }
  const { body } = await player.call(connections);
  expect(body.data.connections).toEqual([
    {
      player_id: friend.playerid,
      connected_player_id: friend.playerid,
      first_name: 'Imani',
      last_name: 'Castell',
      full_name: 'Imani Castell',
      email: friend.email,
      verified: true,
    },
    expect.objectContaining({ player_id: pending.playerid, full_name: 'Jonas', last_name: '', verified: false }),
  ]);
});

test('connections are sorted by name or address, without disabled accounts', async () => {
  const player = await server.signedIn();
  const names = ['zoë', 'Émile', 'adam', '', 'Fay'];
  for (const firstname of names) {
    const { accountid } = await server.account({
      firstname,
      email: `${firstname || 'gus'}.${randomUUID()}@test.example`.toLowerCase(),
    });
    await insertConnection(server.db, player.accountid, accountid, server.now());
  }
  const closed = await server.account({ status: 'disabled' });
  await insertConnection(server.db, player.accountid, closed.accountid, server.now());
  const { body } = await player.call(connections);
  const [adam, emile, fay, gus, ...others] = body.data.connections.map(({ full_name }) => full_name);
  expect([adam, emile, fay, ...others]).toEqual(['adam', 'Émile', 'Fay', 'zoë']);
  expect(gus).toMatch(/^gus\..*@test\.example$/);
});

test('a connection ends on both sides, by body or path', { tags: ['A-API-21'] }, async () => {
  const [first, second] = await createConnected();
  expect((await disconnect(first, second.playerid)).status).toBe(204);
  expect([await listAll(first), await listAll(second)]).toEqual([[], []]);
  const [third, fourth] = await createConnected();
  const requestEnd = (headers: Record<string, string>) =>
    fetch(`${server.url}/api/accounts/player/connections/${third.playerid}`, { method: 'DELETE', headers });
  expect((await requestEnd({})).status).toBe(401);
  expect((await requestEnd({ authorization: `Bearer ${fourth.token}` })).status).toBe(204);
  expect(await listAll(third)).toEqual([]);
});

test("only one's own connections can be ended, once", { tags: ['A-API-21'] }, async () => {
  const [first, second] = await createConnected();
  const stranger = await server.signedIn();
  expect(await disconnect(stranger, first.playerid)).toMatchObject(refused('CONNECTION_NOT_FOUND'));
  expect(await disconnect(first, randomUUID())).toMatchObject(refused('CONNECTION_NOT_FOUND'));
  expect(await disconnect(first, 'no id')).toMatchObject(refused('VALIDATION'));
  expect(await listAll(second)).toEqual([first.playerid]);
  await disconnect(second, first.playerid);
  expect(await disconnect(first, second.playerid)).toMatchObject(refused('CONNECTION_NOT_FOUND'));
});

test('an ended connection is renewed by a new invitation, and both are notified again', {
  tags: ['A-NETWORK-36'],
}, async () => {
  const [inviter, guest] = [await server.signedIn(), await server.signedIn()];
  await accept(guest, await inviteByMail(inviter, guest.email));
  expect([await listNew(guest), await listNew(inviter)]).toEqual([[inviter.playerid], [guest.playerid]]);
  server.advanceClock(1000);
  await disconnect(guest, inviter.playerid);
  expect([await listNew(guest), await listNew(inviter), await listAll(inviter)]).toEqual([[], [], []]);
  const renewal = await inviteByMail(guest, inviter.email);
  expect(await listNew(inviter)).toEqual([]);
  expect((await accept(inviter, renewal)).status).toBe(204);
  expect([await listNew(guest), await listNew(inviter)]).toEqual([[inviter.playerid], [guest.playerid]]);
  expect(await listAll(guest)).toEqual([inviter.playerid]);
});

test('mutual invitations are one connection, and concurrent starts notify each side once', async () => {
  const [first, second] = [await server.signedIn(), await server.signedIn()];
  const [mine, theirs] = [await inviteByMail(first, second.email), await inviteByMail(second, first.email)];
  await accept(second, mine);
  await accept(first, theirs);
  const starts = await Promise.all(Array.from({ length: 8 }, (_, index) => listNew(index % 2 === 0 ? first : second)));
  expect(starts.flat().sort()).toEqual([first.playerid, second.playerid].sort());
  expect([await listAll(first), await listAll(second)]).toEqual([[second.playerid], [first.playerid]]);
});

test('an invitation expires after thirty days', { tags: ['A-API-18'] }, async () => {
  const inviter = await server.signedIn();
  const email = `${randomUUID()}@test.example`;
  await server.account({ email });
  const token = await inviteByMail(inviter, email);
  server.advanceClock(31 * DAY_MS);
  const guest = await server.signedIn();
  await server.db
    .updateTable('account_emails')
    .set({ account_id: guest.accountid })
    .where('email', '=', email)
    .execute();
  expect(await accept(guest, token)).toMatchObject(refused('TOKEN_EXPIRED'));
});

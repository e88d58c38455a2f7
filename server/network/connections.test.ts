import { randomUUID } from 'node:crypto';
import { signIn } from '@promenade/contract/access';
import { acceptInvitation, connect, connections, deleteConnection, invite } from '@promenade/contract/network';
import { expect, test } from 'vitest';
import { applicants } from '../testing/applicants.ts';
import { client, refused } from '../testing/client.ts';
import { PASSWORD, type SignedIn, startTestServer } from '../testing/testServer.ts';
import { putKnownConnection } from './connectionQueries.ts';

const server = await startTestServer({ env: { TRUST_PROXY: '127.0.0.1' } });

const DAY_MS = 24 * 3600 * 1000;

/** The token of a new invitation, out of its mail. */
async function invited(inviter: SignedIn, email: string): Promise<string> {
  server.pass(1000);
  await inviter.call(invite, {
    body: { invitations: [{ invitee_email: email, relationship: 'industry-contact' }] },
  });
  return (await server.mail(email)).tokenOf('signin');
}

const accept = (player: SignedIn, invitation_token: string) =>
  player.call(acceptInvitation, { body: { invitation_token } });
const told = async (player: SignedIn) =>
  (await player.call(connect)).body.data.connected.map(({ player_id }) => player_id);
const listed = async (player: SignedIn) =>
  (await player.call(connections)).body.data.connections.map(({ player_id }) => player_id);
const end = (player: SignedIn, connected_player_id: string) =>
  player.call(deleteConnection, { body: { connected_player_id } });

async function connected(): Promise<[SignedIn, SignedIn]> {
  const [one, other] = [await server.signedIn(), await server.signedIn()];
  await putKnownConnection(server.db, one.accountid, other.accountid, server.now());
  return [one, other];
}

test('an accepted invitation connects both at their next start, and each is told once', {
  tags: ['A-NETWORK-35', 'A-NETWORK-36', 'A-API-18', 'A-API-19'],
}, async () => {
  const [inviter, guest] = [await server.signedIn(), await server.signedIn()];
  const token = await invited(inviter, guest.email);
  expect(await told(guest)).toEqual([]);
  expect((await accept(guest, token)).status).toBe(204);
  expect(await told(guest)).toEqual([inviter.playerid]);
  expect(await listed(guest)).toEqual([inviter.playerid]);
  expect(await listed(inviter)).toEqual([guest.playerid]);
  expect(await told(inviter)).toEqual([guest.playerid]);
  expect([await told(inviter), await told(guest)]).toEqual([[], []]);
});

test('who signs up by an invitation is connected, as pending until verified', {
  tags: ['A-NETWORK-36', 'A-MAIL-04'],
}, async () => {
  const inviter = await server.signedIn({ firstname: 'Robin' });
  const email = `${randomUUID()}@test.example`;
  await inviter.call(invite, { body: { invitations: [{ invitee_email: email, relationship: 'coworker' }] } });
  const token = (await server.mail(email)).tokenOf('signup');
  const signedUp = await applicants(server).confirm(email, { token, password: PASSWORD, confirm_password: PASSWORD });
  expect(signedUp.status).toBe(204);
  const { body } = await server.call(signIn, { body: { username: email, password: PASSWORD } });
  const guest = client(server.url, body['access-token']);
  expect((await guest(connect)).body.data.connected).toMatchObject([{ player_id: inviter.playerid, verified: true }]);
  const pending = { full_name: 'Mia Ostrander', email, verified: false };
  expect((await inviter.call(connect)).body.data.connected).toMatchObject([pending]);
  expect((await inviter.call(connections)).body.data.connections).toMatchObject([pending]);
});

test('who invited starts first and finds the connection, too', { tags: ['A-NETWORK-36'] }, async () => {
  const [inviter, guest] = [await server.signedIn(), await server.signedIn()];
  await accept(guest, await invited(inviter, guest.email));
  expect(await told(inviter)).toEqual([guest.playerid]);
  expect(await told(guest)).toEqual([inviter.playerid]);
});

test('an invitation is accepted once, by whom it was mailed to, in thirty days', {
  tags: ['A-NETWORK-31', 'A-NETWORK-32', 'A-API-18'],
}, async () => {
  const [inviter, guest, other] = [await server.signedIn(), await server.signedIn(), await server.signedIn()];
  const token = await invited(inviter, guest.email);
  for (const stranger of [other, inviter]) {
    expect(await accept(stranger, token)).toMatchObject(refused('INVITATION_NOT_YOURS'));
  }
  expect(await accept(guest, `${token}x`)).toMatchObject(refused('INVALID_TOKEN'));
  expect((await accept(guest, token)).status).toBe(204);
  const again = await accept(guest, token);
  expect(again).toMatchObject(refused('INVITATION_ACCEPTED'));
  expect(again.refusal?.message).toBe('already accepted');
  expect((await accept(other, token)).refusal?.message).toBe('not for this user');
  expect(await told(other)).toEqual([]);
});

test('a connection has the fields of the contract, its id twice; a pending one is listed', {
  tags: ['A-NETWORK-05', 'A-NETWORK-06', 'A-API-20'],
}, async () => {
  const player = await server.signedIn();
  const friend = await server.account({ firstname: 'Imani', lastname: 'Castell' });
  const pending = await server.account({ firstname: 'Jonas', verified: false, status: 'pending' });
  const second = `${randomUUID()}@second.example`;
  await server.db.insertInto('account_emails').values({ email: second, account_id: friend.accountid }).execute();
  for (const { accountid } of [pending, friend]) {
    await putKnownConnection(server.db, player.accountid, accountid, server.now());
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

test('connections stand by name as people sort, nameless ones by address, closed accounts are left out', async () => {
  const player = await server.signedIn();
  const names = ['zoë', 'Émile', 'adam', '', 'Fay'];
  for (const firstname of names) {
    const { accountid } = await server.account({
      firstname,
      email: `${firstname || 'gus'}.${randomUUID()}@test.example`.toLowerCase(),
    });
    await putKnownConnection(server.db, player.accountid, accountid, server.now());
  }
  const closed = await server.account({ status: 'disabled' });
  await putKnownConnection(server.db, player.accountid, closed.accountid, server.now());
  const { body } = await player.call(connections);
  const [adam, emile, fay, gus, ...rest] = body.data.connections.map(({ full_name }) => full_name);
  expect([adam, emile, fay, ...rest]).toEqual(['adam', 'Émile', 'Fay', 'zoë']);
  expect(gus).toMatch(/^gus\..*@test\.example$/);
});

test('a connection ends on both sides, by body or by path', { tags: ['A-API-21'] }, async () => {
  const [one, other] = await connected();
  expect((await end(one, other.playerid)).status).toBe(204);
  expect([await listed(one), await listed(other)]).toEqual([[], []]);
  const [third, fourth] = await connected();
  const ask = (headers: Record<string, string>) =>
    fetch(`${server.url}/api/accounts/player/connections/${third.playerid}`, { method: 'DELETE', headers });
  expect((await ask({})).status).toBe(401);
  expect((await ask({ authorization: `Bearer ${fourth.token}` })).status).toBe(204);
  expect(await listed(third)).toEqual([]);
});

test("only one's own connections can be ended, once", { tags: ['A-API-21'] }, async () => {
  const [one, other] = await connected();
  const stranger = await server.signedIn();
  expect(await end(stranger, one.playerid)).toMatchObject(refused('CONNECTION_NOT_FOUND'));
  expect(await end(one, randomUUID())).toMatchObject(refused('CONNECTION_NOT_FOUND'));
  expect(await end(one, 'no id')).toMatchObject(refused('VALIDATION'));
  expect(await listed(other)).toEqual([one.playerid]);
  await end(other, one.playerid);
  expect(await end(one, other.playerid)).toMatchObject(refused('CONNECTION_NOT_FOUND'));
});

test('an ended connection stays ended until a new invitation is accepted; then both are told again', {
  tags: ['A-NETWORK-36'],
}, async () => {
  const [inviter, guest] = [await server.signedIn(), await server.signedIn()];
  await accept(guest, await invited(inviter, guest.email));
  expect([await told(guest), await told(inviter)]).toEqual([[inviter.playerid], [guest.playerid]]);
  server.pass(1000);
  await end(guest, inviter.playerid);
  expect([await told(guest), await told(inviter), await listed(inviter)]).toEqual([[], [], []]);
  const back = await invited(guest, inviter.email);
  expect(await told(inviter)).toEqual([]);
  expect((await accept(inviter, back)).status).toBe(204);
  expect([await told(guest), await told(inviter)]).toEqual([[inviter.playerid], [guest.playerid]]);
  expect(await listed(guest)).toEqual([inviter.playerid]);
});

test('two who invited each other are one connection, and starting in many places at once tells each one time', async () => {
  const [one, other] = [await server.signedIn(), await server.signedIn()];
  const [mine, theirs] = [await invited(one, other.email), await invited(other, one.email)];
  await accept(other, mine);
  await accept(one, theirs);
  const starts = await Promise.all(Array.from({ length: 8 }, (_, n) => told(n % 2 === 0 ? one : other)));
  expect(starts.flat().sort()).toEqual([one.playerid, other.playerid].sort());
  expect([await listed(one), await listed(other)]).toEqual([[other.playerid], [one.playerid]]);
});

test('an invitation that is thirty days old is over', { tags: ['A-API-18'] }, async () => {
  const inviter = await server.signedIn();
  const email = `${randomUUID()}@test.example`;
  await server.account({ email });
  const token = await invited(inviter, email);
  server.pass(31 * DAY_MS);
  const guest = await server.signedIn();
  await server.db
    .updateTable('account_emails')
    .set({ account_id: guest.accountid })
    .where('email', '=', email)
    .execute();
  expect(await accept(guest, token)).toMatchObject(refused('TOKEN_EXPIRED'));
});

import { randomBytes } from 'node:crypto';
import { signIn, signOut } from '@promenade/contract/access';
import { decide, startRun } from '@promenade/contract/desk';
import { flagRelease, react, reportPlay } from '@promenade/contract/library';
import { comment, invite, shareRelease } from '@promenade/contract/network';
import { mails, mailView } from '@promenade/contract/operator';
import { createPlaylist } from '@promenade/contract/playlists';
import { cancelDeletion, deletion, personalData, requestDeletion } from '@promenade/contract/privacy';
import { merge, profile, split } from '@promenade/contract/profile';
import { confirmSignUp } from '@promenade/contract/signUp';
import { expect, test } from 'vitest';
import { companyAnswers, personAnswers } from '../testing/applicants.ts';
import { PASSWORD, type SignedIn, startTestServer } from '../testing/testServer.ts';
import { deleteAccount } from './deletion.ts';

/** Personal data: requirements decision 42. */
const server = await startTestServer();
const boss = await server.signedIn({ operator: true });

/** An account with a row of every kind. */
async function activeAccount(lastname = 'Ostrander'): Promise<SignedIn & { friend: SignedIn; releaseid: string }> {
  const packages = ['Everything'];
  const [player, friend] = [
    await server.signedIn({ packages, firstname: 'Mia', lastname }),
    await server.signedIn({ packages, firstname: 'Robin' }),
  ];
  const { releaseid, trackids } = await server.release({ packages, title: 'Kept', audio: true });
  await server.db
    .insertInto('connections')
    .values([
      { account_id: player.accountid, other_id: friend.accountid, since: server.now() },
      { account_id: friend.accountid, other_id: player.accountid, since: server.now() },
    ] as never)
    .execute();
  await player.call(flagRelease, { params: { releaseid } });
  await player.call(react, { params: { releaseid }, body: { kind: 'rotation', note: `By ${lastname}` } });
  const source = { kind: 'gallery' as const, query: { filter: 'Kept' } };
  const { body: run } = await player.call(startRun, { body: { source } });
  const reaction = { kind: 'considering' as const, note: `By ${lastname}` };
  const decision = { id: crypto.randomUUID(), releaseid, kind: 'reaction' as const, reaction, position: 1 };
  await player.call(decide, { params: run, body: { decisions: [decision] } });
  await player.call(reportPlay, { body: { trackid: trackids[0] ?? '', seconds: 30 } });
  await player.call(createPlaylist, { body: { name: 'Sunday show' } });
  await player.call(shareRelease, {
    body: { release_id: releaseid, players_id: [friend.playerid], message: 'For you' },
  });
  await friend.call(shareRelease, { body: { release_id: releaseid, players_id: [player.playerid], message: 'Back' } });
  const body = { player_email: player.email, comment_type_id: 1, comment_text: 'Who mastered this?' };
  await player.call(comment, { params: { releaseid }, body });
  await server.db
    .insertInto('media_ledger')
    .values({
      id: crypto.randomUUID(),
      account_id: player.accountid,
      playerid: player.playerid,
      session_id: crypto.randomUUID(),
      purpose: 'stream',
      object_kind: 'track',
      object_id: trackids[0] ?? '',
      trackids,
      format: 'mp3',
      etag: 'x',
      taking: null,
      ranges: '{[0,10)}',
      total: 10,
      started_at: server.now(),
      network: null,
    } as never)
    .execute();
  const { accountid, playerid } = player;
  const code = { code: randomBytes(16), account_id: accountid, playerid, created_at: server.now() };
  await server.db.insertInto('sound_codes').values(code).execute();
  return { ...player, friend, releaseid };
}

test('a person gets everything that is stored about the account, and nothing secret', async () => {
  const player = await activeAccount();
  const { status, body } = await player.call(personalData);
  expect(status).toBe(200);
  expect(body).toMatchObject({
    profile: { firstname: 'Mia', lastname: 'Ostrander', playerid: player.playerid },
    emails: [{ email: player.email }],
    packages: [{ name: 'Everyone' }, { name: 'Everything' }],
    sessions: [{ username: player.email }],
    marks: [{ releaseid: player.releaseid, release: 'Kept' }],
    reactions: [{ releaseid: player.releaseid, kind: 'considering' }],
    deskruns: [{ position: 1 }],
    deskdecisions: [{ releaseid: player.releaseid, kind: 'reaction' }],
    plays: [{ releaseid: player.releaseid }],
    playlists: [{ name: 'Sunday show' }],
    connections: [{ playerid: player.friend.playerid }],
    shared: [{ message: 'For you', to: player.friend.playerid }],
    received: [{ message: 'Back', from: player.friend.playerid }],
    comments: [{ message: 'Who mastered this?' }],
    ledger: [{ purpose: 'stream' }],
    soundcodes: [{ code: expect.stringMatching(/^[0-9a-f]{32}$/) }],
  });
  const text = JSON.stringify(body);
  expect(text).not.toContain('argon2');
  expect(text).not.toContain(player.friend.email);
  const again = await player.call(personalData);
  expect((again.body as { audit: { action: string }[] }).audit.map(({ action }) => action)).toContain('account.export');
});

/** Signs up somebody whom the player invites; the account is active. */
async function inviteFriend(player: SignedIn): Promise<SignedIn['email']> {
  const email = `${crypto.randomUUID()}@invited.example`;
  await player.call(invite, { body: { invitations: [{ invitee_email: email, relationship: 'coworker' }] } });
  const token = (await server.waitForMail(email)).getToken('signup');
  const password = { password: PASSWORD, confirm_password: PASSWORD };
  const body = { ...personAnswers, ...companyAnswers, ...password, email, token, hasAcceptedTerms: true };
  expect((await server.call(confirmSignUp, { body })).status).toBe(204);
  return email;
}

test('personal data names no address of the person who invited', async () => {
  const player = await server.signedIn({ firstname: 'Robin' });
  const email = await inviteFriend(player);
  const { body } = await server.call(signIn, { body: { username: email, password: PASSWORD } });
  const data = await server.call(personalData, {}, { authorization: `Bearer ${body['access-token']}` });
  expect(data.body).toMatchObject({
    application: [{ answers: { first_name: personAnswers.first_name } }],
    invitedby: [{ playerid: player.playerid, name: 'Robin' }],
  });
  expect(JSON.stringify(data.body)).not.toContain(player.email);
});

test('personal data of an operator has what the operator did, without the addresses of others', async () => {
  const [operator, player] = [await server.signedIn({ operator: true }), await server.signedIn()];
  await player.call(requestDeletion);
  const { body: outbox } = await operator.call(mails, { query: {} });
  const mail = outbox.items.find(({ to }) => to === player.email);
  await operator.call(mailView, { params: { mailid: mail?.mailid ?? '' }, query: {} });
  const { audit } = (await operator.call(personalData)).body as { audit: object[] };
  expect(audit).toMatchObject([
    { action: 'account.sign-in', after: { email: operator.email } },
    { action: 'outbox.list', after: null },
    { action: 'outbox.read', subject: mail?.mailid, after: null },
  ]);
  expect(JSON.stringify(audit)).not.toContain(player.email);
});

test('personal data is sent ten times an hour', async () => {
  const player = await server.signedIn();
  for (let count = 0; count < 10; count++) expect((await player.call(personalData)).status).toBe(200);
  expect(await player.call(personalData)).toMatchObject({ status: 429, refusal: { code: 'TOO_MANY_REQUESTS' } });
});

test('a deletion is asked for once, mailed to the person and the operators, and can be taken back', async () => {
  const player = await server.signedIn();
  const mailed = await server.countMails(boss.email);
  expect((await player.call(deletion)).body).toEqual({ requestedat: null });
  const { body } = await player.call(requestDeletion);
  expect(Date.parse(body.requestedat ?? '')).toBeGreaterThan(0);
  expect((await player.call(requestDeletion)).body).toEqual(body);
  expect(await server.waitForMail(player.email)).toMatchObject({ kind: 'deletion-requested' });
  const mail = await server.waitForMail(boss.email);
  expect(mail).toMatchObject({ kind: 'deletion-to-confirm', replyTo: player.email });
  expect(mail.text).toContain(`npm run operator -- delete-account ${player.playerid} --yes`);
  expect([await server.countMails(player.email), await server.countMails(boss.email)]).toEqual([1, mailed + 1]);
  expect((await player.call(cancelDeletion)).body).toEqual({ requestedat: null });
  expect((await player.call(deletion)).body).toEqual({ requestedat: null });
  const rows = await server.db
    .selectFrom('audit')
    .select('action')
    .where('subject', '=', player.playerid)
    .where('action', '<>', 'account.sign-in')
    .orderBy('id')
    .execute();
  expect(rows.map(({ action }) => action)).toEqual(['account.request-deletion', 'account.cancel-deletion']);
  expect((await player.call(profile)).status).toBe(200);
});

/** Signs in with a second address and removes it again. */
async function addAndRemoveAddress({ call, email }: SignedIn): Promise<string> {
  const former = `${crypto.randomUUID()}@former.example`;
  await call(merge, { body: { email: former } });
  await call(merge, { body: { token: (await server.waitForMail(former)).getToken('merge') } });
  expect((await server.call(signIn, { body: { username: former, password: PASSWORD } })).status).toBe(200);
  await call(split, { body: { email: former } });
  await call(split, { body: { token: (await server.waitForMail(email)).getToken('split') } });
  return former;
}

test('a deletion leaves the audit trail of an account whose address ends with the deleted one', async () => {
  const name = crypto.randomUUID();
  const player = await server.signedIn({ email: `${name}@test.example` });
  const other = await server.signedIn({ email: `x${name}@test.example` });
  await server.db
    .transaction()
    .execute((db) => deleteAccount({ db, jobs: server.jobs }, { ...player, language: 'en' }, 'command', server.now()));
  const { rows } = await server.pool.query('select after from audit where subject = $1', [other.playerid]);
  expect(rows).toMatchObject([{ after: { email: other.email } }]);
});

test('after a deletion no table names the person; the ledger keeps a pseudonym', async () => {
  const player = await activeAccount('Deletedname');
  const { accountid, playerid, email, friend } = player;
  await inviteFriend(player);
  const formerEmail = await addAndRemoveAddress(player);
  await server.pool.query('insert into release_address select id, $1, now() from releases limit 1', [email]);
  await player.call(requestDeletion);
  await player.call(signOut);
  const account = { accountid, playerid, email, language: 'en' };
  await server.db
    .transaction()
    .execute((db) => deleteAccount({ db, jobs: server.jobs }, account, 'command', server.now()));
  expect((await server.call(signIn, { body: { username: email, password: PASSWORD } })).status).toBe(401);
  expect((await friend.call(personalData)).body).toMatchObject({ connections: [], shared: [], received: [] });
  const { rows: tables } = await server.pool.query<{ name: string }>(
    `select quote_ident(table_name) as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'`,
  );
  const named: string[] = [];
  for (const { name } of tables) {
    const { rows } = await server.pool.query<{ found: string }>(`select t::text as found from ${name} t`);
    for (const { found } of rows)
      if ([email, formerEmail, 'Deletedname'].some((text) => found.includes(text))) named.push(`${name} ${found}`);
  }
  // Counters that end within a day, and the mail that tells of the deletion.
  const others = named.filter((row) => !row.startsWith('rate_limits') && !/^mails .*,deleted,/.test(row));
  expect(others).toEqual([]);
  const ledger = await server.db
    .selectFrom('media_ledger')
    .select(['account_id', 'playerid'])
    .where('playerid', '=', playerid)
    .execute();
  expect(ledger).toEqual([{ account_id: null, playerid }]);
  const codes = server.db.selectFrom('sound_codes').select('account_id').where('playerid', '=', playerid);
  expect(await codes.execute()).toEqual([{ account_id: null }]);
  const audit = await server.db
    .selectFrom('audit')
    .selectAll()
    .where('subject', '=', playerid)
    .where('action', '<>', 'account.sign-in')
    .orderBy('id')
    .execute();
  expect(audit.map(({ action }) => action)).toEqual(['account.request-deletion', 'account.delete']);
  expect(await server.waitForMail(email)).toMatchObject({ kind: 'deleted' });
});

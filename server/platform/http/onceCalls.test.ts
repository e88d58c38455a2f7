import { routes } from '@promenade/contract';
import { comment } from '@promenade/contract/network';
import { createPlaylist, playlists } from '@promenade/contract/playlists';
import { recipientForm1 } from '@promenade/contract/signUp';
import { afterAll, expect, test } from 'vitest';
import { deleteOldRows } from '../../access/deleteOldRows.ts';
import { type Call, createClient, refused } from '../../testing/client.ts';
import { buildTestApp, startTestServer } from '../../testing/testServer.ts';

const server = await startTestServer();
const second = await buildTestApp(server);
const secondUrl = await second.listen({ port: 0, host: '127.0.0.1' });
afterAll(() => second.close());

const create = (call: Call, key: string, name = 'Show') =>
  call(createPlaylist, { body: { name } }, { 'idempotency-key': key });
const countPlaylists = async (call: Call) => (await call(playlists, { query: {} })).body.total;

test('a call that comes again gets the first answer and adds nothing', async () => {
  const { call } = await server.signedIn();
  const before = await countPlaylists(call);
  const first = await create(call, 'once');
  const again = await create(call, 'once');
  expect(first.status).toBe(200);
  expect([again.status, again.body]).toEqual([first.status, first.body]);
  expect(await countPlaylists(call)).toBe(before + 1);
  // Another call, another person.
  expect((await create(call, 'twice')).body.playlistid).not.toBe(first.body.playlistid);
  expect((await create(call, 'once', 'Other')).body.name).toBe('Other');
  const other = await server.signedIn();
  expect((await create(other.call, 'once')).body.playlistid).not.toBe(first.body.playlistid);
});

test('the same call at the same time on two nodes is one', async () => {
  const { call, token } = await server.signedIn();
  const onSecond = createClient(secondUrl, token);
  const before = await countPlaylists(call);
  const answers = await Promise.all(
    Array.from({ length: 8 }, (_, index) => create(index % 2 ? call : onSecond, 'at-once')),
  );
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
  expect(new Set(answers.map(({ body }) => body.playlistid)).size).toBe(1);
  expect(await countPlaylists(call)).toBe(before + 1);
});

test('a comment that comes again is mailed once', async () => {
  const release = await server.release({ label: { name: 'Once', contact: 'label@label.example' } });
  const { call, email } = await server.signedIn();
  const send = () =>
    call(
      comment,
      { params: release, body: { player_email: email, comment_type_id: 1, comment_text: 'Hello' } },
      { 'idempotency-key': 'comment' },
    );
  expect([(await send()).status, (await send()).status]).toEqual([200, 200]);
  expect(await server.countMails('label@label.example')).toBe(1);
});

test('a refused call leaves nothing: the same one is made when it may', async () => {
  const release = await server.release({ commenting_enabled: false });
  const { call, email } = await server.signedIn();
  const body = { player_email: email, comment_type_id: 1, comment_text: 'Hello' };
  const send = () => call(comment, { params: release, body }, { 'idempotency-key': 'refused' });
  expect(await send()).toMatchObject(refused('COMMENTING_NOT_ALLOWED'));
  await server.db.updateTable('releases').set({ commenting_enabled: true }).where('id', '=', release.id).execute();
  expect((await send()).status).toBe(200);
});

test('who is signed out gets no answer again, and without an id a call is made as often as it comes', async () => {
  const { call, token } = await server.signedIn();
  const before = await countPlaylists(call);
  await create(call, 'session');
  expect(await create(server.call, 'session')).toMatchObject(refused('UNAUTHENTICATED'));
  const post = () =>
    fetch(`${server.url}/api/playlist`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: '{"name":"Show"}',
    });
  expect([(await post()).status, (await post()).status]).toEqual([200, 200]);
  expect(await countPlaylists(call)).toBe(before + 3);
});

test.each(['', 'x'.repeat(101), 'two words'])('the id "%s" is refused', async (key) => {
  const { call } = await server.signedIn();
  expect(await create(call, key)).toMatchObject({
    ...refused('VALIDATION'),
    refusal: { fields: { 'Idempotency-Key': expect.any(String) } },
  });
});

test('a form of a stranger that comes again counts once', async () => {
  const body = { first_name: 'Mia', last_name: 'Berg', industry: 'radio', role: 'DJ', phone: '+49 30 123456' } as const;
  const send = (email: string) =>
    server.call(
      recipientForm1,
      { body: { ...body, email } },
      { 'idempotency-key': `form of ${email}`.replaceAll(' ', '-') },
    );
  // More often than the limit of a network.
  for (let count = 0; count < 25; count += 1)
    expect(await send('stranger@station.example')).toMatchObject({ status: 200, body: {} });
});

test('ids are kept for a day', async () => {
  const { call } = await server.signedIn();
  const before = await countPlaylists(call);
  await create(call, 'day');
  await deleteOldRows(server);
  await create(call, 'day');
  expect(await countPlaylists(call)).toBe(before + 1);
  server.advanceClock(24 * 3600_000 + 1);
  await deleteOldRows(server);
  expect(await server.db.selectFrom('once_calls').select('id').execute()).toEqual([]);
});

/** Set something, read, or are refused the second time. */
const HARMLESS = [
  'acceptInvitation',
  'acceptName',
  'actOnAccount',
  'announceFiles',
  'archiveRelease',
  'cancelMail',
  'checkPackagePeople',
  'commentClick',
  'confirmTold',
  'copyTemplate',
  'countPeople',
  'countRecipients',
  'decideCountry',
  'discardJob',
  'discardMail',
  'discardMails',
  'exchangeSignInLink',
  'flagRelease',
  'flagTrack',
  'importPeople',
  'makeCalendarFeed',
  'markReleases',
  'matchSongs',
  'mergeNames',
  'pinPlaylist',
  'previewPackageRule',
  'previewPackages',
  'previewPickup',
  'registerDevice',
  'reportListening',
  'reportOpen',
  'requestDeletion',
  'restoreStaffRelease',
  'retryJob',
  'retryMail',
  'retryMails',
  'saveProfile',
  'signInLink',
  'signOut',
  'traceFile',
  'traceSound',
  'undoApplication',
  'undoChange',
  'unsubscribe',
  'verifyStoredFiles',
  'withdrawStaffRelease',
];
/** Have ids of their own. */
const OWN_IDS = ['decide', 'reportPlay'];
/** Count attempts that failed, so that nobody guesses: a transaction that is rolled back would not count them. */
const GUESSED = [
  'createApiToken',
  'merge',
  'requestSignInLink',
  'sendCode',
  'signIn',
  'validateCode',
  'checkEmail',
  'split',
];

test('each POST call is made once for its id, or is known to be harmless', () => {
  const unknown = Object.entries(routes).flatMap(([name, route]) =>
    route.method === 'POST' && !('once' in route) ? [name] : [],
  );
  expect(unknown.toSorted()).toEqual([...HARMLESS, ...OWN_IDS, ...GUESSED].toSorted());
});

import { randomUUID } from 'node:crypto';
import { signIn, signOut } from '@promenade/contract/access';
import { release } from '@promenade/contract/catalogue';
import { startRun } from '@promenade/contract/desk';
import { audioToken, videoToken } from '@promenade/contract/media';
import { invite } from '@promenade/contract/network';
import { mails } from '@promenade/contract/operator';
import { NameKind, names } from '@promenade/contract/operatorCatalogue';
import { failedJobs } from '@promenade/contract/operatorService';
import { addToPlaylist, createPlaylist } from '@promenade/contract/playlists';
import { search } from '@promenade/contract/search';
import { sendCode } from '@promenade/contract/signUp';
import { createApiToken } from '@promenade/contract/tokens';
import { createLink } from '../server/access/links.ts';
import { popularJob } from '../server/catalogue/popular.ts';
import { insertConnection } from '../server/network/connectionQueries.ts';
import { createUnsubscribeToken } from '../server/notify/unsubscribe.ts';
import { createDeliverer } from '../server/testing/deliveries.ts';
import { PASSWORD, type SignedIn, type TestServer } from '../server/testing/testServer.ts';
import type { KnownValues } from './arbitraries.ts';

type Linked = Parameters<typeof createLink>[2];

const packages = ['Radio'];
/** Hash of the artist picture and of the logo. */
const PICTURE = 'a'.repeat(64);
/** Enough, because calls delete some. */
const PLAYLISTS = 8;

/** Imports a release with an audio and a video track and returns their ids. */
export const importSamples = (server: TestServer): Promise<string[]> =>
  createDeliverer(server).deliver(
    { '1.wav': 'wav16.wav', '2.mp4': 'clip.mp4' },
    {
      title: 'Seen and heard',
      artist: 'Kite',
      tracks: ['1.wav', '2.mp4'].map((file, n) => ({ file, ordinal: n + 1 })),
    },
    { packages },
  );

/** Inserts data for every route. Returns callers by role, the most frequent first, and existing values. */
export async function insertTestData(
  server: TestServer,
  sampleIds: readonly string[],
): Promise<{ callers: Map<string, SignedIn>; known: KnownValues }> {
  const { db, secrets, now } = server;
  const listener = await server.signedIn({ packages, firstname: 'Mia', lastname: 'Ostrander' });
  const operator = await server.signedIn({ packages, operator: true });
  const [other, gone] = [await server.signedIn(), await server.signedIn({ packages })];
  await gone.call(signOut);
  const unverified = await server.signedIn({ packages, verified: false });
  const staff = await server.signedIn({ packages, label_staff: true });
  const callers = new Map(Object.entries({ listener, operator, other, gone, unverified, staff }));
  await insertConnection(db, listener.accountid, operator.accountid, now());

  const rich = await server.release({
    title: 'Night ferry',
    artist: 'Kite',
    packages,
    tracks: 2,
    audio: true,
    cover: true,
    facts: {
      artistPictures: { Kite: PICTURE },
      labels: [{ name: 'Harbour', contact: 'label@test.example', logo_hash: PICTURE }],
    },
    attachments: [{ filename: 'sheet "1".pdf', bytes: Buffer.from('sheet') }],
    promoPictures: [{ name: '1.jpg', bytes: Buffer.from('picture') }],
  });
  for (const folder of ['artists', 'logos'])
    await server.storage.put(`${folder}/${PICTURE}.webp`, Buffer.from('picture'));
  const withdrawn = await server.release({ packages });
  await server.setState(withdrawn, 'withdrawn');
  const coming = await server.release({ packages, available: new Date(now().getTime() + 86_400_000) });
  const detail = (await listener.call(release, { params: { releaseid: rich.releaseid } })).body;
  const found = (await listener.call(search, { query: { filter: 'Kite' } })).body;

  const label = await db.selectFrom('labels').where('name', '=', 'Harbour').selectAll().executeTakeFirstOrThrow();
  const newDelivery = { label_id: label.id, account_id: null, created_at: now(), updated_at: now() };
  const deliveries = await db
    .insertInto('deliveries')
    .values([newDelivery, newDelivery, newDelivery])
    .returning('deliveryid')
    .execute();

  const playlistid: string[] = [];
  for (const { call } of [other, ...Array.from({ length: PLAYLISTS }, () => listener)]) {
    const made = (await call(createPlaylist, { body: { name: 'Show' } })).body;
    await call(addToPlaylist, { params: made, body: { tracks: [...rich.trackids, sampleIds[0] ?? ''] } });
    playlistid.push(made.playlistid);
  }

  const runs: string[] = [];
  for (const { call } of [operator, listener, listener, listener, listener]) {
    const source = { kind: 'gallery' as const, query: { days: 10 + runs.length } };
    runs.push((await call(startRun, { body: { source } })).body.runid);
  }

  const tokenid: string[] = [];
  for (const name of ['Deliveries', 'Reports'])
    tokenid.push((await operator.call(createApiToken, { body: { name } })).body.tokenid);

  await server.jobs.send(db, popularJob, {});
  await server.pool.query(`update pgboss.job set state = 'failed' where name = 'popular' and state = 'created'`);
  const jobs = (await operator.call(failedJobs)).body.items;
  const allNames = await Promise.all(
    NameKind.options.map(async (kind) => (await operator.call(names, { params: { kind }, query: {} })).body.items),
  );

  const [friend, second] = [`${randomUUID()}@test.example`, `${randomUUID()}@Test.example`];
  const invitations = [friend, other.email].map((to) => ({ invitee_email: to, relationship: 'coworker' as const }));
  await listener.call(invite, { body: { invitations } });
  const invitation = (await server.waitForMail(friend)).getToken('signup');
  await server.call(sendCode, { body: { email: friend } });
  const code = /\d{5}/.exec((await server.waitForMail(friend)).subject)?.[0] ?? '';
  const outbox = (await operator.call(mails)).body;
  const link = (kind: Linked['kind'], { accountid, email }: Omit<Linked, 'kind'>) =>
    createLink(db, secrets, { kind, email, accountid }, now());
  const token = [
    invitation,
    (await server.waitForMail(other.email)).getToken('signin'),
    await createUnsubscribeToken(secrets, listener, now()),
    await link('sign-in', operator),
    await link('reset', gone),
    await link('merge', { ...listener, email: second.toLowerCase() }),
    await link('split', { ...listener, email: second.toLowerCase() }),
    await link('email', { accountid: null, email: second.toLowerCase() }),
    (await listener.call(audioToken, { params: { id: sampleIds[0] ?? '' } })).body.data.token,
    (await listener.call(videoToken, { params: { id: sampleIds[1] ?? '' } })).body.data.token,
  ];

  const releaseid = [rich, withdrawn, coming].map((item) => item.releaseid).concat(found.releases.map(({ id }) => id));
  const trackid = [...sampleIds, ...rich.trackids, ...withdrawn.trackids];
  const playerid = [...callers.values()].map((item) => item.playerid);
  const email = [...callers.values()].map((item) => item.email).concat(friend, second);
  const words = ['Jazz', 'jazz,,rock', 'us', 'cancon', 'Kite', 'Harbour', 'Night ferry', 'nihgt'];
  const last = (path: string | null) => path?.slice(path.lastIndexOf('/') + 1) ?? '';
  const known: KnownValues = {
    ...named(releaseid, 'releaseid', 'release_id'),
    ...named(trackid, 'trackid', 'referenceTrackid', 'tracks'),
    ...named(playerid, 'playerid', 'connected_player_id', 'players_id'),
    ...named(email, 'email', 'username', 'mailto', 'player_email', 'invitee_email'),
    ...named(token, 'token', 'email_token', 'invitation_token'),
    ...named([PASSWORD], 'password', 'confirm_password'),
    ...named(words, 'filter', 'artist', 'label', 'title', 'genre', 'genres', 'markets'),
    ...named(['https://promenade.example/'], 'website', 'web_site'),
    id: [...trackid, ...trackid, rich.releaseid, ...playlistid.slice(0, 3)],
    playlistid,
    runid: runs,
    labelid: [label.labelid],
    ...named(
      allNames.flat().map(({ id }) => id),
      'nameid',
      'into',
    ),
    jobid: jobs.map(({ jobid }) => jobid),
    tokenid,
    deliveryid: deliveries.map(({ deliveryid }) => deliveryid),
    'refresh-token': [staff.refreshToken],
    code: [code, '12345'],
    mailid: outbox.items.map((mail) => mail.mailid),
    artistid: found.artists.map((item) => item.artistid),
    attachmentid: rich.attachmentids,
    file: [last(detail.coverart), last(detail.thumbnail), `${PICTURE}.webp`, `${rich.waveform}.bin`, 'us.png'],
    name: ['1.jpg', 'Show'],
    timezone: ['Europe/Berlin', 'Mars/Olympus'],
    country: ['US', 'DE', 'XX'],
    state: ['CA', 'NY'],
    phone: ['+44 20 7946 0958'],
    endpoint: ['https://push.test.example/1', 'https://push.test.example/\ud800'],
  };
  return { callers, known };
}

const named = (values: string[], ...names: string[]): KnownValues =>
  Object.fromEntries(names.map((name) => [name, values]));

export async function signInAgain({ call, db }: TestServer, caller: SignedIn): Promise<void> {
  // An operator may have disabled it.
  await db.updateTable('accounts').set({ status: 'active' }).where('playerid', '=', caller.playerid).execute();
  const { body } = await call(signIn, { body: { username: caller.email, password: PASSWORD } });
  Object.assign(caller, { token: body['access-token'] });
}

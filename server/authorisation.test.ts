import { randomUUID } from 'node:crypto';
import { routes } from '@promenade/contract';
import { makeCalendarFeed } from '@promenade/contract/calendar/calendar';
import { flagTrack } from '@promenade/contract/library';
import { invite } from '@promenade/contract/network';
import { mails } from '@promenade/contract/operator';
import { addToPlaylist, createPlaylist } from '@promenade/contract/playlists';
import type { Route } from '@promenade/contract/route';
import { decideShelf, shareShelf } from '@promenade/contract/shelf';
import { acceptsApiToken, createApiToken } from '@promenade/contract/tokens';
import { beforeEach, describe, expect, test } from 'vitest';
import type * as z from 'zod/mini';
import type { DraftRendition } from './catalogue/document/releaseDraft.ts';
import { insertConnection } from './network/connectionQueries.ts';
import { HIDDEN, outcomes, refusals, rules } from './testing/accessRules.ts';
import { companyAnswers, personAnswers } from './testing/applicants.ts';
import { PASSWORD, type SignedIn, startTestServer } from './testing/testServer.ts';

const server = await startTestServer();
const HASH = 'a'.repeat(64);
const packages = ['Radio'];
const release = await server.release({
  packages,
  artist: 'Portrayed',
  tracks: 2,
  audio: true,
  cover: true,
  attachments: [{ filename: 'sheet.pdf', bytes: Buffer.from('sheet') }],
  promoPictures: [{ name: '1.jpg', bytes: Buffer.from('picture') }],
  facts: {
    artistPictures: { Portrayed: HASH },
    labels: [{ name: 'Harbour', contact: 'label@test.example', logo_hash: HASH }],
  },
});
for (const file of [`artists/${HASH}.webp`, `logos/${HASH}.webp`, 'video/1.mp4'])
  await server.storage.put(file, Buffer.from('x'));
const videoRelease = await server.release({ packages, songs: [{ assettype: 'video', renditions: [videoFile()] }] });
const { cover_hash, artistid, labelid, labelId } = await server.db
  .selectFrom('releases')
  .innerJoin('release_artist', 'release_artist.release_id', 'releases.id')
  .innerJoin('artists', 'artists.id', 'release_artist.artist_id')
  .innerJoin('labels', 'labels.id', 'owner_label_id')
  .where('releases.id', '=', release.id)
  .select(['cover_hash', 'artistid', 'labelid', 'labels.id as labelId'])
  .executeTakeFirstOrThrow();
const [friend, former] = [await server.signedIn({ packages }), await server.signedIn()];
const [trackid = '', otherTrackid = ''] = release.trackids;
const [video = ''] = videoRelease.trackids;
const callers = await signInAll();
/** Separate callers for the routes that end their sessions. */
const callersToSignOut: Record<string, typeof callers> = { signOut: await signInAll(), endSessions: await signInAll() };
await friend.call(invite, { body: { invitations: [{ invitee_email: 'x@test.example', relationship: 'other' }] } });
const { mailid = '' } = (await callers.operator.call(mails)).body.items[0] ?? {};
const { token: apiToken } = (await callers.operator.call(createApiToken, { body: { name: 'Matrix' } })).body;
await callers.holder.call(shareShelf, { body: { ison: true } });
await callers.holder.call(decideShelf, { body: { releaseids: [release.releaseid] } });
const allRoutes = Object.entries(routes);
const runid = randomUUID();
/** With one decision of the same id. */
const INSERT_RUN = `with run as (
  insert into desk_runs (runid, account_id, title, source, releaseids, listed, started_at, used_at)
  values ($1::uuid, $2, '', '{"kind": "flagged"}', array[$3::uuid], 1, now(), now()) on conflict do nothing)
  insert into desk_decisions (run_id, id, number, releaseid, kind, position_before, position, index_before, at)
  values ($1, $1, 1, $3, 'next', 0, 0, 0, now()) on conflict do nothing`;
const INSERT_PICKUP = `with p as (
  insert into pickups (pickupid, account_id, name, format, naming, created_at)
  values ($1, $2, 'Show', 'mp3', '{}', now()) on conflict do nothing returning id)
  insert into pickup_files (pickup_id, ordinal, track_id, path) select p.id, 1, t.id, '1.mp3' from p, tracks t where t.trackid = $3`;
/** With one person. */
const INSERT_LIST = `with list as (
  insert into label_lists (label_id, name, created_at, updated_at) values ($1, gen_random_uuid()::text, now(), now()) returning id, listid),
  person as (
    insert into listed_people (label_id, address, added_at, updated_at)
    values ($1, gen_random_uuid() || '@test.example', now(), now()) returning id, personid),
  member as (insert into list_members (list_id, person_id, position) select list.id, person.id, 1 from list, person)
  select listid, personid from list, person`;
let playlistid = '';
let deliveryid = '';
let [listid, personid] = ['', ''];
const { url: feed } = (await friend.call(makeCalendarFeed)).body;
const feedToken = feed.replace(/.*\/|\.ics$/g, '');

async function signInAll() {
  const accounts = {
    stranger: await server.signedIn(),
    unverified: await server.signedIn({ packages, verified: false }),
    staff: await server.signedIn({ verified: false, label_staff: true }),
    operator: await server.signedIn({ operator: true }),
    holder: await server.signedIn({ packages, company: 'Ferry FM' }),
  };
  for (const { accountid } of Object.values(accounts))
    for (const connected of [friend, former])
      await insertConnection(server.db, accountid, connected.accountid, server.now());
  return accounts;
}

function videoFile(): DraftRendition {
  const stored = { file: 'video/1.mp4', bytes: 1, crc32: 0, media_type: 'video/mp4', data_offset: 0, data_bytes: 1 };
  return { ...stored, kind: 'video', source: null, sample_rate: null, channels: null, bits: null };
}

/** Values of path parameters by name, or by route prefix and name when routes differ. */
const parameterValues = (): Record<string, string> => ({
  releaseid: release.releaseid,
  trackid,
  id: trackid,
  'releaseZip id': release.releaseid,
  'playlistZip id': playlistid,
  'pickupZip id': runid,
  'video id': video,
  playlistid,
  runid,
  batch: randomUUID(),
  'undoDecision id': runid,
  attachmentid: release.attachmentids[0] ?? '',
  artistid,
  labelid,
  deliveryid,
  listid,
  personid,
  mailid,
  playerid: friend.playerid,
  jobid: randomUUID(),
  kind: 'labels',
  'acceptName kind': 'genres',
  nameid: labelid,
  'packageMembers nameid': '1',
  'changePackage nameid': '1',
  'checkPackagePeople nameid': '1',
  'packageRule nameid': '2',
  'previewPackageRule nameid': '2',
  'setPackageRule nameid': '2',
  name: '1.jpg',
  format: 'csv',
  list: 'm3u8',
  email: `${randomUUID()}@test.example`,
  token: 'x',
  'calendarFile token': feedToken,
  changeid: '9',
  'cover file': `${cover_hash}-500.webp`,
  'waveform file': `${release.waveform}.bin`,
  'marketLogo file': 'us.png',
  file: `${HASH}.webp`,
});

/** The request bodies by route. */
const bodies = (caller: Pick<SignedIn, 'email'>): Record<string, object> => {
  const email = `${randomUUID()}@test.example`;
  return {
    signIn: { username: callers.holder.email, password: PASSWORD },
    signInLink: { token: 'x' },
    exchangeSignInLink: { token: 'x' },
    requestSignInLink: { email },
    setPassword: { token: 'x', password: PASSWORD },
    checkEmail: { email },
    sendCode: { email },
    validateCode: { email, code: '12345' },
    confirmSignUp: { email, ...personAnswers, ...companyAnswers, hasAcceptedTerms: true, email_token: 'x' },
    recipientForm1: { email, ...personAnswers },
    recipientForm2: { email, ...companyAnswers },
    saveProfile: {
      firstname: 'Mia',
      lastname: 'Ostrander',
      title: 'Writer',
      // Who names another company shares nothing until an operator vouches.
      company: 'Ferry FM',
      country: 'DE',
      mailto: caller.email,
      mailpref: 'none',
    },
    merge: { email },
    split: { email },
    registerDevice: { endpoint: 'https://push.test.example/1' },
    deleteConnection: { connected_player_id: former.playerid },
    invite: { invitations: [{ invitee_email: email, relationship: 'other' }] },
    acceptInvitation: { invitation_token: 'x' },
    shareRelease: { release_id: release.releaseid, players_id: [friend.playerid] },
    comment: { player_email: caller.email, comment_type_id: 1, comment_text: 'Who mastered this?' },
    markReleases: { action: 'flag', releaseids: [release.releaseid] },
    reportPlay: { trackid, seconds: 0 },
    setCover: { uploadid: randomUUID() },
    replaceRecording: { uploadid: randomUUID() },
    setAttachments: { attachments: [] },
    checkPackagePeople: { text: 'nobody@test.example' },
    setAudience: { packages, people: [], excluded: [], addresses: [] },
    copyTemplate: { from: release.releaseid },
    countRecipients: { releaseids: [release.releaseid] },
    publishDraft: { available: null, mail: null },
    changeMail: { at: null, subject: '', message: '' },
    sendTestMail: { subject: '', message: '' },
    changeSubscription: { mailpref: 'none' },
    timeZone: { timezone: 'Europe/Berlin' },
    createApiToken: { name: 'Script' },
    makeList: { labelid, name: randomUUID() },
    makeGroup: { labelid, name: randomUUID(), condition: {} },
    countPeople: { labelid },
    renameList: { name: randomUUID() },
    changePerson: { company: 'Ferry FM' },
    startDelivery: { labelid, name: 'Ferry' },
    announceFiles: { files: [{ path: '1.wav', bytes: 1 }] },
    shareShelf: { ison: true },
    decideShelf: { releaseids: [release.releaseid] },
    voteShelf: { vote: 'for' },
    matchSongs: { songs: [{ id: '', isrc: '', artist: 'A', title: 'B' }] },
    tellAirplays: { batch: runid, station: 'FM', zone: 'UTC', plays: [{ trackid, day: '2026-01-01' }] },
    react: { kind: 'rotation' },
    saveNaming: {},
    setTrackMarkers: { own: { introend: 0.1 } },
    previewPickup: { source: { kind: 'shelf', query: {} } },
    startPickup: { source: { kind: 'shelf', query: {} } },
    startRun: { source: { kind: 'flagged', filter: 'Nothing' } },
    decide: { decisions: [{ id: runid, releaseid: release.releaseid, kind: 'next', position: 0 }] },
    moveRun: { position: 0 },
    createPlaylist: { name: 'Show' },
    changePlaylist: { name: 'Show' },
    addToPlaylist: { tracks: release.trackids },
    decideApplication: { decision: 'approved' },
    actOnAccount: { action: 'lift-locks' },
    discardMail: { reason: 'test' },
    retryMails: { state: 'refused' },
    discardMails: { state: 'expired', reason: 'test' },
    makeAccount: { email: `${randomUUID()}@made.example` },
    previewPackages: { packages: [] },
    decideCountry: { country: 'FR', accepted: true },
    addNote: { note: 'Calls on Mondays' },
    discardJob: { reason: 'test' },
    makeName: { name: randomUUID() },
    renameName: { name: 'Harbour' },
    mergeNames: { into: labelid },
    previewPackageRule: { condition: null },
    setPackageRule: { condition: null },
    moveInPlaylist: { position: 'after', referenceTrackid: otherTrackid },
  };
};

async function request(
  name: string,
  { method, path }: Route,
  caller?: Pick<SignedIn, 'token' | 'email'>,
): Promise<string> {
  const values = parameterValues();
  const prefix = name.replace(/(Link|Status|Token|Stream|Download)$/, '');
  const filled = path.replace(
    /:([a-z]+)/gi,
    (_all, parameter: string) => values[`${prefix} ${parameter}`] ?? values[parameter] ?? parameter,
  );
  const isGet = method === 'GET';
  const response = await fetch(
    `${server.url}/api${filled}${isGet ? `?token=x&labelid=${labelid}&releaseids=${release.releaseid}&from=2026-01-01&to=2026-02-01` : ''}`,
    {
      method,
      headers: {
        ...(caller && { authorization: `Bearer ${caller.token}` }),
        ...(!isGet && { 'content-type': 'application/json' }),
      },
      ...(!isGet && { body: JSON.stringify(bodies(caller ?? callers.holder)[name] ?? {}) }),
    },
  );
  if (response.headers.get('content-type') === 'text/event-stream') {
    await response.body?.cancel();
    return 'yes';
  }
  const text = await response.text();
  if (response.ok) return 'yes';
  const { code } = (JSON.parse(text) as { error: { code: string } }).error;
  return code.endsWith('NOT_FOUND') ? HIDDEN : code;
}

test('every route of the contract has a rule', () => {
  expect(Object.keys(rules).sort()).toEqual(Object.keys(routes).sort());
});

describe('each route follows its rule', () => {
  beforeEach(async () => {
    const { call } = callers.holder;
    playlistid = (await call(createPlaylist, { body: { name: 'Show' } })).body.playlistid;
    await call(addToPlaylist, { params: { playlistid }, body: { tracks: release.trackids } });
    await server.pool.query(INSERT_RUN, [runid, callers.holder.accountid, release.releaseid]);
    await server.pool.query(INSERT_PICKUP, [runid, callers.holder.accountid, trackid]);
    const row = { label_id: labelId, account_id: null, name: '', created_at: server.now(), updated_at: server.now() };
    const delivery = server.db.insertInto('deliveries').values(row).returning('deliveryid');
    ({ deliveryid } = await delivery.executeTakeFirstOrThrow());
    const { rows } = await server.pool.query<{ listid: string; personid: string }>(INSERT_LIST, [labelId]);
    [listid, personid] = [rows[0]?.listid ?? '', rows[0]?.personid ?? ''];
  });

  test.each(allRoutes)(
    '%s for each of the six callers',
    { tags: ['A-ROLE-01', 'A-ROLE-02', 'A-ROLE-11', 'C-API-57'] },
    async (name, route) => {
      const actual: string[] = [];
      for (const caller of [undefined, ...Object.values(callersToSignOut[name] ?? callers)])
        actual.push(await request(name, route, caller));
      const expected = outcomes[rules[name] ?? 'anyone'].map((outcome) =>
        outcome === 'yes' ? (refusals[name] ?? outcome) : outcome,
      );
      expect(actual).toEqual(expected);
    },
  );

  const lists = ['staffLabels', 'staffReleases', 'labelDeliveries', 'calendar'];
  /** Calls of staff and operators, but not what a browser shows, such as mails with links that sign in. */
  const isForMachines = (name: string, { access }: Route) =>
    lists.includes(name) || (['staff', 'operator'].includes(rules[name] ?? '') && access === undefined);

  test.each(allRoutes.filter(([, { access }]) => access !== 'public'))(
    '%s with a personal access token of an operator',
    { tags: ['requirements decision 42'] },
    async (name, route) => {
      const answer = await request(name, route, { ...callers.operator, token: apiToken });
      expect(answer === 'SESSION_REQUIRED', answer).toBe(!isForMachines(name, route));
      expect(['UNAUTHENTICATED', 'EDITORS_ONLY']).not.toContain(answer);
    },
  );
});

const hasField = (schema: z.ZodMiniType | undefined, field: string) =>
  schema !== undefined && 'shape' in schema && field in (schema as z.ZodMiniObject).shape;

test('a page behind the last row has no rows and the true total, in every list', async () => {
  const lists = allRoutes.filter(
    ([, { method, query, answer }]) => method === 'GET' && hasField(query, 'page') && hasField(answer, 'total'),
  );
  expect(lists.length).toBeGreaterThan(20);
  playlistid = (await callers.holder.call(createPlaylist, { body: { name: 'Show' } })).body.playlistid;
  await callers.holder.call(addToPlaylist, { params: { playlistid }, body: { tracks: release.trackids } });
  for (const flagged of release.trackids)
    await callers.holder.call(flagTrack, { params: { releaseid: release.releaseid, trackid: flagged } });
  await server.db.insertInto('accounts').values({ status: 'pending' }).execute();
  const values = parameterValues();
  const filled: string[] = [];
  for (const [name, route] of lists) {
    const { path, query } = route;
    const { token } = acceptsApiToken(route) ? callers.operator : callers.holder;
    const address = path.replace(/:([a-z]+)/gi, (_all, key: string) => values[`${name} ${key}`] ?? values[key] ?? key);
    const read = async (page: number) => {
      const size = hasField(query, 'pagesize') ? '&pagesize=1' : '';
      const ofLabel = name === 'peopleLists' ? `&labelid=${labelid}` : '';
      const response = await fetch(`${server.url}/api${address}?page=${page}${size}${ofLabel}`, {
        headers: { authorization: `Bearer ${token}` },
      });
      return (await response.json()) as { items: unknown[]; total: number };
    };
    const { total } = await read(1);
    expect(await read(5_000), name).toMatchObject({ items: [], total });
    if (total > 0) filled.push(name);
  }
  expect(filled).toEqual(
    expect.arrayContaining([
      'names',
      'packageMembers',
      'audiencePeople',
      'accounts',
      'applicants',
      'auditLines',
      'flagged',
      'flaggedTracks',
      'playlists',
      'shelf',
      'playlistTracks',
      'labelPackages',
      'staffLabels',
      'staffReleases',
    ]),
  );
});

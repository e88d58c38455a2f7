import { randomUUID } from 'node:crypto';
import { routes } from '@promenade/contract';
import { invite } from '@promenade/contract/network';
import { mails } from '@promenade/contract/operator';
import { addToPlaylist, createPlaylist } from '@promenade/contract/playlists';
import type { Route } from '@promenade/contract/route';
import { beforeEach, describe, expect, test } from 'vitest';
import type { DraftRendition } from './catalogue/releaseDraft.ts';
import { putKnownConnection } from './network/connectionQueries.ts';
import { aboutCompany, aboutYou } from './testing/applicants.ts';
import { PASSWORD, type SignedIn, startTestServer } from './testing/testServer.ts';

const SIGN_IN = 'UNAUTHENTICATED';
const VERIFY = 'NOT_VERIFIED';
const STAFF_ONLY = 'OPERATORS_ONLY';
const HIDDEN = 'hidden';

/**
 * What six callers are answered: a visitor; a verified account that the release was not delivered to and the playlist is
 * not of; an unverified one that it was delivered to; staff of a label and an operator whom nothing was delivered to; and
 * last a verified one that it was delivered to and whose playlist it is.
 */
const outcomes = {
  anyone: ['yes', 'yes', 'yes', 'yes', 'yes', 'yes'],
  account: [SIGN_IN, 'yes', 'yes', 'yes', 'yes', 'yes'],
  verified: [SIGN_IN, 'yes', VERIFY, VERIFY, 'yes', 'yes'],
  sharer: [SIGN_IN, HIDDEN, VERIFY, VERIFY, HIDDEN, 'yes'],
  operator: [SIGN_IN, STAFF_ONLY, STAFF_ONLY, STAFF_ONLY, 'yes', STAFF_ONLY],
  hearer: [SIGN_IN, HIDDEN, 'yes', HIDDEN, HIDDEN, 'yes'],
  owner: [SIGN_IN, HIDDEN, HIDDEN, HIDDEN, HIDDEN, 'yes'],
};

const rules: Record<string, keyof typeof outcomes> = {
  signIn: 'anyone',
  refresh: 'anyone',
  signOut: 'account',
  requestLoginLink: 'anyone',
  exchangeLink: 'anyone',
  requestReset: 'anyone',
  setPassword: 'anyone',
  endSessions: 'account',
  checkEmail: 'anyone',
  sendCode: 'anyone',
  validateCode: 'anyone',
  confirmSignUp: 'anyone',
  recipientForm1: 'anyone',
  recipientForm2: 'anyone',
  profile: 'account',
  saveProfile: 'account',
  merge: 'account',
  split: 'account',
  mergeLink: 'account',
  splitLink: 'account',
  places: 'anyone',
  registerDevice: 'account',
  connections: 'account',
  deleteConnection: 'account',
  invite: 'verified',
  acceptInvitation: 'account',
  connect: 'account',
  shareRelease: 'sharer',
  commentInit: 'hearer',
  comment: 'hearer',
  commentClick: 'hearer',
  mails: 'operator',
  mailView: 'operator',
  releases: 'account',
  release: 'hearer',
  cover: 'hearer',
  labelLogo: 'hearer',
  audioToken: 'hearer',
  audioStream: 'hearer',
  waveform: 'hearer',
  videoToken: 'hearer',
  videoStream: 'hearer',
  audioDownload: 'hearer',
  videoDownload: 'hearer',
  releaseZipLink: 'hearer',
  releaseZipStatus: 'hearer',
  releaseZip: 'hearer',
  playlistZipLink: 'owner',
  playlistZipStatus: 'owner',
  playlistZip: 'owner',
  flagRelease: 'hearer',
  unflagRelease: 'hearer',
  flagTrack: 'hearer',
  unflagTrack: 'hearer',
  clearFlags: 'account',
  flagged: 'account',
  archiveRelease: 'hearer',
  restoreRelease: 'hearer',
  clearArchive: 'account',
  archived: 'account',
  attachment: 'hearer',
  promoPicture: 'hearer',
  reportPlay: 'hearer',
  plays: 'account',
  playedReleases: 'account',
  report: 'hearer',
  options: 'account',
  genres: 'account',
  markets: 'account',
  marketLogos: 'account',
  marketLogo: 'account',
  search: 'account',
  artistPicture: 'hearer',
  timeZone: 'account',
  subscription: 'anyone',
  unsubscribe: 'anyone',
  playlists: 'account',
  createPlaylist: 'account',
  playlist: 'owner',
  changePlaylist: 'owner',
  deletePlaylist: 'owner',
  pinPlaylist: 'owner',
  unpinPlaylist: 'owner',
  playlistTracks: 'owner',
  addToPlaylist: 'owner',
  moveInPlaylist: 'owner',
  removeFromPlaylist: 'owner',
  clearPlaylist: 'owner',
  playlistReport: 'owner',
};

/** What these calls say instead of yes: here they bring no proof, and no address that could be split off. */
const unproven: Record<string, string> = {
  refresh: SIGN_IN,
  exchangeLink: 'INVALID_TOKEN',
  setPassword: 'INVALID_TOKEN',
  requestLoginLink: 'EMAIL_UNKNOWN',
  validateCode: 'CODE_EXPIRED',
  confirmSignUp: 'INVALID_EMAIL_TOKEN',
  subscription: 'INVALID_TOKEN',
  unsubscribe: 'INVALID_TOKEN',
  split: 'NOT_YOUR_EMAIL',
  mergeLink: 'INVALID_TOKEN',
  splitLink: 'INVALID_TOKEN',
  acceptInvitation: 'INVALID_TOKEN',
};

const server = await startTestServer();
const HASH = 'a'.repeat(64);
const packages = ['Radio'];
const made = await server.release({
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
const film = await server.release({ packages, songs: [{ assettype: 'video', renditions: [videoFile()] }] });
const { cover_hash, artistid } = await server.db
  .selectFrom('releases')
  .innerJoin('release_artist', 'release_artist.release_id', 'releases.id')
  .innerJoin('artists', 'artists.id', 'release_artist.artist_id')
  .where('releases.id', '=', made.id)
  .select(['cover_hash', 'artistid'])
  .executeTakeFirstOrThrow();
const [friend, former] = [await server.signedIn({ packages }), await server.signedIn()];
const [trackid = '', other = ''] = made.trackids;
const [video = ''] = film.trackids;
const callers = await signInAll();
/** Calls that end the sessions of who makes them. */
const ending: Record<string, typeof callers> = { signOut: await signInAll(), endSessions: await signInAll() };
await friend.call(invite, { body: { invitations: [{ invitee_email: 'x@test.example', relationship: 'other' }] } });
const { mailid = '' } = (await callers.operator.call(mails)).body.items[0] ?? {};
const all = Object.entries(routes);
let playlistid = '';

async function signInAll() {
  const six = {
    stranger: await server.signedIn(),
    unverified: await server.signedIn({ packages, verified: false }),
    staff: await server.signedIn({ verified: false, label_staff: true }),
    operator: await server.signedIn({ operator: true }),
    holder: await server.signedIn({ packages }),
  };
  for (const { accountid } of Object.values(six))
    for (const one of [friend, former]) await putKnownConnection(server.db, accountid, one.accountid, server.now());
  return six;
}

function videoFile(): DraftRendition {
  const stored = { file: 'video/1.mp4', bytes: 1, crc32: 0, media_type: 'video/mp4', data_offset: 0, data_bytes: 1 };
  return { ...stored, kind: 'video', source: null, sample_rate: null, channels: null, bits: null };
}

/** By the name of the part, where calls differ with the beginning of theirs. */
const parts = (): Record<string, string> => ({
  releaseid: made.releaseid,
  trackid,
  id: trackid,
  'releaseZip id': made.releaseid,
  'playlistZip id': playlistid,
  'video id': video,
  playlistid,
  attachmentid: made.attachmentids[0] ?? '',
  artistid,
  mailid,
  name: '1.jpg',
  format: 'csv',
  email: `${randomUUID()}@test.example`,
  token: 'x',
  'cover file': `${cover_hash}-500.webp`,
  'waveform file': `${made.waveform}.bin`,
  'marketLogo file': 'us.png',
  file: `${HASH}.webp`,
});

/** What a call sends of its own. */
const bodies = (caller: SignedIn): Record<string, object> => {
  const email = `${randomUUID()}@test.example`;
  return {
    signIn: { username: callers.holder.email, password: PASSWORD },
    exchangeLink: { token: 'x' },
    requestLoginLink: { email },
    setPassword: { token: 'x', password: PASSWORD },
    checkEmail: { email },
    sendCode: { email },
    validateCode: { email, code: '12345' },
    confirmSignUp: { email, ...aboutYou, ...aboutCompany, hasAcceptedTerms: true, email_token: 'x' },
    recipientForm1: { email, ...aboutYou },
    recipientForm2: { email, ...aboutCompany },
    saveProfile: {
      firstname: 'Mia',
      lastname: 'Ostrander',
      title: 'Writer',
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
    shareRelease: { release_id: made.releaseid, players_id: [friend.playerid] },
    comment: { player_email: caller.email, comment_type_id: 1, comment_text: 'Who mastered this?' },
    reportPlay: { trackid, seconds: 0 },
    timeZone: { timezone: 'Europe/Berlin' },
    createPlaylist: { name: 'Show' },
    changePlaylist: { name: 'Show' },
    addToPlaylist: { tracks: made.trackids },
    moveInPlaylist: { position: 'after', referenceTrackid: other },
  };
};

async function ask(name: string, { method, path }: Route, caller?: SignedIn): Promise<string> {
  const known = parts();
  const of = name.replace(/(Link|Status|Token|Stream|Download)$/, '');
  const filled = path.replace(/:([a-z]+)/gi, (_all, part: string) => known[`${of} ${part}`] ?? known[part] ?? part);
  const isReading = method === 'GET';
  const response = await fetch(`${server.url}/api${filled}${isReading ? '?token=x' : ''}`, {
    method,
    headers: {
      ...(caller && { authorization: `Bearer ${caller.token}` }),
      ...(!isReading && { 'content-type': 'application/json' }),
    },
    ...(!isReading && { body: JSON.stringify(bodies(caller ?? callers.holder)[name] ?? {}) }),
  });
  const text = await response.text();
  if (response.ok) return 'yes';
  const { code } = (JSON.parse(text) as { error: { code: string } }).error;
  return /^FORBIDDEN$|NOT_FOUND$/.test(code) ? HIDDEN : code;
}

test('every call of the contract has its rule', () => {
  expect(Object.keys(rules).sort()).toEqual(Object.keys(routes).sort());
});

describe('the rule holds', () => {
  beforeEach(async () => {
    const { call } = callers.holder;
    playlistid = (await call(createPlaylist, { body: { name: 'Show' } })).body.playlistid;
    await call(addToPlaylist, { params: { playlistid }, body: { tracks: made.trackids } });
  });

  test.each(all)(
    '%s, for each of the six',
    { tags: ['A-ROLE-01', 'A-ROLE-02', 'A-ROLE-11', 'C-API-57'] },
    async (name, route) => {
      const got: string[] = [];
      for (const caller of [undefined, ...Object.values(ending[name] ?? callers)])
        got.push(await ask(name, route, caller));
      const expected = outcomes[rules[name] ?? 'anyone'].map((outcome) =>
        outcome === 'yes' ? (unproven[name] ?? outcome) : outcome,
      );
      expect(got).toEqual(expected);
    },
  );
});

import { randomUUID } from 'node:crypto';
import { routes } from '@promenade/contract';
import { invite } from '@promenade/contract/network';
import { mails } from '@promenade/contract/operator';
import { addToPlaylist, createPlaylist } from '@promenade/contract/playlists';
import type { Route } from '@promenade/contract/route';
import { beforeEach, describe, expect, test } from 'vitest';
import type { DraftRendition } from './catalogue/releaseDraft.ts';
import { insertConnection } from './network/connectionQueries.ts';
import { companyAnswers, personAnswers } from './testing/applicants.ts';
import { PASSWORD, type SignedIn, startTestServer } from './testing/testServer.ts';

const SIGN_IN = 'UNAUTHENTICATED';
const VERIFY = 'NOT_VERIFIED';
const STAFF_ONLY = 'OPERATORS_ONLY';
const HIDDEN = 'hidden';

/**
 * The expected outcomes for six callers: a visitor; a verified stranger; an unverified recipient of the release; label
 * staff; an operator; and a verified recipient who owns the playlist.
 */
const outcomes = {
  anyone: ['yes', 'yes', 'yes', 'yes', 'yes', 'yes'],
  account: [SIGN_IN, 'yes', 'yes', 'yes', 'yes', 'yes'],
  verified: [SIGN_IN, 'yes', VERIFY, VERIFY, 'yes', 'yes'],
  sharer: [SIGN_IN, HIDDEN, VERIFY, VERIFY, HIDDEN, 'yes'],
  operator: [SIGN_IN, STAFF_ONLY, STAFF_ONLY, STAFF_ONLY, 'yes', STAFF_ONLY],
  recipient: [SIGN_IN, HIDDEN, 'yes', HIDDEN, HIDDEN, 'yes'],
  seen: [SIGN_IN, HIDDEN, 'yes', HIDDEN, 'yes', 'yes'],
  staff: [SIGN_IN, HIDDEN, HIDDEN, HIDDEN, 'yes', HIDDEN],
  owner: [SIGN_IN, HIDDEN, HIDDEN, HIDDEN, HIDDEN, 'yes'],
};

const rules: Record<string, keyof typeof outcomes> = {
  signIn: 'anyone',
  refresh: 'anyone',
  signOut: 'account',
  requestSignInLink: 'anyone',
  signInLink: 'anyone',
  exchangeSignInLink: 'anyone',
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
  confirmTold: 'account',
  seen: 'account',
  seenTable: 'account',
  merge: 'account',
  split: 'account',
  mergeLink: 'account',
  splitLink: 'account',
  countries: 'anyone',
  registerDevice: 'account',
  connections: 'account',
  deleteConnection: 'account',
  invite: 'verified',
  acceptInvitation: 'account',
  connect: 'account',
  shareRelease: 'sharer',
  commentInit: 'recipient',
  comment: 'recipient',
  commentClick: 'recipient',
  events: 'account',
  personalData: 'account',
  deletion: 'account',
  requestDeletion: 'account',
  cancelDeletion: 'account',
  mails: 'operator',
  mailView: 'operator',
  releases: 'account',
  release: 'recipient',
  cover: 'seen',
  labelLogo: 'seen',
  audioToken: 'seen',
  audioStream: 'recipient',
  waveform: 'seen',
  videoToken: 'seen',
  videoStream: 'recipient',
  audioDownload: 'recipient',
  videoDownload: 'recipient',
  releaseZipLink: 'recipient',
  releaseZipStatus: 'recipient',
  releaseZip: 'recipient',
  playlistZipLink: 'owner',
  playlistZipStatus: 'owner',
  playlistZip: 'owner',
  flagRelease: 'recipient',
  unflagRelease: 'recipient',
  flagTrack: 'recipient',
  unflagTrack: 'recipient',
  clearFlags: 'account',
  flagged: 'account',
  flaggedTracks: 'account',
  archiveRelease: 'recipient',
  restoreRelease: 'recipient',
  clearArchive: 'account',
  archived: 'account',
  markReleases: 'account',
  counts: 'account',
  attachment: 'recipient',
  promoPicture: 'recipient',
  reportPlay: 'seen',
  reportOpen: 'recipient',
  plays: 'account',
  playedReleases: 'account',
  sheet: 'recipient',
  options: 'account',
  genres: 'account',
  markets: 'account',
  marketLogos: 'account',
  marketLogo: 'recipient',
  search: 'account',
  releaseReport: 'staff',
  reportRecipients: 'staff',
  reportTable: 'staff',
  reportSheet: 'staff',
  followUp: 'staff',
  followUpMail: 'staff',
  sendFollowUp: 'staff',
  labelReport: 'staff',
  staffLabels: 'account',
  staffReleases: 'account',
  staffRelease: 'staff',
  changeRelease: 'staff',
  releaseHistory: 'staff',
  undoChange: 'staff',
  setAudience: 'staff',
  labelPackages: 'staff',
  labelPeople: 'staff',
  labelSettings: 'staff',
  publishDraft: 'staff',
  cancelMail: 'staff',
  sendTestMail: 'staff',
  withdrawStaffRelease: 'staff',
  restoreStaffRelease: 'staff',
  deleteDraft: 'staff',
  previewRelease: 'staff',
  startDelivery: 'staff',
  labelDeliveries: 'account',
  labelDelivery: 'staff',
  discardDelivery: 'staff',
  importDelivery: 'staff',
  artist: 'recipient',
  artistReleases: 'recipient',
  artistTracks: 'recipient',
  artistPicture: 'recipient',
  label: 'recipient',
  labelReleases: 'recipient',
  timeZone: 'account',
  subscription: 'anyone',
  unsubscribe: 'anyone',
  changeSubscription: 'anyone',
  mailedLabels: 'account',
  labelMails: 'recipient',
  stopLabelMails: 'recipient',
  startLabelMails: 'recipient',
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
  playlistSheet: 'owner',
};

/** The refusals that replace `yes` for routes whose token or address is invalid in this test. */
const refusals: Record<string, string> = {
  changeRelease: 'IF_MATCH_REQUIRED',
  undoChange: HIDDEN,
  setAudience: 'IF_MATCH_REQUIRED',
  publishDraft: 'RELEASE_PUBLISHED',
  deleteDraft: 'RELEASE_PUBLISHED',
  importDelivery: 'DELIVERY_INCOMPLETE',
  refresh: SIGN_IN,
  signInLink: 'INVALID_TOKEN',
  exchangeSignInLink: 'INVALID_TOKEN',
  setPassword: 'INVALID_TOKEN',
  requestSignInLink: 'EMAIL_UNKNOWN',
  validateCode: 'CODE_EXPIRED',
  confirmSignUp: 'INVALID_EMAIL_TOKEN',
  subscription: 'INVALID_TOKEN',
  unsubscribe: 'INVALID_TOKEN',
  changeSubscription: 'INVALID_TOKEN',
  split: 'NOT_YOUR_EMAIL',
  mergeLink: 'INVALID_TOKEN',
  splitLink: 'INVALID_TOKEN',
  acceptInvitation: 'INVALID_TOKEN',
};

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
const allRoutes = Object.entries(routes);
let playlistid = '';
let deliveryid = '';

async function signInAll() {
  const accounts = {
    stranger: await server.signedIn(),
    unverified: await server.signedIn({ packages, verified: false }),
    staff: await server.signedIn({ verified: false, label_staff: true }),
    operator: await server.signedIn({ operator: true }),
    holder: await server.signedIn({ packages }),
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
  'video id': video,
  playlistid,
  attachmentid: release.attachmentids[0] ?? '',
  artistid,
  labelid,
  deliveryid,
  mailid,
  name: '1.jpg',
  format: 'csv',
  email: `${randomUUID()}@test.example`,
  token: 'x',
  changeid: '9',
  'cover file': `${cover_hash}-500.webp`,
  'waveform file': `${release.waveform}.bin`,
  'marketLogo file': 'us.png',
  file: `${HASH}.webp`,
});

/** The request bodies by route. */
const bodies = (caller: SignedIn): Record<string, object> => {
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
    setAudience: { packages, people: [], excluded: [], addresses: [] },
    publishDraft: { available: null, mail: null },
    sendTestMail: { subject: '', message: '' },
    changeSubscription: { mailpref: 'none' },
    timeZone: { timezone: 'Europe/Berlin' },
    startDelivery: { labelid, name: 'Ferry' },
    createPlaylist: { name: 'Show' },
    changePlaylist: { name: 'Show' },
    addToPlaylist: { tracks: release.trackids },
    moveInPlaylist: { position: 'after', referenceTrackid: otherTrackid },
  };
};

async function request(name: string, { method, path }: Route, caller?: SignedIn): Promise<string> {
  const values = parameterValues();
  const prefix = name.replace(/(Link|Status|Token|Stream|Download)$/, '');
  const filled = path.replace(
    /:([a-z]+)/gi,
    (_all, parameter: string) => values[`${prefix} ${parameter}`] ?? values[parameter] ?? parameter,
  );
  const isGet = method === 'GET';
  const response = await fetch(`${server.url}/api${filled}${isGet ? `?token=x&labelid=${labelid}` : ''}`, {
    method,
    headers: {
      ...(caller && { authorization: `Bearer ${caller.token}` }),
      ...(!isGet && { 'content-type': 'application/json' }),
    },
    ...(!isGet && { body: JSON.stringify(bodies(caller ?? callers.holder)[name] ?? {}) }),
  });
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
    const row = { label_id: labelId, account_id: null, name: '', created_at: server.now(), updated_at: server.now() };
    const delivery = server.db.insertInto('deliveries').values(row).returning('deliveryid');
    ({ deliveryid } = await delivery.executeTakeFirstOrThrow());
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
});

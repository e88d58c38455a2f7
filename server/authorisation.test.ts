import { routes } from '@promenade/contract';
import { createPlaylist } from '@promenade/contract/playlists';
import type { Route } from '@promenade/contract/route';
import { describe, expect, test } from 'vitest';
import type { DraftRendition } from './catalogue/releaseDraft.ts';
import { type SignedIn, startWorld } from './testing/world.ts';

/**
 * Who may make each call: `anyone`; `account` whoever is signed in, about themselves; `verified`; `operator`; `hearer`
 * only those whom the release was delivered to; `owner` only the account whose playlist it is.
 */
const rules: Record<string, 'anyone' | 'account' | 'verified' | 'operator' | 'hearer' | 'owner'> = {
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
  shareRelease: 'verified',
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
  unflagRelease: 'account',
  flagTrack: 'hearer',
  unflagTrack: 'account',
  clearFlags: 'account',
  flagged: 'account',
  archiveRelease: 'hearer',
  restoreRelease: 'account',
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

const world = await startWorld();
const made = await world.release({
  packages: ['Radio'],
  tracks: 2,
  audio: true,
  cover: true,
  attachments: [{ filename: 'sheet.pdf', bytes: Buffer.from('sheet') }],
  promoPictures: [{ name: '1.jpg', bytes: Buffer.from('picture') }],
});
const film = await world.release({
  packages: ['Radio'],
  songs: [{ assettype: 'video', renditions: [videoFile()] }],
});
const hearer = await world.signedIn({ packages: ['Radio'] });
const HASH = 'a'.repeat(64);
const artist = await world.db
  .selectFrom('release_artist')
  .innerJoin('artists', 'artists.id', 'release_artist.artist_id')
  .where('release_artist.release_id', '=', made.id)
  .select('artistid')
  .executeTakeFirstOrThrow();
const params: Record<string, string> = {
  releaseid: made.releaseid,
  id: made.trackids[0] ?? '',
  trackid: made.trackids[0] ?? '',
  attachmentid: made.attachmentids[0] ?? '',
  name: '1.jpg',
  artistid: artist.artistid,
  format: 'csv',
  mailid: '00000000-0000-4000-8000-000000000000',
  email: hearer.email,
};
/** What an id is of, where it is not of a song. */
const ids: Record<string, string> = {
  releaseZipLink: made.releaseid,
  releaseZipStatus: made.releaseid,
  releaseZip: made.releaseid,
  videoToken: film.trackids[0] ?? '',
  videoStream: film.trackids[0] ?? '',
  videoDownload: film.trackids[0] ?? '',
};
/** The last part of an address of a picture. */
const files: Record<string, string> = {
  cover: `${HASH}-500.webp`,
  labelLogo: `${HASH}.webp`,
  artistPicture: `${HASH}.webp`,
  marketLogo: 'us.png',
  waveform: `${made.waveform}.bin`,
};
const bodies: Record<string, object> = {
  comment: { player_email: hearer.email, comment_type_id: 1, comment_text: 'Who mastered this?' },
  deleteConnection: { connected_player_id: hearer.playerid },
  reportPlay: { trackid: made.trackids[0], seconds: 0 },
  invite: { invitations: [{ invitee_email: 'friend@test.example', relationship: 'other' }] },
  shareRelease: { release_id: made.releaseid, players_id: [hearer.playerid] },
  createPlaylist: { name: 'Show' },
  changePlaylist: { name: 'Show' },
  addToPlaylist: { tracks: made.trackids },
  moveInPlaylist: { position: 'after', referenceTrackid: made.trackids[1] },
};

/** Of which nothing lies in storage. */
function videoFile(): DraftRendition {
  const stored = { file: 'video/none.mp4', bytes: 1, crc32: 0, media_type: 'video/mp4', data_offset: 0, data_bytes: 1 };
  return { ...stored, kind: 'video', source: null, sample_rate: null, channels: null, bits: null };
}

async function ask(name: string, { method, path }: Route, token?: string, own: Record<string, string> = {}) {
  const filled = path.replace(/:([a-z]+)/gi, (_all, part: string) =>
    part === 'file'
      ? (files[name] ?? '')
      : (own[part] ?? (part === 'id' ? ids[name] : undefined) ?? params[part] ?? 'x'),
  );
  const response = await fetch(`${world.url}/api${filled}`, {
    method,
    headers: {
      ...(token && { authorization: `Bearer ${token}` }),
      ...(method !== 'GET' && { 'content-type': 'application/json' }),
    },
    ...(method !== 'GET' && { body: JSON.stringify(bodies[name] ?? {}) }),
  });
  const text = await response.text();
  const { error } = (text.startsWith('{"error"') ? JSON.parse(text) : {}) as { error?: { code: string } };
  return { status: response.status, code: error?.code ?? '' };
}

/** The id of a playlist of this account, by the names that paths have for it. */
async function playlistOf({ call }: SignedIn): Promise<Record<string, string>> {
  const { playlistid } = (await call(createPlaylist, { body: { name: 'Show' } })).body;
  return { playlistid, id: playlistid };
}

const all = Object.entries(routes);
const of = (...kinds: string[]) => all.filter(([name]) => kinds.includes(rules[name] ?? ''));

test('every call of the contract has its rule', () => {
  expect(Object.keys(rules).sort()).toEqual(Object.keys(routes).sort());
});

describe('the rule holds', () => {
  test.each(of('account', 'verified', 'operator', 'hearer', 'owner'))(
    '%s asks a visitor to sign in (A-ROLE-01)',
    async (name, route) => {
      expect(await ask(name, route)).toEqual({ status: 401, code: 'UNAUTHENTICATED' });
    },
  );

  test.each(of('verified'))('%s is refused to an account that is not verified (A-ROLE-11)', async (name, route) => {
    const newcomer = await world.signedIn({ packages: ['Radio'], verified: false });
    const staff = await world.signedIn({ packages: ['Radio'], verified: false, label_staff: true });
    for (const { token } of [newcomer, staff]) {
      expect(await ask(name, route, token)).toEqual({ status: 403, code: 'NOT_VERIFIED' });
    }
  });

  test.each(of('operator'))('%s is refused to everybody but operators', async (name, route) => {
    const others: SignedIn[] = [hearer, await world.signedIn({ label_staff: true })];
    for (const { token } of others) {
      expect(await ask(name, route, token)).toEqual({ status: 403, code: 'OPERATORS_ONLY' });
    }
  });

  test.each(of('hearer'))('%s is refused to an account that the release was not sent to', async (name, route) => {
    const strangers = [await world.signedIn(), await world.signedIn({ label_staff: true })];
    for (const { token } of strangers) {
      const { status } = await ask(name, route, token);
      expect([403, 404]).toContain(status);
    }
  });

  test.each(of('owner'))('%s knows nothing of a playlist of somebody else (C-API-57)', async (name, route) => {
    const own = await playlistOf(await world.signedIn({ packages: ['Radio'] }));
    for (const { token } of [hearer, await world.signedIn(), await world.signedIn({ operator: true })]) {
      expect((await ask(name, route, token, own)).status).toBe(404);
    }
  });

  test.each(of('account', 'hearer', 'owner'))(
    '%s is not closed to an account it belongs to (A-ROLE-02)',
    async (name, route) => {
      const own = await world.signedIn({ packages: ['Radio'], verified: false });
      const { code } = await ask(name, route, own.token, rules[name] === 'owner' ? await playlistOf(own) : {});
      const closed = ['UNAUTHENTICATED', 'FORBIDDEN', 'NOT_VERIFIED', 'OPERATORS_ONLY', 'PLAYLIST_NOT_FOUND'];
      expect(closed).not.toContain(code);
    },
  );
});

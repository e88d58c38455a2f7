import { SHEETS_PER_HOUR } from '@promenade/contract/limits';
import { sheet } from '@promenade/contract/media';
import { addToPlaylist, createPlaylist, playlistSheet } from '@promenade/contract/playlists';
import { expect, test } from 'vitest';
import { refused } from '../../testing/client.ts';
import { readPdf } from '../../testing/readPdf.ts';
import { type SignedIn, startTestServer } from '../../testing/testServer.ts';

const server = await startTestServer();
const player = await server.signedIn({ packages: ['Radio'], firstname: 'Marie', lastname: 'Tremblay' });

async function createTestPlaylist({ call }: SignedIn, name: string, desc: string, tracks: string[]): Promise<string> {
  const { playlistid } = (await call(createPlaylist, { body: { name, desc } })).body;
  if (tracks.length > 0) await call(addToPlaylist, { params: { playlistid }, body: { tracks } });
  return playlistid;
}

async function get(playlistid: string, headers: Record<string, string> = { cookie: player.cookie }) {
  const response = await fetch(`${server.url}/api/playlist/${playlistid}/report.pdf`, { headers });
  return { status: response.status, headers: response.headers, bytes: new Uint8Array(await response.arrayBuffer()) };
}

const releaseOptions = {
  packages: ['Radio'],
  title: 'Lights',
  artist: 'Zoë Lindqvist',
  label: { name: 'Parallel Recordings', contact: null },
  available: new Date('2026-05-07T23:30:00Z'),
  impactdate: '2026-05-09',
};

test('the PDF sheet of a playlist has its name, description and tracks in order', {
  tags: ['C-API-55', 'C-PLAYLIST-27'],
}, async () => {
  const lights = await server.release({
    ...releaseOptions,
    songs: [
      { title: 'Northern', version: 'Radio edit', artist: 'Zoë feat. Ørjan', duration: 75.4, isrc: 'DEA232600001' },
      { title: 'Southern', artist: 'Zoë Lindqvist', duration: 61, explicit: 'explicit' },
    ],
  });
  const tide = await server.release({ packages: ['Radio'], title: 'Tide', songs: [{ title: 'Ebb', artist: 'Mia' }] });
  const gone = await server.release({ packages: ['Radio'], songs: [{ title: 'Withdrawn' }] });
  const [first = '', second = ''] = lights.trackids;
  const tracks = [second, tide.trackids[0] ?? '', gone.trackids[0] ?? '', first];
  const playlistid = await createTestPlaylist(player, 'Späte Schicht', 'Every Friday, 22:00', tracks);
  await server.setState(gone, 'withdrawn');
  const { status, headers, bytes } = await get(playlistid);
  expect(status).toBe(200);
  expect(headers.get('content-type')).toBe('application/pdf');
  expect(headers.get('content-disposition')).toMatch(/^inline; .*Sp%C3%A4te%20Schicht\.pdf$/);
  expect(headers.get('cache-control')).toContain('no-store');
  const { text, title, author, isTagged, roles } = await readPdf(bytes);
  expect({ title, author, isTagged }).toEqual({ title: 'Späte Schicht', author: 'Marie Tremblay', isTagged: true });
  expect(roles).toEqual(expect.arrayContaining(['H1', 'H2', 'H3', 'P']));
  for (const shown of [
    'Playlist · 3 tracks · 2:28',
    'Späte Schicht',
    'Every Friday, 22:00',
    'Northern (Radio edit)',
    'Zoë feat. Ørjan',
    'DEA232600001',
    '1:15',
    'Release: Lights',
    'Label: Parallel Recordings',
    'Available: May 07, 2026',
    'Impact date: May 09, 2026',
    `Confidential · made for Marie Tremblay (${player.email}) on `,
    'Promotional copy · not for sale',
  ]) {
    expect(text).toContain(shown);
  }
  expect(text).not.toContain('Withdrawn');
  const offsets = ['Southern', 'Ebb', 'Northern'].map((song) => text.indexOf(song));
  expect(offsets).toEqual(offsets.toSorted((one, other) => one - other));
});

test('an empty playlist has a PDF sheet, and a long one has all tracks', { tags: ['C-API-55'] }, async () => {
  const empty = await readPdf((await get(await createTestPlaylist(player, 'Not yet', '', []))).bytes);
  expect(empty.text).toContain('Playlist · 0 tracks · 0:00');
  expect(empty.text).not.toContain('ISRC');
  const songs = Array.from({ length: 90 }, (_, index) => ({ title: `Number ${index + 1} of ninety`, artist: 'Mia' }));
  const { trackids } = await server.release({ ...releaseOptions, songs });
  const { pages, text, widest } = await readPdf(
    (await get(await createTestPlaylist(player, 'W'.repeat(50), '', trackids))).bytes,
  );
  expect(pages.length).toBeGreaterThan(3);
  for (const { title } of songs) expect(text).toContain(title);
  for (const [index, page] of pages.entries()) expect(page).toContain(`Page ${index + 1} of ${pages.length}`);
  expect(widest).toBeLessThanOrEqual(595.28 - 47);
});

test('the PDF sheet of a playlist needs the session cookie or token of its owner', {
  tags: ['C-API-55', 'C-API-57'],
}, async () => {
  const playlistid = await createTestPlaylist(player, 'AC/DC: "live"?', '', []);
  const other = await server.signedIn({ packages: ['Radio'] });
  const { status, headers } = await get(playlistid, { authorization: `Bearer ${player.token}` });
  expect(status).toBe(200);
  expect(headers.get('content-disposition')).toContain('filename="AC_DC_ _live__.pdf"');
  expect((await get(playlistid)).status).toBe(200);
  expect((await get(playlistid, {})).status).toBe(401);
  expect((await get(playlistid, { cookie: other.cookie })).status).toBe(404);
  expect(await other.call(playlistSheet, { params: { playlistid } })).toMatchObject(refused('PLAYLIST_NOT_FOUND'));
});

test('playlist sheets count towards the hourly limit', async () => {
  const frequent = await server.signedIn({ packages: ['Radio'] });
  const { releaseid } = await server.release(releaseOptions);
  const playlistid = await createTestPlaylist(frequent, 'Again and again', '', []);
  const table = { params: { releaseid, format: 'csv' as const } };
  for (let index = 0; index < SHEETS_PER_HOUR; index++) expect((await frequent.call(sheet, table)).status).toBe(200);
  const over = await frequent.call(playlistSheet, { params: { playlistid } });
  expect(over).toMatchObject(refused('TOO_MANY_REQUESTS'));
  expect(Number(over.headers.get('retry-after'))).toBeGreaterThan(0);
});

import { release as releaseRoute } from '@promenade/contract/catalogue';
import { publishDraft } from '@promenade/contract/label';
import { flagged, flaggedTracks, flagTrack, plays, reportPlay } from '@promenade/contract/library';
import { audioToken, waveform } from '@promenade/contract/media';
import { addToPlaylist, createPlaylist, playlistTracks } from '@promenade/contract/playlists';
import { releaseHistory, undoChange } from '@promenade/contract/releaseHistory';
import { checkDelivery, importDelivery, replaceRecording, startDelivery } from '@promenade/contract/uploads';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { readDocument } from '../catalogue/document/readDocument.ts';
import { deleteOldTracks } from '../ingest/storedFiles/deleteOldTracks.ts';
import { deleteUnreferencedFiles } from '../ingest/storedFiles/deleteUnreferencedFiles.ts';
import { importDelivery as runImport } from '../ingest/uploads/importDelivery.ts';
import { refused } from '../testing/client.ts';
import { openSharedDecodePool } from '../testing/deliveries.ts';
import { createLabel } from '../testing/labelDeliverer.ts';
import { startTestServer } from '../testing/testServer.ts';
import { TONE_SECONDS, tone } from '../testing/tones.ts';

const server = await startTestServer();
const decodePool = openSharedDecodePool();
const { db } = server;
const DAY_MS = 24 * 3600_000;

const NAMES = ['01 Alpha.wav', '02 Beta.wav', '03 Gamma.wav', '04 Delta.wav'];
const ALBUM = Object.fromEntries(NAMES.map((name, index) => [name, tone(200 + 50 * index)]));
let count = 0;

/** A published album of four songs, and somebody who has flagged, heard, listed and downloaded the second. */
async function createAlbum() {
  const name = `Corrected ${count++}`;
  const label = await createLabel({ ...server, decodePool }, name);
  const { editor } = label;
  const sidecar = Buffer.from(JSON.stringify({ title: name, artist: 'Kite', genres: ['House'], upc: undefined }));
  const first = await label.deliver(name, { ...ALBUM, 'release.json': sidecar });
  expect(first).toMatchObject({ state: 'imported', problems: [] });
  const releaseid = first.releaseid ?? '';
  const params = { releaseid };
  const listener = await server.signedIn();
  const change = async (method: string, path: string, body: object) => {
    const { version } = await label.readRelease(releaseid);
    const response = await fetch(`${server.url}/api/label/releases/${releaseid}${path}`, {
      method,
      headers: {
        authorization: `Bearer ${editor.token}`,
        'content-type': 'application/json',
        'if-match': `"${version}"`,
      },
      body: JSON.stringify(body),
    });
    expect(response.status).toBe(200);
  };
  const everyone = { packages: ['Everyone'], people: [], excluded: [], addresses: [] };
  await change('PUT', '/audience', everyone);
  const published = await editor.call(publishDraft, { params, body: { available: null, mail: null, confirmed: true } });
  expect(published.status).toBe(200);
  const songs = async () => (await listener.call(releaseRoute, { params })).body.songs;
  const trackids = (await songs()).map(({ trackid }) => trackid);
  const [, beta = ''] = trackids;
  await change('PATCH', '', { tracks: { [beta]: { title: 'Beta, edited', hookstart: 4 } } });
  await listener.call(flagTrack, { params: { releaseid, trackid: beta } });
  await listener.call(reportPlay, { body: { trackid: beta, seconds: TONE_SECONDS } });
  const { playlistid } = (await listener.call(createPlaylist, { body: { name: 'Mine' } })).body;
  await listener.call(addToPlaylist, { params: { playlistid }, body: { tracks: [trackids[3] ?? '', beta] } });
  await db
    .insertInto('downloaded_tracks')
    .columns(['account_id', 'track_id', 'release_id', 'format', 'downloaded_at', 'etag'])
    .expression(
      db
        .selectFrom('tracks')
        .where('trackid', '=', beta)
        .select((of) => [
          of.val(listener.accountid).as('account_id'),
          'id',
          'release_id',
          of.val('wav').as('format'),
          of.val(new Date(server.now().getTime() - 60_000)).as('downloaded_at'),
          of.val('').as('etag'),
        ]),
    )
    .execute();
  return { ...label, name, releaseid, params, listener, trackids, beta, playlistid, songs, sidecar, change };
}

type Album = Awaited<ReturnType<typeof createAlbum>>;

/** What the listener has of the release. */
async function readLibrary({ listener, params, playlistid, songs }: Album) {
  const { flaggedtrackcount, unheardtrackcount } = (await listener.call(releaseRoute, { params })).body;
  return {
    songs: (await songs()).map(({ trackid, title, flagged, heard }) => [trackid, title, flagged, heard]),
    counts: { flaggedtrackcount, unheardtrackcount },
    flaggedReleases: (await listener.call(flagged, { query: {} })).body.total,
    flaggedTracks: (await listener.call(flaggedTracks, { query: {} })).body.items.map(({ trackid }) => trackid),
    history: (await listener.call(plays, { query: {} })).body.items.map(({ trackid }) => trackid),
    playlist: (await listener.call(playlistTracks, { params: { playlistid }, query: {} })).body.items.map(
      ({ trackid }) => trackid,
    ),
  };
}

async function importWith(album: Album, deliveryid: string, fewer?: 'ask' | 'exchange' | 'remove') {
  const answer = await album.editor.call(importDelivery, { params: { deliveryid }, body: { ...(fewer && { fewer }) } });
  expect(answer.status).toBe(202);
  await runImport({ ...server, decodePool }, { deliveryid, actor: album.editor.playerid });
  return album.read(deliveryid);
}

async function tidyAfter(days: number): Promise<void> {
  const later = { ...server, now: () => new Date(server.now().getTime() + days * DAY_MS) };
  await deleteOldTracks(later);
  await deleteUnreferencedFiles(later);
}

test('one corrected recording delivered again asks once, and is exchanged: everything else stays', async () => {
  const album = await createAlbum();
  const before = await readLibrary(album);
  const songsBefore = await album.songs();
  const deliveryid = await album.start('02 Beta.wav', { '02 Beta.wav': tone(900, 3) }, album.releaseid);
  const asked = await importWith(album, deliveryid, 'ask');
  expect(asked).toMatchObject({ state: 'uploading', fewer: { delivered: 1, tracks: 4 }, problems: [] });
  expect(await readLibrary(album)).toEqual(before);
  const exchanged = await importWith(album, deliveryid, 'exchange');
  expect(exchanged).toMatchObject({ state: 'imported', fewer: { delivered: 1, tracks: 4 }, problems: [] });
  expect(await readLibrary(album)).toEqual(before);
  const [alpha, beta, ...others] = await album.songs();
  expect([alpha, ...others]).toEqual([songsBefore[0], ...songsBefore.slice(2)]);
  expect(beta).toMatchObject({ duration: 3, newrecording: true, title: 'Beta, edited' });
  expect(beta?.waveform).not.toBe(songsBefore[1]?.waveform);
  // The hook was set by ear after the new recording is over.
  expect(beta?.hook ?? 0).toBeLessThanOrEqual(3);
  const { release, document } = await album.readRelease(album.releaseid);
  expect(release.title).toBe(album.name);
  expect(document).toMatchObject({ genres: ['House'], release_type: 'EP' });
});

test('an exchange is what an import means that nobody was asked about', async () => {
  const album = await createAlbum();
  const before = await readLibrary(album);
  const deliveryid = await album.start('Beta.wav', { 'Beta.wav': tone(901) }, album.releaseid);
  expect(await importWith(album, deliveryid)).toMatchObject({ state: 'imported' });
  expect(await readLibrary(album)).toEqual(before);
  expect((await album.songs()).map(({ newrecording }) => newrecording)).toEqual([
    undefined,
    true,
    undefined,
    undefined,
  ]);
});

test('removed tracks are nowhere, and come back with their ids, edits and listening', async () => {
  const album = await createAlbum();
  const { listener, releaseid, beta } = album;
  const before = await readLibrary(album);
  const songsBefore = await album.songs();
  const deliveryid = await album.start('Album', { '01 Alpha.wav': ALBUM['01 Alpha.wav'] ?? '' }, releaseid);
  await importWith(album, deliveryid, 'remove');
  expect(await readLibrary(album)).toEqual({
    songs: [[album.trackids[0], 'Alpha', false, 'unheard']],
    counts: { flaggedtrackcount: 0, unheardtrackcount: 1 },
    flaggedReleases: 0,
    flaggedTracks: [],
    history: [],
    playlist: [],
  });
  expect(await listener.call(audioToken, { params: { id: beta } })).toMatchObject(refused('TRACK_NOT_FOUND'));
  const file = songsBefore[1]?.waveform?.split('/').at(-1) ?? '';
  expect(await listener.call(waveform, { params: { trackid: beta, file } })).toMatchObject({ status: 404 });
  expect(await listener.call(reportPlay, { body: { trackid: beta, seconds: 3 } })).toMatchObject({ status: 404 });
  expect(await listener.call(flagTrack, { params: { releaseid, trackid: beta } })).toMatchObject({ status: 404 });
  await tidyAfter(29);
  // Another master of the second song, and no ISRC: its number and title tell which one it is.
  await album.deliver('Album again', { ...ALBUM, '02 Beta.wav': tone(905), 'release.json': album.sidecar }, releaseid);
  expect(await readLibrary(album)).toEqual(before);
});

test('after 30 days a removed track is gone, and its files are deleted after their grace time', async () => {
  const album = await createAlbum();
  const { beta } = album;
  await album.deliver('02 Beta.wav', { '02 Beta.wav': tone(779) }, album.releaseid);
  const deliveryid = await album.start('Album', { '03 Gamma.wav': tone(777) }, album.releaseid);
  await importWith(album, deliveryid, 'remove');
  const files = await db
    .selectFrom('renditions')
    .innerJoin('tracks', 'tracks.id', 'track_id')
    .where('trackid', '=', beta)
    .select('file')
    .execute();
  const areStored = async () =>
    Promise.all(files.map(async ({ file }) => (await server.storage.stat(file)) !== undefined));
  const all = (value: boolean) => files.map(() => value);
  expect(files.length).toBeGreaterThan(1);
  await tidyAfter(31);
  expect(await db.selectFrom('tracks').where('trackid', '=', beta).selectAll().execute()).toEqual([]);
  expect(await db.selectFrom('former_releases').selectAll().execute()).toEqual([]);
  expect(await areStored()).toEqual(all(true));
  await tidyAfter(39);
  expect(await areStored()).toEqual(all(false));
  const [back] = (await album.songs()).map(({ trackid }) => trackid);
  await album.deliver('Album', ALBUM, album.releaseid);
  const now = (await album.songs()).map(({ trackid }) => trackid);
  expect(now).toContain(back);
  expect(now).not.toContain(beta);
});

async function uploadForEdit(album: Album, name: string, content: Buffer, person = album.editor): Promise<string> {
  const { labelid } = (await album.readRelease(album.releaseid)).release;
  const body = { labelid: labelid ?? '', releaseid: album.releaseid, name, purpose: 'edit' } as const;
  const { deliveryid } = (await person.call(startDelivery, { body })).body;
  return (await album.uploadTo(deliveryid, `${crypto.randomUUID()}/${name}`, content)).split('/').at(-1) ?? '';
}

test('the recording of a track is replaced: the track keeps everything else, and a picture is refused', async () => {
  const album = await createAlbum();
  const { editor, beta, releaseid } = album;
  const before = await readLibrary(album);
  const wave = (await album.songs())[1]?.waveform;
  const params = { releaseid, trackid: beta };
  const replace = async (name: string, content: Buffer) => {
    const uploadid = await uploadForEdit(album, name, content);
    const { body, status } = await editor.call(replaceRecording, { params, body: { uploadid } });
    expect([status, body.state, body.trackid, body.releaseid]).toEqual([202, 'importing', beta, releaseid]);
    await runImport({ ...server, decodePool }, { deliveryid: body.deliveryid, actor: editor.playerid });
    return album.read(body.deliveryid);
  };
  expect(await replace('any name.wav', tone(1200))).toMatchObject({ state: 'imported', problems: [], fewer: null });
  expect(await readLibrary(album)).toEqual(before);
  const [, song] = await album.songs();
  expect(song).toMatchObject({ newrecording: true, title: 'Beta, edited', hook: 4 });
  expect(song?.waveform).not.toBe(wave);
  const [entry] = (await editor.call(releaseHistory, { params: { releaseid }, query: {} })).body.items;
  expect(entry).toMatchObject({ action: 'release.recording', undoable: true });
  expect(await replace('cover.wav', Buffer.from('no audio'))).toMatchObject({ state: 'refused' });
  expect(await readLibrary(album)).toEqual(before);
  const unknown = { releaseid, trackid: crypto.randomUUID() };
  const uploadid = crypto.randomUUID();
  expect(await editor.call(replaceRecording, { params: unknown, body: { uploadid } })).toMatchObject(
    refused('TRACK_NOT_FOUND'),
  );
  expect(await editor.call(replaceRecording, { params, body: { uploadid } })).toMatchObject(
    refused('UPLOAD_NOT_FOUND'),
  );
  // The same delivery as before is no reason to give the old recording back.
  await album.deliver(album.name, { ...ALBUM, 'release.json': album.sidecar }, releaseid);
  expect((await album.songs())[1]?.waveform).toBe(song?.waveform);
  // Nor is one in which another song was corrected.
  await album.deliver('Corrected', { ...ALBUM, '01 Alpha.wav': tone(1300), 'release.json': album.sidecar }, releaseid);
  expect((await album.songs()).map(({ newrecording }) => newrecording)).toEqual([
    undefined,
    true,
    undefined,
    undefined,
  ]);
  expect((await album.songs())[1]?.waveform).toBe(song?.waveform);
  // Another master of the song is.
  await album.deliver('Again', { ...ALBUM, '02 Beta.wav': tone(1400), 'release.json': album.sidecar }, releaseid);
  expect((await album.songs())[1]?.waveform).not.toBe(song?.waveform);
});

test('a whole set of corrected recordings without tags leaves names, facts, cover, texts and files as they are', async () => {
  const label = await createLabel({ ...server, decodePool }, 'Keeper');
  const picture = await sharp({ create: { width: 1500, height: 1500, channels: 3, background: '#a33' } })
    .png()
    .toBuffer();
  const facts = {
    title: 'Night Pier',
    artist: 'Kite',
    upc: '036000291452',
    genres: ['House'],
    tracks: [
      {
        file: '01 One.wav',
        title: 'One',
        artist: 'Kite feat. Ann',
        isrc: 'GBAYE6800021',
        composer: 'Ann',
        lyrics_text: 'La',
      },
      { file: '02 Two.wav', title: 'Two' },
    ],
  };
  const first = await label.deliver('Night Pier', {
    '01 One.wav': tone(410),
    '02 Two.wav': tone(420),
    'cover.png': picture,
    'promo.txt': Buffer.from('A record of the sea.'),
    'Booklet.pdf': Buffer.from('%PDF-1.4\n%%EOF'),
    'release.json': Buffer.from(JSON.stringify(facts)),
  });
  expect(first).toMatchObject({ state: 'imported' });
  const releaseid = first.releaseid ?? '';
  const { id } = await db
    .selectFrom('releases')
    .select('id')
    .where('releaseid', '=', releaseid)
    .executeTakeFirstOrThrow();
  const { delivered: before } = await readDocument(db, id);
  expect(before).toMatchObject({ cover: [{ drawn: false }], attachments: [{ title: 'Booklet' }] });
  const again = { '01 One.wav': tone(430), '02 Two.wav': tone(440) };
  expect(await label.deliver('masters', again, releaseid)).toMatchObject({ state: 'imported', problems: [] });
  expect((await readDocument(db, id)).delivered).toEqual(before);
});

test('a corrected recording is that of the track with its number, or with the title and ISRC that were edited', async () => {
  const album = await createAlbum();
  const { releaseid, beta, trackids: ids } = album;
  await album.change('PATCH', '', { tracks: { [beta]: { title: 'Uno' } } });
  const changed = async () =>
    (await album.songs()).filter(({ newrecording }) => newrecording).map(({ trackid }) => trackid);
  await album.deliver('Uno.wav', { 'Uno.wav': tone(910) }, releaseid);
  expect([(await album.songs()).map(({ trackid }) => trackid), await changed()]).toEqual([ids, [beta]]);
  const wave = (await album.songs())[2]?.waveform;
  await album.deliver('03 Gamma v2.wav', { '03 Gamma v2.wav': tone(911) }, releaseid);
  expect((await album.songs()).map(({ trackid }) => trackid)).toEqual(ids);
  expect((await album.songs())[2]?.waveform).not.toBe(wave);
  // A number alone says too little.
  await album.deliver('03 Bonus.wav', { '03 Bonus.wav': tone(912) }, releaseid);
  expect(await album.songs()).toHaveLength(5);
});

test('a check says what is exchanged, new and removed, and which facts change', async () => {
  const album = await createAlbum();
  const check = async (files: Record<string, Buffer>) => {
    const deliveryid = await album.start(album.name, files, album.releaseid);
    await album.editor.call(checkDelivery, { params: { deliveryid } });
    await runImport({ ...server, decodePool }, { deliveryid, actor: album.editor.playerid }, true);
    return album.read(deliveryid);
  };
  const part = await check({ '02 Beta.wav': tone(640) });
  expect(part).toMatchObject({ state: 'uploading', fewer: { delivered: 1, tracks: 4 } });
  expect(part.check?.[0]?.changes).toEqual({
    fewer: { delivered: 1, tracks: 4 },
    exchanged: ['Beta, edited'],
    added: [],
    removed: [],
    kept: ['Alpha', 'Gamma', 'Delta'],
    facts: [],
  });
  const sidecar = {
    title: 'Renamed',
    artist: 'Kite',
    genres: ['House'],
    tracks: [{ file: '01 Alpha.wav', isrc: 'GBAYE6800011' }],
  };
  const whole = await check({
    ...ALBUM,
    '04 Delta.wav': tone(641),
    'release.json': Buffer.from(JSON.stringify(sidecar)),
  });
  expect(whole.fewer).toBeNull();
  expect(whole.check?.[0]?.changes).toMatchObject({
    exchanged: ['Delta'],
    removed: [],
    facts: [
      { track: null, field: 'title', before: album.name, after: 'Renamed' },
      // It is drawn, and shows the title.
      { track: null, field: 'cover' },
      { track: 'Alpha', field: 'isrc', after: 'GBAYE6800011' },
    ],
  });
});

test('the history sets a delivery back, and its setting back', async () => {
  const album = await createAlbum();
  const { editor, releaseid } = album;
  const before = { library: await readLibrary(album), songs: await album.songs() };
  const sidecar = Buffer.from(JSON.stringify({ title: 'Wrong', artist: 'Nobody', genres: ['Noise'] }));
  const wrong = { '01 Alpha.wav': tone(333), 'release.json': sidecar };
  await importWith(album, await album.start('Wrong', wrong, releaseid), 'remove');
  await tidyAfter(20);
  const history = async () => (await editor.call(releaseHistory, { params: { releaseid }, query: {} })).body.items;
  const [delivery] = await history();
  expect(delivery).toMatchObject({ action: 'import.update', undoable: true });
  const after = await album.songs();
  const undo = (changeid = '') => editor.call(undoChange, { params: { releaseid, changeid } });
  const { body } = await undo(delivery?.changeid);
  expect(body).toMatchObject({ document: { title: album.name, artist: 'Kite', genres: ['House'] } });
  expect(await readLibrary(album)).toEqual(before.library);
  const media = (songs: typeof after) =>
    songs.map(({ trackid, waveform, duration }) => ({ trackid, waveform, duration }));
  expect(media(await album.songs())).toEqual(media(before.songs));
  const [undone] = await history();
  expect(undone).toMatchObject({ action: 'import.undo', undoable: true });
  await undo(undone?.changeid);
  expect(media(await album.songs())).toEqual(media(after));
  const created = (await history()).find(({ action }) => action === 'import.create');
  expect(created?.undoable).toBe(false);
  expect(await undo(created?.changeid)).toMatchObject(refused('CHANGE_NOT_FOUND'));
});

import { signIn } from '@promenade/contract/access';
import { videoToken } from '@promenade/contract/media';
import { parseBuffer } from 'music-metadata';
import { expect, test, vi } from 'vitest';
import { createClient } from '../testing/client.ts';
import { createDeliverer } from '../testing/deliveries.ts';
import { createSong, createTakingClient, fetchFile, parseWavChunks } from '../testing/downloads.ts';
import { PASSWORD, type SignedIn, startTestServer } from '../testing/testServer.ts';

const server = await startTestServer({ env: { TRUST_PROXY: '127.0.0.1' } });
const player = await server.signedIn({ firstname: 'Ada', lastname: 'Long' });
const song = await createSong(server, { title: 'Night Bus', artist: 'Kite' });
const release = await server.release({ title: 'Lines', artist: 'Kite', songs: [song.track, song.track] });
const id = release.trackids[0] ?? '';

/** Another session of the same account. */
async function signInAgain({ email }: SignedIn) {
  const { body, headers } = await server.call(signIn, { body: { username: email, password: PASSWORD } });
  const [cookie = ''] = (headers.getSetCookie()[0] ?? '').split(';', 1);
  return { cookie, call: createClient(server.url, body['access-token']) };
}

const { createToken, download, listIds } = createTakingClient(server, id, player);

test('an MP3 carries the id of its taking in TXXX and UFID, and its sound is unchanged', async () => {
  const { bytes } = await download('mp3', await createToken(player));
  const { native } = await parseBuffer(bytes, { mimeType: 'audio/mpeg' });
  const tags = Object.fromEntries((native['ID3v2.4'] ?? []).map((tag) => [tag.id, tag.value]));
  const [takingId = ''] = listIds(bytes);
  expect(tags['TXXX:PROMENADE_ID']).toBe(takingId);
  const { owner_identifier, identifier } = tags['UFID'] as { owner_identifier: string; identifier: Uint8Array };
  expect([owner_identifier, Buffer.from(identifier).toString()]).toEqual(['promenade', takingId]);
  expect(bytes.subarray(-song.mp3.length).equals(song.mp3)).toBe(true);
});

test('a WAV carries it in bext, cart and ID3, and its PCM is unchanged', async () => {
  const { bytes } = await download('wav', await createToken(player));
  const chunks = parseWavChunks(bytes);
  const [takingId] = listIds(bytes);
  expect(listIds(chunks.get('bext') ?? Buffer.alloc(0))).toEqual([takingId]);
  expect(chunks.get('cart')?.toString('latin1', 616, 680).replaceAll('\0', '')).toBe(takingId);
  expect(listIds(chunks.get('id3 ') ?? Buffer.alloc(0))).toEqual([takingId, takingId]);
  expect(chunks.get('data')?.equals(song.pcm)).toBe(true);
});

test('each completed taking has an id of its own, which is part of the ETag', async () => {
  const takings = [];
  for (let count = 0; count < 3; count++) {
    takings.push(await download('mp3', await createToken(player)));
    await waitForEnds();
  }
  expect(new Set(takings.map(({ bytes }) => listIds(bytes)[0])).size).toBe(3);
  expect(new Set(takings.map(({ headers }) => headers.get('etag'))).size).toBe(3);
  expect(new Set(takings.map(({ bytes }) => bytes.length)).size).toBe(1);
});

test('ranges of one token agree, and an interrupted download goes on with the token of another session', async () => {
  const listener = await server.signedIn();
  const token = await createToken(listener);
  const start = await download('wav', token, { range: 'bytes=0-999' }, listener);
  const more = await download('wav', token, { range: 'bytes=1000-1999' }, listener);
  const etag = start.headers.get('etag') ?? '';
  expect(more.headers.get('etag')).toBe(etag);
  await waitForEnds();
  const later = await signInAgain(listener);
  const rest = await download('wav', await createToken(later), { range: 'bytes=2000-', 'if-range': etag }, later);
  expect(rest.status).toBe(206);
  const whole = Buffer.concat([start.bytes, more.bytes, rest.bytes]);
  expect(parseWavChunks(whole).get('data')?.equals(song.pcm)).toBe(true);
  expect(new Set(listIds(whole)).size).toBe(1);
});

test('two accounts never share an id, and without a token ranges of a session agree', async () => {
  const url = `${server.url}/api/audio/download/${id}?format=mp3`;
  const other = await server.signedIn();
  const [one, again, two] = [
    await fetchFile(url, player.token),
    await fetchFile(url, player.token, { range: 'bytes=0-9999' }),
    await fetchFile(url, other.token),
  ];
  expect(again.headers.get('etag')).toBe(one.headers.get('etag'));
  expect(listIds(again.bytes)).toEqual(listIds(one.bytes));
  expect(listIds(two.bytes)[0]).not.toBe(listIds(one.bytes)[0]);
});

test('a video carries no id', async () => {
  const { deliver } = createDeliverer(server);
  const [clip = ''] = await deliver(
    { 'a.mp4': 'clip.mp4' },
    { tracks: [{ file: 'a.mp4', title: 'Clip', artist: 'Kite' }] },
  );
  const { token } = (await player.call(videoToken, { params: { id: clip }, query: { purpose: 'download' } })).body.data;
  const { status, bytes } = await fetchFile(`${server.url}/api/video/download/${clip}?token=${token}`, '', {
    cookie: player.cookie,
  });
  expect([status, listIds(bytes)]).toEqual([200, []]);
});

/** Waits until the ledger has the end of every answer. */
const waitForEnds = () =>
  vi.waitUntil(async () => {
    const running = await server.db.selectFrom('media_ledger').select('id').where('ended_at', 'is', null).execute();
    return running.length === 0;
  });

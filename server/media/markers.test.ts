import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { saveNaming } from '@promenade/contract/downloads';
import { setTrackMarkers, trackMarkers } from '@promenade/contract/media';
import { personalData } from '@promenade/contract/privacy';
import type { Markers } from '@promenade/contract/releaseFields';
import { parseFile } from 'music-metadata';
import { expect, test } from 'vitest';
import { buildChunk, buildFormatChunk } from '../platform/storage/riff.ts';
import { whenOver } from '../testing/cleanUp.ts';
import { refused } from '../testing/client.ts';
import { createDeliverer, fixture, writeDelivery } from '../testing/deliveries.ts';
import { fetchFile, parseWavChunks, readXml } from '../testing/downloads.ts';
import { hasMutagen, isInstalled, python } from '../testing/readers.ts';
import { startTestServer } from '../testing/testServer.ts';
import { chapterFrames } from './download/id3.ts';

const run = promisify(execFile);
const server = await startTestServer();
const [player, other] = [await server.signedIn(), await server.signedIn()];
const { importDelivery } = createDeliverer(server);
const folder = await mkdtemp(join(tmpdir(), 'markers-'));
whenOver(() => rm(folder, { recursive: true, force: true }));
const has = {
  ffprobe: await isInstalled('ffprobe', '-version'),
  sox: await isInstalled('sox', '--version'),
  mutagen: hasMutagen,
};

const RATE = 8_000;
const SECONDS = 40;
/** 16 bits, mono; a quiet second at both ends is silence. */
const pcm = Buffer.alloc(2 * RATE * SECONDS);
for (let at = RATE; at < RATE * (SECONDS - 1); at++) pcm.writeInt16LE(9_000 * Math.sin(at / 3), 2 * at);
const format = { sampleRate: RATE, channels: 1, bits: 16, float: false, channelMask: 4 };

let deliveries = 0;
async function deliver(name: string, audio: Buffer, sidecar: object = {}) {
  const root = join(folder, String((deliveries += 1)));
  await mkdir(root);
  const delivery = await writeDelivery(root, {}, { id: `${deliveries}`, label: { name: 'Kite' }, ...sidecar });
  await writeFile(join(delivery, name), audio);
  const [trackid = ''] = await importDelivery(delivery);
  return trackid;
}

const number = (value: number) => {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(value);
  return bytes;
};
/** A WAV as an editor of sound writes it: the points behind the samples. */
function wavWithCues(points: [second: number, name: string][]): Buffer {
  const cues = points.map(([second], index) =>
    Buffer.concat([number(index + 7), number(0), Buffer.from('data'), number(0), number(0), number(second * RATE)]),
  );
  const labels = points.map(([, name], index) =>
    buildChunk('labl', Buffer.concat([number(index + 7), Buffer.from(`${name}\0`)])),
  );
  return buildChunk(
    'RIFF',
    Buffer.concat([
      Buffer.from('WAVE'),
      buildFormatChunk(format),
      buildChunk('data', pcm),
      buildChunk('cue ', Buffer.concat([number(points.length), ...cues])),
      buildChunk('LIST', Buffer.concat([Buffer.from('adtl'), ...labels])),
    ]),
  );
}

const markersOf = async (trackid: string, by = player) =>
  (await by.call(trackMarkers, { params: { id: trackid } })).body;
const setOwn = (trackid: string, own: Markers, by = player) =>
  by.call(setTrackMarkers, { params: { id: trackid }, body: { own } });
async function save(trackid: string, ending: 'wav' | 'mp3' | 'aiff', by = player): Promise<string> {
  const { status, bytes } = await fetchFile(`${server.url}/api/audio/download/${trackid}?format=${ending}`, by.token);
  expect(status).toBe(200);
  const path = join(folder, `${trackid}-${by.accountid}.${ending}`);
  await writeFile(path, bytes);
  return path;
}

const trackid = await deliver(
  '1.wav',
  wavWithCues([
    [20, 'Chorus 1'],
    [6.5, 'VOX'],
    [33.25, 'Outro'],
    [25, 'Solo'],
  ]),
);
const set = { soundstart: 1.01, introend: 6.6, hookstart: 20, outrostart: 33.25, soundend: 38.5 };

test('what a WAV carries wins over what was measured', async () => {
  const { said, found, own, duration } = await markersOf(trackid);
  expect(said).toEqual({ introend: 6.5, hookstart: 20, outrostart: 33.25 });
  expect(found).toMatchObject({ soundstart: 1, soundend: 39 });
  expect([own, duration]).toEqual([{}, SECONDS]);
});

test('marks of an AIFF and chapters of an MP3 are read, and a sidecar wins over them', async () => {
  const mark = (id: number, frame: number, name: string) => {
    const bytes = Buffer.alloc(7);
    bytes.writeUInt16BE(id, 0);
    bytes.writeUInt32BE(frame, 2);
    bytes.writeUInt8(name.length, 6);
    return Buffer.concat([bytes, Buffer.from(name), Buffer.alloc((name.length + 1) % 2)]);
  };
  const marks = Buffer.concat([Buffer.from([0, 2]), mark(1, 16_000 / 20, 'Intro end'), mark(2, 16_000 / 10, 'hook')]);
  const head = Buffer.alloc(8);
  head.write('MARK', 'latin1');
  head.writeUInt32BE(marks.length, 4);
  const plain = await readFile(fixture('aiff16.aiff'));
  const aiff = Buffer.concat([plain.subarray(0, 12), head, marks, plain.subarray(12)]);
  aiff.writeUInt32BE(aiff.length - 8, 4);
  expect((await markersOf(await deliver('1.aiff', aiff))).said).toEqual({ introend: 0.05, hookstart: 0.1 });
  const mp3 = await readFile(fixture('cbr320.mp3'));
  const frames = Buffer.concat(chapterFrames([{ name: 'Outro begin', seconds: 0.25 }], 1));
  const size = Buffer.from([0, 0, frames.length >> 7, frames.length & 127]);
  const tagged = Buffer.concat([Buffer.from('ID3\x04\0\0', 'latin1'), size, frames, stripId3(mp3)]);
  expect((await markersOf(await deliver('2.mp3', tagged))).said).toEqual({ outrostart: 0.25 });
  const tracks = [{ file: '3.mp3', outrostart: 0.125, soundend: 0.75 }];
  expect((await markersOf(await deliver('3.mp3', tagged, { tracks }))).said).toEqual({
    outrostart: 0.125,
    soundend: 0.75,
  });
});

function stripId3(mp3: Buffer): Buffer {
  if (mp3.toString('latin1', 0, 3) !== 'ID3') return mp3;
  const [a = 0, b = 0, c = 0, d = 0] = mp3.subarray(6, 10);
  return mp3.subarray(10 + (a << 21) + (b << 14) + (c << 7) + d);
}

test('markers of a person are in the files of that person alone, and can be taken back', async () => {
  await setOwn(trackid, { introend: 6.6, soundend: 38.5, soundstart: 1.01 });
  const cues = async (by: typeof player) => {
    const chunks = parseWavChunks(await readFile(await save(trackid, 'wav', by)));
    const cue = chunks.get('cue ') ?? Buffer.alloc(4);
    return Array.from({ length: cue.readUInt32LE(0) }, (_, index) => cue.readUInt32LE(4 + 24 * index + 20) / RATE);
  };
  expect(await cues(player)).toEqual([1.01, 6.6, 20, 33.25, 38.5]);
  expect(await cues(other)).toEqual([1, 6.5, 20, 33.25, 39]);
  expect((await markersOf(trackid, other)).own).toEqual({});
  expect(JSON.stringify((await player.call(personalData)).body)).toContain('"introend":6.6');
  expect(await setOwn(trackid, { soundend: SECONDS + 5 })).toMatchObject(refused('MARKER_BEHIND_END'));
  await setOwn(trackid, {});
  expect(await cues(player)).toEqual([1, 6.5, 20, 33.25, 39]);
});

test('a WAV has the timers of `cart` in samples, and no timer that starts the next song', async () => {
  await setOwn(trackid, { introend: 6.6, soundend: 38.5, soundstart: 1.01 });
  const cart = parseWavChunks(await readFile(await save(trackid, 'wav'))).get('cart') ?? Buffer.alloc(0);
  const timers = Array.from({ length: 8 }, (_, index) => {
    const at = 684 + 8 * index;
    return [cart.toString('latin1', at, at + 4), cart.readUInt32LE(at + 4) / RATE] as const;
  });
  expect(timers.filter(([name]) => name !== '\0\0\0\0')).toEqual([
    ['AUDs', 1.01],
    ['INTe', 6.6],
    ['MRK1', 20],
    ['MRK2', 33.25],
    ['AUDe', 38.5],
  ]);
});

const NAMES = ['First sound', 'Intro end', 'Hook', 'Outro begin', 'Last sound'];

test.for(['wav', 'mp3'] as const)('ffprobe reads the markers of the %s', async (ending, { skip }) => {
  skip(!has.ffprobe, 'ffprobe is not installed.');
  await setOwn(trackid, set);
  const path = await save(trackid, ending);
  const { stdout } = await run('ffprobe', ['-v', 'error', '-of', 'json', '-show_chapters', path]);
  const { chapters } = JSON.parse(stdout) as { chapters: { start_time: string; tags?: { title: string } }[] };
  const read = chapters.map(({ start_time, tags }) => [Math.round(100 * Number(start_time)) / 100, tags?.title]);
  expect(read).toEqual(Object.values(set).map((second, index) => [second, NAMES[index]]));
});

// Debian's sox reads no MP3 without another package.
test.for(['wav', 'aiff'] as const)('sox reads the sound of the %s beside its markers', async (ending, { skip }) => {
  skip(!has.sox, 'sox is not installed.');
  await setOwn(trackid, set);
  expect(Number((await run('soxi', ['-D', await save(trackid, ending)])).stdout)).toBeCloseTo(SECONDS, 0);
});

test.each([
  ['wav', 0],
  ['mp3', 5],
  ['aiff', 5],
] as const)('the tag of the %s has %i chapters', async (ending, chapters) => {
  await setOwn(trackid, set);
  const { native, common } = await parseFile(await save(trackid, ending));
  expect(common.title).toBeTruthy();
  const found = Object.entries(native).flatMap(([type, tags]) => (type.startsWith('ID3') ? tags : []));
  expect(found.filter(({ id }) => id === 'CHAP')).toHaveLength(chapters);
});

test.for(['mp3', 'aiff'] as const)('mutagen reads the chapters of the %s in their order', async (ending, { skip }) => {
  skip(!has.mutagen, 'mutagen is not installed.');
  await setOwn(trackid, set);
  const script = `
import json, sys, mutagen
tags = mutagen.File(sys.argv[1]).tags
toc = tags.getall('CTOC')[0]
chapters = {c.element_id: c for c in tags.getall('CHAP')}
print(json.dumps([[chapters[i].start_time, chapters[i].end_time, str(chapters[i].sub_frames['TIT2'])] for i in toc.child_element_ids]))`;
  const { stdout } = await run(python, ['-c', script, await save(trackid, ending)]);
  const ms = Object.values(set).map((second) => Math.round(1_000 * second));
  expect(JSON.parse(stdout)).toEqual(ms.map((start, index) => [start, ms[index + 1] ?? SECONDS * 1_000, NAMES[index]]));
});

test('what is downloaded has the same markers when it is delivered again', async () => {
  await setOwn(trackid, set);
  for (const ending of ['wav', 'mp3', 'aiff'] as const) {
    const again = await deliver(`1.${ending}`, await readFile(await save(trackid, ending)));
    expect((await markersOf(again)).said, ending).toEqual(set);
  }
});

test('lists have the markers: memory cues of rekordbox, cues of Traktor and columns of a CSV', async () => {
  await setOwn(trackid, set);
  const { releaseid } = await server.db
    .selectFrom('releases')
    .innerJoin('tracks', 'tracks.release_id', 'releases.id')
    .where('trackid', '=', trackid)
    .select('releaseid')
    .executeTakeFirstOrThrow();
  const columns = ['introend', 'hookstart', 'soundend'] as const;
  await player.call(saveNaming, { body: { place: '/Music', columns: [...columns] } });
  const get = async (list: string) =>
    (
      await fetchFile(`${server.url}/api/selection/list.${list}?releaseids=${releaseid}`, player.token)
    ).bytes.toString();
  const seconds = Object.values(set);
  const marks = readXml(await get('xml')).all('POSITION_MARK');
  expect(marks.map(({ attributes }) => attributes)).toEqual(
    seconds.map((second, index) => ({ Name: NAMES[index], Type: '0', Start: second.toFixed(3), Num: '-1' })),
  );
  const cues = readXml(await get('nml')).all('CUE_V2');
  expect(cues.map(({ attributes }) => [attributes['NAME'], Number(attributes['START'])])).toEqual(
    seconds.map((second, index) => [NAMES[index], 1_000 * second]),
  );
  expect((await get('csv')).split('\r\n').slice(0, 2)).toEqual([
    '\ufeffIntro end,Hook,Last sound',
    '0:06.600,0:20.000,0:38.500',
  ]);
});

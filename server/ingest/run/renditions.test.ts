import { readFile } from 'node:fs/promises';
import { parseFile } from 'music-metadata';
import { expect, test } from 'vitest';
import { createImporter, fixture } from '../../testing/deliveries.ts';
import { findFfmpeg } from '../sound/ffmpeg.ts';

const { db, pathOf, run, deliver, tracksOf } = await createImporter();
const ffmpeg = await findFfmpeg(process.env['FFMPEG_PATH']);
const methods = [
  { method: 'without ffmpeg', embedded: true },
  ...(ffmpeg ? [{ method: 'with ffmpeg', embedded: false }] : []),
];

async function filesOf(releaseid: string | undefined, title: string) {
  const track = (await tracksOf(releaseid)).find((each) => each.title === title);
  const renditions = await db
    .selectFrom('renditions')
    .where('track_id', '=', track?.id ?? 0)
    .orderBy('kind')
    .selectAll()
    .execute();
  return { track, renditions };
}

for (const { method, embedded } of methods) {
  test(`a video is stored without its user data, and with its sound as MP3 and WAV (${method})`, async () => {
    const root = await deliver(
      method,
      { 'clip.mp4': 'clip.mp4' },
      { id: method, tracks: [{ file: 'clip.mp4', title: 'Clip' }] },
    );
    const { releases, failed } = await run([root], { embedded });
    expect(failed).toEqual([]);
    const { track, renditions } = await filesOf(releases[0]?.releaseid, 'Clip');
    expect(track).toMatchObject({ assettype: 'video', waveform_hash: null, loudness: null });
    expect(renditions.map(({ kind, source }) => [kind, source])).toEqual([
      ['mp3', null],
      ['video', null],
      ['wav', null],
    ]);
    const [mp3, video, wav] = renditions.map(({ file }) => pathOf(file));
    const stored = await readFile(video ?? '');
    const delivered = await readFile(fixture('clip.mp4'));
    const start = delivered.indexOf('mdat');
    const end = start - 4 + delivered.readUInt32BE(start - 4);
    expect(stored.subarray(start, end).equals(delivered.subarray(start, end))).toBe(true);
    expect([stored.length, stored.indexOf('udta')]).toEqual([delivered.length, -1]);
    for (const path of [mp3, wav])
      expect((await parseFile(path ?? '', { duration: true })).format.duration).toBeCloseTo(1, 0);
    expect((await run([root], { embedded })).releases[0]?.result).toBe('unchanged');
  });

  test(`a video without decodable sound is imported (${method})`, async () => {
    const tracks = [
      { file: 'a.mp4', title: 'Silent' },
      { file: 'b.webm', title: 'Loop' },
    ];
    const root = await deliver(
      `odd ${method}`,
      { 'a.mp4': 'clip-silent.mp4', 'b.webm': 'clip.webm' },
      { id: `odd ${method}`, tracks },
    );
    const warnings: string[] = [];
    const { releases, failed } = await run([root], { embedded, onWarning: (_path, warning) => warnings.push(warning) });
    expect(failed).toEqual([]);
    const silent = await filesOf(releases[0]?.releaseid, 'Silent');
    expect(silent.renditions.map(({ kind }) => kind)).toEqual(['video']);
    expect(silent.track?.duration).toBeCloseTo(1, 1);
    const loop = await filesOf(releases[0]?.releaseid, 'Loop');
    expect(loop.renditions.map(({ kind, source }) => [kind, source])).toEqual(
      embedded
        ? [['video', null]]
        : [
            ['mp3', 'opus'],
            ['video', null],
            ['wav', 'opus'],
          ],
    );
    expect(warnings.filter((warning) => /sound of this video/.test(warning)).length).toBe(embedded ? 1 : 0);
  });
}

test('a video is not decoded again, unless its sound could not be decoded before', async () => {
  const tracks = [{ file: 'b.webm', title: 'Loop' }];
  const first = await deliver('tried', { 'b.webm': 'clip.webm' }, { id: 'tried', tracks });
  await run([first]);
  const again = await deliver('again', { 'b.webm': 'clip.webm' }, { id: 'again', tracks });
  const { releases } = await run([again], { embedded: !ffmpeg });
  const { renditions } = await filesOf(releases[0]?.releaseid, 'Loop');
  expect(renditions.map(({ kind }) => kind)).toEqual(ffmpeg ? ['mp3', 'video', 'wav'] : ['video']);
  const third = await deliver('third', { 'b.webm': 'clip.webm' }, { id: 'third', tracks });
  const later = await run([third]);
  const known = await filesOf(later.releases[0]?.releaseid, 'Loop');
  expect(known.renditions.map(({ file }) => file)).toEqual(renditions.map(({ file }) => file));
});

import { readFile, rm, truncate, writeFile } from 'node:fs/promises';
import { sql } from 'kysely';
import { afterEach, expect, test } from 'vitest';
import { createImporter } from '../testing/deliveries.ts';
import { verifyFiles } from './verifyFiles.ts';

const { context, db, pathOf, run, deliver, findRelease, tracksOf } = await createImporter();
const root = await deliver(
  'checked',
  {
    '1.wav': 'wav16.wav',
    'cover.jpg': 'cover.jpg',
    'attachments/notes.txt': { text: 'words' },
    'promo.html': { text: '<p><img src="cover.jpg"></p>' },
  },
  {
    id: 'checked',
    title: 'Night ferry',
    artist: 'Kite',
    label: { name: 'Harbour' },
    tracks: [{ file: '1.wav', title: 'Dawn' }],
  },
);
const [imported] = (await run([root])).releases;
const releaseid = imported?.releaseid ?? '';

async function verify() {
  const lines: string[] = [];
  const result = await verifyFiles(context, (line) => lines.push(line));
  return { ...result, lines };
}

const changed = new Map<string, Buffer>();
async function damage(key: string, change: (path: string, content: Buffer) => Promise<void>): Promise<void> {
  const path = pathOf(key);
  const content = await readFile(path);
  changed.set(path, content);
  await change(path, content);
}
afterEach(async () => {
  for (const [path, content] of changed) await writeFile(path, content);
  changed.clear();
});

const flipByte = (path: string, content: Buffer) =>
  writeFile(path, Buffer.concat([content.subarray(0, -1), Buffer.of((content.at(-1) ?? 0) ^ 1)]));

test('every file that a row names is read, and complete files are not reported', async () => {
  const { files, bytes, damaged, lines } = await verify();
  // MP3, WAV (also the original), waveform, six covers, logo, artist, attachment, picture of the promotional text.
  expect([files, damaged, lines]).toEqual([13, 0, []]);
  expect(bytes).toBeGreaterThan(10_000);
});

test('a truncated, a changed and a missing file are named with what uses them', async () => {
  const [track] = await tracksOf(releaseid);
  const renditions = await db
    .selectFrom('renditions')
    .selectAll()
    .where('track_id', '=', track?.id ?? 0)
    .execute();
  const fileOf = (kind: string) => renditions.find((rendition) => rendition.kind === kind)?.file ?? '';
  const waveform = `waveforms/${track?.waveform_hash}.bin`;
  await damage(fileOf('mp3'), (path, content) => truncate(path, content.length - 1));
  await damage(fileOf('original'), flipByte);
  await damage(waveform, (path) => rm(path));
  const { damaged, lines } = await verify();
  expect(damaged).toBe(3);
  const release = `"Night ferry" by Kite (${releaseid})`;
  expect(lines).toEqual(
    expect.arrayContaining([
      expect.stringMatching(/mp3 has \d+ instead of \d+ bytes: mp3 of track 1 "Dawn" of "Night ferry"/),
      `${fileOf('original')} has changed content: original of track 1 "Dawn" of ${release}`,
      `${fileOf('original')} has changed content: wav of track 1 "Dawn" of ${release}`,
      `${waveform} is missing: waveform of track 1 "Dawn" of ${release}`,
    ]),
  );
});

test('a changed picture is found, although its name is not the hash of its content', async () => {
  const { cover_hash } = await findRelease(releaseid);
  const key = `covers/${cover_hash}-500.webp`;
  await damage(key, flipByte);
  expect((await verify()).lines).toEqual([expect.stringContaining(`${key} has changed content: cover of`)]);
});

test('a picture of an earlier version is decoded, and its hash is known afterwards', async () => {
  const { rows } = await sql<{ key: string }>`select key from stored_files where key like 'logos/%'`.execute(db);
  const key = rows[0]?.key ?? '';
  await sql`delete from stored_files where key = ${key}`.execute(db);
  await damage(key, (path, content) => truncate(path, content.length >> 1));
  expect((await verify()).lines).toEqual([`${key} cannot be read: logo of the label "Harbour"`]);
  for (const [path, content] of changed) await writeFile(path, content);
  expect((await verify()).damaged).toBe(0);
  await damage(key, flipByte);
  expect((await verify()).lines).toEqual([`${key} has changed content: logo of the label "Harbour"`]);
});

import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createImporter, fixture } from '../../testing/deliveries.ts';
import { importFolders } from '../run/importFolders.ts';
import type { ImportSettings } from '../run/importRun.ts';

const { context, deliver } = await createImporter();
/** FLAC: where the number of samples is (RFC 9639 §8.2), without its highest four bits. */
const SAMPLES_OFFSET = 22;

/** Imports with little room; counts what was decoded. */
async function importInto(
  root: string,
  room: { bytesMax?: number; freeSpaceMinMegabytes?: number },
  settings: ImportSettings = {},
) {
  const { config, decodePool } = context;
  const decoded: string[] = [];
  const pool: typeof decodePool = {
    ...decodePool,
    render: (job, onProgress) => {
      decoded.push(job.path);
      return decodePool.render(job, onProgress);
    },
  };
  const deliveries = { ...config.deliveries, bytesMax: room.bytesMax ?? config.deliveries.bytesMax };
  const freeSpaceMinMegabytes = room.freeSpaceMinMegabytes ?? config.freeSpaceMinMegabytes;
  const small = { ...context, decodePool: pool, config: { ...config, deliveries, freeSpaceMinMegabytes } };
  const result = await importFolders(small, [root], { embedded: true, twins: 'new', ...settings });
  return { ...result, decoded: decoded.length };
}

/** ID3v1, which makes it a file of its own. */
function tagOf(text: string): Buffer {
  const tag = Buffer.alloc(128);
  tag.write(`TAG${text}`);
  return tag;
}

/** FLACs whose header tells another length. */
async function deliverFlac(name: string, samples: number, count = 1): Promise<string> {
  const flac = await readFile(fixture('flac16.flac'));
  flac.writeUInt32BE(samples, SAMPLES_OFFSET);
  const root = await deliver(
    name,
    Object.fromEntries(Array.from({ length: count }, (_, i) => [`${i}.flac`, { text: '' }])),
  );
  for (let i = 0; i < count; i++) await writeFile(join(root, `${i}.flac`), Buffer.concat([flac, tagOf(String(i))]));
  return root;
}

test.each(['flac16.flac', 'alac.m4a', 'vorbis.ogg', 'opus.ogg', 'cbr320.mp3', 'clip.webm', 'aiff24.aif', 'wav16.wav'])(
  '%s is decoded only where what it unpacks to has room',
  async (file) => {
    const root = await deliver(`room ${file}`, { [file]: file });
    for (const isCheck of [true, false]) {
      const refused = await importInto(root, { bytesMax: 30_000 }, { isCheck });
      expect(refused).toMatchObject({ releases: [], decoded: 0 });
      expect(refused.failed[0]?.reason).toMatch(
        /^Decoded, its audio has [\d.]+ KiB, and a delivery has room for 29\.3 KiB/,
      );
    }
    expect((await importInto(root, { bytesMax: 400_000 })).releases).toHaveLength(1);
  },
);

test('hours of silence in a few bytes are refused before a byte is written, by the room of the delivery and by the disk', async () => {
  const sixHours = 6 * 3600 * 44_100;
  const root = await deliverFlac('silence', sixHours, 6);
  const refused = await importInto(root, {});
  expect(refused).toMatchObject({ releases: [], decoded: 0 });
  expect(refused.failed).toEqual([
    { path: root, reason: 'Decoded, its audio has 21.29 GiB, and a delivery has room for 20 GiB.' },
  ]);
  const full = await importInto(await deliverFlac('full', 44_100), { freeSpaceMinMegabytes: 99_999_999 });
  expect(full).toMatchObject({ releases: [], decoded: 0 });
  expect(full.failed[0]?.reason).toBe('There is no room for its decoded audio. Please tell an operator.');
});

test('a file that is longer than its header says ends where the room ends', async () => {
  const mp3 = await readFile(fixture('cbr320.mp3'));
  // The number of frames follows the flags of the Info frame.
  mp3.writeUInt32BE(2, mp3.indexOf('Info') + 8);
  const root = await deliver('longer', { '1.mp3': { text: '' } });
  await writeFile(join(root, '1.mp3'), mp3);
  const { releases, failed, decoded } = await importInto(root, { bytesMax: 100_000 });
  expect({ releases, decoded }).toEqual({ releases: [], decoded: 1 });
  expect(failed.map(({ reason }) => reason)).toEqual([
    'It is longer than its header says, and there is no room for it.',
  ]);
  expect((await importInto(root, {})).releases).toHaveLength(1);
});

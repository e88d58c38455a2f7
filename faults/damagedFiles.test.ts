import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, expect, test } from 'vitest';
import { DeliveryRefusal } from '../server/catalogue/document/deliveryRules.ts';
import { sanitizePromo } from '../server/catalogue/document/promoHtml.ts';
import { storeCover } from '../server/ingest/pictures/pictures.ts';
import { decodeHtml } from '../server/ingest/read/deliveryFiles.ts';
import { readSidecar } from '../server/ingest/read/sidecar.ts';
import { openDecodePool } from '../server/ingest/workers/decodePool.ts';
import type { ImportStorage } from '../server/ingest/workspace/workspace.ts';
import { encodePictures } from '../server/testing/pictures.ts';
import { getFuzzSettings } from './fuzzSettings.ts';
import { mutations } from './mutations.ts';

const FIXTURES = join(import.meta.dirname, '../server/ingest/fixtures');
const { count, seed } = getFuzzSettings(300);
/** Of all files: the rest are pictures and texts. */
const AUDIO_SHARE = 0.6;
const WORKERS = 2;
/** Far above what a small file needs. */
const STALLED_MS = 20_000;
const MS_PER_FILE = 1_000;
const timeout = 120_000 + count * MS_PER_FILE;

const folder = await mkdtemp(join(tmpdir(), 'damaged-'));
const pool = openDecodePool(WORKERS, STALLED_MS);
afterAll(async () => {
  await pool.close();
  await rm(folder, { recursive: true });
});

interface Sample {
  name: string;
  bytes: Buffer;
}

async function readFixtures(isWanted: (name: string) => boolean): Promise<Sample[]> {
  const names = (await readdir(FIXTURES)).filter(isWanted).sort();
  return Promise.all(names.map(async (name) => ({ name, bytes: await readFile(join(FIXTURES, name)) })));
}

interface Outcomes {
  accepted: number;
  refused: number;
  slowestMs: number;
  slowest: string;
}

/** Damages samples and gives each to a parser, which must accept it or refuse it as a DeliveryRefusal. */
async function parseDamaged(
  samples: Sample[],
  files: number,
  parse: (bytes: Buffer, name: string) => Promise<unknown>,
): Promise<Outcomes> {
  const outcomes: Outcomes = { accepted: 0, refused: 0, slowestMs: 0, slowest: '' };
  const others = samples.map(({ bytes }) => bytes);
  const damages = fc.sample(mutations, { numRuns: files, seed }).entries();
  const work = async () => {
    for (const [index, damage] of damages) {
      const { name, bytes } = samples[index % samples.length] as Sample;
      const label = `${name}, file ${index} of seed ${seed}`;
      const startedMs = performance.now();
      const outcome = await parse(damage(bytes, others), `${index}-${name}`).then(
        () => 'accepted' as const,
        (error: unknown) => {
          if (!(error instanceof DeliveryRefusal)) throw new Error(label, { cause: error });
          expect(error.message, label).not.toContain('made no progress');
          return 'refused' as const;
        },
      );
      outcomes[outcome]++;
      const ms = Math.round(performance.now() - startedMs);
      if (ms > outcomes.slowestMs) Object.assign(outcomes, { slowestMs: ms, slowest: label });
    }
  };
  await Promise.all(Array.from({ length: WORKERS }, work));
  console.log(`${files} files: ${JSON.stringify(outcomes)}`);
  return outcomes;
}

test('damaged audio is decoded or refused, and no parser hangs or fails otherwise', { timeout }, async () => {
  const samples = await readFixtures((name) => /\.(wav|aiff?|flac|mp3|ogg|m4a|mp4|webm)$/.test(name));
  const { accepted, refused } = await parseDamaged(samples, Math.ceil(count * AUDIO_SHARE), async (bytes, name) => {
    const path = join(folder, name);
    await writeFile(path, bytes);
    try {
      const { media } = await pool.inspect(path);
      if (media.format === 'video') return;
      await pool.render({ path, media, stem: path, ffmpeg: undefined }, () => {});
    } finally {
      for (const ending of ['', '.mp3', '.wav']) await rm(path + ending, { force: true });
    }
  });
  expect([accepted > 0, refused > 0]).toEqual([true, true]);
  // Refused files leave nothing, accepted ones were removed.
  expect(await readdir(folder)).toEqual([]);
});

test('damaged pictures are stored or refused', { timeout }, async () => {
  const [cover] = await readFixtures((name) => name === 'cover.jpg');
  const storage = { has: async () => false, put: async () => undefined } as unknown as ImportStorage;
  if (!cover) throw new Error('The fixtures have no cover.');
  const encoded = await encodePictures(cover.bytes);
  const samples = [cover, ...encoded.map(({ format, bytes }) => ({ name: `cover.${format}`, bytes }))];
  const { refused } = await parseDamaged(samples, Math.ceil((count * (1 - AUDIO_SHARE)) / 2), (bytes) =>
    storeCover(storage, bytes),
  );
  expect(refused).toBeGreaterThan(0);
});

const promo = `<h1>New</h1><p onclick="x()">A <b>song</b> &amp; <a href="https://a.example">more</a></p>
<img src="1.jpg"><table><tr><td colspan="2">x</td></tr></table><ul><li>1<li>2</ul><!-- - --><![CDATA[x]]>`;
const sidecar = JSON.stringify({
  title: 'Song',
  artist: 'Kite',
  packages: ['Radio'],
  tracks: [{ file: '1.wav', ordinal: 1 }],
});

test('damaged promotional texts and sidecars are read or refused', { timeout }, async () => {
  const samples = [
    { name: 'promo.html', bytes: Buffer.from(promo) },
    { name: 'promo.html', bytes: Buffer.from('<svg><!ENTITY a "&a;&a;"><style><!--</style>'.repeat(200)) },
    { name: 'release.json', bytes: Buffer.from(sidecar) },
  ];
  const { accepted } = await parseDamaged(samples, Math.ceil((count * (1 - AUDIO_SHARE)) / 2), async (bytes, name) => {
    if (name.endsWith('.html')) {
      sanitizePromo(decodeHtml(bytes), folder, (path) => path);
      return;
    }
    const root = await mkdtemp(join(folder, 'delivery-'));
    try {
      await writeFile(join(root, 'release.json'), bytes);
      await readSidecar(root);
    } finally {
      await rm(root, { recursive: true });
    }
  });
  expect(accepted).toBeGreaterThan(0);
});

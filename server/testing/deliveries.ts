import { copyFile, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { Delivery } from '@promenade/contract/delivery';
import { importFolders } from '../ingest/run/importFolders.ts';
import type { ImportSettings } from '../ingest/run/importRun.ts';
import { type DecodePool, openDecodePool } from '../ingest/workers/decodePool.ts';
import { readConfig } from '../platform/process/config.ts';
import { createDiskStorage } from '../platform/storage/storage.ts';
import { whenOver } from './cleanUp.ts';
import { createTestDatabase } from './database.ts';
import type { TestServer } from './testServer.ts';

/** Fixtures have equal titles, and tests deliver to packages of their own. */
const TEST_SETTINGS = { embedded: true, createPackages: true, twins: 'new' } as const;
/** A picture that is stored once. Without one, an import draws a cover for each title, which takes longer than the rest. */
export const COVER = { 'front.jpg': 'cover.jpg' } as const;
const FIXTURES = join(import.meta.dirname, '../ingest/fixtures');

/** The path of a small real audio file. */
export const fixture = (name: string) => join(FIXTURES, name);

/** Starting decoder threads takes longer than importing a fixture, so the imports of an importer share some. */
export function openSharedDecodePool(): DecodePool {
  const pool = openDecodePool();
  whenOver(pool.close);
  return pool;
}

/** The importer with its own database and folder. */
export async function createImporter() {
  const { db, connection } = await createTestDatabase();
  const home = await mkdtemp(join(tmpdir(), 'import-'));
  whenOver(() => rm(home, { recursive: true, force: true }));
  const dataDir = join(home, 'data');
  const storage = createDiskStorage(join(dataDir, 'media'));
  const now = new Date('2026-11-21T12:00:00Z');
  const context = {
    db,
    storage,
    now: () => now,
    config: { ...readConfig({}), dataDir },
    decodePool: openSharedDecodePool(),
  };
  const findRelease = (releaseid = '') =>
    db.selectFrom('releases').selectAll().where('releaseid', '=', releaseid).executeTakeFirstOrThrow();
  return {
    context,
    db,
    connection,
    home,
    dataDir,
    storage,
    /** The path of a stored file. */
    pathOf: (key: string) => join(dataDir, 'media', key),
    now,
    /** Without ffmpeg unless `embedded` is false. */
    run: (paths: string[], settings: ImportSettings = {}) =>
      importFolders(context, paths, { ...TEST_SETTINGS, ...settings }),
    deliver: (name: string, files: Files, sidecar?: Delivery) => writeDelivery(join(home, name), files, sidecar),
    findRelease,
    tracksOf: async (releaseid = '') => {
      const { id } = await findRelease(releaseid);
      return db.selectFrom('tracks').selectAll().where('release_id', '=', id).orderBy('ordinal').execute();
    },
  };
}

/** Imports deliveries with one song as the command does, without what other tests allow. */
export async function createLabelImporter() {
  const importer = await createImporter();
  const warnings = { label: [] as string[], operator: [] as string[] };
  let count = 0;
  const run = (root: string, settings: ImportSettings = {}) =>
    importFolders(importer.context, [root], {
      embedded: true,
      onWarning: (_path, text) => warnings.label.push(text),
      onOperatorWarning: (_path, text) => warnings.operator.push(text),
      ...settings,
    });
  const deliverSong = (sidecar: Delivery, audio = 'vorbis.ogg') =>
    importer.deliver(`label-song-${count++}`, { '1.ogg': audio, ...COVER }, sidecar);
  return {
    ...importer,
    warnings,
    run,
    deliverSong,
    async imported(sidecar: Delivery, settings?: ImportSettings, audio?: string) {
      const { releases, failed } = await run(await deliverSong(sidecar, audio), settings);
      if (failed.length > 0) throw new Error(JSON.stringify(failed));
      return importer.findRelease(releases[0]?.releaseid);
    },
    /** Returns the only reason. */
    async refusal(sidecar: Delivery, settings?: ImportSettings, audio?: string): Promise<string> {
      const { releases, failed } = await run(await deliverSong(sidecar, audio), settings);
      if (releases.length > 0 || failed.length !== 1) throw new Error(JSON.stringify({ releases, failed }));
      return failed[0]?.reason ?? '';
    },
  };
}

/** File name in the delivery to the name of a fixture, or to a text. */
type Files = Record<string, string | { text: string }>;

export async function writeDelivery(root: string, files: Files, sidecar?: Delivery): Promise<string> {
  for (const [path, source] of Object.entries(files)) {
    await mkdir(dirname(join(root, path)), { recursive: true });
    if (typeof source === 'string') await copyFile(fixture(source), join(root, path));
    else await writeFile(join(root, path), source.text);
  }
  if (sidecar) await writeFile(join(root, 'release.json'), JSON.stringify(sidecar));
  return root;
}

/** Imports small real files into a running server; both functions return the trackids in order. */
export function createDeliverer(server: TestServer) {
  const folder = join(server.config.dataDir, 'deliveries');
  const context = { ...server, decodePool: openSharedDecodePool() };
  let count = 0;

  /** `root` is the folder of one release. */
  async function importDelivery(root: string, settings: ImportSettings = {}): Promise<string[]> {
    const { releases, failed } = await importFolders(context, [root], { ...TEST_SETTINGS, ...settings });
    if (failed.length > 0) throw new Error(JSON.stringify(failed));
    const rows = await server.db
      .selectFrom('tracks')
      .innerJoin('releases', 'releases.id', 'tracks.release_id')
      .where('releaseid', '=', releases[0]?.releaseid ?? '')
      .select('trackid')
      .orderBy('ordinal')
      .execute();
    return rows.map(({ trackid }) => trackid);
  }

  async function deliver(files: Files, sidecar: Delivery = {}, settings: ImportSettings = {}): Promise<string[]> {
    const name = String(count++);
    return importDelivery(await writeDelivery(join(folder, name), files, { id: name, ...sidecar }), settings);
  }

  return { importDelivery, deliver };
}

import { copyFile, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { Delivery } from '@promenade/contract/delivery';
import { afterAll } from 'vitest';
import { importFolders } from '../ingest/importFolders.ts';
import type { ImportSettings } from '../ingest/importRun.ts';
import { readConfig } from '../platform/process/config.ts';
import { createDiskStorage } from '../platform/storage/storage.ts';
import { createTestDatabase } from './database.ts';
import type { TestServer } from './testServer.ts';

const FIXTURES = join(import.meta.dirname, '../ingest/fixtures');

/** The path of a small real audio file. */
export const fixture = (name: string) => join(FIXTURES, name);

/** The importer with its own database and folder. Call it at the top of a test file. */
export async function createImporter() {
  const { db, connection } = await createTestDatabase();
  const home = await mkdtemp(join(tmpdir(), 'import-'));
  afterAll(() => rm(home, { recursive: true, force: true }));
  const dataDir = join(home, 'data');
  const storage = createDiskStorage(join(dataDir, 'media'));
  const now = new Date('2026-11-21T12:00:00Z');
  const context = { db, storage, now: () => now, config: { ...readConfig({}), dataDir } };
  const findRelease = (releaseid = '') =>
    db.selectFrom('releases').selectAll().where('releaseid', '=', releaseid).executeTakeFirstOrThrow();
  return {
    context,
    db,
    connection,
    home,
    dataDir,
    storage,
    now,
    /** Without ffmpeg unless `embedded` is false. */
    run: (paths: string[], settings: ImportSettings = {}) =>
      importFolders(context, paths, { embedded: true, ...settings }),
    deliver: (name: string, files: Files, sidecar?: Delivery) => writeDelivery(join(home, name), files, sidecar),
    findRelease,
    tracksOf: async (releaseid = '') => {
      const { id } = await findRelease(releaseid);
      return db.selectFrom('tracks').selectAll().where('release_id', '=', id).orderBy('ordinal').execute();
    },
  };
}

/** File name in the delivery to the name of a fixture, or to a text. */
type Files = Record<string, string | { text: string }>;

/** Writes a delivery; returns its folder. */
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
  let count = 0;

  /** `root` is the folder of one release. */
  async function importDelivery(root: string, settings: ImportSettings = {}): Promise<string[]> {
    const { releases, failed } = await importFolders(server, [root], { embedded: true, ...settings });
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

import { copyFile, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { Delivery } from '@promenade/contract/delivery';
import { afterAll } from 'vitest';
import { importFolders } from '../ingest/importFolders.ts';
import type { ImportSettings } from '../ingest/importing.ts';
import { readConfig } from '../platform/process/config.ts';
import { diskStorage } from '../platform/storage/storage.ts';
import { testDb } from './database.ts';

const FIXTURES = join(import.meta.dirname, '../ingest/fixtures');

/** A real, tiny file of the importer's fixtures. */
export const fixture = (name: string) => join(FIXTURES, name);

/** A private database and folder, and the importer on them; called at the top of a test file. */
export async function importHere() {
  const { db, connection } = await testDb();
  const home = await mkdtemp(join(tmpdir(), 'import-'));
  afterAll(() => rm(home, { recursive: true, force: true }));
  const dataDir = join(home, 'data');
  const storage = diskStorage(join(dataDir, 'media'));
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
    /** Without ffmpeg unless told otherwise: what everyone has. */
    run: (paths: string[], settings: ImportSettings = {}) =>
      importFolders(context, paths, { embedded: true, ...settings }),
    deliver: (name: string, files: Files, sidecar?: Delivery) => layOut(join(home, name), files, sidecar),
    findRelease,
    tracksOf: async (releaseid = '') => {
      const { id } = await findRelease(releaseid);
      return db.selectFrom('tracks').selectAll().where('release_id', '=', id).orderBy('ordinal').execute();
    },
  };
}

/** Name in the delivery to the name of a fixture, or to text of its own. */
type Files = Record<string, string | { text: string }>;

/** Copies fixtures to a new delivery; gives its folder. */
export async function layOut(root: string, files: Files, sidecar?: Delivery): Promise<string> {
  for (const [path, from] of Object.entries(files)) {
    await mkdir(dirname(join(root, path)), { recursive: true });
    if (typeof from === 'string') await copyFile(fixture(from), join(root, path));
    else await writeFile(join(root, path), from.text);
  }
  if (sidecar) await writeFile(join(root, 'release.json'), JSON.stringify(sidecar));
  return root;
}

import { text } from 'node:stream/consumers';
import { insertAudit } from '../platform/audit/audit.ts';
import type { AppContext } from '../platform/context.ts';
import {
  getInstallation,
  readMediaStoreId,
  requireSameInstallation,
  setMediaStore,
} from '../platform/process/installation.ts';
import { copyContent, hashContent, isDamage, isEmpty, OWN_KEYS, type Storage } from '../platform/storage/storage.ts';
import { type KnownFile, listFileReferences, readKnownFiles } from './fileQueries.ts';

type Context = Pick<AppContext, 'db' | 'storage' | 'secrets' | 'now'>;

const COPIES_MAX = 8;

/**
 * Copies the files that another media store does not have, while the service runs, and compares the hash of each.
 * @param report receives a sentence for each file that a row names and that is missing or wrong
 * @returns how many files were copied now
 * @throws one sentence when the other store has files of another installation
 */
export async function copyFilesTo(
  { db, storage }: Context,
  target: Storage,
  report: (line: string) => void,
): Promise<number> {
  await markTarget(db, target);
  let copied = 0;
  for await (const files of readKnownFiles(db)) {
    const damaged: string[] = [];
    const queue = files.values();
    const copyRest = async () => {
      for (const file of queue) {
        const result = await copyFile(storage, target, file);
        if (result === 'copied') copied += 1;
        if (result === 'damaged') damaged.push(file.key);
      }
    };
    const ends = await Promise.allSettled(Array.from({ length: COPIES_MAX }, copyRest));
    for (const end of ends) if (end.status === 'rejected') throw end.reason;
    if (damaged.length === 0) continue;
    const named = await db.transaction().execute((db) => listFileReferences(db, damaged));
    for (const key of new Set(named.map(({ file }) => file))) report(`${key} is missing or wrong and is not copied.`);
  }
  return copied;
}

/** Registers the other media store in the database, after which no service starts with the former one. */
export async function switchStorage({ db, storage, secrets, now }: Context, target: Storage): Promise<void> {
  await setMediaStore(db, target);
  await requireSameInstallation(db, secrets, target);
  await target.delete(OWN_KEYS.moving);
  await insertAudit(db, {
    at: now(),
    actor: 'command',
    action: 'installation.move-storage',
    subject: target.location,
    before: { location: storage.location },
  });
  // Marks the former store, whose files stay, as a target for a later move back.
  await storage.put(OWN_KEYS.moving, Buffer.from(await getMediaStoreId(db)));
  await storage.delete(OWN_KEYS.id);
}

/** Accepts an empty store, and one that files of this installation were copied to or from. */
async function markTarget(db: Context['db'], target: Storage): Promise<void> {
  const id = await getMediaStoreId(db);
  const isOurs = (await target.stat(OWN_KEYS.moving))
    ? (await text(await target.read(OWN_KEYS.moving))) === id
    : (await readMediaStoreId(target)) === undefined && (await isEmpty(target));
  if (!isOurs)
    throw new Error(`The media store ${target.location} has files of another installation: choose an empty one.`);
  await target.put(OWN_KEYS.moving, Buffer.from(id));
}

const getMediaStoreId = async (db: Context['db']): Promise<string> => (await getInstallation(db)).mediaStore ?? '';

async function copyFile(source: Storage, target: Storage, { key, sha256 }: KnownFile) {
  const stored = await source.stat(key);
  if (!stored) return 'damaged';
  if ((await target.stat(key))?.bytes === stored.bytes) return 'present';
  try {
    await copyContent(source, key, target, key, sha256 ?? (await hashContent(source, key)));
    return 'copied';
  } catch (reason) {
    if (isDamage(reason)) return 'damaged';
    throw reason;
  }
}

import { createHmac, randomUUID } from 'node:crypto';
import { text } from 'node:stream/consumers';
import { sql } from 'kysely';
import type { Db } from '../database/db.ts';
import { OWN_KEYS, type Storage } from '../storage/storage.ts';
import type { Secrets } from './secrets.ts';

// A node with another secret would sign everybody out; one with another media store would serve nothing and delete the
// files of others. The database knows both: a fingerprint of the secret, and the id in a file of the media store.

const SECRET_FACT = 'secret';
const MEDIA_FACT = 'media-store';

/** `isStored`: the file was written. */
interface MediaStore {
  id: string;
  isStored: boolean;
}

/**
 * Checks that secret and media store are those of the database; the first start stores them.
 * @throws one sentence when they are not
 */
export async function requireSameInstallation(db: Db, secrets: Secrets, storage: Storage): Promise<void> {
  await lockInstallation(db, async (db) => {
    const fingerprint = (await getInstallationFact(db, SECRET_FACT)) ?? (await setSecretFingerprint(db, secrets));
    if (fingerprint !== createFingerprint(secrets)) {
      throw new Error(
        'The secret of this node is not that of the database: set the same APP_SECRET on every node, or restore the file `secret` of the data folder.',
      );
    }
    if ((await getInstallationFact(db, MEDIA_FACT)) === undefined) await setNewMediaStore(db);
  });
  // In a second transaction: after a crash the file must not be there without its row.
  await lockInstallation(db, (db) => requireMediaStore(db, storage));
}

/** Makes the secret of this node that of the database, for a restore without the former one. Returns its fingerprint. */
export async function setSecretFingerprint(db: Db, secrets: Secrets): Promise<string> {
  const fingerprint = createFingerprint(secrets);
  await setInstallationFact(db, SECRET_FACT, fingerprint);
  return fingerprint;
}

/** Makes a media store that of the database at the next start, for a restore. */
export async function setMediaStore(db: Db, storage: Storage): Promise<void> {
  await storage.delete(OWN_KEYS.id);
  await setNewMediaStore(db);
}

async function setNewMediaStore(db: Db): Promise<void> {
  await setInstallationFact(db, MEDIA_FACT, { id: randomUUID(), isStored: false } satisfies MediaStore);
}

async function requireMediaStore(db: Db, storage: Storage): Promise<void> {
  const { id, isStored } = (await getInstallationFact(db, MEDIA_FACT)) as MediaStore;
  const found = await readMediaStoreId(storage);
  if (found === undefined && !isStored) await storage.put(OWN_KEYS.id, Buffer.from(`${id}\n`));
  else if (found !== id) {
    throw new Error(
      `The media store ${storage.location} is not that of the database: every node needs the same STORAGE_URL, or without one the same files in DATA_DIR/media.`,
    );
  }
  if (!isStored) await setInstallationFact(db, MEDIA_FACT, { id, isStored: true } satisfies MediaStore);
}

/** Tells two secrets apart without revealing them. */
export const createFingerprint = (secrets: Secrets): string =>
  createHmac('sha256', secrets.getKey('fingerprint')).update('installation').digest('base64url');

/** Undefined for a new one. */
export const readMediaStoreId = async (storage: Storage): Promise<string | undefined> =>
  (await storage.stat(OWN_KEYS.id)) && (await text(await storage.read(OWN_KEYS.id))).trim();

/** Runs in a transaction with a lock of the database, so that nodes that start at the same time wait for each other. */
export function lockInstallation<Result>(db: Db, run: (db: Db) => Promise<Result>): Promise<Result> {
  return db.transaction().execute(async (db) => {
    await sql`set local lock_timeout = '1min'`.execute(db);
    await sql`select pg_advisory_xact_lock(hashtextextended('installation', 0))`.execute(db);
    return run(db);
  });
}

/** What the database knows of its installation; undefined before the first start. */
export async function getInstallation(db: Db): Promise<{ secret: string | undefined; mediaStore: string | undefined }> {
  const secret = (await getInstallationFact(db, SECRET_FACT)) as string | undefined;
  const mediaStore = (await getInstallationFact(db, MEDIA_FACT)) as MediaStore | undefined;
  return { secret, mediaStore: mediaStore?.id };
}

export async function getInstallationFact(db: Db, name: string): Promise<unknown> {
  const row = await db.selectFrom('installation').select('value').where('name', '=', name).executeTakeFirst();
  return row?.value;
}

/** How many deliveries were imported, by result. */
export const IMPORTS_FACT = 'imports';

export async function addToInstallationFact(db: Db, name: string, numbers: Record<string, number>): Promise<void> {
  await sql`
    insert into installation (name, value) values (${name}, ${JSON.stringify(numbers)}::jsonb)
    on conflict (name) do update set value = (
      select jsonb_object_agg(key, coalesce((installation.value->>key)::bigint, 0)
        + coalesce((excluded.value->>key)::bigint, 0))
      from jsonb_object_keys(installation.value || excluded.value) as key)`.execute(db);
}

export async function setInstallationFact(db: Db, name: string, fact: unknown): Promise<void> {
  const value = JSON.stringify(fact);
  await db
    .insertInto('installation')
    .values({ name, value })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ value }))
    .execute();
}

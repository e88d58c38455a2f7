import { readdir } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { Storage } from '../server/platform/storage/storage.ts';
import { Fault } from './actor.ts';
import type { Installation } from './installation.ts';

/** Storage keys of all files that rows reference. */
const REFERENCED_FILES = `
  select file from renditions
  union select file from attachments
  union select file from promo_pictures
  union select 'waveforms/' || waveform_hash || '.bin' from tracks where waveform_hash is not null
  union select 'logos/' || logo_hash || '.webp' from labels where logo_hash is not null
  union select 'artists/' || picture_hash || '.webp' from artists where picture_hash is not null
  union select 'covers/' || cover_hash || '-' || size || ending from releases,
    unnest(array[1000, 500, 160]) size, unnest(array['.webp', '.jpg']) ending where cover_hash is not null`;

/**
 * Checks that every row has its files, no temporary file is left, and every other file is noted for deletion. `bucket`
 * has the files when they are not in the data folder.
 * @throws Fault
 */
export async function verifyFiles(
  { dataDir, query }: Pick<Installation, 'dataDir' | 'query'>,
  bucket?: Storage,
): Promise<void> {
  const referenced = new Set((await query<{ file: string }>(REFERENCED_FILES)).map(({ file }) => file));
  const noted = new Set(
    (await query<{ key: string }>('select key from stored_files where noted_at is not null')).map(({ key }) => key),
  );
  const stored = new Set(
    (await (bucket ? Array.fromAsync(bucket.list('')) : listFiles(join(dataDir, 'media')))).filter(isMedia),
  );
  const orphans = [...stored].filter((file) => !referenced.has(file) && !noted.has(file));
  const missing = [...referenced].filter((file) => !stored.has(file));
  const temporary = await listFiles(join(dataDir, 'tmp'));
  if (orphans.length > 0) throw new Fault(`Files that neither a row names nor a note: ${orphans.join(', ')}`);
  if (missing.length > 0) throw new Fault(`Rows without their files: ${missing.join(', ')}`);
  if (temporary.length > 0) throw new Fault(`Temporary files left: ${temporary.join(', ')}`);
}

/** Waits until all queued mails are sent; jobs of a killed worker are retried after minutes. @throws Fault */
export async function waitForMails(
  { dataDir, query }: Pick<Installation, 'dataDir' | 'query'>,
  withinMs: number,
): Promise<void> {
  const untilMs = Date.now() + withinMs;
  const waiting = async () =>
    (
      await query<{ what: string }>(`
        select 'mail ' || id as what from mails where sent_at is null
        union all select title from releases r where not exists (select from release_rounds where release_id = r.id)`)
    ).map(({ what }) => what);
  for (let left = await waiting(); left.length > 0; left = await waiting()) {
    if (Date.now() > untilMs) throw new Fault(`Not sent within ${withinMs / 1000} s: ${left.join(', ')}`);
    await pause(1_000);
  }
  const delivered = new Set(await listFiles(join(dataDir, 'outbox')));
  const lost = (await query<{ id: string }>('select id from mails')).filter(({ id }) => !delivered.has(`${id}.eml`));
  if (lost.length > 0) throw new Fault(`Mails missing from the outbox: ${lost.map(({ id }) => id).join(', ')}`);
}

/**
 * Media, and unfinished writes of imports. Scripts of the web app and probes of the health checks have no rows, and what
 * a killed service leaves of them is deleted by its age.
 */
const isMedia = (file: string) => !/^(\.installation$|web\/|health\/|\.partial\/unnamed\/)/.test(file);

async function listFiles(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  return entries.filter((entry) => entry.isFile()).map((entry) => relative(folder, join(entry.parentPath, entry.name)));
}

/** Checks that nobody was mailed twice about a release, and that the outbox has no unknown mail. @throws Fault */
export async function verifyMails({ dataDir, query }: Pick<Installation, 'dataDir' | 'query'>): Promise<void> {
  const mails = await query<{ id: string; kind: string; recipient: string; body: string }>(
    'select id, kind, recipient, body from mails',
  );
  const mailed = new Set<string>();
  for (const { kind, recipient, body } of mails) {
    if (!kind.startsWith('release')) continue;
    for (const title of new Set(body.match(/Delivery \d+\./g))) {
      if (mailed.has(`${recipient} ${title}`)) throw new Fault(`${recipient} was mailed about ${title} twice.`);
      mailed.add(`${recipient} ${title}`);
    }
  }
  const known = new Set(mails.map(({ id }) => `${id}.eml`));
  const unknown = (await listFiles(join(dataDir, 'outbox'))).filter((file) => !known.has(file));
  if (unknown.length > 0) throw new Fault(`Unknown mails in the outbox: ${unknown.join(', ')}`);
}

import { readdir } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { Fault } from './lane.ts';
import type { Site } from './site.ts';

/** Key in storage of every file that a row names. */
const NAMED = `
  select file from renditions
  union select file from attachments
  union select file from promo_pictures
  union select 'waveforms/' || waveform_hash || '.bin' from tracks where waveform_hash is not null
  union select 'logos/' || logo_hash || '.webp' from labels where logo_hash is not null
  union select 'artists/' || picture_hash || '.webp' from artists where picture_hash is not null
  union select 'covers/' || cover_hash || '-' || size || ending from releases,
    unnest(array[1000, 500, 160]) size, unnest(array['.webp', '.jpg']) ending where cover_hash is not null`;

/** Every file of storage belongs to a row, every row has its files, and nothing temporary is left. @throws Fault */
export async function verifyFiles({ dataDir, query }: Pick<Site, 'dataDir' | 'query'>): Promise<void> {
  const named = new Set((await query<{ file: string }>(NAMED)).map(({ file }) => file));
  const stored = new Set(await filesBelow(join(dataDir, 'media')));
  const orphans = [...stored].filter((file) => !named.has(file));
  const missing = [...named].filter((file) => !stored.has(file));
  const temporary = await filesBelow(join(dataDir, 'tmp'));
  if (orphans.length > 0) throw new Fault(`Files without a row: ${orphans.join(', ')}`);
  if (missing.length > 0) throw new Fault(`Rows without their files: ${missing.join(', ')}`);
  if (temporary.length > 0) throw new Fault(`Temporary files are left: ${temporary.join(', ')}`);
}

/**
 * Waits until everything that was promised is handed over: what a killed worker had in hand, others take up after minutes.
 * @throws Fault
 */
export async function awaitMails({ dataDir, query }: Pick<Site, 'dataDir' | 'query'>, withinMs: number): Promise<void> {
  const untilMs = Date.now() + withinMs;
  const waiting = async () =>
    (
      await query<{ what: string }>(`
        select 'mail ' || id as what from mails where sent_at is null
        union all select title from releases r where not exists (select from release_rounds where release_id = r.id)`)
    ).map(({ what }) => what);
  for (let left = await waiting(); left.length > 0; left = await waiting()) {
    if (Date.now() > untilMs) throw new Fault(`Not handed over in ${withinMs / 1000} s: ${left.join(', ')}`);
    await pause(1_000);
  }
  const handedOver = new Set(await filesBelow(join(dataDir, 'outbox')));
  const lost = (await query<{ id: string }>('select id from mails')).filter(({ id }) => !handedOver.has(`${id}.eml`));
  if (lost.length > 0) throw new Fault(`Mails that are not in the outbox: ${lost.map(({ id }) => id).join(', ')}`);
}

async function filesBelow(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  return entries.filter((entry) => entry.isFile()).map((entry) => relative(folder, join(entry.parentPath, entry.name)));
}

/** Nobody was told of a release twice, and no mail lies in the outbox that was not promised. @throws Fault */
export async function verifyMails({ dataDir, query }: Pick<Site, 'dataDir' | 'query'>): Promise<void> {
  const mails = await query<{ id: string; kind: string; recipient: string; body: string }>(
    'select id, kind, recipient, body from mails',
  );
  const told = new Set<string>();
  for (const { kind, recipient, body } of mails) {
    if (!kind.startsWith('release')) continue;
    for (const title of new Set(body.match(/Delivery \d+\./g))) {
      if (told.has(`${recipient} ${title}`)) throw new Fault(`${recipient} was told of ${title} twice.`);
      told.add(`${recipient} ${title}`);
    }
  }
  const promised = new Set(mails.map(({ id }) => `${id}.eml`));
  const strange = (await filesBelow(join(dataDir, 'outbox'))).filter((file) => !promised.has(file));
  if (strange.length > 0) throw new Fault(`Mails that nobody promised: ${strange.join(', ')}`);
}

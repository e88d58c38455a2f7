import { createReadStream, existsSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { FORMAT_SETTINGS } from '../platform/database/session.ts';
import { type Manifest, tableFile } from './backupFolder.ts';
import type { Client } from './tableQueries.ts';

// Earlier versions wrote the tables of a backup as the role, the database or the server was set, and did not note how. Such a
// backup is read in each format that gives the time at which it was taken, until all rows have the digests of the snapshot.

export type Format = NonNullable<Manifest['settings']>;

const DATE_STYLES = ['ISO', 'German', 'SQL, DMY', 'SQL, MDY', 'Postgres, DMY', 'Postgres, MDY'];

/** The formats in which the tables may be written, the most likely first. */
export async function findFormats(client: Client, folder: string, manifest: Manifest): Promise<Format[]> {
  if (manifest.settings) return [manifest.settings];
  const defaults = { ...FORMAT_SETTINGS, ...(await readDefaults(client)) };
  const others = ['UTC', defaults.TimeZone].flatMap((TimeZone) =>
    ['hex', 'escape'].flatMap((bytea_output) =>
      DATE_STYLES.map((DateStyle) => ({ ...FORMAT_SETTINGS, TimeZone, bytea_output, DateStyle })),
    ),
  );
  const takenAt = await readTakenAt(folder, manifest);
  const fitting: Format[] = [];
  for (const format of [FORMAT_SETTINGS, { ...defaults, TimeZone: 'UTC' }, defaults, ...others])
    if (!takenAt || (await isTime(client, format, takenAt, manifest.takenAt))) fitting.push(format);
  return fitting.length > 0 ? fitting : [FORMAT_SETTINGS];
}

/** Sets a format until the transaction ends. */
export async function setFormat(client: Client, format: Format): Promise<void> {
  for (const setting of Object.entries(format)) await client.query('select set_config($1, $2, true)', setting);
}

/** What sessions of this role in this database begin with. */
async function readDefaults(client: Client): Promise<Partial<Format>> {
  const { rows } = await client.query<{ name: string; reset_val: string }>(
    'select name, reset_val from pg_settings where name = any($1)',
    [Object.keys(FORMAT_SETTINGS)],
  );
  return Object.fromEntries(rows.map(({ name, reset_val }) => [name, reset_val]));
}

/** The time of the backup as its audit trail has it; undefined when that is not known. */
async function readTakenAt(folder: string, { tables }: Manifest): Promise<string | undefined> {
  const audit = tables.find(({ name }) => name === 'audit');
  const path = audit && join(folder, tableFile(audit));
  if (!path || !existsSync(path)) return undefined;
  const [at, action] = [audit.columns.indexOf('at'), audit.columns.indexOf('action')];
  let takenAt: string | undefined;
  for await (const line of createInterface({ input: createReadStream(path) })) {
    const row = line.split('\t');
    if (row[action] === 'installation.backup') takenAt = row[at];
  }
  return takenAt;
}

async function isTime(client: Client, format: Format, text: string, takenAt: string): Promise<boolean> {
  await client.query('begin');
  try {
    await setFormat(client, format);
    const { rows } = await client.query<{ seconds: number }>(
      'select extract(epoch from $1::timestamptz)::float8 as seconds',
      [text],
    );
    return Math.abs((rows[0]?.seconds ?? 0) * 1000 - Date.parse(takenAt)) < 1;
  } catch {
    return false;
  } finally {
    await client.query('rollback');
  }
}

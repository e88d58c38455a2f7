import { readdir, readFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import type { FastifyReply } from 'fastify';
import type { AppContext } from '../context.ts';
import { DAY_MS } from '../process/days.ts';
import { getInstallationFact, lockInstallation, setInstallationFact } from '../process/installation.ts';

// A tab that is open during an upgrade still asks for scripts of the version before. Each version puts its hashed files
// into the media store, where every node and the next version find them. They stay for a week after the upgrade.

const FACT = 'web-assets';
const KEEP_MS = 7 * DAY_MS;
const COMPRESSED = /\.(br|gz)$/;
const NAME = /^[\w-][\w.-]*$/;
const MEDIA_TYPES: Record<string, string> = {
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
};

/** Name to the time when a version without it started; null for files of the version that started last. */
type KeptAssets = Record<string, string | null>;

const keyOfAsset = (name: string) => `web/${name}`;

/** Stores the hashed files of the built web app, and deletes those of versions that ended a week ago. */
export async function keepWebAssets(
  { db, storage, now }: Pick<AppContext, 'db' | 'storage' | 'now'>,
  webRoot: string,
): Promise<void> {
  const folder = join(webRoot, 'assets');
  const current = (await readdir(folder)).filter((name) => !COMPRESSED.test(name));
  for (const name of current) {
    if (!(await storage.stat(keyOfAsset(name))))
      await storage.put(keyOfAsset(name), await readFile(join(folder, name)));
  }
  const time = now();
  const isOver = (endedAt: string | null) => endedAt !== null && Date.parse(endedAt) < time.getTime() - KEEP_MS;
  const over = await lockInstallation(db, async (db) => {
    const known = ((await getInstallationFact(db, FACT)) ?? {}) as KeptAssets;
    const kept = Object.entries(known).map(([name, endedAt]): [string, string | null] => [
      name,
      endedAt ?? time.toISOString(),
    ]);
    const all = { ...Object.fromEntries(kept), ...Object.fromEntries(current.map((name) => [name, null])) };
    const remaining = Object.entries(all).filter(([, endedAt]) => !isOver(endedAt));
    await setInstallationFact(db, FACT, Object.fromEntries(remaining));
    return Object.keys(all).filter((name) => isOver(all[name] ?? null));
  });
  for (const name of over) await storage.delete(keyOfAsset(name));
}

/** Sends a file of an earlier version; false when there is none. */
export async function sendKeptAsset(
  { storage }: Pick<AppContext, 'storage'>,
  reply: FastifyReply,
  name: string,
): Promise<boolean> {
  const type = MEDIA_TYPES[extname(name)];
  if (!type || !NAME.test(name) || !(await storage.stat(keyOfAsset(name)))) return false;
  reply.type(type).header('cache-control', IMMUTABLE);
  await reply.send(await storage.read(keyOfAsset(name)));
  return true;
}

export const IMMUTABLE = 'public, max-age=31536000, immutable';

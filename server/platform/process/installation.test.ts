import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { createTestDatabase } from '../../testing/database.ts';
import { createDiskStorage, type Storage } from '../storage/storage.ts';
import { requireSameInstallation, setMediaStore, setSecretFingerprint } from './installation.ts';
import { createSecrets } from './secrets.ts';

const { db } = await createTestDatabase();
const secrets = createSecrets('one secret');
const others = createSecrets('another secret');
const folders: string[] = [];
afterAll(() => Promise.all(folders.map((folder) => rm(folder, { recursive: true }))));

async function createStorage(): Promise<Storage> {
  const folder = await mkdtemp(join(tmpdir(), 'promenade-media-'));
  folders.push(folder);
  return createDiskStorage(join(folder, 'media'));
}

beforeEach(async () => void (await db.deleteFrom('installation').execute()));

test('nodes that start at once with the same secret and media store all start', async () => {
  const media = await createStorage();
  const start = () => requireSameInstallation(db, secrets, media);
  await expect(Promise.all([start(), start(), start()])).resolves.toBeDefined();
  await expect(start()).resolves.toBeUndefined();
});

test('a node with another secret does not start, and the database does not contain the secret', async () => {
  const media = await createStorage();
  await requireSameInstallation(db, secrets, media);
  await expect(requireSameInstallation(db, others, media)).rejects.toThrow(/^The secret of this node [^\n]+\.$/);
  const facts = JSON.stringify(await db.selectFrom('installation').selectAll().execute());
  expect(facts).not.toContain('one secret');
  expect(facts).not.toContain(Buffer.from(secrets.getKey('access')).toString('base64url'));
});

test('a node with an empty media store or that of another database does not start', async () => {
  const media = await createStorage();
  await requireSameInstallation(db, secrets, media);
  const refusal = /^The media store \S+ is not that of the database: [^\n]+\.$/;
  await expect(requireSameInstallation(db, secrets, await createStorage())).rejects.toThrow(refusal);
  await db.deleteFrom('installation').execute();
  await expect(requireSameInstallation(db, secrets, media)).rejects.toThrow(refusal);
});

test('after a restore a new secret and a new media store are those of the database', async () => {
  const [media, restored] = [await createStorage(), await createStorage()];
  await requireSameInstallation(db, secrets, media);
  await setSecretFingerprint(db, others);
  await setMediaStore(db, restored);
  await requireSameInstallation(db, others, restored);
  await expect(requireSameInstallation(db, secrets, restored)).rejects.toThrow('The secret');
  await expect(requireSameInstallation(db, others, media)).rejects.toThrow('The media store');
});

import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { makeSecrets, openSecrets } from './secrets.ts';

const dataDir = await mkdtemp(join(tmpdir(), 'promenade-secrets-'));
afterAll(() => rm(dataDir, { recursive: true }));

const opened = () => openSecrets({ dataDir, appSecret: undefined });

test('the first start makes a secret that only this user reads, and later ones find it', async () => {
  const [one, two] = await Promise.all([opened(), opened()]);
  expect(one.key('access')).toEqual(two.key('access'));
  expect((await stat(join(dataDir, 'secret'))).mode & 0o777).toBe(0o600);
});

test('each purpose has a key of its own', async () => {
  const secrets = await opened();
  expect(secrets.key('access')).not.toEqual(secrets.key('media'));
  expect(secrets.key('access')).toHaveLength(32);
});

test('nodes with the same APP_SECRET sign alike, others do not', async () => {
  const appSecret = 'correct horse battery staple, and 9 more';
  const node = await openSecrets({ dataDir, appSecret });
  expect(node.key('access')).toEqual(makeSecrets(appSecret).key('access'));
  expect(node.key('access')).not.toEqual((await opened()).key('access'));
});

test('a damaged secret stops the start instead of signing everybody out', async () => {
  await writeFile(join(dataDir, 'secret'), 'x');
  await expect(opened()).rejects.toThrow(/secret is damaged/);
});

import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { createSecrets, openSecrets } from './secrets.ts';

const dataDir = await mkdtemp(join(tmpdir(), 'promenade-secrets-'));
afterAll(() => rm(dataDir, { recursive: true }));

const open = () => openSecrets({ dataDir, appSecret: undefined });

test('the first start creates a secret that only this user can read, and later starts use it', async () => {
  const [first, second] = await Promise.all([open(), open()]);
  expect(first.getKey('access')).toEqual(second.getKey('access'));
  expect((await stat(join(dataDir, 'secret'))).mode & 0o777).toBe(0o600);
});

test('each purpose has its own key', async () => {
  const secrets = await open();
  expect(secrets.getKey('access')).not.toEqual(secrets.getKey('media'));
  expect(secrets.getKey('access')).toHaveLength(32);
});

test('nodes with the same APP_SECRET have the same keys, others do not', async () => {
  const appSecret = 'correct horse battery staple, and 9 more';
  const node = await openSecrets({ dataDir, appSecret });
  expect(node.getKey('access')).toEqual(createSecrets(appSecret).getKey('access'));
  expect(node.getKey('access')).not.toEqual((await open()).getKey('access'));
});

test('a damaged secret stops the start instead of signing everybody out', async () => {
  await writeFile(join(dataDir, 'secret'), 'x');
  await expect(open()).rejects.toThrow(/secret is damaged/);
});

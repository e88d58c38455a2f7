import { join } from 'node:path';
import { expect, test } from 'vitest';
import { buildBom, writeNotices } from './notices.ts';
import { CONTAINED, isAllowed, listShippedPackages, readLock, UNDECLARED } from './packages.ts';
import { readText } from './sources.ts';

const root = join(import.meta.dirname, '..');
const packages = listShippedPackages(root);

test('everything shipped is under a permissive licence, except libraries under the LGPL that can be replaced', () => {
  expect(packages.filter((one) => !isAllowed(one))).toEqual([]);
  for (const [name, file] of Object.entries(UNDECLARED))
    expect(readText(root, `node_modules/${name}/${file}`)).toMatch(/MIT License|## License\s+MIT/);
  const [any] = packages;
  if (!any) throw new Error('Nothing is shipped.');
  for (const licence of ['GPL-2.0', 'AGPL-3.0-only', 'LGPL-3.0-or-later', 'MPL-2.0', 'not declared'])
    expect(isAllowed({ ...any, name: 'planted', licence }), licence).toBe(false);
});

test('what is in the built web app counts as shipped, and what builds it does not', () => {
  const names = packages.map(({ name }) => name);
  expect(names).toEqual(expect.arrayContaining(['react', 'react-aria', '@internationalized/date', 'fastify', 'sharp']));
  expect(names.filter((name) => /^(vite|rolldown|lightningcss|typescript|vitest|@types\/)/.test(name))).toEqual([]);
});

test('the notices have each package with the text of its licence, and name what it contains', () => {
  const notices = writeNotices(root, packages);
  for (const { name, version, licence } of packages) expect(notices).toContain(`## ${name} ${version}: ${licence}`);
  expect(notices).toContain('Copyright (c) Meta Platforms');
  for (const name of ['libvips', 'LAME', 'libmpg123']) expect(notices).toContain(name);
  const known = packages.map(({ name }) => name);
  expect(Object.keys(CONTAINED).filter((name) => !known.some((one) => one.startsWith(name)))).toEqual([]);
});

test('the bill of materials has each package with version, licence and hash', () => {
  const { components } = buildBom('1.2.3', packages);
  expect(components).toHaveLength(packages.length);
  expect(components.find(({ name }) => name === '@dnd-kit/core')).toMatchObject({
    purl: expect.stringMatching(/^pkg:npm\/%40dnd-kit\/core@\d/),
    licenses: [{ license: { name: 'MIT' } }],
    hashes: [{ alg: 'SHA-512', content: expect.stringMatching(/^[0-9a-f]{128}$/) }],
  });
});

test('npm runs no script of a package: Node, which would run it, may lack a library of the system', () => {
  expect(readText(root, '.npmrc')).toMatch(/^ignore-scripts=true$/m);
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

import { expect, test } from 'vitest';
import { measureLoads } from './sizes.ts';

const page =
  '<head><script type="module" crossorigin src="/assets/first.js"></script><link rel="stylesheet" href="/assets/first.css"></head>';
const manifest = {
  '_first.js': { file: 'assets/first.js', imports: ['_react.js'] },
  '_react.js': { file: 'assets/react.js' },
  '_table.js': { file: 'assets/table.js', imports: ['_react.js'] },
  'screens/Shell.tsx': { file: 'assets/Shell.js', imports: ['_react.js'], isDynamicEntry: true },
  'screens/Releases.tsx': { file: 'assets/Releases.js', imports: ['_table.js', '_first.js'], isDynamicEntry: true },
};
const bytes: Record<string, number> = {
  'assets/first.js': 10_000,
  'assets/react.js': 50_000,
  'assets/table.js': 61_000,
  'assets/Shell.js': 4_000,
  'assets/Releases.js': 500,
};

test('a first load is what the page names, its screens and all they import, each counted once; a screen is what it adds', () => {
  expect(measureLoads(page, manifest, (file) => bytes[file] ?? 0)).toEqual([
    { name: 'first load, sign-in', bytes: 60_000, limitBytes: 130_000 },
    { name: 'first load, gallery', bytes: 125_500, limitBytes: 180_000 },
    { name: 'screens/Shell.tsx', bytes: 4_000, limitBytes: 60_000 },
    { name: 'screens/Releases.tsx', bytes: 61_500, limitBytes: 60_000 },
  ]);
});

test('a page without scripts, or a budget whose screen is gone, is an error and not a pass', () => {
  const { 'screens/Shell.tsx': _gone, ...rest } = manifest;
  expect(() => measureLoads('<html></html>', manifest, () => 1)).toThrow('has no script');
  expect(() => measureLoads(page, rest, () => 1)).toThrow('The build has no screens/Shell.tsx');
});

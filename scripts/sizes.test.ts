import { expect, test } from 'vitest';
import { measureLoads } from './sizes.ts';

const manifest = {
  'index.html': { file: 'assets/index.js', imports: ['_react.js'] },
  '_react.js': { file: 'assets/react.js' },
  '_form.js': { file: 'assets/form.js', imports: ['_react.js'] },
  'screens/SignIn.tsx': { file: 'assets/SignIn.js', imports: ['_form.js', 'index.html'], isDynamicEntry: true },
  'screens/Shell.tsx': { file: 'assets/Shell.js', imports: ['_react.js'], isDynamicEntry: true },
  'screens/Releases.tsx': { file: 'assets/Releases.js', isDynamicEntry: true },
};
const bytes: Record<string, number> = {
  'assets/index.js': 1_000,
  'assets/react.js': 50_000,
  'assets/form.js': 9_000,
  'assets/SignIn.js': 500,
  'assets/Shell.js': 4_000,
  'assets/Releases.js': 70_000,
};

test('a first load is the entry, its screens and all they import, each counted once; a screen is what it adds', () => {
  expect(measureLoads(manifest, (file) => bytes[file] ?? 0)).toEqual([
    { name: 'first load, sign-in', bytes: 60_500, limitBytes: 130_000 },
    { name: 'first load, gallery', bytes: 125_000, limitBytes: 180_000 },
    { name: 'screens/SignIn.tsx', bytes: 9_500, limitBytes: 60_000 },
    { name: 'screens/Shell.tsx', bytes: 4_000, limitBytes: 60_000 },
    { name: 'screens/Releases.tsx', bytes: 70_000, limitBytes: 60_000 },
  ]);
});

test('a budget whose screen is gone is an error, not a pass', () => {
  const { 'screens/SignIn.tsx': _gone, ...rest } = manifest;
  expect(() => measureLoads(rest, () => 1)).toThrow('The build has no screens/SignIn.tsx');
});

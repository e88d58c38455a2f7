import { expect, test } from 'vitest';
import { measureLoads } from './sizes.ts';

const page = `<head><script type="module" crossorigin src="/assets/first.js"></script>
<script type="module" crossorigin src="/assets/react.js"></script><link rel="stylesheet" href="/assets/first.css">
<template id="signed-in"><link rel="modulepreload" href="/assets/Shell.js"><link rel="modulepreload" href="/assets/table.js">
<link rel="modulepreload" href="/assets/Releases.js"><link rel="preload" as="style" href="/assets/table.css"></template>
<template id="later"><link rel="modulepreload" href="/assets/Search.js"></template></head>`;
const manifest = {
  '_first.js': { file: 'assets/first.js', imports: ['_react.js'], css: ['assets/first.css'] },
  '_react.js': { file: 'assets/react.js' },
  '_table.js': { file: 'assets/table.js', imports: ['_react.js'], css: ['assets/table.css'] },
  'screens/Shell.tsx': { file: 'assets/Shell.js', imports: ['_react.js'], isDynamicEntry: true },
  'screens/PlayerDock.tsx': { file: 'assets/PlayerDock.js', isDynamicEntry: true },
  'screens/Releases.tsx': { file: 'assets/Releases.js', imports: ['_table.js', '_first.js'], isDynamicEntry: true },
  'screens/Search.tsx': { file: 'assets/Search.js', imports: ['_table.js', 'screens/Shell.tsx'], isDynamicEntry: true },
  'screens/SignUp.tsx': { file: 'assets/SignUp.js', imports: ['_table.js', 'screens/Shell.tsx'], isDynamicEntry: true },
};
const bytes: Record<string, number> = {
  'assets/first.js': 10_000,
  'assets/react.js': 50_000,
  'assets/table.js': 61_000,
  'assets/Shell.js': 4_000,
  'assets/PlayerDock.js': 3_000,
  'assets/Releases.js': 500,
  'assets/Search.js': 200,
  'assets/SignUp.js': 300,
};

/** The figures as they are printed, such as `sign-in 60 of 130 kB`. */
const measure = (html = page, chunks: Parameters<typeof measureLoads>[1] = manifest) =>
  measureLoads(html, chunks, (file) => bytes[file] ?? 0).map(
    ({ name, value, limit, unit }) => `${name.replace(/^.*[ /]/, '')} ${value} of ${limit} ${unit}`,
  );

test('a first load is what the page names, its screens and all they import, each counted once; a screen is what it adds', () => {
  expect(measure()).toEqual([
    'sign-in 60 of 130 kB',
    'sign-in 2 of 12 scripts',
    'sign-in 1 of 3 style sheets',
    'sign-in 1 of 2 waves',
    'gallery 125.5 of 180 kB',
    'gallery 5 of 12 scripts',
    'gallery 2 of 3 style sheets',
    'gallery 2 of 2 waves',
    'Shell.tsx 4 of 60 kB',
    'PlayerDock.tsx 3 of 60 kB',
    'Releases.tsx 61.5 of 60 kB',
    'Search.tsx 61.2 of 60 kB',
    'SignUp.tsx 65.3 of 60 kB',
  ]);
});

test.each([
  ['a script that the page does not name', page.replace(/<link rel="modulepreload" href="\/assets\/table.js">/, '')],
  ['a style sheet that the page does not name', page.replace(/<link rel="preload" as="style"[^>]*>/, '')],
  ['no links to the gallery', page.replace(/<template[^]*<\/template>/, '')],
])('%s is a third wave of the gallery', (_what, html) => {
  expect(measure(html)).toContain('gallery 3 of 2 waves');
});

test('files that a first load has too many of are counted', () => {
  const names = Array.from({ length: 9 }, (_, index) => `_${index}.js`);
  const many = Object.fromEntries(names.map((name) => [name, { file: `assets/${name}`, css: [`assets/${name}.css`] }]));
  const shell = { ...manifest['screens/Shell.tsx'], imports: names };
  const figures = measure(page, { ...manifest, ...many, 'screens/Shell.tsx': shell });
  expect(figures).toEqual(expect.arrayContaining(['gallery 14 of 12 scripts', 'gallery 11 of 3 style sheets']));
});

test('a page without scripts, or a budget whose screen is gone, is an error and not a pass', () => {
  const { 'screens/Shell.tsx': _gone, ...rest } = manifest;
  expect(() => measure('<html></html>')).toThrow('has no script');
  expect(() => measure(page, rest)).toThrow('The build has no screens/Shell.tsx');
});

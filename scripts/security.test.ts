import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readText, readTextIfAny } from './sources.ts';

const root = join(import.meta.dirname, '..');
const page = readText(root, 'docs/security.md');
const rows = page
  .split('\n')
  .filter((line) => line.startsWith('| '))
  .map((line) =>
    line
      .slice(1, -1)
      .split('|')
      .map((cell) => cell.trim()),
  );
const promises = rows.filter(([number = '']) => /^\d+$/.test(number));

const STATES = ['kept', 'partly', 'not kept', 'not proven'];
/** A file, then titles in quotes: `x.test.ts` "one", "two". */
const PROOF = /`([\w./]+\.test\.tsx?)`((?:,? "[^"]+")+)/g;
const named = [...page.matchAll(PROOF)].flatMap(([, file = '', titles = '']) =>
  [...titles.matchAll(/"([^"]+)"/g)].map(([, title = '']) => ({ file, title })),
);

/** The first arguments of all tests of a file, with escapes resolved. */
function listTitles(file: string): string[] {
  const text = readTextIfAny(root, file);
  const strings = text.matchAll(
    /(?:\b(?:test|journey)|\)|\n {2})\(?\s*('(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"|`[^`]*`)/g,
  );
  return [...strings].map(([, title = '']) => title.slice(1, -1).replaceAll(/\\(.)/g, '$1'));
}

test('the page has all 40 promises, each with a state', () => {
  expect(promises.map(([number]) => Number(number))).toEqual(Array.from({ length: 40 }, (_none, index) => index + 1));
  expect(promises.filter(([, , state = '']) => !STATES.includes(state))).toEqual([]);
});

test('what is kept has a proof, and what is not says why', () => {
  expect(promises.filter(([, , state, proof = '']) => state === 'kept' && !/\.test\.tsx?`/.test(proof))).toEqual([]);
  expect(promises.filter(([, , state, , missing = '']) => state !== 'kept' && missing === '')).toEqual([]);
});

test('each test that the page names exists and is not skipped', () => {
  expect(named.length).toBeGreaterThan(80);
  const missing = named.filter(({ file, title }) => !listTitles(file).some((found) => found.includes(title)));
  expect(missing).toEqual([]);
  const skipped = [...new Set(named.map(({ file }) => file))].filter((file) =>
    /\.(skip|todo|only)\b/.test(readText(root, file)),
  );
  expect(skipped).toEqual([]);
});

test('each file that the page names is followed by titles', () => {
  const files = [...page.matchAll(/`([\w./]+\.test\.tsx?)`/g)].length - 1;
  expect(files).toBe([...page.matchAll(PROOF)].length);
});

test('each command that the page names exists with its options', () => {
  const { scripts } = JSON.parse(readText(root, 'package.json')) as { scripts: Record<string, string> };
  const commands = [...page.matchAll(/`npm run ([\w:]+)(?: -- ([^`]+))?`/g)];
  expect(commands.length).toBeGreaterThan(5);
  for (const [command, name = '', options = ''] of commands) {
    const file = scripts[name]?.split(' ').at(-1) ?? '';
    expect(existsSync(join(root, file)), command).toBe(true);
    for (const [option] of options.matchAll(/--[\w-]+/g)) expect(readText(root, file), command).toContain(option);
  }
});

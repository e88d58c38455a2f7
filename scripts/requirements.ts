import { existsSync, writeFileSync } from 'node:fs';
import { basename } from 'node:path';
import { codeFiles, readText } from './sources.ts';

/** A numbered row of docs/requirements/. */
export interface Row {
  id: string;
  text: string;
}

const PAGES = ['docs/requirements/access.md', 'docs/requirements/catalogue.md'];
const MADE_PAGE = 'docs/requirements.md';
const GROUP = /^## ([AC]-[A-Z]+):? (.*)$/gm;
const ROW = /^- \*\*([AC]-[A-Z]+-\d+)\*\* (.*)$/gm;
/** `A-SIGNIN-04`, `A-SIGNIN-04..06`, `A-SIGNIN-04 to 06`, `A-SIGNIN-04, 06`. */
const NAMES = /\b([AC]-[A-Z]+)-(\d+)(?:\s*(?:\.\.|–|to)\s*(?:[AC]-[A-Z]+-)?(\d+))?((?:\s*,\s*\d{2,}\b)*)/g;
/** A range names at most so many rows: one test does not prove a chapter. */
const RANGE_MAX = 8;
/** A table before the title (`test.each(…)('…')`) may hold calls, two deep. */
const TABLE = /(?:\((?:[^()]|\((?:[^()]|\([^()]*\))*\))*\))?/.source;
/** A journey is a test in a real browser. */
const TITLE = new RegExp(
  String.raw`\b(?:test|it|describe|journey)(?:\.\w+)*${TABLE}\(\s*(['"\`])((?:\\.|(?!\1)[\s\S])*)\1`,
  'g',
);

/** Rows that no test names, and why. */
const WITHOUT_TEST: Record<string, string> = {
  'A-GEN-01': 'what the product is; the other rows say it in parts',
  'A-GEN-02': 'what the page of rows is about',
  'A-ROUTE-18': 'each of these addresses has a row of its own in C-ROUTE',
  'A-SHELL-18': 'each of these dialogs is proven where it opens',
  'C-GEN-03': 'what the page of rows is about',
  'C-GEN-04': 'which page of rows says what',
  'C-FILTER-17': 'decision 13 overrides it: filters live in the address, so they are there after a reload',
  'C-ENTITY-21': 'where these are kept is proven by C-PERSIST, C-ENTITY-22 and A-STATE',
  'C-ENUM-07': 'the states are those of the query library; no enumeration of our own',
};

/** The rows, in their order. */
export const rowsOf = (text: string): Row[] =>
  [...text.matchAll(ROW)].map(([, id = '', row = '']) => ({ id, text: row }));

/** The titles of a test file that name rows: the rows of each. */
export function titlesIn(testFile: string): Set<string>[] {
  return [...testFile.matchAll(TITLE)].map(([, , title = '']) => namedIn(title)).filter(({ size }) => size > 0);
}

function namedIn(title: string): Set<string> {
  const named = new Set<string>();
  for (const [, group = '', first = '', last, more = ''] of title.matchAll(NAMES)) {
    const from = Number(first);
    const to = Math.min(last ? Number(last) : from, from + RANGE_MAX - 1);
    for (let number = from; number <= to; number++) named.add(`${group}-${twoDigits(number)}`);
    for (const [number] of more.matchAll(/\d+/g)) named.add(`${group}-${twoDigits(Number(number))}`);
  }
  return named;
}

const twoDigits = (number: number): string => String(number).padStart(2, '0');
const groupOf = (id: string): string => id.replace(/-\d+$/, '');

interface Title {
  path: string;
  named: Set<string>;
}

/** The page that says of each group what is proven, by how many tests, and where. */
export function provenPage(rows: Row[], names: Map<string, string>, titles: Title[], without = WITHOUT_TEST): string {
  const proven = new Set(titles.flatMap(({ named }) => [...named]));
  const groups = Object.entries(Object.groupBy(rows, ({ id }) => groupOf(id))).map(([group, ofGroup = []]) => {
    const tests = titles.filter(({ named }) => ofGroup.some(({ id }) => named.has(id)));
    const files = [...new Set(tests.map(({ path }) => path))].map(
      (path) => `[${basename(path).replace(/\.test\.tsx?$/, '')}](../${path})`,
    );
    const count = ofGroup.filter(({ id }) => proven.has(id)).length;
    return `| ${group} | ${names.get(group) ?? ''} | ${count} of ${ofGroup.length} | ${tests.length} | ${files.join(', ')} |`;
  });
  const missing = rows.filter(({ id }) => !proven.has(id)).map(({ id }) => `| ${id} | ${without[id] ?? '?'} |`);
  return `# What is proven, and where

Made from the titles of the tests by \`npm run requirements -- --write\`; \`npm run check\` fails when it is not what the script makes.
${rows.length - missing.length} of ${rows.length} [rows](requirements/README.md) are named by ${titles.length} tests; \`test.each\` counts once. Names find gaps: that a test would fail without the behaviour, only a reader can tell.

| rows | about | proven | tests | where |
|---|---|---|---|---|
${groups.join('\n')}

## Rows without a test

| row | why |
|---|---|
${missing.join('\n')}
`;
}

/** What is wrong with names and reasons, one sentence each. */
export function faultsOf(rows: Row[], titles: Title[], without = WITHOUT_TEST): string[] {
  const proven = new Set(titles.flatMap(({ named }) => [...named]));
  const known = new Set(rows.map(({ id }) => id));
  return [
    ...[...proven].filter((id) => !known.has(id)).map((id) => `${id} is named by a test, and no row.`),
    ...rows
      .filter(({ id }) => !proven.has(id) && !without[id])
      .map(({ id, text }) => `${id} has no test and no reason: ${text}`),
    ...Object.keys(without)
      .filter((id) => proven.has(id) || !known.has(id))
      .map((id) => `${id} needs no reason any more.`),
  ];
}

function report(args: string[]): void {
  const root = process.cwd();
  const pages = PAGES.map((page) => readText(root, page)).join('\n');
  const rows = rowsOf(pages);
  const names = new Map([...pages.matchAll(GROUP)].map(([, group = '', name = '']) => [group, name]));
  // What tests of scripts name are examples.
  const tests = codeFiles(root).filter((path) => /\.test\.tsx?$/.test(path) && !path.startsWith('scripts/'));
  const titles = tests.flatMap((path) => titlesIn(readText(root, path)).map((named) => ({ path, named })));
  const made = provenPage(rows, names, titles);
  const faults = faultsOf(rows, titles);
  if (args.includes('--write')) writeFileSync(MADE_PAGE, made);
  else if (args.includes('--check') && !(existsSync(MADE_PAGE) && readText(root, MADE_PAGE) === made))
    faults.push(`${MADE_PAGE} is not what the tests say now: npm run requirements -- --write`);
  const groups = args.filter((arg) => !arg.startsWith('--'));
  const wanted = rows.filter(({ id }) => groups.some((group) => id.startsWith(group)));
  for (const { id, text } of wanted) {
    const count = titles.filter(({ named }) => named.has(id)).length;
    console.log(`${id} (${count}): ${text}`);
  }
  for (const fault of faults) console.error(fault);
  console.log(`requirements: ${rows.length} rows, ${titles.length} tests that name some, ${faults.length} faults`);
  if (rows.length === 0 || faults.length > 0) process.exitCode = 1;
}

const help = `
npm run requirements [-- GROUP…]   rows of docs/requirements without test or reason; of these groups (A-SIGNIN, C-PLAYER) every row
  --write   makes docs/requirements.md
  --check   fails when that page is out of date`;

if (import.meta.main) {
  const args = process.argv.slice(2);
  if (args.includes('--help')) console.log(help.trim());
  else report(args);
}

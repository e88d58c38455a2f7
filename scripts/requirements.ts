import { existsSync, writeFileSync } from 'node:fs';
import { basename } from 'node:path';
import { codeFiles, readText } from './sources.ts';

/** A numbered row of docs/requirements/. */
export interface Row {
  id: string;
  text: string;
}

const PAGES = ['docs/requirements/access.md', 'docs/requirements/catalogue.md'];
const REPORT = 'docs/requirements.md';
const GROUP = /^## ([AC]-[A-Z]+):? (.*)$/gm;
const ROW = /^- \*\*([AC]-[A-Z]+-\d+)\*\* (.*)$/gm;
/** The `tags` of a test: `{ tags: ['A-SIGNIN-04', 'A-SIGNIN-05'] }`. */
const TAGS = /\btags: \[([^\]]*)\]/g;
const ROW_ID = /'([AC]-[A-Z]+-\d+)'/g;

/** Rows that no test is tagged with, and why. */
const UNTESTED: Record<string, string> = {
  'A-GEN-01': 'what the product is; the other rows say it in parts',
  'A-GEN-02': 'what the page of rows is about',
  'A-ROUTE-18': 'each of these addresses has a row of its own in C-ROUTE',
  'A-SHELL-18': 'each of these dialogs is proven where it opens',
  'C-GEN-03': 'what the page of rows is about',
  'C-GEN-04': 'which page of rows says what',
  'C-FILTER-17': 'requirements decision 13 overrides it: filters live in the address, so they are there after a reload',
  'C-ENTITY-21': 'where these are kept is proven by C-PERSIST, C-ENTITY-22 and A-STATE',
  'C-ENUM-07': 'the states are those of the query library; no enumeration of our own',
};

/** The rows of a requirements page, in order. */
export const parseRows = (text: string): Row[] =>
  [...text.matchAll(ROW)].map(([, id = '', row = '']) => ({ id, text: row }));

/** The rows of each test in a file that is tagged with some. */
export const findTags = (testFile: string): Set<string>[] =>
  [...testFile.matchAll(TAGS)]
    .map(([, tags = '']) => new Set([...tags.matchAll(ROW_ID)].map(([, id = '']) => id)))
    .filter(({ size }) => size > 0);

const groupOf = (id: string): string => id.replace(/-\d+$/, '');

interface TaggedTest {
  path: string;
  rowIds: Set<string>;
}

/** The Markdown page that lists for each group of rows how many are tested, by how many tests, and where. */
export function buildReport(
  rows: Row[],
  groupNames: Map<string, string>,
  tests: TaggedTest[],
  untested = UNTESTED,
): string {
  const tested = new Set(tests.flatMap(({ rowIds }) => [...rowIds]));
  const groups = Object.entries(Object.groupBy(rows, ({ id }) => groupOf(id))).map(([group, groupRows = []]) => {
    const groupTests = tests.filter(({ rowIds }) => groupRows.some(({ id }) => rowIds.has(id)));
    const files = [...new Set(groupTests.map(({ path }) => path))].map(
      (path) => `[${basename(path).replace(/\.test\.tsx?$/, '')}](../${path})`,
    );
    const count = groupRows.filter(({ id }) => tested.has(id)).length;
    return `| ${group} | ${groupNames.get(group) ?? ''} | ${count} of ${groupRows.length} | ${groupTests.length} | ${files.join(', ')} |`;
  });
  const missing = rows.filter(({ id }) => !tested.has(id)).map(({ id }) => `| ${id} | ${untested[id] ?? '?'} |`);
  return `# Requirement rows and their tests

Generated from the tags of the tests by \`npm run requirements -- --write\`; \`npm run check\` fails when it is out of date.
${rows.length - missing.length} of ${rows.length} [rows](requirements/README.md) are tags of ${tests.length} tests; \`test.each\` counts once. A tag is a claim: whether the test would fail without the behaviour, only a reader can tell.

| rows | about | tested | tests | where |
|---|---|---|---|---|
${groups.join('\n')}

## Rows without a test

| row | why |
|---|---|
${missing.join('\n')}
`;
}

/** Unknown row ids in tags, rows without test or reason, and reasons that are no longer needed; one sentence each. */
export function findFaults(rows: Row[], tests: TaggedTest[], untested = UNTESTED): string[] {
  const tested = new Set(tests.flatMap(({ rowIds }) => [...rowIds]));
  const known = new Set(rows.map(({ id }) => id));
  return [
    ...[...tested].filter((id) => !known.has(id)).map((id) => `${id} is the tag of a test, but there is no such row.`),
    ...rows
      .filter(({ id }) => !tested.has(id) && !untested[id])
      .map(({ id, text }) => `${id} has no test and no reason: ${text}`),
    ...Object.keys(untested)
      .filter((id) => tested.has(id) || !known.has(id))
      .map((id) => `${id} has a test or is no row: remove its reason.`),
  ];
}

function main(args: string[]): void {
  const root = process.cwd();
  const text = PAGES.map((page) => readText(root, page)).join('\n');
  const rows = parseRows(text);
  const groupNames = new Map([...text.matchAll(GROUP)].map(([, group = '', name = '']) => [group, name]));
  const tests = codeFiles(root)
    // The tests of the scripts contain sample tags.
    .filter((path) => /\.test\.tsx?$/.test(path) && !path.startsWith('scripts/'))
    .flatMap((path) => findTags(readText(root, path)).map((rowIds) => ({ path, rowIds })));
  const report = buildReport(rows, groupNames, tests);
  const faults = findFaults(rows, tests);
  if (args.includes('--write')) writeFileSync(REPORT, report);
  else if (args.includes('--check') && !(existsSync(REPORT) && readText(root, REPORT) === report))
    faults.push(`${REPORT} is out of date: npm run requirements -- --write`);
  const groups = args.filter((arg) => !arg.startsWith('--'));
  for (const { id, text: row } of rows.filter((one) => groups.some((group) => one.id.startsWith(group)))) {
    const count = tests.filter(({ rowIds }) => rowIds.has(id)).length;
    console.log(`${id} (${count}): ${row}`);
  }
  for (const fault of faults) console.error(fault);
  console.log(`requirements: ${rows.length} rows, ${tests.length} tests with row tags, ${faults.length} faults`);
  if (rows.length === 0 || faults.length > 0) process.exitCode = 1;
}

const help = `
npm run requirements [-- GROUP…]   rows of docs/requirements without test or reason; with groups (A-SIGNIN, C-PLAYER) all of their rows
  --write   writes docs/requirements.md
  --check   fails when that page is out of date`;

if (import.meta.main) {
  const args = process.argv.slice(2);
  if (args.includes('--help')) console.log(help.trim());
  else main(args);
}

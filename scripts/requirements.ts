import { codeFiles, readText } from './sources.ts';

/** A numbered row of docs/requirements/. */
export interface Row {
  id: string;
  text: string;
}

const PAGES = ['docs/requirements/access.md', 'docs/requirements/catalogue.md'];
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

/** The rows, in their order. */
export const rowsOf = (text: string): Row[] =>
  [...text.matchAll(ROW)].map(([, id = '', row = '']) => ({ id, text: row }));

/** The rows that the titles of a test file name. */
export function namedIn(testFile: string): Set<string> {
  const named = new Set<string>();
  for (const [, , title = ''] of testFile.matchAll(TITLE)) {
    for (const [, group = '', first = '', last, more = ''] of title.matchAll(NAMES)) {
      const from = Number(first);
      const to = Math.min(last ? Number(last) : from, from + RANGE_MAX - 1);
      for (let number = from; number <= to; number++) named.add(`${group}-${twoDigits(number)}`);
      for (const [number] of more.matchAll(/\d+/g)) named.add(`${group}-${twoDigits(Number(number))}`);
    }
  }
  return named;
}

const twoDigits = (number: number): string => String(number).padStart(2, '0');
const groupOf = (id: string): string => id.replace(/-\d+$/, '');

function report(groups: string[]): void {
  const root = process.cwd();
  const rows = PAGES.flatMap((page) => rowsOf(readText(root, page)));
  const tests = codeFiles(root).filter((path) => /\.test\.tsx?$/.test(path));
  const named = new Set(tests.flatMap((path) => [...namedIn(readText(root, path))]));
  const wanted = rows.filter(({ id }) => groups.length === 0 || groups.some((group) => id.startsWith(group)));
  for (const [group, ofGroup = []] of Object.entries(Object.groupBy(wanted, ({ id }) => groupOf(id)))) {
    const missing = ofGroup.filter(({ id }) => !named.has(id));
    console.log(`${group}: ${ofGroup.length - missing.length} of ${ofGroup.length} named`);
    for (const { id, text } of missing) console.log(`  ${id} ${text}`);
  }
  const known = new Set(rows.map(({ id }) => id));
  const unknown = [...named].filter((id) => !known.has(id));
  if (unknown.length > 0) console.log(`Named by a test, and no row: ${unknown.join(', ')}`);
  const count = wanted.filter(({ id }) => named.has(id)).length;
  console.log(
    `${count} of ${wanted.length} rows named by the titles of ${tests.length} test files. Names find gaps; they prove nothing.`,
  );
  if (rows.length === 0 || unknown.length > 0) process.exitCode = 1;
}

if (import.meta.main) {
  const args = process.argv.slice(2);
  if (args.includes('--help'))
    console.log(
      'npm run requirements [-- GROUP…]   rows of docs/requirements that no test title names, e.g. A-SIGNIN C-PLAYER',
    );
  else report(args);
}

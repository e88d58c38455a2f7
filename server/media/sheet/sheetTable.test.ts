import { execFile, spawnSync } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { unzipSync } from 'fflate';
import { expect, test } from 'vitest';
import type { TestRelease } from '../../testing/releases.ts';
import { startTestServer } from '../../testing/testServer.ts';

const server = await startTestServer();
const player = await server.signedIn({ packages: ['Radio'] });

async function get({ releaseid }: TestRelease, format: string) {
  const response = await fetch(`${server.url}/api/release/${releaseid}/report.${format}`, {
    headers: { cookie: player.cookie },
  });
  return { headers: response.headers, bytes: new Uint8Array(await response.arrayBuffer()) };
}

/** Parses the CSV sheet into rows by column name. */
async function table(release: TestRelease): Promise<Record<string, string>[]> {
  const text = Buffer.from((await get(release, 'csv')).bytes).toString('utf8');
  const rows: string[][] = [[]];
  for (const [, quoted, plain, end] of text.slice(1).matchAll(/(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n)/g)) {
    rows.at(-1)?.push(quoted?.replaceAll('""', '"') ?? plain ?? '');
    if (end === '\r\n') rows.push([]);
  }
  const [names = [], ...cells] = rows.slice(0, -1);
  return cells.map((row) => Object.fromEntries(names.map((name, index) => [name, row[index] ?? ''])));
}

/** What a spreadsheet would make a formula of, and the cells of CSV that it may not make one of. */
const guarded = {
  '=1+1': "'=1+1",
  '+49 30': "'+49 30",
  '-M-': "'-M-",
  '@home': "'@home",
  '\tTab': "'\tTab",
  '\rReturn': "'\rReturn",
  ' =SUM(A1)': "' =SUM(A1)",
  '＝1': "'＝1",
  '\t@1': "'\t'@1",
  ';;=1': ";;'=1",
  'x;=1+1;y': "x;'=1+1;y",
  'x, @y': "x,' @y",
  'x\t-1': "x\t'-1",
  'x\n+1': "x\n'+1",
  'x"=1': `x"'=1`,
  'A "quoted", title': 'A "quoted", title',
  'Two\nlines': 'Two\nlines',
  "'s Gravenhage": "'s Gravenhage",
};
/** Texts that a spreadsheet would make a number, a date or another text of. */
const codes = ['0012', '1E5', '2026-05-07', '4/4', '_x0041_', 'constructor', '__proto__', 'a_b', ' A & <B> '];
const titledAs = (titles: string[]) =>
  server.release({
    packages: ['Radio'],
    songs: titles.map((title) => ({ title, version: '2,5', isrc: '1E5', duration: 181.112 })),
    facts: { upc: '004006381333', catalognumber: '1E5' },
    impactdate: '2026-05-09',
  });

test('a cell of the CSV sheet is no formula, whichever separator a spreadsheet splits at', {
  tags: ['C-API-14'],
}, async () => {
  const release = await titledAs(Object.keys(guarded));
  const rows = await table(release);
  expect(rows.map(({ Title }) => Title)).toEqual(Object.values(guarded));
  expect(new Set(rows.map(({ Version, Seconds }) => `${Version} ${Seconds}`))).toEqual(new Set(['2,5 181']));
  const text = Buffer.from((await get(release, 'csv')).bytes).toString('utf8');
  for (const title of ['x;', 'x\t', 'x,', 'A "']) expect(text).toContain(`,"${title.replace('"', '""')}`);
});

/** Reads the workbook from its XML: text by column name, numbers as numbers. */
async function workbook(release: TestRelease): Promise<Record<string, string | number>[]> {
  const { bytes, headers } = await get(release, 'xlsx');
  expect(headers.get('content-type')).toBe('application/vnd.openxmlformats-officedocument.spreadsheetml.sheet');
  expect(headers.get('content-disposition')).toMatch(/^attachment; .*\.xlsx$/);
  const files = unzipSync(bytes);
  const read = (path: string, pattern: RegExp) => [
    ...Buffer.from(files[path] ?? [])
      .toString('utf8')
      .matchAll(pattern),
  ];
  const entities: Record<string, string> = { '&lt;': '<', '&gt;': '>', '&amp;': '&', _x005F_: '_' };
  const texts = read('xl/sharedStrings.xml', /<t[^>]*>([^<]*)<\/t>/g).map(([, text = '']) =>
    text.replace(/&\w+;|_x005F_/g, (escaped) => entities[escaped] ?? escaped),
  );
  const [header, ...rows] = read('xl/worksheets/sheet1.xml', /<row .*?<\/row>/g).map(([row]) => {
    const cells = row.matchAll(/<c r="([A-Z]+)\d+"(?: s="\d+")?( t="s")?><v>([^<]*)<\/v>/g);
    return Object.fromEntries(
      [...cells].map(([, column, isText, value]) => [column, isText ? (texts[Number(value)] ?? '?') : Number(value)]),
    );
  });
  return rows.map((row) => Object.fromEntries(Object.entries(row).map(([column, cell]) => [header?.[column], cell])));
}

test('the workbook has the facts of the CSV sheet, as texts that no spreadsheet reads otherwise', {
  tags: ['C-API-14'],
}, async () => {
  const titles = [...codes, ...Object.keys(guarded).map((title) => title.replace('\r', ''))];
  const rows = await workbook(await titledAs(titles));
  expect(rows.map(({ Title }) => Title)).toEqual(titles);
  expect(rows[0]).toMatchObject({
    UPC: '004006381333',
    ISRC: '1E5',
    'Catalogue number': '1E5',
    'Impact date': '2026-05-09',
    Duration: '3:01',
    Track: 1,
    Seconds: 181,
  });
  const release = await titledAs(['Lights']);
  const [full] = await table(release);
  const filled = Object.entries(full ?? {}).filter(([, text]) => text !== '');
  const [first] = await workbook(release);
  expect(Object.entries(first ?? {}).map(([name, cell]) => [name, String(cell)])).toEqual(filled);
});

const hasCalc = spawnSync('soffice', ['--version']).status === 0;

test.skipIf(!hasCalc)('LibreOffice (soffice) reads the workbook as it is meant', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'sheet-'));
  await writeFile(join(folder, 'sheet.xlsx'), (await get(await titledAs(codes), 'xlsx')).bytes);
  const profile = `-env:UserInstallation=file://${folder}/profile`;
  await promisify(execFile)('soffice', [profile, '--headless', '--convert-to', 'csv', 'sheet.xlsx'], { cwd: folder });
  const rows = (await readFile(join(folder, 'sheet.csv'), 'utf8')).trim().split('\n').slice(1);
  for (const [index, code] of codes.entries()) expect(rows[index]).toContain(`,${code},"2,5"`);
  for (const row of rows) expect(row).toContain(',3:01,181,1E5,004006381333,1E5,');
  await rm(folder, { recursive: true });
});

import { spawnSync } from 'node:child_process';
import { SHEETS_PER_HOUR } from '@promenade/contract/limits';
import { sheet } from '@promenade/contract/media';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { refused } from '../../testing/client.ts';
import { readPdf } from '../../testing/readPdf.ts';
import type { ReleaseOptions, TestRelease } from '../../testing/releases.ts';
import { startTestServer } from '../../testing/testServer.ts';

const server = await startTestServer();
const player = await server.signedIn({ packages: ['Radio'], firstname: 'Marie', lastname: 'Tremblay' });
const DAY = 24 * 3600_000;
const track = {
  title: 'Northern Lights',
  version: 'Radio edit',
  artist: 'Zoë Lindqvist feat. Ørjan',
  explicit: 'explicit' as const,
  duration: 75.4,
  isrc: 'DEA232600001',
  language: 'de',
  composer: 'Ada Lovelace',
  writers: ['Ada Lovelace', 'Karl-Heinz Müller'],
  publishing: 'Parallel Songs',
  producer: 'Niamh Ó Súilleabháin',
  canadian: { music: 'Marie', lyrics: 'Jean' },
  lyrics: 'The first line\nand the second',
};
const releaseOptions: ReleaseOptions = {
  packages: ['Radio'],
  title: 'Lights',
  artist: 'Zoë Lindqvist',
  label: { name: 'Parallel Recordings', contact: null },
  markets: ['ca', 'cancon'],
  available: new Date('2026-05-07T23:30:00Z'),
  impactdate: '2026-05-09',
  songs: [track, { title: 'Second', duration: 3_661, artist: 'Zoë Lindqvist' }],
  facts: {
    upc: '4006381333931',
    catalognumber: 'PAR 101',
    p_line: '℗ 2026 Parallel Recordings',
    c_line: '© 2026 Parallel Recordings',
    copyrightyear: 2026,
    language: 'en',
    genres: ['Jazz', 'Electronic'],
    moods: ['Calm'],
    instruments: ['Piano'],
    release_type: 'Album',
  },
};

async function get(
  { releaseid }: TestRelease,
  format: string,
  headers: Record<string, string> = { cookie: player.cookie },
) {
  const response = await fetch(`${server.url}/api/release/${releaseid}/report.${format}`, { headers });
  return { status: response.status, headers: response.headers, bytes: new Uint8Array(await response.arrayBuffer()) };
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
const renderedPdf = async (release: TestRelease) => readPdf((await get(release, 'pdf')).bytes);

test('the CSV sheet has all facts of a release, one row per track', {
  tags: ['C-API-14', 'C-DETAIL-23', 'C-ENUM-03'],
}, async () => {
  const release = await server.release(releaseOptions);
  const { status, headers, bytes } = await get(release, 'csv');
  expect(status).toBe(200);
  expect(headers.get('content-type')).toBe('text/csv; charset=utf-8');
  expect(headers.get('content-disposition')).toContain(`filename*=UTF-8''Zo%C3%AB%20Lindqvist%20-%20Lights.csv`);
  expect(headers.get('cache-control')).toContain('no-store');
  expect([...bytes.subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf]);
  const [first, second] = await table(release);
  expect(first).toEqual({
    'Release title': 'Lights',
    'Release artist': 'Zoë Lindqvist',
    'Release type': 'Album',
    Disc: '1',
    Track: '1',
    Artist: 'Zoë Lindqvist feat. Ørjan',
    Title: 'Northern Lights',
    Version: 'Radio edit',
    Explicit: 'explicit',
    Kind: 'audio',
    Duration: '1:15',
    Seconds: '75',
    ISRC: 'DEA232600001',
    UPC: '4006381333931',
    'Catalogue number': 'PAR 101',
    Label: 'Parallel Recordings',
    'P-line': '℗ 2026 Parallel Recordings',
    'C-line': '© 2026 Parallel Recordings',
    'Copyright year': '2026',
    Composer: 'Ada Lovelace',
    Writers: 'Ada Lovelace; Karl-Heinz Müller',
    Publisher: 'Parallel Songs',
    Producer: 'Niamh Ó Súilleabháin',
    Language: 'de',
    'Available (UTC)': '2026-05-07',
    'Impact date': '2026-05-09',
    Genres: 'Electronic; Jazz',
    Moods: 'Calm',
    Instruments: 'Piano',
    Markets: expect.stringMatching(/^[^;]+; [^;]+$/),
    'Canadian content': 'music: Marie; lyrics: Jean',
  });
  expect(second).toMatchObject({ Title: 'Second', Explicit: 'unknown', ISRC: '', Duration: '61:01', Language: 'en' });
});

test('the PDF sheet shows all facts, with dates as MMMM dd, yyyy in UTC, and opens inline', {
  tags: ['C-API-14', 'C-DETAIL-23', 'C-ENUM-03', 'C-FORMAT-05'],
}, async () => {
  const release = await server.release(releaseOptions);
  const { status, headers, bytes } = await get(release, 'pdf');
  expect(status).toBe(200);
  expect(headers.get('content-type')).toBe('application/pdf');
  expect(headers.get('content-disposition')).toMatch(/^inline; .*Zo%C3%AB%20Lindqvist%20-%20Lights\.pdf$/);
  const { pages, text } = await readPdf(bytes);
  for (const shown of [
    'Lights',
    'Zoë Lindqvist',
    'Album · 2 tracks · 62:16',
    'Parallel Recordings',
    'May 07, 2026',
    'May 09, 2026',
    'PAR 101',
    '4006381333931',
    'Electronic, Jazz',
    'Calm',
    'Piano',
    '℗ 2026 Parallel Recordings',
    '© 2026 Parallel Recordings',
    'Northern Lights (Radio edit)',
    'Zoë Lindqvist feat. Ørjan',
    'DEA232600001',
    '1:15',
    '61:01',
    'Composer: Ada Lovelace',
    'Writers: Ada Lovelace, Karl-Heinz Müller',
    'Publisher: Parallel Songs',
    'Producer: Niamh Ó Súilleabháin',
    'Language: German',
    'Canadian content: music: Marie, lyrics: Jean',
    'The first line',
    'and the second',
  ]) {
    expect(text).toContain(shown);
  }
  for (const page of pages) expect(page).toContain('Promotional copy · not for sale');
  for (const page of pages) expect(page).toContain(`Confidential · made for Marie Tremblay (${player.email}) on `);
});

test('the PDF sheet has title, author, language and structure tags', async () => {
  const { bytes } = await get(await server.release(releaseOptions), 'pdf');
  const { title, author, isTagged, language, roles, pictures } = await readPdf(bytes);
  expect({ pictures, title, author, isTagged, language }).toEqual({
    pictures: 0,
    title: 'Lights',
    author: 'Zoë Lindqvist',
    isTagged: true,
    language: 'en',
  });
  expect(roles).toEqual(expect.arrayContaining(['H1', 'H2', 'H3', 'P']));
});

test('the PDF sheet shows the cover, and is rendered without one that cannot be read', async () => {
  const picture = await sharp({ create: { width: 1000, height: 1000, channels: 3, background: '#a33' } })
    .jpeg()
    .toBuffer();
  await server.storage.put('covers/aaaa000000000001-1000.jpg', picture);
  await server.storage.put('covers/aaaa000000000002-1000.jpg', Buffer.from('not a picture'));
  const pictures = async (cover_hash: string) =>
    (await renderedPdf(await server.release({ ...releaseOptions, facts: { ...releaseOptions.facts, cover_hash } })))
      .pictures;
  expect(await pictures('aaaa000000000001')).toBe(1);
  expect(await pictures('aaaa000000000002')).toBe(0);
});

test('sixty tracks fill numbered pages, with no track split and nothing outside of the page', async () => {
  const long = 'Rindfleischetikettierungsüberwachungsaufgabenübertragungsgesetz';
  const songs = Array.from({ length: 60 }, (_, index) => ({
    ...track,
    lyrics: '',
    title: `${long} ${index + 1}`,
    isrc: `DEA2326${String(index + 1).padStart(5, '0')}`,
    producer: `Producer ${index + 1} ${'and a friend '.repeat(index % 9)}`,
  }));
  const release = await server.release({ ...releaseOptions, title: `${long} und ${long}`, songs });
  const { pages, widest, text } = await renderedPdf(release);
  expect(pages.length).toBeGreaterThan(4);
  for (const [index, page] of pages.entries()) expect(page).toContain(`Page ${index + 1} of ${pages.length}`);
  for (const page of pages) expect(page).toContain('ISRC');
  for (const { isrc, producer } of songs) {
    const [page, ...others] = pages.filter((page) => page.includes(isrc));
    expect(others).toEqual([]);
    expect(page?.replaceAll('\n', ' ')).toContain(`Producer: ${producer.trim().slice(0, 40).trim()}`);
  }
  expect(text.replaceAll(/\s/g, '')).toContain(`${long}und${long}`);
  expect(widest).toBeLessThanOrEqual(595.28 - 47);
});

test('names in other alphabets are printed, and a note tells of missing letters', async () => {
  const names = ['Ελένη', 'Привет', 'भारत', 'Thế giới', 'Łódź', 'שלומי שבת', '★ C♯'];
  const release = await server.release({
    ...releaseOptions,
    artist: 'שלומי שבת',
    songs: names.map((artist) => ({ artist })),
  });
  const { text } = await renderedPdf(release);
  for (const name of names) expect(text).toContain(name);
  expect(text).not.toContain('[…]');
  const incomplete = await renderedPdf(
    await server.release({ ...releaseOptions, title: '坂本龍一 Live', songs: [{}] }),
  );
  expect(incomplete.text).toContain('[…] Live');
  expect(incomplete.text).toContain('[…] stands for letters that this sheet has no font for.');
});

const hasPdftotext = spawnSync('pdftotext', ['-v']).status === 0;

test.skipIf(!hasPdftotext)('pdftotext finds names and codes as they are, whatever their direction', async () => {
  const lines = [
    'شيرين عبد الوهاب',
    'שלומי שבת',
    'پرویز پرستویی',
    'אבג 4006381333931',
    'أغنية QZ-9CC-26',
    'أغنية (Live) ١٢٣ ۴۵۶',
    'Արամ Խաչատրյան',
    'ქართული სიმღერა',
    'ጥላሁን ገሠሠ',
    'x² ½ №',
  ];
  // No font has these; they are printed as the letters that they stand for.
  const printed = { 'H₂O': 'H2O', ﬁnal: 'final', '㎏ Ⅳ': 'kg IV' };
  const songs = [...lines, ...Object.keys(printed)].map((title) => ({ title }));
  const { bytes } = await get(await server.release({ ...releaseOptions, title: lines[2] ?? '', songs }), 'pdf');
  const { stdout } = spawnSync('pdftotext', ['-', '-'], { input: bytes, encoding: 'utf8' });
  const text = stdout.replace(/[\u200e\u200f\u202a-\u202e\u2066-\u2069]/g, '').replace(/\s+/g, ' ');
  const { p_line, c_line } = releaseOptions.facts ?? {};
  for (const line of [...lines.flatMap((line) => line.split(' ')), ...Object.values(printed), p_line, c_line])
    expect(text).toContain(line);
  expect(text).toContain('شيرين عبد الوهاب');
  expect(text).not.toContain('[…]');
});

test('unsupported letters and an invalid language do not break the PDF sheet', async () => {
  const songs = [{ title: 'Odd \u{13000} one', language: 'xx-yy-zzz', lyrics: '\u0007\u202e🎵' }];
  const { text } = await renderedPdf(await server.release({ ...releaseOptions, songs }));
  expect(text).toContain('Odd […] one');
  expect(text).toContain('Language: xx-yy-zzz');
});

test('a sheet needs the session cookie or token of a recipient', {
  tags: ['C-API-15'],
}, async () => {
  const release = await server.release(releaseOptions);
  const stranger = await server.signedIn();
  for (const format of ['pdf', 'csv', 'xlsx'] as const) {
    expect((await get(release, format, { cookie: player.cookie })).status).toBe(200);
    expect((await get(release, format, { authorization: `Bearer ${player.token}` })).status).toBe(200);
    expect((await get(release, format, {})).status).toBe(401);
    expect((await get(release, format, { cookie: stranger.cookie })).status).toBe(404);
    const params = { releaseid: release.releaseid, format };
    expect(await stranger.call(sheet, { params })).toMatchObject(refused('RELEASE_NOT_FOUND'));
  }
});

test('there is no sheet before release, after withdrawal or in another format', async () => {
  const tomorrow = await server.release({ ...releaseOptions, available: new Date(server.now().getTime() + DAY) });
  const withdrawn = await server.release(releaseOptions);
  await server.setState(withdrawn, 'withdrawn');
  for (const format of ['pdf', 'csv', 'xlsx'] as const) {
    const of = ({ releaseid }: TestRelease) => ({ params: { releaseid, format } });
    expect(await player.call(sheet, of(tomorrow))).toMatchObject(refused('RELEASE_NOT_FOUND'));
    expect(await player.call(sheet, of(withdrawn))).toMatchObject(refused('RELEASE_NOT_AVAILABLE'));
  }
  expect((await get(await server.release(releaseOptions), 'ods')).status).toBe(400);
});

test('the file name of a sheet is safe on every system', async () => {
  const release = await server.release({ ...releaseOptions, artist: 'AC/DC', title: 'Who: "Made" it?' });
  const { headers } = await get(release, 'csv');
  expect(headers.get('content-disposition')).toContain('filename="AC_DC - Who_ _Made_ it_.csv"');
});

test('the number of sheets per hour is limited', async () => {
  const release = await server.release(releaseOptions);
  const frequent = await server.signedIn({ packages: ['Radio'] });
  const ask = () => frequent.call(sheet, { params: { releaseid: release.releaseid, format: 'csv' } });
  for (let index = 0; index < SHEETS_PER_HOUR; index++) expect((await ask()).status).toBe(200);
  const over = await ask();
  expect(over).toMatchObject(refused('TOO_MANY_REQUESTS'));
  expect(Number(over.headers.get('retry-after'))).toBeGreaterThan(0);
  expect((await get(release, 'csv')).status).toBe(200);
  server.advanceClock(3600_000);
  expect((await get(release, 'csv', { cookie: frequent.cookie })).status).toBe(200);
});

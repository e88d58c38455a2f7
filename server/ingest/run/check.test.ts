import type { Delivery } from '@promenade/contract/delivery';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { COVER, createImporter } from '../../testing/deliveries.ts';
import type { ImportSettings } from './importRun.ts';

const { db, storage, run, deliver } = await createImporter();

/** All rows of all tables, and all files of the storage. */
async function listEverything() {
  const tables = await sql<{ name: string }>`
    select quote_ident(table_name) as name from information_schema.tables
    where table_schema = 'public' and table_type = 'BASE TABLE' order by 1`.execute(db);
  const rows: Record<string, unknown> = {};
  for (const { name } of tables.rows)
    rows[name] = (await sql.raw(`select t.*, xmin from ${name} t order by t::text`).execute(db)).rows;
  return { rows, files: (await Array.fromAsync(storage.list(''))).sort() };
}

type Case = [
  name: string,
  files: Record<string, string | { text: string }>,
  Delivery | undefined,
  ImportSettings,
  string[],
];
const album = { id: 'album', upc: '00000055', label: { name: 'Harbour' }, artist: 'Kite' };
const files = {
  '1.wav': 'wav16.wav',
  '2.ogg': 'opus.ogg',
  'cover.jpg': 'cover.jpg',
  'promo.html': { text: '<p>Hello <img src="cover.jpg"></p>' },
  'lyrics/1.txt': { text: 'La' },
  'attachments/a.txt': { text: 'A' },
};
const broken = { ...album, id: 'broken', upc: '00000062', title: 'Broken' };

test.for<Case>([
  ['new', files, { ...album, title: 'Album', tracks: [{ file: '2.ogg', isrc: 'GBAYE6800011' }] }, {}, ['created']],
  ['new', {}, { ...album, title: 'Album', tracks: [{ file: '2.ogg', isrc: 'GBAYE6800011' }] }, {}, ['unchanged']],
  ['former label', files, { ...album, title: 'Other title', label: { name: 'Old Harbour' } }, {}, ['updated']],
  [
    'broken',
    {
      '1.ogg': 'opus.ogg',
      '2.flac': 'truncated.flac',
      '3.mp3': 'text.mp3',
      'logo.png': { text: 'x' },
      'b.xyz': { text: '' },
    },
    {
      ...broken,
      cover: 'no cover.jpg',
      label: { name: 'Harbour', logo: 'logo.png' },
      attachments: [{ file: 'attachments/gone.pdf' }],
      tracks: [{ file: 'gone.wav' }],
    },
    {},
    ['created'],
  ],
  ['broken', {}, { ...broken, cover: 'no cover.jpg', tracks: [{ file: 'gone.wav' }] }, {}, ['updated']],
  ['broken', {}, { ...broken, cover: 'no cover.jpg', tracks: [{ file: 'gone.wav' }] }, {}, ['unchanged']],
  ['all broken', { ...COVER, '1.flac': 'truncated.flac' }, { ...album, id: 'all' }, {}, []],
  [
    'twin',
    { ...COVER, '1.ogg': 'opus.ogg' },
    { ...album, upc: '00000079', title: 'Other title' },
    { twins: 'refuse' },
    [],
  ],
  ['twin', {}, { ...album, upc: '00000079', title: 'Other title' }, { twins: 'replace' }, ['unchanged']],
  ['fewer tracks', { ...COVER, '2 Other.ogg': 'vorbis.ogg' }, { ...album, title: 'Part' }, {}, ['updated']],
  [
    'fewer tracks that remove',
    { '2 Other.ogg': 'opus.ogg' },
    { ...album, title: 'Part' },
    { fewer: 'remove' },
    ['updated'],
  ],
  ['package', { ...COVER, '1.ogg': 'opus.ogg' }, { id: 'package', packages: ['Club'] }, { createPackages: false }, []],
  ['package', {}, { id: 'package', packages: ['Club'], recipients: ['nobody@example.com'] }, {}, ['created']],
  ['video', { ...COVER, '1.mp4': 'clip.mp4' }, { id: 'video' }, {}, ['created']],
  [
    'two alike',
    { 'one/front.jpg': 'cover.jpg', 'one/1.ogg': 'opus.ogg', 'two/1.ogg': 'opus.ogg' },
    undefined,
    { label: 'Alike' },
    ['created'],
  ],
])(
  'a check of %s says what the import does, and changes nothing',
  async ([name, files, sidecar, settings, results]) => {
    await sql`
      insert into former_names (kind, name, id)
      select 'labels', fold_name('Old Harbour'), id::text from labels where name = 'Harbour' on conflict do nothing`.execute(
      db,
    );
    const root = await deliver(name, files, sidecar);
    const outcome = async (isCheck: boolean) => {
      const said: string[] = [];
      const warn = (path: string, warning: string) => void said.push(`${path}: ${warning}`);
      const { releases, failed } = await run([root], {
        ...settings,
        isCheck,
        onWarning: warn,
        onOperatorWarning: warn,
      });
      const words = { 'would create': 'created', 'would update': 'updated' } as const;
      const named = releases.map(({ releaseid, result, ...release }) => ({
        ...release,
        releaseid: result === 'created' || result === 'would create' ? undefined : releaseid,
        result: isCheck ? (words[result as keyof typeof words] ?? result) : result,
      }));
      return { releases: named, failed: failed.sort((a, b) => (a.path < b.path ? -1 : 1)), said: said.sort() };
    };
    const before = await listEverything();
    const checked = await outcome(true);
    expect(await listEverything()).toEqual(before);
    expect(checked.releases.map(({ result }) => result)).toEqual(results);
    expect(await outcome(false)).toEqual(checked);
  },
);

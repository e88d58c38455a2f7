import { glob, mkdir, readFile, writeFile } from 'node:fs/promises';
import { basename, dirname, extname, join, relative } from 'node:path';
import { Uint8ArrayReader, Uint8ArrayWriter, ZipWriter } from '@zip.js/zip.js';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import type { ImportFailure } from '../../catalogue/document/deliveryRules.ts';
import { createImporter, fixture } from '../../testing/deliveries.ts';
import { type FolderShape, folderShapes, type ShapeFile } from '../../testing/folderShapes.ts';
import { importFolders } from '../run/importFolders.ts';
import { unpackZips } from './unpackZip.ts';

const { context, db, home, findRelease, tracksOf } = await createImporter();
const PAGE = join(import.meta.dirname, '../../../docs/delivery.md');
const [pathOf, contentOf] = [
  (file: ShapeFile) => (typeof file === 'string' ? file : file[0]),
  (file: ShapeFile) => (typeof file === 'string' ? undefined : file[1]),
];

const song = await readFile(fixture('wav16.wav'));
/** A WAV of its own for each name. */
function makeSong(name: string): Buffer {
  const wav = Buffer.from(song);
  const volume = 0.5 + ([...name].reduce((sum, letter) => sum + letter.charCodeAt(0), 0) % 97) / 200;
  for (let at = 200; at + 1 < wav.length; at += 2) wav.writeInt16LE(Math.round(wav.readInt16LE(at) * volume), at);
  return wav;
}

/** Pictures are told apart by their sizes, texts by the path in them. */
async function makeFile(file: ShapeFile, index: number): Promise<Buffer> {
  const [path, content] = [pathOf(file), contentOf(file)];
  if (content && 'fixture' in content) return readFile(fixture(content.fixture));
  if (content && 'text' in content) return Buffer.from(content.text);
  if (content && 'zip' in content) {
    const writer = new ZipWriter(new Uint8ArrayWriter(), { useWebWorkers: false });
    for (const [at, entry] of content.zip.entries())
      await writer.add(
        pathOf(entry).replaceAll('/', content.separator ?? '/'),
        new Uint8ArrayReader(await makeFile(entry, index + at)),
      );
    return Buffer.from(await writer.close());
  }
  const ending = extname(path);
  const px = content?.picture ?? 320 + index * 10;
  const picture = sharp({ create: { width: px, height: px, channels: 3, background: '#345' } });
  if (ending === '.jpg') return picture.jpeg().toBuffer();
  if (ending === '.png') return picture.png().toBuffer();
  if (ending === '.mp3') return readFile(fixture('cbr320.mp3'));
  return ending === '.wav' ? makeSong(basename(path)) : Buffer.from(`Text of ${path}`);
}

const code = (path: string) => `\`${path}\``;
const codes = (paths: string[]) => paths.map(code).join(', ');
const listFiles = (files: readonly ShapeFile[], separator = '/'): string =>
  files
    .map((file) => {
      const [path, content] = [pathOf(file).replaceAll('/', separator), contentOf(file)];
      return content && 'zip' in content ? `${code(path)} (${listFiles(content.zip, content.separator)})` : code(path);
    })
    .join(', ');

/** Delivers a shape as the console does, and says what the catalogue has afterwards. */
async function deliverShape({ root: name = 'Night Pier', files }: FolderShape, index: number): Promise<string> {
  const root = join(home, String(index), name);
  const sizes = new Map<number, string>();
  for (const [at, file] of files.entries()) {
    const path = join(root, pathOf(file));
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, await makeFile(file, at));
  }
  const zips = files.map(pathOf).filter((path) => path.endsWith('.zip') && !path.startsWith('attachments/'));
  const unpacked = await unpackZips({ root, paths: zips, bytesMax: 2 ** 30, config: context.config }, () => {});
  const { releases, failed, leftOut } = await importFolders(context, [root], {
    embedded: true,
    label: `Shape ${index}`,
  });
  await measure(root, sizes);
  const made = await Promise.all(releases.map(({ releaseid }) => describeRelease(releaseid, sizes)));
  const said = (title: string, list: ImportFailure[]) =>
    [
      ...Map.groupBy(
        list.toSorted((a, b) => (a.path < b.path ? -1 : 1)),
        ({ reason }) => reason.replaceAll(`${root}/`, '').replaceAll(root, name),
      ),
    ].map(
      ([reason, at]) => `${title} ${codes(at.map(({ path }) => relative(root, path) || name).toSorted())}: “${reason}”`,
    );
  return [
    ...made.toSorted(),
    ...said('*left out*', leftOut),
    ...said('**refused**', [...unpacked.map((problem) => ({ ...problem, path: join(root, problem.path) })), ...failed]),
  ].join('<br>');
}

/** Notes the width of each picture. */
async function measure(folder: string, sizes: Map<number, string>): Promise<void> {
  for await (const path of glob('**/*.{jpg,png}', { cwd: folder }))
    sizes.set((await sharp(join(folder, path)).metadata()).width, path);
}

async function describeRelease(releaseid: string | undefined, sizes: Map<number, string>) {
  const release = await findRelease(releaseid);
  const tracks = await tracksOf(releaseid);
  const attachments = await db
    .selectFrom('attachments')
    .select('filename')
    .where('release_id', '=', release.id)
    .execute();
  const pictures = await db.selectFrom('promo_pictures').select('name').where('release_id', '=', release.id).execute();
  const textOf = (text: string) => /Text of ([^<\n]*\.\w+)/.exec(text)?.[1] ?? text;
  const parts = [
    tracks
      .map(
        ({ title, disc, lyrics }) =>
          `${disc > 1 ? `disc ${disc}: ` : ''}${title}${lyrics ? ` with the lyrics ${code(textOf(lyrics))}` : ''}`,
      )
      .join(', '),
    ...(release.cover_width === null ? [] : [`cover ${code(sizes.get(release.cover_width) ?? '?')}`]),
    ...(release.promoinfo ? [`press text ${code(textOf(release.promoinfo))}`] : []),
    ...(pictures.length > 0 ? [`${pictures.length} pictures in it`] : []),
    ...(attachments.length > 0 ? [`attachments ${codes(attachments.map(({ filename }) => filename).toSorted())}`] : []),
  ];
  return `**${release.title}**: ${parts.join('; ')}`;
}

test('what becomes of each shape of a folder is as docs/delivery.md says', async () => {
  const rows: string[] = [];
  for (const [index, shape] of folderShapes.entries())
    rows.push(`| ${shape.title} | ${listFiles(shape.files)} | ${await deliverShape(shape, index)} |`);
  expect(rows.length).toBeGreaterThanOrEqual(40);
  const page = await readFile(PAGE, 'utf8');
  const table = ['| shape | delivered | becomes |', '|---|---|---|', ...rows].join('\n');
  const [before = '', , after = ''] = page.split(/(<!-- shapes -->\n\n[^]*?\n\n<!-- \/shapes -->)/);
  await expect(`${before}<!-- shapes -->\n\n${table}\n\n<!-- /shapes -->${after}`).toMatchFileSnapshot(PAGE);
});

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { buildWeb, webDist } from './buildWeb.ts';

/** An entry of Vite's build manifest. */
export interface Chunk {
  file: string;
  imports?: string[];
  isDynamicEntry?: boolean;
}

type Manifest = Record<string, Chunk>;

const KB = 1000;
/** Screens loaded in addition to the scripts in index.html, which include the sign-in screen. */
const FIRST_LOADS = [
  { name: 'first load, sign-in', screens: [], limitBytes: 130 * KB },
  { name: 'first load, gallery', screens: ['screens/Shell.tsx', 'screens/Releases.tsx'], limitBytes: 180 * KB },
];
const SCREEN_BYTES = 60 * KB;
/** Modules that web/screens/lazyScreens.ts loads. */
const SCREEN = /^(?:screens|library|operator)\/|^playlists\/Playlist(?:List|Page)\./;
const SCRIPT = /<(?:script|link)\b[^>]*\b(?:src|href)="\/([^"]+\.js)"/g;

/**
 * Measures the JavaScript of the first loads, and of each lazy screen or dialog.
 * @param bytesOf gives the gzipped size of a file
 * @throws when index.html has no script or a screen of a first load is not in the build
 */
export function measureLoads(page: string, manifest: Manifest, bytesOf: (file: string) => number) {
  const named = [...page.matchAll(SCRIPT)].map(([, file]) => file ?? '');
  if (named.length === 0) throw new Error('The built index.html has no script.');
  const keyOf = new Map(Object.entries(manifest).map(([key, { file }]) => [file, key]));
  const entry = listFiles(
    manifest,
    named.flatMap((file) => keyOf.get(file) ?? []),
  ).union(new Set(named));
  const sum = (files: Set<string>): number =>
    [...files].filter((file) => file.endsWith('.js')).reduce((all, file) => all + bytesOf(file), 0);
  const firsts = FIRST_LOADS.map(({ name, screens, limitBytes }) => ({
    name,
    bytes: sum(entry.union(listFiles(manifest, screens))),
    limitBytes,
  }));
  const screens = Object.keys(manifest)
    .filter((key) => SCREEN.test(key) && manifest[key]?.isDynamicEntry)
    .map((key) => ({ name: key, bytes: sum(listFiles(manifest, [key]).difference(entry)), limitBytes: SCREEN_BYTES }));
  return [...firsts, ...screens];
}

/** The files of the given chunks and of their static imports. */
function listFiles(manifest: Manifest, keys: string[]): Set<string> {
  const files = new Set<string>();
  const visit = (key: string): void => {
    const chunk = manifest[key];
    if (!chunk) throw new Error(`The build has no ${key}: update FIRST_LOADS in scripts/sizes.ts.`);
    if (files.has(chunk.file)) return;
    files.add(chunk.file);
    chunk.imports?.forEach(visit);
  };
  keys.forEach(visit);
  return files;
}

if (import.meta.main) {
  await buildWeb(console.log);
  const read = (file: string): Buffer => readFileSync(join(webDist, file));
  const manifest = JSON.parse(read('.vite/manifest.json').toString()) as Manifest;
  const loads = measureLoads(
    read('index.html').toString(),
    manifest,
    (file) => gzipSync(read(file), { level: 9 }).length,
  );
  const over = loads.filter(({ bytes, limitBytes }) => bytes > limitBytes);
  for (const { name, bytes, limitBytes } of loads) {
    console.log(
      `${bytes > limitBytes ? 'too large: ' : ''}${name} ${(bytes / KB).toFixed(1)} of ${limitBytes / KB} kB`,
    );
  }
  console.log(`sizes: ${loads.length} loads measured, ${over.length} over budget`);
  if (over.length > 0) process.exitCode = 1;
}

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { buildWeb, webDist } from './buildWeb.ts';

/** What Vite says about a built file: its name, what it needs at once, what it may load later. */
export interface Chunk {
  file: string;
  imports?: string[];
  isDynamicEntry?: boolean;
}

/** A measured load: bytes of JavaScript after gzip, and the budget. */
export interface Load {
  name: string;
  bytes: number;
  limitBytes: number;
}

type Manifest = Record<string, Chunk>;

const KB = 1000;
const ENTRY = 'index.html';
/** The first load of a page: the entry and the screens that its address shows. */
const FIRST_LOADS = [
  { name: 'first load, sign-in', screens: ['screens/SignIn.tsx'], limitBytes: 130 * KB },
  { name: 'first load, gallery', screens: ['screens/Shell.tsx', 'screens/Releases.tsx'], limitBytes: 180 * KB },
];
const SCREEN_BYTES = 60 * KB;

/** Every load that has a budget. @throws when the build lacks a screen that a budget names */
export function measureLoads(manifest: Manifest, bytesOf: (file: string) => number): Load[] {
  const sum = (keys: Iterable<string>): number =>
    [...new Set([...keys].map((key) => chunk(manifest, key).file))]
      .filter((file) => file.endsWith('.js'))
      .reduce((bytes, file) => bytes + bytesOf(file), 0);
  const entry = needed(manifest, [ENTRY]);
  const firsts = FIRST_LOADS.map(({ name, screens, limitBytes }) => ({
    name,
    bytes: sum(needed(manifest, [ENTRY, ...screens])),
    limitBytes,
  }));
  const screens = Object.keys(manifest)
    .filter((key) => key.startsWith('screens/') && manifest[key]?.isDynamicEntry)
    .map((key) => ({ name: key, bytes: sum(needed(manifest, [key]).difference(entry)), limitBytes: SCREEN_BYTES }));
  return [...firsts, ...screens];
}

/** The keys of these chunks and of all that they import statically. */
function needed(manifest: Manifest, keys: string[]): Set<string> {
  const found = new Set<string>();
  const visit = (key: string): void => {
    if (found.has(key)) return;
    found.add(key);
    chunk(manifest, key).imports?.forEach(visit);
  };
  keys.forEach(visit);
  return found;
}

function chunk(manifest: Manifest, key: string): Chunk {
  const found = manifest[key];
  if (!found) throw new Error(`The build has no ${key}; name the screen that takes its place in scripts/sizes.ts.`);
  return found;
}

if (import.meta.main) {
  await buildWeb(console.log);
  const manifest = JSON.parse(readFileSync(join(webDist, '.vite', 'manifest.json'), 'utf8')) as Manifest;
  const loads = measureLoads(manifest, (file) => gzipSync(readFileSync(join(webDist, file)), { level: 9 }).length);
  const over = loads.filter(({ bytes, limitBytes }) => bytes > limitBytes);
  for (const { name, bytes, limitBytes } of loads) {
    console.log(
      `${bytes > limitBytes ? 'too large: ' : ''}${name} ${(bytes / KB).toFixed(1)} of ${limitBytes / KB} kB`,
    );
  }
  console.log(`sizes: ${loads.length} loads measured, ${over.length} over budget`);
  if (over.length > 0) process.exitCode = 1;
}

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { buildWeb, webDist } from './buildWeb.ts';

/** An entry of Vite's build manifest. */
export interface Chunk {
  file: string;
  imports?: string[];
  css?: string[];
  isDynamicEntry?: boolean;
}

type Manifest = Record<string, Chunk>;

const SHELL = ['screens/Shell.tsx', 'screens/PlayerDock.tsx'];
/** Screens loaded in addition to the scripts in index.html, which include the sign-in screen; limits in kB. */
const FIRST_LOADS = [
  { name: 'first load, sign-in', screens: [], limit: 130 },
  { name: 'first load, gallery', screens: ['screens/Shell.tsx', 'screens/Releases.tsx'], limit: 180 },
];
const SCREEN_KB = 60;
/** The consoles of labels and operators, which listeners never load. */
const CONSOLE_KB = 120;
/** Of a first load. A wave is what the browser learns of at once. */
const FILE_LIMITS = { scripts: 12, 'style sheets': 3, waves: 2 };
/** Modules that web/screens/lazyScreens.ts loads. */
const SCREEN = /^(?:screens|library|operator|label)\/|^playlists\/Playlist(?:List|Page)\./;
/** Those without the shell around them. */
const PUBLIC_SCREEN =
  /^screens\/(?:Announcements|ForgotPassword|Invitation|LinkNote|SetPassword|Shell|SignUp|Unsubscribe|Verify)\./;
const FILE = /<(?:script|link)\b[^>]*\b(?:src|href)="\/([^"]+\.(?:js|css))"/g;

/**
 * Measures the first loads, and each lazy screen by the scripts that it adds to what is loaded before it: the page, and
 * the shell unless it is a public screen.
 * @param bytesOf gives the gzipped size of a file
 * @throws when index.html has no script or a screen of a first load is not in the build
 */
export function measureLoads(page: string, manifest: Manifest, bytesOf: (file: string) => number) {
  const [, template = ''] = /<template id="signed-in">([^]*?)<\/template>/.exec(page) ?? [];
  const linked = listLinks(template);
  const named = listLinks(page.replaceAll(/<template[^]*?<\/template>/g, ''));
  if (![...named].some(isScript)) throw new Error('The built index.html has no script.');
  const keyOf = new Map(Object.entries(manifest).map(([key, { file }]) => [file, key]));
  const entry = listFiles(
    manifest,
    [...named].flatMap((file) => keyOf.get(file) ?? []),
  ).union(named);
  const sum = (files: Set<string>): number =>
    [...files].filter(isScript).reduce((all, file) => all + bytesOf(file) / 1000, 0);
  const firsts = FIRST_LOADS.flatMap(({ name, screens, limit }) => {
    const files = entry.union(listFiles(manifest, screens));
    const scripts = [...files].filter(isScript).length;
    // The template's links are inserted by the first script; what neither names is found when scripts run.
    const waves = files.isSubsetOf(named) ? 1 : files.isSubsetOf(named.union(linked)) ? 2 : 3;
    const counts = { scripts, 'style sheets': files.size - scripts, waves };
    return [
      { name, value: sum(files), limit, unit: 'kB' },
      ...Object.entries(counts).map(([unit, value]) => ({
        name,
        value,
        limit: FILE_LIMITS[unit as keyof typeof counts],
        unit,
      })),
    ];
  });
  const screens = Object.keys(manifest)
    .filter((key) => SCREEN.test(key) && manifest[key]?.isDynamicEntry)
    .map((key) => {
      const shell = PUBLIC_SCREEN.test(key) ? [] : SHELL.filter((part) => part !== key);
      const files = listFiles(manifest, [key]).difference(entry.union(listFiles(manifest, shell)));
      return {
        name: key,
        value: sum(files),
        limit: /^(?:label|operator)\//.test(key) ? CONSOLE_KB : SCREEN_KB,
        unit: 'kB',
      };
    });
  return [...firsts, ...screens];
}

const isScript = (file: string): boolean => file.endsWith('.js');

const listLinks = (html: string): Set<string> => new Set([...html.matchAll(FILE)].map(([, file]) => file ?? ''));

/** The files of the given chunks and of their static imports. */
function listFiles(manifest: Manifest, keys: string[]): Set<string> {
  const files = new Set<string>();
  const visit = (key: string): void => {
    const chunk = manifest[key];
    if (!chunk) throw new Error(`The build has no ${key}: update FIRST_LOADS in scripts/sizes.ts.`);
    if (files.has(chunk.file)) return;
    for (const file of [chunk.file, ...(chunk.css ?? [])]) files.add(file);
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
  const over = loads.filter(({ value, limit }) => value > limit);
  for (const { name, value, limit, unit } of loads)
    console.log(`${value > limit ? 'too large: ' : ''}${name} ${Number(value.toFixed(1))} of ${limit} ${unit}`);
  console.log(`sizes: ${loads.length} figures measured, ${over.length} over budget`);
  if (over.length > 0) process.exitCode = 1;
}

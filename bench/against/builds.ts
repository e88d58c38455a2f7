import { execFile } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';

/** A checkout with its packages, and its web app unless it is a copy. */
export interface Build {
  name: 'before' | 'now';
  folder: string;
  /** For data that its benches keep for the next run. */
  temporaryFolder: string;
  /** Loads a module of this build by its path inside the checkout. */
  load: <Module>(path: string) => Promise<Module>;
}

const root = join(import.meta.dirname, '../..');
const WORKSPACES = ['', 'contract', 'server', 'web', 'demo'];
const LOCK = 'package-lock.json';
/** Not below node_modules: Node runs no TypeScript there. */
const kept = join(tmpdir(), 'promenade-bench-against');

/** Runs a program in a folder and returns its output. */
export async function run(folder: string, command: string, ...args: string[]): Promise<string> {
  // These name the folders of this checkout.
  const { NODE_COMPILE_CACHE: _cache, npm_config_local_prefix: _prefix, ...env } = process.env;
  const { stdout } = await promisify(execFile)(command, args, { cwd: folder, env, maxBuffer: 100_000_000 });
  return stdout;
}

/** Checks a commit out. It stays for the next run. */
export async function checkOut(ref: string): Promise<Build> {
  const commit = (await run(root, 'git', 'rev-parse', '--short=12', '--verify', `${ref}^{commit}`)).trim();
  const folder = join(kept, commit);
  if (!existsSync(folder)) {
    const part = createFolder(join(kept, `${commit}.part`));
    const archive = join(part, 'archive.tar');
    await run(root, 'git', 'archive', '-o', archive, commit);
    await run(part, 'tar', '-xf', archive);
    rmSync(archive);
    await addPackages(part);
    renameSync(part, folder);
  }
  return buildAll('before', folder);
}

/** Copies the working tree: what is committed, and what is not. */
export async function copyWorkingTree(): Promise<Build> {
  const folder = createFolder(join(kept, 'now'));
  // Of another state of the working tree.
  rmSync(`${folder}-data`, { recursive: true, force: true });
  const files = (await run(root, 'git', 'ls-files', '-coz', '--exclude-standard')).split('\0').filter(Boolean);
  // A web app that was built is taken when it is of these sources.
  for (const path of [...files, 'web/dist'])
    if (existsSync(join(root, path))) cpSync(join(root, path), join(folder, path), { recursive: true });
  await addPackages(folder);
  return buildAll('now', folder);
}

/** Copies a build as `npm install` left it: without its web app and its caches. */
export async function copyBuild({ name, folder }: Build, suffix: string): Promise<Build & { stop: () => void }> {
  const copy = createFolder(join(kept, `${name}-${suffix}`));
  const left = /(^|\/)(node_modules|\.cache)$|^web\/dist$/;
  const filter = (path: string) => !left.test(path.slice(folder.length + 1));
  cpSync(folder, copy, { recursive: true, verbatimSymlinks: true, filter });
  await linkPackages(folder, copy);
  return { ...createBuild(name, copy), stop: () => rmSync(copy, { recursive: true, force: true }) };
}

const createBuild = (name: Build['name'], folder: string): Build => ({
  name,
  folder,
  temporaryFolder: `${folder}-data`,
  load: <Module>(path: string) => import(pathToFileURL(join(folder, path)).href) as Promise<Module>,
});

async function buildAll(name: Build['name'], folder: string): Promise<Build> {
  await run(folder, process.execPath, 'scripts/run.mjs', 'scripts/build.ts');
  const build = createBuild(name, folder);
  mkdirSync(build.temporaryFolder, { recursive: true });
  return build;
}

function createFolder(path: string): string {
  rmSync(path, { recursive: true, force: true });
  mkdirSync(path, { recursive: true });
  return path;
}

async function addPackages(folder: string): Promise<void> {
  const readLock = (of: string) => readFileSync(join(of, LOCK), 'utf8');
  if (readLock(folder) === readLock(root)) await linkPackages(root, folder);
  else await run(folder, 'npm', 'ci', '--no-audit', '--no-fund');
}

/** Hard links, except for what is written in place. */
async function linkPackages(from: string, to: string): Promise<void> {
  for (const workspace of WORKSPACES) {
    const packages = join(from, workspace, 'node_modules');
    if (!existsSync(packages)) continue;
    const target = join(to, workspace, 'node_modules');
    mkdirSync(target, { recursive: true });
    const names = readdirSync(packages).filter((name) => !name.startsWith('.') || name === '.bin');
    // Links need one file system.
    const link = (...options: string[]) => run(packages, 'cp', ...options, '-t', target, '--', ...names);
    await link('-al').catch(() => link('-a', '--force'));
    const list = join(packages, '.package-lock.json');
    if (existsSync(list)) cpSync(list, join(target, '.package-lock.json'), { preserveTimestamps: true });
  }
}

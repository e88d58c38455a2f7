import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { withLock } from '../server/platform/process/lock.ts';
import { ownFiles } from './sources.ts';

const root = join(import.meta.dirname, '..');
const web = join(root, 'web');
export const webDist = join(web, 'dist');
const hashFile = join('.vite', 'built');

const COMPRESSED = /\.(js|css|svg|json|html|txt|map)$/;
const MIN_BYTES = 1_000;
const BUILD_MS = 300_000;
const TEST = /\.test\.tsx?$/;

/**
 * Builds the web app when its sources changed since the last build, with a brotli and a gzip copy of each text file.
 * `isHurried`: in half of the time, with brotli copies that are 8 % larger.
 * @throws with the output of a failed build
 */
export async function buildWeb(log: (line: string) => void, { isHurried = false } = {}): Promise<void> {
  const hash = await hashSources();
  if (await isBuilt(hash)) return;
  const cache = join(root, '.cache');
  await mkdir(cache, { recursive: true });
  await withLock(join(cache, 'web.lock'), async () => {
    if (await isBuilt(hash)) return;
    log('Building the web app …');
    const staging = join(cache, 'web');
    await rm(staging, { recursive: true, force: true });
    await runVite(staging);
    await compressAll(staging, isHurried ? 5 : constants.BROTLI_MAX_QUALITY);
    await mkdir(join(staging, '.vite'), { recursive: true });
    await writeFile(join(staging, hashFile), hash);
    await rm(webDist, { recursive: true, force: true });
    await rename(staging, webDist);
  });
}

async function isBuilt(hash: string): Promise<boolean> {
  const built = await readFile(join(webDist, hashFile), 'utf8').catch(() => '');
  return built === hash && existsSync(join(webDist, 'index.html'));
}

async function hashSources(): Promise<string> {
  const hash = createHash('sha256');
  const sources = [...ownFiles(root, 'contract'), ...ownFiles(root, 'web')].filter((path) => !TEST.test(path));
  for (const path of ['package-lock.json', ...sources, 'scripts/buildWeb.ts'])
    hash.update(`${path}\0`).update(await readFile(join(root, path)));
  return hash.digest('hex');
}

/** Runs in a child process, so that its memory is freed. */
async function runVite(outDir: string): Promise<void> {
  const vite = join(root, 'node_modules', 'vite', 'bin', 'vite.js');
  if (!existsSync(vite))
    throw new Error(
      'The web app is not built, and what builds it is not installed: run npm ci && npm run build (docs/operations.md).',
    );
  const args = [vite, 'build', '--outDir', outDir, '--emptyOutDir', '--configLoader', 'native', '--logLevel', 'warn'];
  const child = spawn(process.execPath, args, {
    cwd: web,
    env: { ...process.env, NODE_ENV: 'production', NO_COLOR: '1' },
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout: BUILD_MS,
  });
  // The lock ends with this process, so that the child must not go on.
  const kill = () => child.kill();
  process.once('exit', kill);
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => (output += text));
  const code = await new Promise((settle, fail) => child.once('error', fail).once('close', settle));
  process.off('exit', kill);
  if (code !== 0) throw new Error(`The web app could not be built: ${output.replace(/^ +at .*$/gm, '').trim()}`);
}

async function compressAll(folder: string, quality: number): Promise<void> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const texts = entries.filter((entry) => entry.isFile() && COMPRESSED.test(entry.name));
  await Promise.all(texts.map((entry) => compress(join(entry.parentPath, entry.name), quality)));
}

async function compress(file: string, quality: number): Promise<void> {
  const content = await readFile(file);
  if (content.length < MIN_BYTES) return;
  const brotli = promisify(brotliCompress)(content, {
    params: { [constants.BROTLI_PARAM_QUALITY]: quality, [constants.BROTLI_PARAM_SIZE_HINT]: content.length },
  });
  await writeFile(`${file}.br`, await brotli);
  await writeFile(`${file}.gz`, await promisify(gzip)(content, { level: 9 }));
}

if (import.meta.main) await buildWeb((line) => console.log(line));

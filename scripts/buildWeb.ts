import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { withLock } from '../server/platform/process/lock.ts';

const root = join(import.meta.dirname, '..');
const web = join(root, 'web');
/** The built browser part. */
export const webDist = join(web, 'dist');
const mark = join('.vite', 'built');

const COMPRESSED = /\.(js|css|svg|json|html|txt|map)$/;
const WORTH_BYTES = 1_000;
const LEFT_OUT = /(^|\/)(dist|node_modules|\.cache)(\/|$)|\.test\.tsx?$/;

/**
 * Builds the browser part when its sources changed since the last build, and leaves a compressed copy beside each text.
 * @throws one sentence with what the build said
 */
export async function buildWeb(say: (line: string) => void): Promise<void> {
  const hash = await hashSources();
  if (await isBuilt(hash)) return;
  const cache = join(root, '.cache');
  await mkdir(cache, { recursive: true });
  await withLock(join(cache, 'web.lock'), async () => {
    if (await isBuilt(hash)) return;
    say('Building the browser part …');
    const making = join(cache, 'web');
    await rm(making, { recursive: true, force: true });
    await runVite(making);
    await compressAll(making);
    await mkdir(join(making, '.vite'), { recursive: true });
    await writeFile(join(making, mark), hash);
    await rm(webDist, { recursive: true, force: true });
    await rename(making, webDist);
  });
}

async function isBuilt(hash: string): Promise<boolean> {
  const built = await readFile(join(webDist, mark), 'utf8').catch(() => '');
  return built === hash && existsSync(join(webDist, 'index.html'));
}

async function hashSources(): Promise<string> {
  const hash = createHash('sha256');
  for (const path of [
    'package-lock.json',
    ...(await filesBelow('contract')),
    ...(await filesBelow('web')),
    'scripts/buildWeb.ts',
  ]) {
    hash.update(`${path}\0`).update(await readFile(join(root, path)));
  }
  return hash.digest('hex');
}

async function filesBelow(folder: string): Promise<string[]> {
  const entries = await readdir(join(root, folder), { recursive: true, withFileTypes: true });
  const files = entries
    .filter((entry) => entry.isFile())
    .map((entry) => relative(root, join(entry.parentPath, entry.name)));
  return files.filter((file) => !LEFT_OUT.test(file)).sort();
}

/** In a process of its own, whose memory goes with it. */
async function runVite(outDir: string): Promise<void> {
  const vite = join(root, 'node_modules', 'vite', 'bin', 'vite.js');
  const args = [vite, 'build', '--outDir', outDir, '--emptyOutDir', '--configLoader', 'native', '--logLevel', 'warn'];
  const child = spawn(process.execPath, args, {
    cwd: web,
    env: { ...process.env, NODE_ENV: 'production', NO_COLOR: '1' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let said = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => (said += text));
  const code = await new Promise((settle, fail) => child.once('error', fail).once('close', settle));
  if (code !== 0) throw new Error(`The browser part could not be built: ${said.replace(/^ +at .*$/gm, '').trim()}`);
}

async function compressAll(folder: string): Promise<void> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const texts = entries.filter((entry) => entry.isFile() && COMPRESSED.test(entry.name));
  await Promise.all(texts.map((entry) => compress(join(entry.parentPath, entry.name))));
}

async function compress(file: string): Promise<void> {
  const content = await readFile(file);
  if (content.length < WORTH_BYTES) return;
  const brotli = promisify(brotliCompress)(content, {
    params: { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: content.length },
  });
  await writeFile(`${file}.br`, await brotli);
  await writeFile(`${file}.gz`, await promisify(gzip)(content, { level: 9 }));
}

if (import.meta.main) await buildWeb((line) => console.log(line));

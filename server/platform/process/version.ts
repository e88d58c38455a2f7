import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';

const root = join(import.meta.dirname, '..', '..', '..');

let version: Promise<string> | undefined;

/** Such as `Promenade 1.2.0 (1a2b3c4)`; without the commit where it is not known. Read once. */
export function formatVersion(): Promise<string> {
  version ??= readVersion();
  return version;
}

async function readVersion(): Promise<string> {
  const { version } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8')) as { version: string };
  const commit = await readCommit();
  return `Promenade ${version}${commit ? ` (${commit})` : ''}`;
}

/** The commit of this checkout; none when only a folder around it is a repository. */
async function readCommit(): Promise<string | undefined> {
  const args = ['--git-dir', join(root, '.git'), 'rev-parse', '--short', 'HEAD'];
  const found = await promisify(execFile)('git', args).catch(() => undefined);
  return found?.stdout.trim();
}

import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

export const CODE_FOLDERS = ['contract', 'server', 'web', 'demo', 'scripts', 'e2e', 'bench', 'faults'];

const IGNORED = /^(node_modules|dist.*|data|shots|\.git|\.cache)$/;

/** All project files below `root` as sorted relative paths. */
export function ownFiles(root: string, folder = ''): string[] {
  return readdirSync(join(root, folder), { withFileTypes: true })
    .flatMap((entry) => {
      const path = folder ? `${folder}/${entry.name}` : entry.name;
      if (entry.isDirectory()) return IGNORED.test(entry.name) ? [] : ownFiles(root, path);
      return entry.isFile() ? [path] : [];
    })
    .sort();
}

export function codeFiles(root: string): string[] {
  return ownFiles(root).filter(
    (path) => CODE_FOLDERS.includes(path.split('/')[0] ?? '') && /\.tsx?$/.test(path) && !path.endsWith('.d.ts'),
  );
}

export const readText = (root: string, path: string): string => readFileSync(join(root, path), 'utf8');

/** The text of a file; empty when there is no such file. */
export const readTextIfAny = (root: string, path: string): string =>
  existsSync(join(root, path)) ? readText(root, path) : '';

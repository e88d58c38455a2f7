import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The folders that hold code. */
export const CODE_FOLDERS = ['contract', 'server', 'web', 'demo', 'scripts', 'e2e', 'bench', 'faults'];

const NOT_OURS = /^(node_modules|dist.*|data|shots|\.git|\.cache)$/;

/** Every file of our own below `root`, as paths from it with forward slashes, sorted. */
export function ownFiles(root: string, folder = ''): string[] {
  return readdirSync(join(root, folder), { withFileTypes: true })
    .flatMap((entry) => {
      const path = folder ? `${folder}/${entry.name}` : entry.name;
      if (entry.isDirectory()) return NOT_OURS.test(entry.name) ? [] : ownFiles(root, path);
      return entry.isFile() ? [path] : [];
    })
    .sort();
}

/** The TypeScript files in the code folders. */
export function codeFiles(root: string): string[] {
  return ownFiles(root).filter(
    (path) => CODE_FOLDERS.includes(path.split('/')[0] ?? '') && /\.tsx?$/.test(path) && !path.endsWith('.d.ts'),
  );
}

/** The text of a file of `root`. */
export const readText = (root: string, path: string): string => readFileSync(join(root, path), 'utf8');

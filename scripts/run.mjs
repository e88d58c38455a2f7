/**
 * Starts a TypeScript file of this project: `node scripts/run.mjs [--watch] FILE [ARGUMENT…]`.
 * Plain JavaScript, so that an old Node gets a sentence instead of a syntax error.
 */
import { spawn } from 'node:child_process';
import { enableCompileCache } from 'node:module';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

const NODE_MAJOR = 26;

const given = process.argv.slice(2);
const watch = given[0] === '--watch';
const [file, ...args] = watch ? given.slice(1) : given;

if (Number.parseInt(process.versions.node, 10) < NODE_MAJOR) {
  console.error(
    `Promenade needs Node ${NODE_MAJOR}, which npm install brings along, and this is Node ${process.versions.node}: use npm start and the other npm scripts.`,
  );
  process.exitCode = 1;
} else if (!file) {
  console.error('Usage: node scripts/run.mjs [--watch] FILE [ARGUMENT…]');
  process.exitCode = 2;
} else if (watch) {
  // Its own process group, so that Ctrl-C reaches it once: a second signal would end it before its database.
  const options = { stdio: /** @type {const} */ ('inherit'), detached: true };
  const child = spawn(process.execPath, ['--watch', '--watch-preserve-output', file, ...args], options);
  for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP']))
    process.on(signal, () => child.kill(signal));
  child.on('exit', (code) => {
    process.exitCode = code ?? 1;
  });
} else {
  // Types are stripped once: half the time of a start, and 20 MB.
  enableCompileCache(join(import.meta.dirname, '..', 'node_modules', '.cache', 'node'));
  // The file sees the arguments as if it had been started itself.
  process.argv = [process.execPath, resolve(file), ...args];
  await import(pathToFileURL(resolve(file)).href);
}

import { existsSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { removeEmbeddedPostgres } from '../server/platform/postgres/embeddedPostgres.ts';

const REPEAT_MS = 10_000;

let repeating: NodeJS.Timeout | undefined;

/** Prints what a bench does to stderr, with the seconds since its start, and again every ten seconds while it lasts. */
export function startStep(name: string): void {
  endStep();
  const print = (text: string) => process.stderr.write(`[${Math.round(performance.now() / 1000)} s] ${text}\n`);
  print(name);
  repeating = setInterval(print, REPEAT_MS, `… ${name}`).unref();
}

/** Where another process goes on. */
export const endStep = (): void => clearInterval(repeating);

/**
 * A data folder that takes long to make, so it is kept for the next run; it does not exist unless `markComplete` was
 * called once. Who changes what makes it deletes the folder.
 */
export async function openKeptFolder(name: string) {
  const folder = join(tmpdir(), `promenade-bench-${name}`);
  const marker = join(folder, 'made');
  const isComplete = existsSync(marker);
  if (!isComplete) await removeEmbeddedPostgres(folder);
  const markComplete = async () => {
    await mkdir(folder, { recursive: true });
    await writeFile(marker, '');
  };
  return { folder, isComplete, markComplete };
}

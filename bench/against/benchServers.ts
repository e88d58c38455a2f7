import { existsSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { createClient } from '../../server/testing/client.ts';
import type * as starter from '../startBenchServer.ts';
import type { Build } from './builds.ts';
import { readAllSeconds } from './processes.ts';

type Module = typeof starter;

/** Work that goes on after an answer ends meanwhile. */
const SETTLED_MS = 2_000;

/** Starts the bench server of a build. `measureWork` gives seconds of processor time of the service and PostgreSQL. */
export async function startBenchServerOf(build: Build, ...args: Parameters<Module['startBenchServer']>) {
  const { startBenchServer } = await build.load<Module>('bench/startBenchServer.ts');
  const { TMPDIR } = process.env;
  // Catalogues that are kept belong to one build.
  process.env['TMPDIR'] = build.temporaryFolder;
  const starting = startBenchServer(...args);
  if (TMPDIR === undefined) delete process.env['TMPDIR'];
  else process.env['TMPDIR'] = TMPDIR;
  const server = await starting;
  return {
    ...server,
    call: createClient(server.url, server.token),
    measureWork: async (work: () => Promise<unknown>): Promise<number> => {
      await sleep(SETTLED_MS);
      const before = await readAllSeconds(server.pid);
      await work();
      await sleep(SETTLED_MS);
      return (await readAllSeconds(server.pid)) - before;
    },
    stop: async () => {
      server.stop();
      while (existsSync(`/proc/${server.pid}`)) await sleep(100);
    },
  };
}

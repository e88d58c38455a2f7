import { setTimeout as sleep } from 'node:timers/promises';
import type * as services from '../../e2e/startService.ts';
import { START_FLAGS } from '../startBenchServer.ts';
import { defineMeasurement } from './measurement.ts';
import { readPrivateMegabytes } from './processes.ts';

const IDLE_MS = 20_000;

/** A service that nobody calls. */
export const memory = defineMeasurement({
  figures: [{ name: 'private memory when idle, MB', bound: { of: 'now', atMost: 105 } }],
  rounds: 2,
  start: async (build) => {
    const { startService } = await build.load<typeof services>('e2e/startService.ts');
    return startService({ env: { DEMO: '0', NODE_OPTIONS: START_FLAGS.join(' ') } });
  },
  measure: async ({ pid }) => {
    await sleep(IDLE_MS);
    return [await readPrivateMegabytes(pid)];
  },
});

import type * as services from '../../e2e/startService.ts';
import { copyBuild } from './builds.ts';
import { defineMeasurement } from './measurement.ts';

/** The demo, right after `npm install`: the web app is built, the database created, the first releases made. */
export const firstStart = defineMeasurement({
  figures: [{ name: 'first start of the demo, s', bound: { of: 'ratio', atMost: 0.7 } }],
  rounds: 2,
  start: async (build) => ({ build, stop: () => undefined }),
  measure: async ({ build }) => {
    const copy = await copyBuild(build, 'start');
    try {
      const { startService } = await copy.load<typeof services>('e2e/startService.ts');
      const begun = performance.now();
      const service = await startService({ env: { DEMO: '1' } });
      const seconds = (performance.now() - begun) / 1_000;
      await service.stop();
      return [seconds];
    } finally {
      copy.stop();
    }
  },
});

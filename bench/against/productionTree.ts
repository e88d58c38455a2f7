import { measureTree } from '../../scripts/tree.ts';
import { copyBuild, run } from './builds.ts';
import { defineMeasurement } from './measurement.ts';

/** The steps of `deploy/install`, without the notices. */
export const productionTree = defineMeasurement({
  figures: [{ name: 'files of a production tree, MB', bound: { of: 'now', atMost: 290 } }],
  start: (build) => copyBuild(build, 'tree'),
  measure: async ({ folder }) => {
    await run(folder, process.execPath, 'scripts/run.mjs', 'scripts/build.ts');
    await run(folder, 'npm', 'prune', '--omit=dev', '--no-save', '--no-audit', '--no-fund');
    await run(folder, process.execPath, 'scripts/slimPackages.mjs');
    const [whole] = measureTree(folder);
    return [(whole?.bytes ?? Number.NaN) / 1_000_000];
  },
});

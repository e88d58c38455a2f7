import { parseArgs } from 'node:util';
import { runCommand, UsageError } from '../server/platform/process/command.ts';
import { checkOut, copyWorkingTree } from './against/builds.ts';
import { desk } from './against/desk.ts';
import { drafts } from './against/drafts.ts';
import { firstStart } from './against/firstStart.ts';
import { labelReports } from './against/labelReports.ts';
import { listening } from './against/listening.ts';
import { type Figure, holds, type RunMeasurement } from './against/measurement.ts';
import { memory } from './against/memory.ts';
import { productionTree } from './against/productionTree.ts';
import { sheets } from './against/sheets.ts';
import { uploads } from './against/uploads.ts';
import { endStep, startStep } from './steps.ts';

const measurements: Record<string, RunMeasurement> = {
  desk,
  uploads,
  drafts,
  listening,
  reports: labelReports,
  start: firstStart,
  sheets,
  memory,
  tree: productionTree,
};

const help = `
Compares a former commit with the working tree: both run beside each other, on the same data, and are measured in turns.

npm run bench:against -- REF [NAME…]
  REF        the former commit
  NAME       only these of: ${Object.keys(measurements).join(', ')}

Prints one line for each figure: its name, before, now, their ratio, the bound, and whether it holds. Steps go to
standard error. Exits with 0 when all figures hold. Checkouts stay in the folder for temporary files.
`;

await runCommand(help, async (args, printLine) => {
  const [ref, ...names] = parseArgs({ args, allowPositionals: true }).positionals;
  if (ref === undefined) throw new UsageError('Name the former commit.');
  const unknown = names.find((name) => !(name in measurements));
  if (unknown !== undefined) throw new UsageError(`There is no measurement ${unknown}.`);
  startStep(`Checking ${ref} out and building it`);
  const before = await checkOut(ref);
  startStep('Copying the working tree and building it');
  const builds = [before, await copyWorkingTree()];
  let hasMiss = false;
  for (const [name, run] of Object.entries(measurements)) {
    if (names.length > 0 && !names.includes(name)) continue;
    try {
      for (const { figure, ...values } of await run(builds, name)) {
        printLine(formatFigure(`${name}: ${figure.name}`, figure, values));
        if (!holds(figure, values)) hasMiss = true;
      }
    } catch (problem) {
      hasMiss = true;
      printLine(`${name}: could not be measured: ${problem instanceof Error ? problem.message : String(problem)}`);
    }
  }
  endStep();
  return hasMiss ? 1 : 0;
});

function formatFigure(name: string, figure: Figure, values: { before: number; now: number }): string {
  const { before, now } = values;
  const { bound } = figure;
  const limit = 'atMost' in bound ? `at most ${format(bound.atMost)}` : `at least ${format(bound.atLeast)}`;
  const result = holds(figure, values) ? 'holds' : 'misses';
  return `${name}: before ${format(before)}, now ${format(now)}, ratio ${format(now / before)}, ${bound.of} ${limit}: ${result}`;
}

/** Three digits. */
function format(value: number): string {
  return String(value >= 100 ? Math.round(value) : Number(value.toPrecision(3)));
}

import { parseArgs } from 'node:util';
import { startVitest } from 'vitest/node';

const USAGE = 'Usage: npm run fuzz -- [--calls 20000] [--seed N]';

// Runs faults/fuzz.test.ts with any number of calls; prints the seed for a repetition.
const { values } = parseArgs({
  options: { calls: { type: 'string' }, seed: { type: 'string' }, help: { type: 'boolean' } },
});
const calls = Number(values.calls ?? 20_000);
const seed = Number(values.seed ?? Date.now() % 1_000_000);
if (values.help || !Number.isSafeInteger(calls) || !Number.isSafeInteger(seed) || calls < 1) {
  console.log(USAGE);
  process.exitCode = values.help ? 0 : 2;
} else {
  const options = { run: true, watch: false, project: ['server'], provide: { fuzz: { calls, seed } } };
  const vitest = await startVitest(['faults/fuzz.test.ts'], options);
  await vitest.close();
}

import { parseArgs } from 'node:util';
import { startVitest } from 'vitest/node';

const USAGE = `Usage: npm run fuzz -- [--calls N | --files N | --names N | --scanners N] [--seed N]
  --calls N   calls of every route, four at a time (20000)
  --files N   damaged audio, pictures and texts
  --names N   names of files in headers, zips and reports
  --scanners N   sqlmap, wapiti and slowhttptest over every route, at most N seconds each; Debian has them
  --seed N    for a repetition`;

const COUNT = /^[1-9]\d{0,8}$/;
const tests = { calls: 'fuzz', files: 'damagedFiles', names: 'fileNames', scanners: 'scanners/scanners' } as const;

const option = { type: 'string' } as const;
const { values } = parseArgs({
  options: { calls: option, files: option, names: option, scanners: option, seed: option, help: { type: 'boolean' } },
});
const kinds = (['calls', 'files', 'names', 'scanners'] as const).filter((kind) => values[kind] !== undefined);
const [kind = 'calls'] = kinds;
const count = values[kind] ?? '20000';
const seed = values.seed ?? String(1 + (Date.now() % 1_000_000));
if (values.help || kinds.length > 1 || !COUNT.test(count) || !COUNT.test(seed)) {
  console.log(USAGE);
  process.exitCode = values.help ? 0 : 2;
} else {
  const fuzz = { count: Number(count), seed: Number(seed) };
  const options = { run: true, watch: false, project: [kind === 'scanners' ? kind : 'server'], provide: { fuzz } };
  const vitest = await startVitest([`faults/${tests[kind]}.test.ts`], options);
  await vitest.close();
}

import { releases } from '@promenade/contract/catalogue';
import { search } from '@promenade/contract/search';
import { createClient } from '../server/testing/client.ts';
import { runOpenLoop } from './openLoop.ts';
import { startBenchServer } from './startBenchServer.ts';
import { median } from './statistics.ts';
import { startStep } from './steps.ts';
import { getTypedText } from './typedText.ts';

/*
 * Compares lists and details of 1,000,000 releases with those of 2,000, in turn, and measures the search of the huge
 * catalogue. Creates it first, which takes about an hour and 30 GB in the temporary folder.
 */

const ROUNDS = 5;
const LOAD = { perSecond: 50, seconds: 6 };
const ONE_CALL = { perSecond: 1, seconds: 1 };
const SEARCH_LOAD = { perSecond: 100, seconds: 10 };
/** Median of the huge catalogue by that of the small one. */
const MAX_RATIO = 1.5;
const MAX_SEARCH_P99_MS = 120;

const huge = await openCatalogue('huge');
const small = await openCatalogue('small');
try {
  const list = () => `/api${releases.path}?pagesize=40`;
  await compare('page of 40, newest', list, list);
  await compare('release with its tracks', huge.getDetailPath, small.getDetailPath);
  const createSearch = (index: number) => ({
    method: 'GET' as const,
    path: `/api${search.path}?filter=${encodeURIComponent(getTypedText(huge.items, index))}`,
  });
  startStep('Measuring search as you type');
  // The first run reads the index from the disk.
  await runOpenLoop(huge, SEARCH_LOAD, createSearch);
  const { p50, p99, failed } = await runOpenLoop(huge, SEARCH_LOAD, createSearch);
  const isOver = p99 > MAX_SEARCH_P99_MS || failed > 0;
  if (isOver) process.exitCode = 1;
  console.log(
    `search as you type: median ${p50.toFixed(1)} ms, p99 ${p99.toFixed(1)} ms, ${failed} failed; budget p99 ${MAX_SEARCH_P99_MS} ms${isOver ? ' – OVER' : ''}`,
  );
} finally {
  huge.stop();
  small.stop();
}

async function openCatalogue(size: 'huge' | 'small') {
  const server = await startBenchServer(size);
  const { items } = (await createClient(server.url, server.token)(releases, { query: { pagesize: 100 } })).body;
  return {
    ...server,
    items,
    getDetailPath: (index: number) => `/api/release/${items[index % items.length]?.releaseid}`,
  };
}

/** Measures both in turn, several times, after a run that warms them up. */
async function compare(
  name: string,
  hugePath: (index: number) => string,
  smallPath: (index: number) => string,
): Promise<void> {
  const medians = { huge: [] as number[], small: [] as number[] };
  const firstCalls: number[] = [];
  for (let round = 0; round <= ROUNDS; round++) {
    startStep(`Measuring ${name}, round ${round} of ${ROUNDS}`);
    for (const [size, server, getPath] of [
      ['huge', huge, hugePath],
      ['small', small, smallPath],
    ] as const) {
      const createCall = (index: number) => ({ method: 'GET' as const, path: getPath(index) });
      // After a pause of ten seconds the number of all releases is counted again.
      const first = await runOpenLoop(server, ONE_CALL, createCall);
      const { p50, failed } = await runOpenLoop(server, LOAD, createCall);
      // The first round is not counted: it reads the database from the disk.
      if (round === 0) continue;
      if (failed > 0) throw new Error(`${failed} requests of the ${size} catalogue failed.`);
      medians[size].push(p50);
      if (size === 'huge') firstCalls.push(first.p50);
    }
  }
  const [of1Million, of2000] = [median(medians.huge), median(medians.small)];
  const isOver = of1Million > MAX_RATIO * of2000;
  if (isOver) process.exitCode = 1;
  console.log(
    `${name}: median ${of1Million.toFixed(1)} ms (first call after a pause ${median(firstCalls).toFixed(0)} ms), at 2,000 releases ${of2000.toFixed(1)} ms; budget ${MAX_RATIO} times${isOver ? ' – OVER' : ''}`,
  );
}

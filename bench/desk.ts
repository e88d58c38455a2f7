import { randomUUID } from 'node:crypto';
import * as desk from '@promenade/contract/desk';
import { createClient } from '../server/testing/client.ts';
import { type BenchRequest, runOpenLoop } from './openLoop.ts';
import { startBenchServer } from './startBenchServer.ts';
import { median } from './statistics.ts';
import { startStep } from './steps.ts';

// Runs of 500 among 100,000 releases, and decisions in them; an empty route and an empty commit are the floor.

const PER_SECOND = 100;
const SECONDS = 20;
/** Each may decide 300 times a minute. */
const ACCOUNTS = 10;

const server = await startBenchServer('large', { accounts: ACCOUNTS });
try {
  const { url, tokens } = server;
  startStep(`Making ${tokens.length} runs`);
  const times: number[] = [];
  const runs: desk.RunDetail[] = [];
  for (const [n, token] of tokens.entries()) {
    const query = n % 2 === 0 ? {} : { tohear: 'true' as const };
    const start = performance.now();
    const { status, body } = await createClient(url, token)(desk.startRun, {
      body: { source: { kind: 'gallery', query } },
    });
    times.push(performance.now() - start);
    if (status !== 201) throw new Error(`Making a run: status ${status}`);
    runs.push(body);
  }
  const [first = 0, ...others] = times;
  const sizes = runs.map(({ total, listed }) => `${total} of ${listed}`);
  console.log(
    `a run of ${sizes[0]}: first ${first.toFixed(0)} ms, median ${median(others).toFixed(0)} ms, longest ${Math.max(...others).toFixed(0)} ms`,
  );
  for (const [name, path] of [
    ['an empty route', '/bench/empty/route'],
    ['an empty commit', '/bench/empty/commit'],
  ] as const)
    await measure(name, () => ({ method: 'GET', path }));
  const kinds = ['flag', 'archive', 'next', 'reaction', 'later'] as const;
  const createDecision = (index: number): BenchRequest => {
    const nth = index % runs.length;
    const { runid = '', releaseids = [], total = 0 } = runs[nth] ?? {};
    const kind = kinds[index % kinds.length] ?? 'next';
    const position = Math.floor(index / runs.length) % (total - 1);
    const decision = { id: randomUUID(), releaseid: releaseids[position], kind, position: position + 1 };
    const decisions = [{ ...decision, ...(kind === 'reaction' && { reaction: { kind: 'considering' } }) }];
    const headers = { authorization: `Bearer ${tokens[nth]}` };
    return { method: 'POST', path: `/api/desk/runs/${runid}/decisions`, body: { decisions }, headers };
  };
  await measure('decisions', createDecision);
} finally {
  server.stop();
}

async function measure(name: string, createRequest: (index: number) => BenchRequest): Promise<void> {
  startStep(`Measuring ${name}, ${SECONDS} s`);
  const load = { perSecond: PER_SECOND, seconds: SECONDS };
  const { p50, p99, failed } = await runOpenLoop(server, load, createRequest);
  console.log(`${name}, ${PER_SECOND}/s: median ${p50.toFixed(1)} ms, p99 ${p99.toFixed(1)} ms, ${failed} refused`);
}

import { subscribe } from 'node:diagnostics_channel';
import { routes } from '@promenade/contract';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type SignedIn, startTestServer } from '../server/testing/testServer.ts';
import { arbitraryCall, type Call } from './calls.ts';
import { getFuzzSettings } from './fuzzSettings.ts';
import { findProblem, send } from './responses.ts';
import { importSamples, insertTestData, signInAgain } from './testData.ts';

const PARALLEL_CALLS = 4;
const MS_PER_CALL = 100;
/** After this many calls the test data is inserted again: links were used, playlists deleted. */
const CALLS_PER_DATA_SET = 10 * Object.keys(routes).length;
/** Rate limits are reset, or they would answer everything. */
const ROUNDS_PER_RESET = 10;

const { count: calls, seed: first } = getFuzzSettings(CALLS_PER_DATA_SET);
const server = await startTestServer();
const sampleIds = await importSamples(server);
const statuses = new Map<number, number>();
const succeeded = new Set<string>();
const durationsMs: number[] = [];
let thrown: unknown;
subscribe('tracing:fastify.request.handler:error', (message) => {
  thrown = (message as { error: unknown }).error;
});

test(`${calls} valid and invalid calls, four at a time, get responses that the contract declares`, {
  tags: ['A-API-33', 'C-API-05'],
  timeout: 60_000 + calls * MS_PER_CALL,
}, async () => {
  for (let done = 0; done < calls; done += CALLS_PER_DATA_SET)
    await fuzz(Math.min(CALLS_PER_DATA_SET, calls - done), first + done / CALLS_PER_DATA_SET);
  const counts = [...statuses].sort(([one], [other]) => one - other).map(([status, count]) => `${count} × ${status}`);
  const names = Object.keys(routes);
  durationsMs.sort((one, other) => one - other);
  const [median, p99] = [0.5, 0.99].map((part) => durationsMs[Math.floor(durationsMs.length * part)]?.toFixed(1));
  console.log(`${calls} calls from seed ${first}: ${counts.join(', ')}; median ${median} ms, p99 ${p99} ms`);
  console.log(
    `${succeeded.size} of ${names.length} routes succeeded, not: ${names.filter((name) => !succeeded.has(name)).join(' ')}`,
  );
  expect([...statuses].filter(([status]) => status >= 500)).toEqual([]);
  // Calls that are only rejected would prove little.
  expect(succeeded.size).toBeGreaterThan(calls < CALLS_PER_DATA_SET ? 0 : names.length / 2);
});

async function fuzz(some: number, from: number): Promise<void> {
  let rounds = 0;
  await resetRateLimits();
  const { callers, known } = await insertTestData(server, sampleIds);
  const round = fc.array(arbitraryCall([...callers.keys(), 'visitor'], known), {
    minLength: PARALLEL_CALLS,
    maxLength: PARALLEL_CALLS,
  });
  const property = fc.asyncProperty(round, async (together) => {
    if (rounds++ % ROUNDS_PER_RESET === 0) await resetRateLimits();
    await Promise.all(together.map((call) => make(call, callers.get(call.caller))));
  });
  const { failed, errorInstance } = await fc.check(property, { numRuns: Math.ceil(some / PARALLEL_CALLS), seed: from });
  if (failed) throw new Error(`Repeat with: npm run fuzz -- --calls ${some} --seed ${from}`, { cause: errorInstance });
}

const resetRateLimits = () => server.db.deleteFrom('rate_limits').execute();

async function make(call: Call, caller: SignedIn | undefined): Promise<void> {
  const { routes: _routes, ...sent } = call;
  const headers = { ...(caller && { authorization: `Bearer ${caller.token}` }), ...call.headers };
  const request = JSON.stringify(sent, undefined, 2);
  const startedMs = performance.now();
  const answer = await send(server.url, { ...sent, headers }).catch((reason) => {
    throw new Error(`No response.\n${request}`, { cause: reason });
  });
  durationsMs.push(performance.now() - startedMs);
  statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1);
  if (answer.status < 300) succeeded.add(call.name);
  const problem = findProblem(call, answer);
  const response = `${answer.status} ${answer.type} ${answer.body.toString('utf8', 0, 500)}`;
  if (problem)
    throw new Error(`${problem}\n${request}\n${response}`, { cause: answer.status >= 500 ? thrown : undefined });
  if (caller && answer.status === 401 && !call.headers['authorization'] && call.caller !== 'gone')
    await signInAgain(server, caller);
}

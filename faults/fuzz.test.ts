import { subscribe } from 'node:diagnostics_channel';
import { routes } from '@promenade/contract';
import fc from 'fast-check';
import { expect, inject, test } from 'vitest';
import { type SignedIn, startTestServer } from '../server/testing/testServer.ts';
import { send, wrongWith } from './answers.ts';
import { anyCall, type Call } from './calls.ts';
import { deliverReal, seed, signInAgain } from './seeded.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** From `npm run fuzz`; a test run makes fewer calls, always the same ones. */
    fuzz?: { calls: number; seed: number };
  }
}

const AT_ONCE = 4;
const MS_PER_CALL = 100;
/** Then everything behind the routes is made anew: links were used, playlists deleted, and the like. */
const CALLS_PER_SEED = 1_000;
/** Limits would soon answer everything. */
const ROUNDS_PER_LIMIT = 10;

const { calls, seed: first } = inject('fuzz') ?? { calls: CALLS_PER_SEED, seed: 1 };
const server = await startTestServer();
const real = await deliverReal(server);
const statuses = new Map<number, number>();
const succeeded = new Set<string>();
let thrown: unknown;
subscribe('tracing:fastify.request.handler:error', (message) => {
  thrown = (message as { error: unknown }).error;
});

test(`${calls} calls of the contract, right and wrong, four at once, are all answered by it`, {
  tags: ['A-API-33', 'C-API-05'],
  timeout: 60_000 + calls * MS_PER_CALL,
}, async () => {
  for (let done = 0; done < calls; done += CALLS_PER_SEED)
    await fuzz(Math.min(CALLS_PER_SEED, calls - done), first + done / CALLS_PER_SEED);
  const counts = [...statuses].sort(([one], [other]) => one - other).map(([status, count]) => `${count} × ${status}`);
  const names = Object.keys(routes);
  console.log(`${calls} calls from seed ${first}: ${counts.join(', ')}`);
  console.log(
    `${succeeded.size} of ${names.length} routes said yes, not: ${names.filter((name) => !succeeded.has(name)).join(' ')}`,
  );
  expect([...statuses].filter(([status]) => status >= 500)).toEqual([]);
});

async function fuzz(some: number, from: number): Promise<void> {
  let rounds = 0;
  await liftLimits();
  const { callers, known } = await seed(server, real);
  const round = fc.array(anyCall([...callers.keys(), 'visitor'], known), { minLength: AT_ONCE, maxLength: AT_ONCE });
  const property = fc.asyncProperty(round, async (together) => {
    if (rounds++ % ROUNDS_PER_LIMIT === 0) await liftLimits();
    await Promise.all(together.map((call) => make(call, callers.get(call.caller))));
  });
  const { failed, errorInstance } = await fc.check(property, { numRuns: Math.ceil(some / AT_ONCE), seed: from });
  if (failed)
    throw new Error(`Make it again by: npm run fuzz -- --calls ${some} --seed ${from}`, { cause: errorInstance });
}

const liftLimits = () => server.db.deleteFrom('rate_limits').execute();

async function make(call: Call, caller: SignedIn | undefined): Promise<void> {
  const { answering, ...sent } = call;
  const headers = { ...(caller && { authorization: `Bearer ${caller.token}` }), ...call.headers };
  const told = JSON.stringify(sent, undefined, 2);
  const answer = await send(server.url, { ...sent, headers }).catch((reason) => {
    throw new Error(`No answer came.\n${told}`, { cause: reason });
  });
  statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1);
  if (answer.status < 300) succeeded.add(call.name);
  const wrong = wrongWith(call, answer);
  const said = `${answer.status} ${answer.type} ${answer.body.toString('utf8', 0, 500)}`;
  if (wrong) throw new Error(`${wrong}\n${told}\n${said}`, { cause: answer.status >= 500 ? thrown : undefined });
  if (caller && answer.status === 401 && !call.headers['authorization'] && call.caller !== 'gone')
    await signInAgain(server, caller);
}

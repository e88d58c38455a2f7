import { routes } from '@promenade/contract';
import type { Route } from '@promenade/contract/route';
import { expect, test } from 'vitest';
import { type SignedIn, startTestServer } from '../server/testing/testServer.ts';
import type { Fields } from './arbitraries.ts';
import { findProblem, send } from './responses.ts';
import { addressOf, type Input, sampleInput } from './samples.ts';
import { importSamples, insertTestData } from './testData.ts';

/** Each calls `injected()`, should the text become a part of a statement: as word, string, number, name or JSON path. */
const probes = [
  "' || injected() || '",
  "'; select injected(); --",
  "') or injected()::int > 0 --",
  "%' and injected() like '%",
  "\\'; select injected(); --",
  '1 or injected()::int = 1',
  '1); select injected(); --',
  'title, injected()',
  '"; select injected(); --',
  'x" = injected() or "x',
  '$$ || injected() || $$',
  '{"a":"\' || injected() || \'"}',
  "'::text || injected() || '",
  "1,2) or injected() = ('1",
];
const PARALLEL_CALLS = 8;

const server = await startTestServer();
await server.pool.query(`
  create sequence injections;
  create function injected() returns text language sql volatile as $$ select nextval('injections')::text $$`);
const { callers, known } = await insertTestData(server, await importSamples(server));

/** A sequence is not rolled back, so that a failed statement counts too. */
async function countInjections(): Promise<number> {
  const { rows } = await server.pool.query<{ count: number }>(
    'select case when is_called then last_value else 0 end::int as count from injections',
  );
  return rows[0]?.count ?? 0;
}

/** A valid input for each probe and text of the route, with that text replaced. */
function* injectedInputs(route: Route): Generator<Input> {
  const input = sampleInput(route, known);
  for (const [part, fields] of Object.entries(input))
    for (const path of listTexts(fields))
      for (const probe of probes) yield { ...input, [part]: replaceAt(fields, path, probe) };
}

/** Paths of all strings in a value. */
function listTexts(value: unknown, path: string[] = []): string[][] {
  if (typeof value === 'string') return [path];
  return typeof value === 'object' && value !== null
    ? Object.entries(value).flatMap(([key, inner]) => listTexts(inner, [...path, key]))
    : [];
}

function replaceAt(value: unknown, [key, ...rest]: string[], text: string): unknown {
  if (key === undefined) return text;
  const copy = Array.isArray(value) ? [...value] : { ...(value as Fields) };
  return Object.assign(copy, { [key]: replaceAt((value as Fields)[key], rest, text) });
}

async function request(route: Route, input: Input, { token }: SignedIn) {
  const call = {
    ...addressOf(route, input),
    headers: { authorization: `Bearer ${token}`, ...(route.body && { 'content-type': 'application/json' }) },
    ...(route.body && { body: JSON.stringify(input.body) }),
  };
  const answer = await send(server.url, call);
  expect(findProblem({ method: route.method, routes: [route] }, answer), JSON.stringify(call)).toBeUndefined();
}

test('the probes would be noticed in a statement that is put together', async () => {
  const before = await countInjections();
  for (const probe of probes.slice(0, 2)) await server.pool.query(`select '${probe}'`);
  expect(await countInjections()).toBe(before + 2);
});

/** Their callers would lose their sessions. */
const ENDING = new Set(['signOut', 'endSessions', 'setPassword']);

test('no text of any route becomes a part of a statement', { tags: ['C-API-08', 'C-API-57'] }, async () => {
  const before = await countInjections();
  let sent = 0;
  const all: [string, Route][] = Object.entries(routes);
  for (const [name, route] of all) {
    await server.db.deleteFrom('rate_limits').execute();
    const caller = callers.get(route.role === 'operator' ? 'operator' : ENDING.has(name) ? 'other' : 'listener');
    if (!caller) throw new Error('The test data has no such caller.');
    const inputs = [...injectedInputs(route)];
    sent += inputs.length;
    for (let index = 0; index < inputs.length; index += PARALLEL_CALLS)
      await Promise.all(inputs.slice(index, index + PARALLEL_CALLS).map((input) => request(route, input, caller)));
  }
  expect(sent).toBeGreaterThan(1_000);
  expect(await countInjections()).toBe(before);
});

import { createHash } from 'node:crypto';
import { routes } from '@promenade/contract';
import { createPlaylist } from '@promenade/contract/playlists';
import type { Route } from '@promenade/contract/route';
import { expect, test } from 'vitest';
import { startTestServer } from '../server/testing/testServer.ts';
import { send } from './responses.ts';
import { addressOf, sampleInput } from './samples.ts';
import { importSamples, insertTestData } from './testData.ts';

const server = await startTestServer();
const { callers, known } = await insertTestData(server, await importSamples(server));
const [operator, listener] = (['operator', 'listener'] as const).map((name) => {
  const caller = callers.get(name);
  if (!caller) throw new Error(`The test data has no ${name}.`);
  return caller;
}) as [Caller, Caller];
type Caller = NonNullable<ReturnType<typeof callers.get>>;
const all: [string, Route][] = Object.entries(routes);

/** What a page of another site makes a browser send without asking the server first: a form or a simple `fetch`. */
const crossSite = { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'no-cors' };
const encodings: [type: string, encode: (body: object) => string][] = [
  ['application/x-www-form-urlencoded', (body) => new URLSearchParams(Object.entries(body).map(toText)).toString()],
  ['text/plain', (body) => JSON.stringify(body)],
  ['multipart/form-data; boundary=x', () => '--x\r\ncontent-disposition: form-data; name="a"\r\n\r\n1\r\n--x--\r\n'],
];

function toText([name, value]: [string, unknown]): [string, string] {
  return [name, typeof value === 'string' ? value : JSON.stringify(value)];
}

/** Hashes of all rows by table. Only the counters of attempts may change. */
async function hashTables(): Promise<Record<string, string>> {
  const { rows: tables } = await server.pool.query<{ name: string }>(
    `select format('%I.%I', schemaname, tablename) as name from pg_tables
     where schemaname in ('public', 'pgboss') and tablename <> 'rate_limits'`,
  );
  const hashes: Record<string, string> = {};
  for (const { name } of tables) {
    const { rows } = await server.pool.query<{ row: string }>(`select t::text as row from ${name} t order by 1`);
    hashes[name] = createHash('sha256').update(JSON.stringify(rows)).digest('hex');
  }
  return hashes;
}

test('the hashes notice a change', async () => {
  const before = await hashTables();
  await listener.call(createPlaylist, { body: { name: 'Show' } });
  expect(await hashTables()).not.toEqual(before);
});

/** A read may succeed: another site cannot see the answer. A large body is refused before its type. */
function allowedStatuses({ access, method }: Route): number[] {
  if (access === undefined) return [401, 413, 415];
  return method === 'GET' ? [200, 206, 400, 401, 403, 404, 410] : [400, 401, 403, 410, 415];
}

test('another site changes nothing by any route, although the browser adds all cookies', {
  tags: ['A-API-31'],
}, async () => {
  const before = await hashTables();
  const cookie = [operator, listener].map((caller) => caller.cookie).join('; ');
  for (const [name, route] of all.filter(([, { file }]) => file !== 'text/event-stream')) {
    await server.db.deleteFrom('rate_limits').execute();
    const input = sampleInput(route, known);
    for (const [type, encode] of route.method === 'GET' ? ([['', () => '']] as typeof encodings) : encodings) {
      const { status, body } = await send(server.url, {
        ...addressOf(route, input),
        headers: { ...crossSite, cookie, ...(type && { 'content-type': type }) },
        ...(type && { body: encode(input.body) }),
      });
      expect(allowedStatuses(route), `${name} ${type} ${String(body)}`).toContain(status);
    }
  }
  expect(await hashTables()).toEqual(before);
});

test('no preflight request is allowed, so that another site can send neither JSON nor a token', async () => {
  for (const [name, route] of all) {
    const { path } = addressOf(route, sampleInput(route, known));
    const answer = await fetch(server.url + path, {
      method: 'OPTIONS',
      headers: {
        origin: 'https://evil.example',
        'access-control-request-method': route.method,
        'access-control-request-headers': 'authorization,content-type',
      },
    });
    const allowed = [...answer.headers.keys()].filter((header) => header.startsWith('access-control-'));
    expect({ name, allowed, ok: answer.ok }).toEqual({ name, allowed: [], ok: false });
  }
});

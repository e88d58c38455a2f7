import { requestReset, signIn } from '@promenade/contract/access';
import { releases } from '@promenade/contract/catalogue';
import { expect, test } from 'vitest';
import { startTestServer } from '../../testing/testServer.ts';
import { openLog } from '../process/log.ts';

interface Line {
  msg: string;
  requestid?: string;
  [field: string]: unknown;
}

const lines: Line[] = [];
const destination = { write: (line: string) => void lines.push(JSON.parse(line) as Line) };
const server = await startTestServer({ log: openLog('info', true, { destination }), env: { ACCESS_LOG: '1' } });
const UUID = /^[0-9a-f]{8}-[0-9a-f-]{27}$/;

const ask = async (id: string | undefined, path = '/api/release') => {
  const answer = await fetch(server.url + path, id === undefined ? {} : { headers: { 'x-request-id': id } });
  return answer.headers.get('x-request-id');
};

test('the id that a proxy gave is in the answer; without one, or with an unsafe one, it is new', async () => {
  expect(await ask('edge-1.a:b_2')).toBe('edge-1.a:b_2');
  expect(await ask('x'.repeat(64), '/health/live')).toBe('x'.repeat(64));
  for (const unsafe of [undefined, '', 'x'.repeat(65), 'two words', '<b>', '"}', '{"a":1}'])
    expect(await ask(unsafe)).toMatch(UUID);
  expect(await ask('malformed', '/api/%')).toBe('malformed');
  expect(await ask('unknown', '/nowhere')).toBe('unknown');
});

test('the id is in every line of its request, also in those that are written after its answer', async () => {
  const { token } = await server.signedIn();
  const { trackids } = await server.release({ audio: 20_000_000 });
  lines.length = 0;
  const stream = await fetch(`${server.url}/api/audio/stream/${trackids[0]}.mp3`, {
    headers: { authorization: `Bearer ${token}`, 'x-request-id': 'the-song' },
  });
  await server.pool.query('alter table media_ledger rename to media_ledger_away');
  await stream.arrayBuffer();
  await expect
    .poll(() => lines.find(({ msg }) => msg === 'The end of a transfer could not be recorded'))
    .toMatchObject({ requestid: 'the-song' });
  await server.pool.query('alter table media_ledger_away rename to media_ledger');
  await server.pool.query('alter table accounts rename to accounts_away');
  const login = { body: { username: 'rosa@test.example', password: 'Promenade-1' } };
  expect((await server.call(signIn, login, { 'x-request-id': 'the-bug' })).status).toBe(500);
  await server.pool.query('alter table accounts_away rename to accounts');
  expect(lines.find(({ msg }) => msg === 'Request failed')).toMatchObject({ requestid: 'the-bug' });
});

test('the access log has route, status, bytes and time of each request, and nobody’s address', async () => {
  lines.length = 0;
  await server.call(releases, { query: { search: 'secret words' } } as never, { 'x-request-id': 'a-list' });
  await server.call(requestReset, { params: { email: 'rosa@test.example' } });
  const logged = (text: string) => lines.find(({ msg, path }) => msg === 'Request' && String(path).includes(text));
  await expect.poll(() => logged('/auth/reset/')).toBeDefined();
  expect(logged('/api/release')).toEqual({
    level: 'info',
    time: expect.any(String),
    requestid: 'a-list',
    method: 'GET',
    path: '/api/release',
    route: '/api/release',
    status: 401,
    bytes: expect.any(Number),
    ms: expect.any(Number),
    network: '127.0.0.0/24',
    msg: 'Request',
  });
  expect(logged('/auth/reset/')?.['path']).toMatch(/^\/api\/auth\/reset\/\[email [\w-]{12}\]$/);
  // The same in another spelling.
  await fetch(`${server.url}/nowhere/%65yJhbGciOiJIUzI1NiJ9.eyJraW5k.c2ln/r%6Fsa@test.example#%`);
  await expect.poll(() => logged('/nowhere/')?.['path']).toMatch(/^\/nowhere\/\[token\]\/\[email [\w-]{12}\]$/);
  expect(JSON.stringify(lines)).not.toMatch(/rosa|secret words/);
});

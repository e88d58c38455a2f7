import { archived, flagged } from '@promenade/contract/library';
import { expect, test } from 'vitest';
import { startTestServer } from '../testing/testServer.ts';

const server = await startTestServer();

async function listener() {
  const packages = [`Package ${crypto.randomUUID()}`];
  const player = await server.signedIn({ packages });
  const { releaseid } = await server.release({ packages });
  const other = await server.release({ packages });
  const ask = async (method: string, path: string, body?: object) => {
    const response = await fetch(`${server.url}/api${path}`, {
      method,
      headers: { authorization: `Bearer ${player.token}`, ...(body && { 'content-type': 'application/json' }) },
      ...(body && { body: JSON.stringify(body) }),
    });
    return { status: response.status, body: await response.json() };
  };
  const ids = async (route: typeof flagged | typeof archived) =>
    (await player.call(route)).body.items.map(({ releaseid }) => releaseid);
  return { releaseid, other: other.releaseid, ask, ids };
}

test.each(['id', 'releaseid'])(
  'a release is flagged by its %s in the body; GET flagged lists it',
  { tags: ['C-API-29', 'C-API-58'] },
  async (field) => {
    const { releaseid, ask, ids } = await listener();
    expect(await ask('POST', '/flag', { [field]: releaseid })).toMatchObject({
      status: 200,
      body: { releaseid, flagged: true },
    });
    expect(await ids(flagged)).toEqual([releaseid]);
    expect((await ask('GET', '/flagged?pagesize=5')).body).toMatchObject({ items: [{ releaseid }], pagesize: 5 });
  },
);

test('DELETE flag clears all flags, whatever its body names', { tags: ['C-API-58'] }, async () => {
  const { releaseid, other, ask, ids } = await listener();
  for (const id of [releaseid, other]) await ask('POST', '/flag', { id });
  expect(await ask('DELETE', '/flag', { id: releaseid })).toEqual({ status: 200, body: { cleared: 2 } });
  expect(await ids(flagged)).toEqual([]);
});

test.each(['id', 'releaseid'])(
  'a release is archived and restored by its %s in the body, others stay',
  { tags: ['C-API-24'] },
  async (field) => {
    const { releaseid, other, ask, ids } = await listener();
    await ask('POST', '/archive', { [field]: other });
    expect((await ask('POST', '/archive', { [field]: releaseid })).body).toMatchObject({ releaseid, archived: true });
    expect((await ask('DELETE', '/archive', { [field]: releaseid })).body).toMatchObject({
      releaseid,
      archived: false,
    });
    expect(await ids(archived)).toEqual([other]);
  },
);

test.each(['/archive', '/archive/clear'])('DELETE %s restores all', { tags: ['C-API-25'] }, async (path) => {
  const { releaseid, other, ask, ids } = await listener();
  for (const id of [releaseid, other]) await ask('POST', '/archive', { id });
  expect(await ask('DELETE', path)).toEqual({ status: 200, body: { cleared: 2 } });
  expect(await ids(archived)).toEqual([]);
});

test('a body without an id is refused at its field; an id in the path takes precedence', async () => {
  const { releaseid, other, ask, ids } = await listener();
  for (const body of [{}, { id: 'no-id' }, { releaseid: 7, id: releaseid }]) {
    expect(await ask('POST', '/flag', body)).toMatchObject({
      status: 400,
      body: { error: { code: 'VALIDATION', fields: { releaseid: expect.any(String) } } },
    });
  }
  await ask('POST', `/flag/${releaseid}`, { releaseid: other, id: other });
  expect(await ids(flagged)).toEqual([releaseid]);
});

import { once } from 'node:events';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { routes } from '@promenade/contract';
import * as access from '@promenade/contract/access';
import * as catalogue from '@promenade/contract/catalogue';
import * as downloads from '@promenade/contract/downloads';
import { errors } from '@promenade/contract/errors';
import * as media from '@promenade/contract/media';
import * as playlists from '@promenade/contract/playlists';
import { shareShelf } from '@promenade/contract/shelf';
import { Validator } from '@seriousme/openapi-schema-validator';
import { describe, expect, test } from 'vitest';
import { refused } from './testing/client.ts';
import { buildTestApp, startTestServer } from './testing/testServer.ts';

const UNKNOWN = '00000000-0000-4000-8000-000000000000';
const HASH = 'a'.repeat(64);
const server = await startTestServer();

const allRoutes = Object.entries(routes);
const fillParameters = (path: string, fill: string) => path.replace(/:[a-z]+/gi, encodeURIComponent(fill));

async function request(method: string, path: string, init: RequestInit = {}) {
  const response = await fetch(`${server.url}/api${path}`, { method, ...init });
  const text = await response.text();
  return { status: response.status, headers: response.headers, text };
}

function expectRefusal({ status, text, headers }: Awaited<ReturnType<typeof request>>, label: string) {
  expect(status, label).toBeGreaterThanOrEqual(400);
  expect(status, label).toBeLessThan(500);
  expect(headers.get('content-type'), label).toContain('application/json');
  const { error } = JSON.parse(text);
  expect(errors, label).toHaveProperty(error.code);
  expect(error.message.length, label).toBeGreaterThan(5);
}

test('every route of the contract is served and described by a valid OpenAPI 3.1 document', async () => {
  const { status, text } = await request('GET', '/openapi.json');
  expect(status).toBe(200);
  const document = JSON.parse(text);
  expect(document.openapi).toBe('3.1.0');
  expect(await new Validator().validate(document)).toMatchObject({ valid: true });
  const described = Object.entries<Record<string, unknown>>(document.paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
  );
  const operations = Object.values<
    Record<string, { operationId: string; tags: string[]; responses: Record<string, object> }>
  >(document.paths).flatMap((methods) => Object.values(methods));
  expect(operations.map(({ operationId }) => operationId).sort()).toEqual(Object.keys(routes).sort());
  expect(operations.filter(({ tags, responses }) => tags.length !== 1 || !responses['4XX'])).toEqual([]);
  expect(document.paths['/label/deliveries/{deliveryid}/import'].post).toMatchObject({
    security: [{ access: [] }, { token: [] }],
    responses: {
      202: { content: { 'application/json': { schema: { $ref: '#/components/schemas/LabelDelivery' } } } },
      404: { description: `\`DELIVERY_NOT_FOUND\`: ${errors.DELIVERY_NOT_FOUND[1]}` },
      409: { description: expect.stringContaining('DELIVERY_INCOMPLETE') },
    },
  });
  for (const [name, { path, refuses = [] }] of allRoutes) {
    if (!(refuses as readonly string[]).includes('IF_MATCH_REQUIRED')) continue;
    const read =
      document.paths[path.replace(/\/(?:audience|cover|attachments|template)$/, '').replace(/:(\w+)/g, '{$1}')];
    expect(read.get.responses[200].headers, name).toHaveProperty('ETag');
  }
  expect(described.sort()).toEqual(
    allRoutes.map(([, { method, path }]) => `${method} ${path.replace(/:([a-z]+)/gi, '{$1}')}`).sort(),
  );
});

test('a page without scripts describes every route, and its links lead somewhere', async () => {
  const { status, headers, text } = await request('GET', '/docs');
  expect([status, headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
  expect(headers.get('content-security-policy')).toContain("default-src 'none'; style-src 'self'; base-uri 'none'");
  expect(text).not.toMatch(/<script|<style| style=| on\w+=|undefined|\[object/);
  const ids = [...text.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id);
  expect(ids).toEqual(expect.arrayContaining(Object.keys(routes)));
  expect(new Set(ids).size).toBe(ids.length);
  const links = new Set([...text.matchAll(/ href="([^"]+)"/g)].map(([, link = '']) => link));
  expect([...links].filter((link) => link.startsWith('#') && !ids.includes(link.slice(1)))).toEqual([]);
  expect([...links].filter((link) => !link.startsWith('#'))).toEqual([
    '/api/docs.css',
    '/api/openapi.json',
    '/settings-preferences',
    'https://tus.io/protocols/resumable-upload',
  ]);
  const [, section = ''] = /<section id="importDelivery">([^]*?)<\/section>/.exec(text) ?? [];
  for (const part of ['POST', 'deliveryid', 'twins', 'LabelDelivery', '409 <code>TWIN</code>', errors.TWIN[1], 'token'])
    expect(section).toContain(part);
  const style = await request('GET', '/docs.css');
  expect([style.status, style.headers.get('content-type')]).toEqual([200, 'text/css; charset=utf-8']);
});

describe('every route', () => {
  const routesWithInput = allRoutes.filter(([, { params, query, body }]) => params ?? query ?? body);
  test.each(routesWithInput)(
    '%s refuses malformed JSON, wrong types and an oversized body in the form of the contract',
    { tags: ['A-API-33', 'C-API-05'] },
    async (_name, { method, path }) => {
      if (method === 'GET')
        return expectRefusal(
          await request('GET', `${fillParameters(path, 'x'.repeat(40))}?page=minus&token=%00&pagesize=-1`),
          path,
        );
      const headers = { 'content-type': 'application/json' };
      for (const body of [
        '{"username":',
        '[]',
        '"text"',
        'null',
        '{"username":{"a":1},"password":[],"token":7}',
        '{"__proto__":{"a":1}}',
      ]) {
        expectRefusal(await request(method, fillParameters(path, 'x'), { headers, body }), `${path} ${body}`);
      }
      expectRefusal(
        await request(method, fillParameters(path, 'x'), {
          headers,
          body: JSON.stringify({ username: 'x'.repeat(300_000) }),
        }),
        path,
      );
      expectRefusal(
        await request(method, fillParameters(path, 'x'), { headers: { 'content-type': 'text/csv' }, body: 'a,b' }),
        path,
      );
    },
  );

  const protectedRoutes = allRoutes.filter(([, { access }]) => access !== 'public');
  test.each(protectedRoutes)(
    '%s refuses a visitor, with any invented token',
    { tags: ['A-API-31', 'C-API-03'] },
    async (_name, { method, path }) => {
      const tokens = [
        '',
        'x',
        'eyJhbGciOiJub25lIn0.eyJzdWIiOiJhIn0.',
        `${'a'.repeat(40)}.${'b'.repeat(40)}.${'c'.repeat(40)}`,
      ];
      for (const token of tokens) {
        const headers = { authorization: `Bearer ${token}`, cookie: `promenade_session_x=${token}` };
        const answer = await request(method, `${fillParameters(path, UNKNOWN)}?token=${token}`, { headers });
        expect(answer.status, token).toBe(401);
        expect(JSON.parse(answer.text).error.code).toBe('UNAUTHENTICATED');
      }
    },
  );
});

describe('an id that names nothing', () => {
  /** The other parameters and the bodies are valid. */
  const others: Record<string, string> = {
    name: '1.jpg',
    format: 'csv',
    kind: 'genres',
    list: 'm3u8',
    'cover file': `${HASH}-500.webp`,
    'waveform file': `${HASH}.bin`,
    file: `${HASH}.webp`,
  };
  const bodies: Record<string, object> = {
    comment: { player_email: 'a@test.example', comment_type_id: 1, comment_text: 'Hello' },
    changePlaylist: { name: 'Show' },
    addToPlaylist: { tracks: [UNKNOWN] },
    moveInPlaylist: { position: 'after', referenceTrackid: UNKNOWN },
    setCover: { uploadid: UNKNOWN },
    announceFiles: { files: [{ path: '1.wav', bytes: 1 }] },
    replaceRecording: { uploadid: UNKNOWN },
    setAttachments: { attachments: [] },
    setAudience: { packages: [], people: [], excluded: [], addresses: [] },
    publishDraft: { available: null, mail: null },
    changeMail: { at: null, subject: '', message: '' },
    sendTestMail: { subject: '', message: '' },
    react: { kind: 'rotation' },
    decide: { decisions: [{ id: UNKNOWN, releaseid: UNKNOWN, kind: 'next', position: 0 }] },
    moveRun: { position: 0 },
    setTrackMarkers: { own: {} },
    decideApplication: { decision: 'approved' },
    decideCountry: { country: 'NO', accepted: true },
    checkPackagePeople: { text: 'ann@radio.example' },
    actOnAccount: { action: 'lift-locks' },
    discardMail: { reason: 'test' },
    addNote: { note: 'Calls on Mondays' },
    previewPackages: { packages: [] },
    discardJob: { reason: 'test' },
    renameName: { name: 'Other' },
    renameList: { name: 'Other' },
    copyTemplate: { from: UNKNOWN },
    mergeNames: { into: UNKNOWN },
    previewPackageRule: { condition: null },
    setPackageRule: { condition: null },
  };
  const forms = { unreadable: 'no-id', long: 'x'.repeat(5_000), NUL: `${UNKNOWN}\0`, slashes: '../..//', empty: ' ' };
  const routesWithId = allRoutes.filter(([, { path }]) => /:\w*id\b/.test(path));

  test.each(routesWithId)(
    '%s refuses it with one code, whatever its form',
    { tags: ['A-API-33', 'C-API-05'] },
    async (name, { method, path }) => {
      const { token, call } = await server.signedIn({ operator: true, company: 'Ferry FM' });
      await call(shareShelf, { body: { ison: true } });
      const body = method === 'GET' ? {} : { body: JSON.stringify(bodies[name] ?? {}) };
      const headers = {
        authorization: `Bearer ${token}`,
        ...('body' in body && { 'content-type': 'application/json' }),
      };
      const ask = async (id: string) => {
        const filled = path.replace(/:(\w+)/g, (_all, parameter: string) =>
          parameter.endsWith('id')
            ? encodeURIComponent(id)
            : (others[`${name} ${parameter}`] ?? others[parameter] ?? ''),
        );
        const { status, text } = await request(method, filled, { headers, ...body });
        return { status, code: JSON.parse(text).error.code };
      };
      const unknown = await ask(UNKNOWN);
      expect(unknown.status).toBe(404);
      // Of two ids that name nothing, either may be refused first.
      const expected = path.match(/id\b/g)?.length === 1 ? unknown : { status: 404 };
      for (const [form, id] of Object.entries(forms)) expect(await ask(id), form).toMatchObject(expected);
    },
  );

  test('has a code of its own for a release, track, playlist and connection', {
    tags: ['A-API-33', 'C-API-05'],
  }, async () => {
    const { call, token } = await server.signedIn();
    const params = { releaseid: 'no-id', trackid: 'no-id', playlistid: 'no-id', id: 'no-id' };
    expect(await call(catalogue.release, { params })).toMatchObject(refused('RELEASE_NOT_FOUND'));
    expect(await call(media.audioToken, { params })).toMatchObject(refused('TRACK_NOT_FOUND'));
    expect(await call(downloads.releaseZipLink, { params, query: {} })).toMatchObject(refused('RELEASE_NOT_FOUND'));
    expect(await call(downloads.playlistZipLink, { params, query: {} })).toMatchObject(refused('PLAYLIST_NOT_FOUND'));
    expect(await call(playlists.playlist, { params })).toMatchObject(refused('PLAYLIST_NOT_FOUND'));
    const headers = { authorization: `Bearer ${token}` };
    const answer = await request('DELETE', '/accounts/player/connections/no-id', { headers });
    expect(JSON.parse(answer.text).error.code).toBe('CONNECTION_NOT_FOUND');
  });

  test('is a validation error in a body', { tags: ['A-API-33', 'C-API-05'] }, async () => {
    const { token } = await server.signedIn();
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
    const answer = await request('POST', '/flag', { headers, body: JSON.stringify({ releaseid: 'no-id' }) });
    expect(JSON.parse(answer.text).error).toMatchObject({
      code: 'VALIDATION',
      fields: { releaseid: expect.any(String) },
    });
  });
});

test('an unknown API path is a JSON 404 with any method', async () => {
  for (const method of ['GET', 'POST', 'DELETE', 'PUT', 'PATCH']) {
    const answer = await request(method, '/no/such/thing');
    expect(answer.status).toBe(404);
    expect(JSON.parse(answer.text)).toEqual({ error: { code: 'NOT_FOUND', message: errors.NOT_FOUND[1] } });
  }
});

test('a malformed URL, oversized headers and invalid HTTP are refused in the form of the contract', async () => {
  const send = async (requestLine: string) => {
    const socket = connect(Number(new URL(server.url).port), '127.0.0.1');
    socket.end(`${requestLine}\r\nhost: x\r\nconnection: close\r\n\r\n`);
    const [head = '', body = ''] = (await text(socket)).split('\r\n\r\n');
    return [Number(head.split(' ')[1]), JSON.parse(body).error.code, /^content-type: .*/im.exec(head)?.[0]];
  };
  const type = 'content-type: application/json; charset=utf-8';
  for (const path of ['%', '%ff', '%C0%AE'])
    expect(await send(`GET /api/release/${path} HTTP/1.1`), path).toEqual([400, 'VALIDATION', type]);
  expect(await send(`GET /api/release/${'x'.repeat(20_000)} HTTP/1.1`)).toEqual([414, 'URL_TOO_LONG', type]);
  expect(await send('not HTTP')).toEqual([400, 'VALIDATION', type]);
});

test('a leading player/v2 and additional slashes are ignored', { tags: ['C-API-02', 'A-API-35'] }, async () => {
  const { token } = await server.signedIn();
  const headers = { authorization: `Bearer ${token}` };
  const plain = await request('GET', '/profile', { headers });
  for (const path of ['/player/v2/profile', '/player/v2/profile/', '//profile', '/profile/']) {
    const other = await request('GET', path, { headers });
    expect({ path, status: other.status, text: other.text }).toEqual({ path, status: 200, text: plain.text });
  }
});

test('the access token is also accepted in the header access-token', { tags: ['A-API-32'] }, async () => {
  const { token } = await server.signedIn();
  expect((await request('GET', '/profile', { headers: { 'access-token': token } })).status).toBe(200);
});

test('every response has the security headers, errors too', async () => {
  for (const path of ['/openapi.json', '/no/such/thing', '/release', '/release/%']) {
    const { headers } = await request('GET', path);
    expect(headers.get('content-security-policy'), path).toContain("script-src 'self'");
    expect(headers.get('content-security-policy'), path).not.toContain('unsafe');
    expect(headers.get('x-content-type-options'), path).toBe('nosniff');
    expect(headers.get('referrer-policy'), path).toBe('no-referrer');
    expect(headers.get('access-control-allow-origin'), path).toBeNull();
  }
});

test('the health routes report that the process runs and the database answers', async () => {
  for (const check of ['live', 'ready']) {
    const response = await fetch(`${server.url}/health/${check}`);
    expect({ status: response.status, body: await response.json() }).toEqual({ status: 200, body: { status: 'ok' } });
  }
});

test('a long answer is compressed when the client accepts it', async () => {
  const { call, token } = await server.signedIn();
  await Promise.all(Array.from({ length: 12 }, (_, index) => server.release({ title: `Compressed ${index}` })));
  const plain = await call(catalogue.releases);
  const response = await fetch(`${server.url}/api/release`, {
    headers: { authorization: `Bearer ${token}`, 'accept-encoding': 'gzip' },
  });
  expect(response.headers.get('content-encoding')).toBe('gzip');
  expect(await response.json()).toEqual(plain.body);
});

test('sign-in is refused without its fields, each named', { tags: ['A-API-33'] }, async () => {
  const answer = await request('POST', access.signIn.path, {
    headers: { 'content-type': 'application/json' },
    body: '{"publicdevice":"yes"}',
  });
  expect(answer.status).toBe(400);
  expect(Object.keys(JSON.parse(answer.text).error.fields).sort()).toEqual(['password', 'publicdevice', 'username']);
});

test('a request that is answered while the service stops delays the stop no further', async () => {
  const app = await buildTestApp(server);
  const { port } = new URL(await app.listen({ port: 0, host: '127.0.0.1' }));
  const socket = connect(Number(port), '127.0.0.1');
  const body = JSON.stringify({ username: 'nobody@test.example', password: 'Wrong-1' });
  const head = `POST /api/auth/login HTTP/1.1\r\nhost: here\r\ncontent-type: application/json\r\ncontent-length: ${body.length}`;
  const accepted = once(app.server, 'request');
  socket.write(`${head}\r\n\r\n`);
  await accepted;
  const closed = app.close();
  socket.write(body);
  expect(await text(socket)).toMatch(/^HTTP\/1.1 401 [^]*keep-alive/);
  await closed;
});

import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { request as httpRequest } from 'node:http';
import {
  announceFiles,
  checkDelivery,
  discardDelivery,
  importDelivery,
  type LabelDelivery,
  labelDeliveries,
  labelDelivery,
  startDelivery,
} from '@promenade/contract/uploads';
import { expect, test, vi } from 'vitest';
import { deleteLabelMember } from '../access/staffQueries.ts';
import { deleteUnreferencedFiles } from '../ingest/storedFiles/deleteUnreferencedFiles.ts';
import { deleteOldDeliveries } from '../ingest/uploads/deleteOldDeliveries.ts';
import { readConfig } from '../platform/process/config.ts';
import { whenOver } from '../testing/cleanUp.ts';
import { refused } from '../testing/client.ts';
import { buildTestApp, type SignedIn, startTestServer } from '../testing/testServer.ts';
import { createUploader } from '../testing/uploads.ts';

const { deliveries: normal } = readConfig({});
const server = await startTestServer({ config: { deliveries: { ...normal, filesMax: 3, openMax: 2 } } });
const release = await server.release({ label: { name: 'Harbour', contact: null } });
const foreignRelease = await server.release({ label: { name: 'Other', contact: null } });
const { labelid = '', labelId = 0 } =
  (await server.db
    .selectFrom('labels')
    .where('name', '=', 'Harbour')
    .select(['labelid', 'id as labelId'])
    .executeTakeFirst()) ?? {};
const [viewer, foreign, listener] = [await server.signedIn(), await server.signedIn(), await server.signedIn()];
await server.joinLabel(viewer, release, 'viewer');
await server.joinLabel(foreign, foreignRelease, 'editor');

async function newEditor() {
  const editor = await server.signedIn();
  await server.joinLabel(editor, release, 'editor');
  return { editor, ...createUploader(server.url, editor) };
}

/** Waits until a file has so many bytes. */
const waitForBytes = ({ read }: Awaited<ReturnType<typeof newEditor>>, deliveryid: string, bytes: number) =>
  vi.waitUntil(async () => (await read(deliveryid)).files[0]?.received === bytes);

/** As a server says it whose clock is another one. */
const labelDeliveryAt = async (url: string, deliveryid: string, headers: Record<string, string>) =>
  (await (await fetch(`${url}/api/label/deliveries/${deliveryid}`, { headers })).json()) as LabelDelivery;

async function listParts(): Promise<string[]> {
  return Array.fromAsync(server.storage.list('uploads/'));
}

test('a file is created, sent in parts, asked for, and removed', async () => {
  const uploader = await newEditor();
  const { deliveryid, state, files } = await uploader.start(labelid, 'Night Ferry');
  expect({ state, files }).toEqual({ state: 'uploading', files: [] });
  const body = randomBytes(5 * 1024 ** 2);
  const created = await uploader.create(deliveryid, 'CD1/01 – Día.wav', body.length);
  expect(created.status).toBe(201);
  const location = created.headers.get('location') ?? '';
  expect(location).toMatch(/^\/api\/label\/uploads\/[\w-]+$/);
  expect((await uploader.patch(location, 0, body.subarray(0, 4_500_000))).status).toBe(204);
  const { headers } = await uploader.head(location);
  const names = ['upload-offset', 'upload-length', 'cache-control', 'x-content-type-options', 'tus-resumable'];
  expect(names.map((name) => headers.get(name))).toEqual(['4500000', '5242880', 'no-store', 'nosniff', '1.0.0']);
  expect(headers.get('x-request-id')).toBeTruthy();
  expect(headers.get('access-control-allow-origin')).toBeNull();
  expect(await uploader.patch(location, 0, body)).toMatchObject({ status: 409, code: 'UPLOAD_OFFSET' });
  expect(await uploader.patch(location, 4_500_000, body)).toMatchObject({ status: 413, code: 'TOO_LARGE' });
  const endless = await fetch(server.url + location, {
    method: 'PATCH',
    headers: uploader.headersOf({ 'upload-offset': '4500000', 'content-type': 'application/offset+octet-stream' }),
    body: ReadableStream.from([new Uint8Array(body)]),
    duplex: 'half',
  });
  expect(endless.status).toBe(413);
  expect((await uploader.patch(location, 4_500_000, body.subarray(4_500_000))).headers.get('upload-offset')).toBe(
    '5242880',
  );
  const [file] = (await uploader.read(deliveryid)).files;
  expect(file).toMatchObject({ path: 'CD1/01 – Día.wav', bytes: 5242880, received: 5242880, state: 'complete' });
  const stored = await Promise.all(
    (await server.db.selectFrom('delivery_files').select('parts').executeTakeFirstOrThrow()).parts.map(async (key) =>
      Buffer.concat(await (await server.storage.read(key)).toArray()),
    ),
  );
  expect(Buffer.concat(stored).equals(body)).toBe(true);
  expect((await uploader.remove(location)).status).toBe(204);
  expect((await uploader.head(location)).status).toBe(404);
  expect(await listParts()).toEqual([]);
});

test('a part that is cut keeps what came, and another node continues it at once', async () => {
  const uploader = await newEditor();
  const { deliveryid } = await uploader.start(labelid, 'Cut');
  const body = randomBytes(300_000);
  const location = (await uploader.create(deliveryid, '1.wav', body.length)).headers.get('location') ?? '';
  const send = async (offset: number, bytes: number) => {
    const headers = {
      ...uploader.headersOf({ 'upload-offset': String(offset), 'content-type': 'application/offset+octet-stream' }),
      'content-length': body.length - offset,
    };
    const request = httpRequest(server.url + location, { method: 'PATCH', headers });
    request.on('error', () => {});
    const received = once(server.app.server, 'request');
    await new Promise((resolve) => request.write(body.subarray(offset, offset + bytes), resolve));
    await received;
    return request;
  };
  (await send(0, 100_000)).destroy();
  const app = await buildTestApp(server);
  whenOver(() => app.close());
  const second = createUploader(await app.listen({ port: 0, host: '127.0.0.1' }), uploader.editor);
  const waitForOffset = (offset: string) =>
    vi.waitUntil(async () => (await second.head(location)).headers.get('upload-offset') === offset);
  await waitForOffset('100000');
  // This one stays open, as a connection does that died silently.
  const silent = await send(100_000, 100_000);
  const answered = once(silent, 'response');
  await waitForOffset('200000');
  await answered;
  silent.destroy();
  expect((await second.patch(location, 200_000, body.subarray(200_000))).status).toBe(204);
  await waitForBytes(uploader, deliveryid, body.length);
  const { parts } = await server.db
    .selectFrom('delivery_files')
    .innerJoin('deliveries', 'deliveries.id', 'delivery_id')
    .where('deliveryid', '=', deliveryid)
    .select('parts')
    .executeTakeFirstOrThrow();
  const stored = await Promise.all(parts.map(async (key) => (await server.storage.read(key)).toArray()));
  expect(Buffer.concat(stored.flat()).equals(body)).toBe(true);
});

test('only editors of the label upload; to others there is no delivery, and a former editor is stopped', async () => {
  const uploader = await newEditor();
  const { deliveryid } = await uploader.start(labelid, 'Mine');
  const location = (await uploader.create(deliveryid, '1.wav', 10)).headers.get('location') ?? '';
  const body = Buffer.from('12345');
  const ask = async (person: Pick<SignedIn, 'token' | 'call'>) => {
    const { create, head, patch, remove } = createUploader(server.url, person);
    return [
      await create(deliveryid, 'x', 1),
      await head(location),
      await patch(location, 0, body),
      await remove(location),
    ];
  };
  for (const [person, status, code] of [
    [{ token: 'x', call: viewer.call }, 401, 'UNAUTHENTICATED'],
    [viewer, 403, 'EDITORS_ONLY'],
    [foreign, 404, 'DELIVERY_NOT_FOUND'],
    [listener, 404, 'DELIVERY_NOT_FOUND'],
  ] as const) {
    const answers = await ask(person);
    expect(answers.map((answer) => answer.status)).toEqual([status, status, status, status]);
    expect(answers[0]?.code).toBe(code);
  }
  const params = { deliveryid };
  for (const { call } of [foreign, listener]) {
    expect(await call(labelDelivery, { params })).toMatchObject(refused('DELIVERY_NOT_FOUND'));
    expect(await call(discardDelivery, { params })).toMatchObject(refused('DELIVERY_NOT_FOUND'));
    expect(await call(importDelivery, { params, body: {} })).toMatchObject(refused('DELIVERY_NOT_FOUND'));
    expect(await call(startDelivery, { body: { labelid, name: '' } })).toMatchObject(refused('LABEL_NOT_FOUND'));
    expect((await call(labelDeliveries, { query: {} })).body.items).toEqual([]);
  }
  expect(await viewer.call(discardDelivery, { params })).toMatchObject(refused('EDITORS_ONLY'));
  expect(await viewer.call(startDelivery, { body: { labelid, name: '' } })).toMatchObject(refused('EDITORS_ONLY'));
  expect((await viewer.call(labelDeliveries, { query: { labelid } })).body.items[0]).toMatchObject({ name: 'Mine' });
  const { releaseid } = foreignRelease;
  const other = await uploader.editor.call(startDelivery, { body: { labelid, releaseid, name: '' } });
  expect(other).toMatchObject(refused('RELEASE_NOT_FOUND'));
  expect((await uploader.patch(location, 0, body)).status).toBe(204);
  await deleteLabelMember(server.db, { accountid: uploader.editor.accountid, labelId });
  expect((await uploader.patch(location, 5, body)).status).toBe(404);
});

test('what a delivery does not take is refused before a byte is read', async () => {
  const uploader = await newEditor();
  const { deliveryid } = await uploader.start(labelid, 'Full');
  const { call } = uploader.editor;
  await uploader.upload(deliveryid, 'Día/1.wav', Buffer.from('1'));
  for (const [path, bytes, status, code] of [
    ['DI\u0301A/1.WAV', 1, 409, 'PATH_TAKEN'],
    ['día', 1, 409, 'PATH_TAKEN'],
    ['Día/1.wav/2', 1, 409, 'PATH_TAKEN'],
    ...['../x', '/x', 'a//x', 'a/./x', 'a\\x', 'a\nb', 'a\0b', '', 'x'.repeat(501), 'é'.repeat(200)].map(
      (bad) => [bad, 1, 400, 'VALIDATION'] as const,
    ),
  ] as const)
    expect(await uploader.create(deliveryid, path, bytes), path.slice(0, 20)).toMatchObject({ status, code });
  expect(await uploader.create(deliveryid, 'large.wav', 2 * 1024 ** 3 + 1)).toMatchObject({
    status: 413,
    code: 'TOO_LARGE',
    message: 'A file has at most 2 GiB.',
  });
  // Text of the other direction is a name like any other.
  const program = (await uploader.create(deliveryid, '\u202egpj.exe', 200)).headers.get('location') ?? '';
  expect(await uploader.patch(program, 0, Buffer.from('\x7fELF\x02\x01\x01'))).toMatchObject({ code: 'FILE_TYPE' });
  expect((await uploader.read(deliveryid)).files[1]).toMatchObject({ state: 'refused', received: 0 });
  await uploader.upload(deliveryid, 'empty.wav', Buffer.alloc(0));
  expect(await uploader.create(deliveryid, '4.wav', 1)).toMatchObject({ code: 'DELIVERY_FULL' });
  await uploader.start(labelid, 'Second');
  const third = await call(startDelivery, { body: { labelid, name: 'Third' } });
  expect(third).toMatchObject(refused('TOO_MANY_DELIVERIES'));
  const bad = { 'upload-offset': '0', 'content-type': 'text/plain' };
  expect(await uploader.send('PATCH', program, bad, Buffer.from('x'))).toMatchObject({ status: 400 });
  expect(await uploader.send('POST', '/api/label/uploads', {})).toMatchObject({ status: 400, code: 'VALIDATION' });
  expect((await uploader.send('GET', program, {})).status).toBe(404);
});

test('files for edits count among the open deliveries of an account, until an edit takes them', async () => {
  const uploader = await newEditor();
  const releases = await Promise.all(
    [1, 2, 3].map(() => server.release({ label: { name: 'Harbour', contact: null } })),
  );
  const edit = async ({ releaseid }: { releaseid: string }) => {
    const body = { labelid, releaseid, name: 'cover.jpg', purpose: 'edit' as const };
    return (await uploader.editor.call(startDelivery, { body })).body.deliveryid;
  };
  // Empty ones do not count.
  const [first = '', second = '', third = ''] = await Promise.all(releases.map(edit));
  for (const deliveryid of [first, second])
    expect(await uploader.create(deliveryid, 'cover.jpg', 10)).toMatchObject({ status: 201 });
  expect(await uploader.create(third, 'cover.jpg', 10)).toMatchObject({ code: 'TOO_MANY_DELIVERIES' });
  const files = [{ path: 'cover.jpg', bytes: 10 }];
  expect(await uploader.editor.call(announceFiles, { params: { deliveryid: third }, body: { files } })).toMatchObject(
    refused('TOO_MANY_DELIVERIES'),
  );
  const body = { labelid, name: 'Another' };
  expect(await uploader.editor.call(startDelivery, { body })).toMatchObject(refused('TOO_MANY_DELIVERIES'));
  await uploader.editor.call(discardDelivery, { params: { deliveryid: first } });
  expect(await uploader.create(third, 'cover.jpg', 10)).toMatchObject({ status: 201 });
});

test('a client that waits for leave to send is answered first, and a delivery that is discarded meanwhile keeps nothing', async () => {
  const uploader = await newEditor();
  const { deliveryid } = await uploader.start(labelid, 'Waiting');
  const before = await listParts();
  const open = async (path: string, token = uploader.editor.token) => {
    const location = (await uploader.create(deliveryid, path, 10)).headers.get('location') ?? '';
    const headers = uploader.headersOf({
      authorization: `Bearer ${token}`,
      'upload-offset': '0',
      'content-type': 'application/offset+octet-stream',
      'content-length': '10',
      expect: '100-continue',
    });
    const request = httpRequest(server.url + location, { method: 'PATCH', headers });
    request.flushHeaders();
    const answered = once(request, 'response').then(([response]) => response.statusCode as number);
    const next = await Promise.race([once(request, 'continue').then(() => 'continue' as const), answered]);
    return { request, next, answered };
  };
  expect((await open('0', 'x')).next).toBe(401);
  const running = [await open('1'), await open('2')];
  await uploader.editor.call(discardDelivery, { params: { deliveryid } });
  expect(running.map(({ next }) => next)).toEqual(['continue', 'continue']);
  for (const { request } of running) request.end('0123456789');
  // The delivery has gone meanwhile, before the upload was looked up or after.
  for (const { answered } of running) expect([404, 409]).toContain(await answered);
  expect(await listParts()).toEqual(before);
});

test('a fourth part at once is refused, and storage without room is told first', async () => {
  const few = await startTestServer({
    config: { deliveries: { ...normal, uploadsAtOnceMax: 1 }, freeSpaceMinMegabytes: 0 },
  });
  const full = { ...few, config: { ...few.config, freeSpaceMinMegabytes: 99_999_999 } };
  const own = await few.release({ label: { name: 'Harbour', contact: null } });
  const editor = await few.signedIn();
  await few.joinLabel(editor, own, 'editor');
  const uploader = createUploader(few.url, editor);
  const label = await few.db.selectFrom('labels').select('labelid').executeTakeFirstOrThrow();
  const { deliveryid } = await uploader.start(label.labelid, 'Few');
  const locations = await Promise.all(
    ['1', '2'].map(async (path) => (await uploader.create(deliveryid, path, 10)).headers.get('location') ?? ''),
  );
  const headers = uploader.headersOf({
    'upload-offset': '0',
    'content-type': 'application/offset+octet-stream',
    'content-length': '10',
  });
  const first = httpRequest(few.url + locations[0], { method: 'PATCH', headers });
  const answered = once(first, 'response');
  first.write('01234');
  await once(few.app.server, 'request');
  const second = () => uploader.patch(locations[1] ?? '', 0, Buffer.from('01234'));
  await vi.waitUntil(async () => (await second()).status === 429);
  first.end('56789');
  await answered;
  const app = await buildTestApp(full);
  whenOver(() => app.close());
  const other = createUploader(await app.listen({ port: 0, host: '127.0.0.1' }), editor);
  expect(await other.create(deliveryid, '3', 10)).toMatchObject({ status: 507, code: 'STORAGE_FULL' });
});

test('a delivery that nobody touches is discarded with its parts; those of open ones stay', async () => {
  const uploader = await newEditor();
  const { deliveryid, discardedat } = await uploader.start(labelid, 'Forgotten');
  expect(new Date(discardedat ?? '').getTime()).toBeGreaterThan(Date.now() + 29 * 86_400_000);
  await uploader.upload(deliveryid, '1.wav', Buffer.from('1'));
  await server.storage.put(`uploads/${crypto.randomUUID()}-0-lost`, Buffer.from('x'));
  const before = (await listParts()).length;
  await deleteOldDeliveries(server);
  const later = { ...server, now: () => new Date(Date.now() + 29 * 86_400_000) };
  await deleteOldDeliveries(later);
  await deleteUnreferencedFiles(later);
  expect((await listParts()).length).toBe(before - 1);
  await deleteOldDeliveries({ ...server, now: () => new Date(Date.now() + 31 * 86_400_000) });
  expect(await listParts()).toEqual([]);
  expect(await uploader.read(deliveryid)).toMatchObject({ state: 'discarded', files: [], discardedat: null });
  const params = { deliveryid };
  expect(await uploader.editor.call(discardDelivery, { params })).toMatchObject(refused('DELIVERY_CLOSED'));
});

test('all files are announced in one call, and an import waits for those that are not there or removed', async () => {
  const uploader = await newEditor();
  const { deliveryid } = await uploader.start(labelid, 'Announced');
  const announce = (files: { path: string; bytes: number }[]) =>
    uploader.editor.call(announceFiles, { params: { deliveryid }, body: { files } });
  const three = ['1.wav', '2.wav', '3.wav'].map((path) => ({ path, bytes: 4 }));
  const { body } = await announce(three);
  expect(body.files).toMatchObject(three.map((file) => ({ ...file, received: 0, state: 'uploading' })));
  expect(body.isuploading).toBe(true);
  const [first, second, third] = body.files.map(({ uploadid }) => `/api/label/uploads/${uploadid}`);
  await uploader.patch(first ?? '', 0, Buffer.from('abcd'));
  // A client of the protocol alone creates the upload that was announced, and goes on with it.
  expect((await uploader.create(deliveryid, '2.wav', 4)).headers.get('location')).toBe(second);
  await uploader.patch(second ?? '', 0, Buffer.from('ab'));
  // The browser was closed here. Another window announces the same files.
  expect((await announce(three)).body.files.map(({ received }) => received)).toEqual([4, 2, 0]);
  const params = { deliveryid };
  for (const call of [
    () => uploader.editor.call(importDelivery, { params, body: {} }),
    () => uploader.editor.call(checkDelivery, { params }),
  ]) {
    const refusal = await call();
    expect(refusal).toMatchObject(refused('DELIVERY_INCOMPLETE'));
    expect(refusal.body).toMatchObject({
      error: { message: '1 of 3 files are there. Send the others, or remove them from the delivery.' },
    });
  }
  const app = await buildTestApp({ ...server, now: () => new Date(Date.now() + 91_000) });
  whenOver(() => app.close());
  const isUploadingAt = async (url: string) =>
    (await labelDeliveryAt(url, deliveryid, uploader.headersOf({}))).isuploading;
  expect(await isUploadingAt(server.url)).toBe(true);
  expect(await isUploadingAt(await app.listen({ port: 0, host: '127.0.0.1' }))).toBe(false);
  await uploader.patch(second ?? '', 2, Buffer.from('cd'));
  await uploader.remove(third ?? '');
  expect((await uploader.read(deliveryid)).isuploading).toBe(false);
  expect((await uploader.editor.call(checkDelivery, { params })).body).toMatchObject({ state: 'importing' });
});

test('files that are announced are taken together or not at all, each with its reason', async () => {
  const uploader = await newEditor();
  const { deliveryid } = await uploader.start(labelid, 'Refused');
  const announce = (...files: [path: string, bytes: number][]) =>
    uploader.editor.call(announceFiles, {
      params: { deliveryid },
      body: { files: files.map(([path, bytes]) => ({ path, bytes })) },
    });
  const bad = await announce(['1.wav', 1], ['../x', 1], ['large.wav', 3 * 1024 ** 3], ['1.WAV', 1], ['1.wav/a', 1]);
  expect(bad).toMatchObject(refused('VALIDATION'));
  expect(bad.body).toMatchObject({
    error: {
      fields: {
        '../x': 'The name of a file has no empty folders, and none called . or ..',
        'large.wav': 'A file has at most 2 GiB.',
        '1.WAV': 'This delivery has 1.wav already.',
        '1.wav/a': 'This delivery has 1.wav already.',
      },
    },
  });
  const full = await announce(['1', 1], ['2', 1], ['3', 1], ['4', 1]);
  expect(full).toMatchObject(refused('DELIVERY_FULL'));
  expect(full.refusal?.message).toBe('This delivery has no room for it: a delivery has at most 3 files and 20 GiB.');
  expect((await uploader.read(deliveryid)).files).toEqual([]);
  const { body } = await announce(['1', 5], ['empty', 0]);
  expect(body.files.map(({ state }) => state)).toEqual(['uploading', 'complete']);
  expect((await announce(['1', 6])).body).toMatchObject({ error: { fields: { 1: 'This delivery has 1 already.' } } });
  for (const [person, code] of [
    [viewer, 'EDITORS_ONLY'],
    [foreign, 'DELIVERY_NOT_FOUND'],
  ] as const) {
    const call = { params: { deliveryid }, body: { files: [{ path: 'x', bytes: 1 }] } };
    expect(await person.call(announceFiles, call)).toMatchObject(refused(code));
  }
});

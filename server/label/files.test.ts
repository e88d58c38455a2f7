import { writeFile } from 'node:fs/promises';
import { release as releaseRoute } from '@promenade/contract/catalogue';
import { type StaffDocument, staffRelease } from '@promenade/contract/label';
import { restoreAttachments, restoreCover, setAttachments, setCover } from '@promenade/contract/labelFiles';
import { changeLabelSettings, labelSettings } from '@promenade/contract/labelSettings';
import { releaseHistory, undoChange } from '@promenade/contract/releaseHistory';
import { importDelivery, labelDeliveries, startDelivery } from '@promenade/contract/uploads';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { deleteUnreferencedFiles } from '../ingest/storedFiles/deleteUnreferencedFiles.ts';
import { deleteOldDeliveries } from '../ingest/uploads/deleteOldDeliveries.ts';
import { refused } from '../testing/client.ts';
import { createDeliverer, writeDelivery } from '../testing/deliveries.ts';
import { type SignedIn, startTestServer } from '../testing/testServer.ts';
import { createUploader } from '../testing/uploads.ts';
import { setAttachments as putAttachments, setCover as putCoverOf } from './files.ts';

const server = await startTestServer();
const { db, storage } = server;
const folder = `${server.config.dataDir}/delivered`;
const { importDelivery: importFolder } = createDeliverer(server);
const deliver = async (files: Parameters<typeof writeDelivery>[1], title = 'Night Ferry') =>
  importFolder(
    await writeDelivery(
      folder,
      { '1.ogg': 'vorbis.ogg', ...files },
      { id: 'ferry', title, label: { name: 'Harbour' } },
    ),
  );
await deliver({ 'cover.jpg': 'cover.jpg', 'attachments/Sheet.txt': { text: 'sheet' } });
const release = await db.selectFrom('releases').select(['id', 'releaseid']).executeTakeFirstOrThrow();
const { labelid } = await db.selectFrom('labels').select('labelid').executeTakeFirstOrThrow();
const { releaseid } = release;
const params = { releaseid };
const [editor, viewer, foreign, listener] = [
  await server.signedIn({ firstname: 'Edda', lastname: 'Editor' }),
  await server.signedIn(),
  await server.signedIn(),
  await server.signedIn(),
];
await server.joinLabel(editor, release, 'editor');
await server.joinLabel(viewer, release, 'viewer');
const other = await server.release({ label: { name: 'Other', contact: null } });
await server.joinLabel(foreign, other, 'editor');

const picture = (width: number, height: number, color = '#aa2211') =>
  sharp({ create: { width, height, channels: 3, background: color } });
const jpeg = await picture(1600, 1600).jpeg().toBuffer();

/** Uploads a file for edits. Gives its id. */
async function upload(body: Buffer, name = 'file', person: SignedIn = editor, ids: object = { labelid, releaseid }) {
  const started = await person.call(startDelivery, { body: { labelid, name, purpose: 'edit', ...ids } });
  const path = `${crypto.randomUUID()}/${name}`;
  const location = await createUploader(server.url, person).upload(started.body.deliveryid, path, body);
  return location.split('/').at(-1) ?? '';
}

async function send(
  method: string,
  path: string,
  { person = editor, match, body }: { person?: Pick<SignedIn, 'token'>; match?: string; body?: object } = {},
) {
  const response = await fetch(`${server.url}/api${path}`, {
    method,
    headers: {
      authorization: `Bearer ${person.token}`,
      'if-match': match ?? `"${(await read()).version}"`,
      ...(body && { 'content-type': 'application/json' }),
    },
    ...(body && { body: JSON.stringify(body) }),
  });
  const answer = (await response.json()) as StaffDocument & {
    warning: string | null;
    error?: { code: string; fields?: Record<string, string> };
  };
  return { status: response.status, body: answer };
}

const read = async () => (await viewer.call(staffRelease, { params })).body;
const coverPath = `/label/releases/${releaseid}/cover`;
const putCover = async (body: Buffer, options: Parameters<typeof send>[2] = {}) =>
  send('PUT', coverPath, { body: { uploadid: await upload(body) }, ...options });
const seenCover = async () => (await listener.call(releaseRoute, { params })).body.coverart ?? '';
const isServed = async (path: string) => {
  const headers = { authorization: `Bearer ${listener.token}` };
  return (await fetch(server.url + path, { headers })).status === 200;
};
const days = (count: number) => ({ ...server, now: () => new Date(Date.now() + count * 86_400_000) });
const listParts = () => Array.fromAsync(storage.list('uploads/'));
const codesOf = ({ checks }: StaffDocument) => checks.map(({ code }) => code).filter((code) => code.includes('COVER'));

test('an editor gives a release another cover, which recipients see and later deliveries keep', async () => {
  const delivered = await seenCover();
  const small = await putCover(await picture(400, 300).png().toBuffer());
  expect(small).toMatchObject({
    status: 200,
    body: {
      warning: 'The cover (400 × 300 pixels) is not square, so its edges are cut off.',
      editedfiles: ['cover'],
      edited: { cover: { by: 'Edda Editor' } },
    },
  });
  expect(codesOf(small.body)).toEqual(['COVER_SMALL', 'COVER_NOT_SQUARE']);
  const first = await seenCover();
  const { body } = await putCover(jpeg);
  expect({ warning: body.warning, checks: codesOf(body) }).toEqual({ warning: null, checks: [] });
  const edited = await seenCover();
  expect(new Set([delivered, first, edited]).size).toBe(3);
  expect(await isServed(edited)).toBe(true);
  await writeFile(`${folder}/cover.jpg`, await picture(1500, 1500, '#00ff00').jpeg().toBuffer());
  await deliver({}, 'Night Ferry 2');
  expect(await seenCover()).toBe(edited);
  expect((await read()).document.title).toBe('Night Ferry 2');
  // No row but the document names the delivered one.
  await deleteUnreferencedFiles(days(8));
  expect((await send('DELETE', coverPath)).body.editedfiles).toEqual([]);
  const again = await seenCover();
  expect([delivered, edited]).not.toContain(again);
  expect(await isServed(again)).toBe(true);
  expect(await listParts()).toEqual([]);
});

test('a cover is set back from the history until its files are deleted', async () => {
  const before = await seenCover();
  await putCover(jpeg);
  await putCover(await picture(1500, 1500, '#0000ff').webp().toBuffer());
  const [last] = (await viewer.call(releaseHistory, { params, query: {} })).body.items;
  expect(last).toMatchObject({ by: 'Edda Editor', action: 'release.edit', after: { cover: [{ width: 1500 }] } });
  const undo = { params: { releaseid, changeid: last?.changeid ?? '' } };
  expect((await editor.call(undoChange, undo)).body.editedfiles).toEqual(['cover']);
  const red = await seenCover();
  expect(await isServed(red)).toBe(true);
  const [undone] = (await viewer.call(releaseHistory, { params, query: {} })).body.items;
  const redo = { params: { releaseid, changeid: undone?.changeid ?? '' } };
  await deleteUnreferencedFiles(days(8));
  // A second attempt finds it as little as the first one.
  for (const _attempt of [1, 2]) expect(await editor.call(undoChange, redo)).toMatchObject(refused('VALIDATION'));
  expect(await seenCover()).toBe(red);
  await send('DELETE', coverPath);
  expect(await seenCover()).toBe(before);
  await deleteUnreferencedFiles(days(8));
  const hash = /([0-9a-f]{64})-/.exec(red)?.[1];
  expect(await Array.fromAsync(storage.list(`covers/${hash}`))).toEqual([]);
  expect(await isServed(before)).toBe(true);
});

test('attachments are added, renamed, put in another order and removed, and follow the delivery again', async () => {
  const attachmentsPath = `/label/releases/${releaseid}/attachments`;
  const seen = async () => (await listener.call(releaseRoute, { params })).body.attachments;
  const titles = async () => (await seen()).map(({ title }) => title);
  const put = (attachments: object[], options = {}) =>
    send('PUT', attachmentsPath, { body: { attachments }, ...options });
  const change = async (...attachments: object[]) => {
    const { body } = await put(attachments);
    return [body.warning, ...body.attachments.map(({ title, filename }) => `${title} (${filename})`)];
  };
  const notes = { uploadid: await upload(Buffer.from('notes'), 'Liner notes.pdf') };
  expect(await change({ place: 0, title: 'One sheet' }, notes)).toEqual([
    null,
    'One sheet (Sheet.txt)',
    'Liner notes (Liner notes.pdf)',
  ]);
  expect(await listParts()).toEqual([]);
  const gps = { IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '51/1 30/1 0/1' } };
  const located = { uploadid: await upload(await picture(10, 10).withExif(gps).jpeg().toBuffer(), 'x.jpg') };
  const [warning] = await change({ place: 1, title: 'Notes' }, { place: 0, title: 'One sheet' }, located);
  expect(warning).toMatch(/^It goes out as delivered, with personal data in it/);
  await change({ place: 0, title: 'Notes' }, { place: 1, title: 'One sheet' });
  const [first] = await seen();
  const headers = { authorization: `Bearer ${listener.token}` };
  const sent = await fetch(server.url + (first?.url ?? ''), { headers });
  expect([await sent.text(), sent.headers.get('content-type')]).toEqual(['notes', 'application/pdf']);
  await deliver({ 'attachments/Sheet.txt': { text: 'another sheet' } }, 'Night Ferry 3');
  expect(await titles()).toEqual(['Notes', 'One sheet']);
  const history = (await viewer.call(releaseHistory, { params, query: {} })).body.items;
  const { changeid = '' } = history.find(({ action }) => action === 'release.edit') ?? {};
  await editor.call(undoChange, { params: { releaseid, changeid } });
  expect(await titles()).toEqual(['Notes', 'One sheet', 'x']);
  for (const [attachments, options, status] of [
    [[{ place: 3, title: 'None' }], {}, 400],
    [[{ place: 0, title: ' ' }], {}, 400],
    [[{ place: 0, title: 'x' }, { uploadid: crypto.randomUUID() }], {}, 404],
    [[], { match: '"0"' }, 412],
  ] as const)
    expect((await put([...attachments], options)).status).toBe(status);
  await deleteUnreferencedFiles(days(8));
  const { body } = await send('DELETE', attachmentsPath);
  expect(body).toMatchObject({ editedfiles: [], attachments: [{ title: 'Sheet', bytes: 'another sheet'.length }] });
  await deleteUnreferencedFiles(days(8));
  // The sheet of the delivery before stays, because the history can set the last one back.
  expect(await Array.fromAsync(storage.list('files/'))).toHaveLength(2);
});

test('what is no picture, lies, is too large or comes too late is refused in the words of the importer', async () => {
  const before = await seenCover();
  const { version } = await read();
  for (const [body, options, status, code, sentence] of [
    [Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), {}, 400, 'VALIDATION', /must be JPEG, PNG/],
    [jpeg.subarray(0, 900), {}, 400, 'VALIDATION', /picture/],
    [Buffer.alloc(40 * 1024 ** 2 + 1), {}, 400, 'VALIDATION', 'The file is larger than 40 MiB.'],
    [jpeg, { match: '"0"' }, 412, 'EDITED_MEANWHILE', ''],
    [jpeg, { match: '*' }, 428, 'IF_MATCH_REQUIRED', ''],
  ] as const) {
    const answer = await putCover(body, options);
    expect(answer, code).toMatchObject({ status, body: { error: { code } } });
    expect(answer.body.error?.fields?.['cover'] ?? '').toMatch(sentence);
  }
  expect(await send('DELETE', coverPath, { match: '"0"' })).toMatchObject({ status: 412 });
  expect([await seenCover(), (await read()).version]).toEqual([before, version]);
  // The files of failed edits are seen by nobody and are gone after a day.
  expect((await viewer.call(labelDeliveries, { query: {} })).body.items).toEqual([]);
  await deleteOldDeliveries(days(2));
  expect(await listParts()).toEqual([]);
});

test('an upload that is named twice in one call is refused, and work ends with the client that asked for it', async () => {
  const attachmentsPath = `/label/releases/${releaseid}/attachments`;
  const uploadid = await upload(Buffer.from('sheet'), 'twice.txt');
  const before = (await read()).version;
  const put = (attachments: object[]) => send('PUT', attachmentsPath, { body: { attachments } });
  expect(await put(Array.from({ length: 100 }, () => ({ uploadid })))).toMatchObject({
    status: 400,
    body: { error: { code: 'VALIDATION', fields: { attachments: 'Each attachment is named once.' } } },
  });
  const gone = AbortSignal.abort();
  const caller = { accountid: editor.accountid, operator: false, playerid: editor.playerid };
  const items = [{ uploadid }];
  await expect(putAttachments(server, caller, releaseid, items, `"${before}"`, gone)).rejects.toThrow(
    'The connection was closed',
  );
  await expect(putCoverOf(server, caller, releaseid, uploadid, `"${before}"`, gone)).rejects.toThrow(
    'The connection was closed',
  );
  expect((await read()).version).toBe(before);
  expect((await put(items)).status).toBe(200);
  await send('DELETE', attachmentsPath);
});

test('an upload serves edits of its own release alone, once, and is not imported', async () => {
  const body = (uploadid: string) => ({ body: { uploadid } });
  const ofOther = await upload(jpeg, 'x', foreign, { labelid: await labelidOf('Other'), releaseid: other.releaseid });
  const ofLabel = await upload(jpeg, 'x', editor, { releaseid: undefined });
  const started = (await editor.call(startDelivery, { body: { labelid, releaseid, name: '', purpose: 'edit' } })).body;
  const half = await createUploader(server.url, editor).create(started.deliveryid, 'half', 9);
  const used = await upload(jpeg);
  expect((await send('PUT', coverPath, body(used))).status).toBe(200);
  for (const uploadid of [
    ofOther,
    ofLabel,
    half.headers.get('location')?.split('/').at(-1) ?? '',
    used,
    crypto.randomUUID(),
  ])
    expect(await send('PUT', coverPath, body(uploadid))).toMatchObject({
      status: 404,
      body: { error: { code: 'UPLOAD_NOT_FOUND' } },
    });
  const { deliveryid } = started;
  expect(await editor.call(importDelivery, { params: { deliveryid }, body: {} })).toMatchObject(
    refused('DELIVERY_CLOSED'),
  );
  const again = await editor.call(startDelivery, { body: { labelid, releaseid, name: '', purpose: 'edit' } });
  expect(again.body.deliveryid).toBe(deliveryid);
});

const labelidOf = async (name: string) =>
  (await db.selectFrom('labels').where('name', '=', name).select('labelid').executeTakeFirstOrThrow()).labelid;

test('only editors of the label change its files; to others there is no release', async () => {
  const uploadid = await upload(jpeg);
  const before = await read();
  for (const [person, status, code] of [
    [{ token: 'x' }, 401, 'UNAUTHENTICATED'],
    [viewer, 403, 'EDITORS_ONLY'],
    [foreign, 404, 'RELEASE_NOT_FOUND'],
    [listener, 404, 'RELEASE_NOT_FOUND'],
  ] as const)
    for (const { method, path, body } of [
      { ...setCover, body: { uploadid } },
      { ...restoreCover, body: undefined },
      { ...setAttachments, body: { attachments: [] } },
      { ...restoreAttachments, body: undefined },
    ])
      expect(
        await send(method, path.replace(':releaseid', releaseid), { person, ...(body && { body }) }),
        `${method} ${path}`,
      ).toMatchObject({ status, body: { error: { code } } });
  expect(await read()).toEqual(before);
});

test('editors change logo and contact address of their label; a viewer reads them', async () => {
  const params = { labelid };
  const settings = async () => (await viewer.call(labelSettings, { params })).body;
  const { logo: before } = await settings();
  const change = (body: object, { call } = editor) => call(changeLabelSettings, { params, body });
  const chosen = () => upload(jpeg, 'logo.jpg', editor, { releaseid: undefined });
  const contact = 'hello@harbour.example';
  expect(await change({ logo: await chosen(), contact })).toMatchObject({ status: 200, body: { contact } });
  const { logo } = await settings();
  expect(logo).not.toBe(before);
  const shown = await fetch(`${server.url}${logo}`, { headers: { authorization: `Bearer ${editor.token}` } });
  expect(shown.headers.get('content-type')).toBe('image/webp');
  const text = await upload(Buffer.from('<svg/>'), 'logo.svg', editor, { releaseid: undefined });
  expect(await change({ logo: text })).toMatchObject(refused('VALIDATION'));
  expect(await change({ contact: 'nobody' })).toMatchObject(refused('VALIDATION'));
  expect(await change({ contact: '' }, viewer)).toMatchObject(refused('EDITORS_ONLY'));
  expect(await change({ contact: '' }, foreign)).toMatchObject(refused('LABEL_NOT_FOUND'));
  expect(await change({ logo: crypto.randomUUID() })).toMatchObject(refused('UPLOAD_NOT_FOUND'));
  // This service does not mark sound; what a label chose can be taken back all the same.
  expect(await change({ mark: true })).toMatchObject(refused('VALIDATION'));
  expect(await change({ mark: false }, viewer)).toMatchObject(refused('EDITORS_ONLY'));
  expect(await change({ mark: false })).toMatchObject({ status: 200, body: { mark: false, maymark: false } });
  expect(await settings()).toMatchObject({ logo, contact });
  const { rows } = await server.pool.query<{ action: string }>(
    "select action from audit where subject = $1 and action like 'label.%' order by id",
    [labelid],
  );
  expect(rows.map(({ action }) => action)).toEqual(['label.logo', 'label.contact', 'label.mark']);
});

import { release as releaseRoute } from '@promenade/contract/catalogue';
import { changeRelease, type StaffDocument, staffRelease } from '@promenade/contract/label';
import { releaseHistory, undoChange } from '@promenade/contract/releaseHistory';
import { expect, test } from 'vitest';
import { setEnd } from '../catalogue/withdrawQueries.ts';
import { refused } from '../testing/client.ts';
import { type SignedIn, startTestServer } from '../testing/testServer.ts';

const server = await startTestServer();
const release = await server.release({ title: 'Nigth Ferry', label: { name: 'Harbour', contact: null }, tracks: 2 });
const { releaseid, trackids } = release;
const params = { releaseid };
const [editor, viewer, foreign, listener] = [
  await server.signedIn({ firstname: 'Edda', lastname: 'Editor' }),
  await server.signedIn(),
  await server.signedIn(),
  await server.signedIn(),
];
await server.joinLabel(editor, release, 'editor');
await server.joinLabel(viewer, release, 'viewer');
await server.joinLabel(foreign, await server.release({ label: { name: 'Other', contact: null } }), 'editor');

async function patch({ token }: SignedIn, change: object, match?: string, id = releaseid) {
  const response = await fetch(`${server.url}/api/label/releases/${id}`, {
    method: 'PATCH',
    headers: {
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
      ...(match !== undefined && { 'if-match': match }),
    },
    body: JSON.stringify(change),
  });
  const body = (await response.json()) as StaffDocument;
  return { status: response.status, etag: response.headers.get('etag'), body };
}

const read = async () => (await viewer.call(staffRelease, { params })).body;

test('a change takes the ETag of the answer before, which a proxy may have made weak', async () => {
  const { headers, body } = await viewer.call(staffRelease, { params });
  const etag = headers.get('etag') ?? '';
  expect(etag).toBe(`"${body.version}"`);
  const changed = await patch(editor, { upc: '5901234123457' }, etag);
  expect([changed.status, changed.etag]).toEqual([200, `"${body.version + 1}"`]);
  expect((await patch(editor, { upc: null }, etag)).status).toBe(412);
  expect((await patch(editor, { upc: null }, `W/${changed.etag}`)).status).toBe(200);
});

test('names of members of Object.prototype are names in patches and vocabularies', async () => {
  const names = ['__proto__', 'constructor', 'toString'];
  const { releaseid } = await server.release({ label: { name: 'Harbour', contact: null }, songs: [{}] });
  for (const name of names) {
    const artists = [name];
    const { body } = await editor.call(staffRelease, { params: { releaseid } });
    const change = { title: name, artists, genres: names, moods: names, instruments: names };
    const changed = await patch(editor, change, `"${body.version}"`, releaseid);
    expect(changed).toMatchObject({ status: 200, body: { document: { title: name, artists, genres: names } } });
  }
  expect((await editor.call(staffRelease, { params: { releaseid } })).body.document).toMatchObject({ moods: names });
  // A key that is no field is refused as any other, in the body and in the tracks.
  for (const text of [
    '{"constructor": "x"}',
    '{"toString": null}',
    '{"__proto__": {"title": "x"}}',
    '{"tracks": {"__proto__": {"title": "x"}}}',
    '{"tracks": {"constructor": {"title": "x"}}}',
  ]) {
    const response = await fetch(`${server.url}/api/label/releases/${releaseid}`, {
      method: 'PATCH',
      headers: { authorization: `Bearer ${editor.token}`, 'content-type': 'application/json', 'if-match': '"9"' },
      body: text,
    });
    expect(response.status, text).toBe(400);
  }
});

test('an editor corrects a release, recipients see it at once, and the history tells who did', async () => {
  const { version, document, checks } = await read();
  expect(document).toMatchObject({ title: 'Nigth Ferry', tracks: { [trackids[0] ?? '']: { ordinal: 1 } } });
  expect(document).not.toHaveProperty('recipients');
  expect(checks).toContainEqual({ code: 'NO_ISRC', trackid: trackids[0] });
  const isrc = { tracks: { [trackids[0] ?? '']: { isrc: 'US-QX9-13-00108' } } };
  const changed = await patch(editor, { title: 'Night Ferry', ...isrc }, `"${version}"`);
  expect(changed).toMatchObject({
    status: 200,
    body: {
      version: version + 1,
      mayedit: true,
      document: { title: 'Night Ferry' },
      delivered: { title: 'Nigth Ferry' },
    },
  });
  expect(changed.body.checks).not.toContainEqual({ code: 'NO_ISRC', trackid: trackids[0] });
  const seen = async () => (await listener.call(releaseRoute, { params })).body;
  expect(await seen()).toMatchObject({ title: 'Night Ferry', songs: [{ isrc: 'USQX91300108' }, {}] });
  const history = (await viewer.call(releaseHistory, { params, query: {} })).body;
  expect(history.items[0]).toMatchObject({
    by: 'Edda Editor',
    action: 'release.edit',
    before: { title: 'Nigth Ferry', tracks: { [trackids[0] ?? '']: { isrc: null } } },
    after: { title: 'Night Ferry' },
  });
  const changeid = history.items[0]?.changeid ?? '';
  const created = history.items.at(-1)?.changeid ?? '';
  expect(await viewer.call(undoChange, { params: { ...params, changeid } })).toMatchObject(refused('EDITORS_ONLY'));
  for (const unknown of [created, '999999999'])
    expect(await editor.call(undoChange, { params: { ...params, changeid: unknown } })).toMatchObject(
      refused('CHANGE_NOT_FOUND'),
    );
  expect((await editor.call(undoChange, { params: { ...params, changeid } })).body.document.title).toBe('Nigth Ferry');
  expect(await seen()).toMatchObject({ title: 'Nigth Ferry', songs: [{ isrc: '' }, {}] });
});

test('the second of two editors is told who changed what, and nothing is written', async () => {
  const { version } = await read();
  await patch(editor, { catalognumber: 'HRB 7' }, `"${version}"`);
  const second = await patch(editor, { catalognumber: 'HRB 8' }, `"${version}"`);
  expect(second).toMatchObject({
    status: 412,
    body: { error: { code: 'EDITED_MEANWHILE', fields: { catalognumber: 'Edda Editor' } } },
  });
  expect((await read()).document.catalognumber).toBe('HRB 7');
});

test('an end that was set apart from the document is kept by edits', async () => {
  const { version } = await read();
  await setEnd(server.db, release.id, new Date('2027-05-01T10:00:00Z'), server.now());
  expect((await read()).document.ends).toBe('2027-05-01T10:00:00.000Z');
  const edited = await patch(editor, { catalognumber: 'HRB 9' }, `"${version}"`);
  expect(edited.body.document.ends).toBe('2027-05-01T10:00:00.000Z');
});

test('a promotional text is sanitised, keeps the pictures of the delivery, and can be taken back', async () => {
  const pictured = await server.release({
    label: { name: 'Harbour', contact: null },
    promoPictures: [{ name: '1.jpg', bytes: Buffer.from('picture') }],
  });
  const shown = async () =>
    (await listener.call(releaseRoute, { params: { releaseid: pictured.releaseid } })).body.promoinfo;
  const delivered = await shown();
  const picture = `<img src="/api/promo/${pictured.releaseid}/1.jpg" />`;
  const promo = `<p onclick="x()">New</p><script>x()</script>${picture}<img src="/api/promo/other/9.jpg" />`;
  const { body } = await patch(editor, { promo }, '"1"', pictured.releaseid);
  expect(body.document.promo).toBe(`<p>New</p>${picture}`);
  expect(await shown()).toBe(`<p>New</p>${picture}`);
  await patch(editor, { promo: delivered }, '"2"', pictured.releaseid);
  expect(await shown()).toBe(delivered);
});

test('texts as long as a delivery may have, and a compilation of many artists, are edited', async () => {
  const artists = Array.from({ length: 130 }, (_, index) => `Artist ${index}`);
  const promoinfo = () => `<p>${'words '.repeat(50_000)}</p>`;
  const long = await server.release({ label: { name: 'Harbour', contact: null }, facts: { artists, promoinfo } });
  const changed = await patch(editor, { catalognumber: 'HRB 10' }, '"1"', long.releaseid);
  expect(changed).toMatchObject({ status: 200, body: { document: { artists, promo: promoinfo() } } });
});

test('a value that a release cannot have is not set back', async () => {
  const untitled = await server.release({ title: '', label: { name: 'Harbour', contact: null } });
  await patch(editor, { title: 'Titled' }, '"1"', untitled.releaseid);
  const { items } = (await editor.call(releaseHistory, { params: untitled, query: {} })).body;
  const undo = { params: { releaseid: untitled.releaseid, changeid: items[0]?.changeid ?? '' } };
  expect(await editor.call(undoChange, undo)).toMatchObject(refused('VALIDATION'));
});

test('others, and bad input, are refused', async () => {
  const { version } = await read();
  const match = `"${version}"`;
  for (const other of [foreign, listener]) {
    expect((await patch(other, { title: 'X' }, match)).status).toBe(404);
    expect(await other.call(staffRelease, { params })).toMatchObject(refused('RELEASE_NOT_FOUND'));
    expect(await other.call(releaseHistory, { params, query: {} })).toMatchObject(refused('RELEASE_NOT_FOUND'));
  }
  expect(await patch(viewer, { title: 'X' }, match)).toMatchObject({ body: { error: { code: 'EDITORS_ONLY' } } });
  for (const [body, ifMatch, status] of [
    [{ title: 'X' }, undefined, 428],
    [{ title: 'X' }, '*', 428],
    [{ title: null }, match, 400],
    [{ titel: 'X' }, match, 400],
    [{ packages: ['Everyone'] }, match, 400],
    [{ recipients: [] }, match, 400],
    [{ tracks: { [crypto.randomUUID()]: { title: 'X' } } }, match, 400],
    [{ tracks: { [trackids[0] ?? '']: null } }, match, 400],
    [{ upc: '12' }, match, 400],
  ] as const)
    expect((await patch(editor, body, ifMatch)).status, JSON.stringify(body)).toBe(status);
  expect((await read()).version).toBe(version);
  expect(Object.keys(changeRelease.body.shape)).not.toContain('packages');
});

test('a value that a field does not take is refused with the rule', async () => {
  const [track = ''] = trackids;
  const { version } = await read();
  for (const [change, field, rule] of [
    [{ upc: '123' }, 'upc', /^must have 8 to 14 digits .a UPC 12, an EAN 13/],
    [{ title: 'x'.repeat(501) }, 'title', 'must have at most 500 characters'],
    [{ genres: Array(101).fill('Dub') }, 'genres', 'must be at most 100 names'],
    [{ copyrightyear: 19 }, 'copyrightyear', /^must be a year from 1900 to 2100/],
    [{ tracks: { [track]: { isrc: 'DE' } } }, `tracks.${track}.isrc`, /^must be an ISRC/],
    [{ tracks: { [track]: { bpm: 5 } } }, `tracks.${track}.bpm`, 'must be a number from 20 to 400'],
    [{ tracks: { [track]: { ordinal: 0 } } }, `tracks.${track}.ordinal`, 'must be a whole number from 1 to 999'],
    [{ tracks: { [track]: { version: 'x'.repeat(501) } } }, `tracks.${track}.version`, /500 characters/],
    [{ tracks: { [track]: { hookstart: -1 } } }, `tracks.${track}.hookstart`, /^must be a number of seconds/],
  ] as const) {
    const { status, body } = await patch(editor, change, `"${version}"`);
    const { fields } = (body as unknown as { error: { fields: Record<string, string> } }).error;
    expect({ status, fields }).toEqual({ status: 400, fields: { [field]: expect.stringMatching(rule) } });
  }
});

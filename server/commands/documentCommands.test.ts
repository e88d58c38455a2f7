import { release as releaseRoute } from '@promenade/contract/catalogue';
import { expect, test } from 'vitest';
import { addDocuments } from '../catalogue/document/addDocuments.ts';
import { createOperatorCommand, listAudit } from '../testing/operatorCommand.ts';
import { startTestServer } from '../testing/testServer.ts';

const server = await startTestServer();
const operator = await createOperatorCommand(server.pool.options);

const read = async (releaseid: string) => JSON.parse((await operator('document', releaseid, '--json')).stdout);

test('an edit is shown to recipients, kept in the history and taken back', async () => {
  const player = await server.signedIn();
  const { releaseid, trackids } = await server.release({ title: 'Typo Tied', artist: 'Ann & Bob', tracks: 2 });
  const [first = '', second = ''] = trackids;
  const seen = async () => (await player.call(releaseRoute, { params: { releaseid } })).body;
  const settings = [
    'title=1999',
    'artist=Ann; Cy',
    'copyrightyear=1999',
    'genres=["Dub","dub","Ska"]',
    'stream_only=true',
    `tracks.${first}.isrc=us-qx9-13-00108`,
    `tracks.${first}.ordinal=3`,
  ];
  expect(await operator('edit', releaseid, ...settings.flatMap((setting) => ['--set', setting]))).toMatchObject({
    code: 0,
    stdout: `Changed "Typo Tied" (${releaseid}).\n`,
  });
  expect(await seen()).toMatchObject({
    title: '1999',
    artist: 'Ann; Cy',
    artists: [{ name: 'Ann' }, { name: 'Cy' }],
    genres: ['Dub', 'Ska'],
    candownload: false,
    songs: [{ trackid: second }, { trackid: first, isrc: 'USQX91300108', copyrightyear: 1999 }],
  });
  expect(await read(releaseid)).toMatchObject({
    version: 2,
    delivered: { title: 'Typo Tied' },
    edits: { title: '1999' },
  });
  const [line] = await listAudit(server, releaseid);
  expect(line).toMatchObject({ actor: 'command', action: 'release.edit', before: { title: 'Typo Tied' } });
  expect((await operator('history', releaseid)).stdout).toContain(`${line?.id}  `);
  expect(await operator('edit', releaseid, '--undo', String(line?.id))).toMatchObject({ code: 0 });
  expect(await seen()).toMatchObject({ title: 'Typo Tied', artist: 'Ann & Bob', songs: [{ trackid: first }, {}] });
  expect((await read(releaseid)).edits).toEqual({ tracks: {} });
});

test('a wrong field, value, track or change is refused, and nothing is changed', async () => {
  const { releaseid, trackids } = await server.release({ title: 'Steady' });
  const before = await read(releaseid);
  const other = (await server.release({ title: 'Unsteady' })).trackids[0];
  for (const [setting, code, message] of [
    ['titel=X', 2, /titel/],
    ['upc=12', 2, /8 to 14 digits/],
    ['title=', 1, /needs a title/],
    ['copyrightyear=soon', 2, /year from 1900/],
    [`tracks.${trackids[0]}.explicit=perhaps`, 2, /explicit/],
    [`tracks.${other}.title=X`, 1, /has no track/],
    ['__proto__.title=X', 2, /proto/],
    ['=X', 2, /FIELD=VALUE/],
  ] as const) {
    const result = await operator('edit', releaseid, '--set', setting);
    expect(result, setting).toMatchObject({ code, stderr: expect.stringMatching(message) });
  }
  expect(await operator('edit', releaseid, '--undo', '1')).toMatchObject({ code: 1 });
  expect(await operator('edit', releaseid)).toMatchObject({ code: 2 });
  expect(await read(releaseid)).toEqual(before);
});

test('releases that an earlier version imported get their documents', async () => {
  const { releaseid } = await server.release({ title: 'Before Documents' });
  const before = await read(releaseid);
  await server.db.deleteFrom('release_documents').execute();
  expect((await read(releaseid)).document).toEqual(before.document);
  await addDocuments(server);
  expect(await read(releaseid)).toEqual(before);
});

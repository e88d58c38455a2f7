import { changeRelease, publishDraft, staffRelease } from '@promenade/contract/label';
import { expect, test } from 'vitest';
import { createSong } from '../testing/downloads.ts';
import type { TestRelease } from '../testing/releases.ts';
import { markRelease } from '../testing/soundMarks.ts';
import { startTestServer } from '../testing/testServer.ts';

const server = await startTestServer({ config: { markSound: true } });
const harbour = { label: { name: 'Harbour', contact: null } };
const editor = await server.signedIn({ everyone: false });
await server.joinLabel(editor, await server.release({ ...harbour, packages: ['Radio'] }), 'editor');

const newDraft = (options: object) =>
  server.release({ ...harbour, isDraft: true, packages: ['Radio'], audio: true, ...options });
const read = async ({ releaseid }: TestRelease) => (await editor.call(staffRelease, { params: { releaseid } })).body;

test('checks warn of faults of files that were measured at import', async () => {
  const draft = await newDraft({
    cover: true,
    songs: [
      { clipped_samples: 11, edge_silence: 2.5 },
      { clipped_samples: 10, edge_silence: 2 },
    ],
    facts: { cover_width: 1399, cover_height: 3000 },
  });
  const { checks } = await read(draft);
  const codes = ['COVER_SMALL', 'COVER_NOT_SQUARE', 'CLIPPED', 'SILENT_END'];
  expect(checks.filter(({ code }) => codes.includes(code))).toEqual([
    { code: 'COVER_SMALL', trackid: null },
    { code: 'COVER_NOT_SQUARE', trackid: null },
    { code: 'CLIPPED', trackid: draft.trackids[0] },
    { code: 'SILENT_END', trackid: draft.trackids[0] },
  ]);
});

test('checks name another release of the label with the same recording, or of the same name', async () => {
  const songs = [{ isrc: 'USQX91300199' }];
  const first = await server.release({ ...harbour, title: 'Again', artist: 'Mira', songs });
  const draft = await newDraft({ title: 'Again', artist: 'Mira', songs, available: new Date('2020-01-01') });
  const other = { releaseid: first.releaseid, title: 'Again' };
  expect((await read(draft)).checks).toEqual(
    expect.arrayContaining([
      { code: 'SAME_RECORDING', trackid: draft.trackids[0], other },
      { code: 'TWIN', trackid: null, other },
      { code: 'PAST_DATE', trackid: null },
    ]),
  );
});

test('a draft in which an ISRC is there twice is refused with the other place', async () => {
  const isrc = 'USQX91300177';
  const draft = await newDraft({
    songs: [
      { title: 'Kite', version: 'Dub', isrc },
      { title: 'Lantern', isrc },
    ],
  });
  const [first = '', second = ''] = draft.trackids;
  expect((await read(draft)).checks).toContainEqual({ code: 'ISRC_TWICE', trackid: second, same: first });
  const body = { available: null, mail: null, confirmed: true };
  expect(await editor.call(publishDraft, { params: { releaseid: draft.releaseid }, body })).toMatchObject({
    refusal: {
      code: 'RELEASE_INCOMPLETE',
      fields: { [`tracks.${second}.ISRC_TWICE`]: 'The ISRC of track 2, Lantern is that of track 1, Kite (Dub), too.' },
    },
  });
});

test('a draft whose sound shall be marked waits for its pairs, and says why they could not be made', async () => {
  const draft = await newDraft({ songs: [(await createSong(server)).track] });
  const params = { releaseid: draft.releaseid };
  const { version } = await read(draft);
  const body = { mark: true };
  const edit = editor.call(changeRelease, { params, query: {}, body }, { 'if-match': `"${version}"` });
  expect((await edit).status).toBe(200);
  expect((await read(draft)).checks).toContainEqual({ code: 'MARK_PENDING', trackid: null });
  const publish = () => editor.call(publishDraft, { params, body: { available: null, mail: null, confirmed: true } });
  const pending = { MARK_PENDING: 'Its sound is not marked yet.' };
  expect(await publish()).toMatchObject({ refusal: { code: 'RELEASE_INCOMPLETE', fields: pending } });
  await markRelease(server, draft);
  const sounds = () => server.db.updateTable('sound_marks');
  await server.db.deleteFrom('sound_pairs').execute();
  await sounds().set({ refused: 'Its sound cannot be marked: it is too short.' }).execute();
  const refused = { MARK_PENDING: 'Its sound cannot be marked: it is too short.' };
  expect(await publish()).toMatchObject({ refusal: { code: 'RELEASE_INCOMPLETE', fields: refused } });
});

import { release as releaseRoute } from '@promenade/contract/catalogue';
import * as label from '@promenade/contract/label';
import { labelVocabulary } from '@promenade/contract/labelSettings';
import { acceptName, mergeNames, names } from '@promenade/contract/operatorCatalogue';
import { options } from '@promenade/contract/options';
import { expect, test } from 'vitest';
import { editRelease } from '../catalogue/document/editRelease.ts';
import { refused } from '../testing/client.ts';
import { createOperatorCommand } from '../testing/operatorCommand.ts';
import { startTestServer } from '../testing/testServer.ts';

const server = await startTestServer();
const command = await createOperatorCommand(server.pool.options);
const packages = ['Vocabulary'];
const harbour = { label: { name: 'Harbour', contact: null }, packages };
const release = await server.release({ ...harbour, facts: { genres: ['House'], moods: ['Warm'] } });
const [editor, listener, operator] = [
  await server.signedIn({ everyone: false }),
  await server.signedIn({ packages }),
  await server.signedIn({ operator: true }),
];
await server.joinLabel(editor, release, 'editor');
const params = { releaseid: release.releaseid };
const read = async () => (await editor.call(label.staffRelease, { params })).body;
const listFilters = async () => {
  server.advanceClock(5_000);
  const { genres, moods } = (await listener.call(options)).body;
  return [...genres, ...moods].map(({ name }) => name);
};
const listProposed = async (kind: 'genres' | 'moods') =>
  (await operator.call(names, { params: { kind }, query: { proposed: '1' } })).body.items;

test('a typed genre stands on its release, and is a filter once an operator accepts it', async () => {
  await editRelease(server, release.id, { genres: ['House', 'Tuna Bass'], moods: ['Warm', 'Salty'] }, editor.playerid);
  const shown = (await listener.call(releaseRoute, { params })).body;
  expect(shown.genres).toEqual(['House', 'Tuna Bass']);
  expect(await listFilters()).toEqual(['House', 'Warm']);
  const { proposed, release: seen } = await read();
  expect(proposed).toEqual({ genres: ['Tuna Bass'], moods: ['Salty'], instruments: [] });
  const find = async (filter: string) =>
    (await editor.call(labelVocabulary, { query: { labelid: seen.labelid ?? '', filter } })).body.items;
  expect([await find('hou'), await find('tuna')]).toEqual([['House'], []]);
  const [row, ...others] = await listProposed('genres');
  expect([row, others]).toMatchObject([{ name: 'Tuna Bass', releases: 1, proposed: true }, []]);
  const accept = () => operator.call(acceptName, { params: { kind: 'genres', nameid: row?.id ?? '' } });
  expect((await accept()).body).toMatchObject({ name: 'Tuna Bass' });
  expect(await accept()).toMatchObject(refused('NOTHING_CHANGED'));
  expect(await command('vocabulary', 'accept', 'mood', 'Salty')).toMatchObject({ stdout: 'Salty is a filter now.\n' });
  expect(await listFilters()).toEqual(['House', 'Tuna Bass', 'Salty', 'Warm']);
  expect(await find('tuna')).toEqual(['Tuna Bass']);
  expect((await read()).proposed).toEqual({ genres: [], moods: [], instruments: [] });
});

test('what a label delivers is proposed, too; what operators import is vocabulary', async () => {
  const identity = 'id:delivered';
  const facts = { genres: ['Eel Step', 'House'] };
  await server.release({ ...harbour, identity, isDraft: true, facts });
  expect((await listProposed('genres')).map(({ name }) => name)).toEqual(['Eel Step']);
  // An edit of the label stays a proposal when an operator imports the release again.
  const typed = await server.release({ ...harbour, identity: 'id:typed', facts: { genres: ['House'] } });
  await editRelease(server, typed.id, { genres: ['Cod Wave'] }, editor.playerid);
  await server.release({ ...harbour, identity: 'id:typed', facts: { genres: ['Crab Core'] } });
  expect((await listProposed('genres')).map(({ name }) => name)).toEqual(['Cod Wave', 'Eel Step']);
  await server.release({ ...harbour, identity, facts });
  expect((await listProposed('genres')).map(({ name }) => name)).toEqual(['Cod Wave']);
});

test('a name that is merged into a proposal makes it vocabulary', async () => {
  const { id } = await server.release({ ...harbour, facts: { genres: ['Trip Hop'] } });
  await editRelease(server, id, { genres: ['Trip Hop', 'Trip-Hop!'] }, editor.playerid);
  const [proposal] = (await listProposed('genres')).filter(({ name }) => name === 'Trip-Hop!');
  const all = (await operator.call(names, { params: { kind: 'genres' }, query: { filter: 'Trip Hop' } })).body.items;
  const nameid = all.find(({ name }) => name === 'Trip Hop')?.id ?? '';
  await operator.call(mergeNames, { params: { kind: 'genres', nameid }, body: { into: proposal?.id ?? '' } });
  expect(await listFilters()).toContain('Trip-Hop!');
});

test('a market that does not exist is refused', async () => {
  const edit = editRelease(server, release.id, { markets: ['Atlantis'] }, editor.playerid);
  await expect(edit).rejects.toThrow('There is no market "Atlantis".');
  await editRelease(server, release.id, { markets: ['Germany'] }, editor.playerid);
  expect((await read()).document.markets).toEqual(['Germany']);
});

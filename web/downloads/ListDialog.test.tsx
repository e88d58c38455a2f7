import { ListColumn, naming, playlistList, saveNaming } from '@promenade/contract/downloads';
import { options } from '@promenade/contract/options';
import { screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type FakeServer, fakeServer } from '../testing/fakeServer.ts';
import { mockSavedFiles } from '../testing/mockSavedFiles.ts';
import { emptyOptions } from '../testing/options.ts';
import { renderScreen, withProviders } from '../testing/render.ts';
import { ListButtons } from './ListButtons.tsx';

const pattern = '{artist} - {title} ({version})';
let server: FakeServer;

beforeEach(() => {
  server = fakeServer();
  server.answer(options, emptyOptions);
  server.answer(naming, {
    format: 'wav',
    pattern,
    folder: '',
    letters: 'plain',
    first: 1,
    last: 999,
    place: '',
    list: 'm3u8',
    columns: [...ListColumn.options],
  });
  server.respondWith(saveNaming, (_signal, { body }) => Response.json(body));
  server.respondWith(
    playlistList,
    () => new Response('#EXTM3U', { headers: { 'content-disposition': "attachment; filename*=UTF-8''Late.nml" } }),
  );
});
afterEach(() => vi.restoreAllMocks());

const open = async () => {
  const visitor = renderScreen(withProviders(<ListButtons source={{ kind: 'playlist', playlistid: 'p' }} />));
  await visitor.click(await screen.findByRole('button', { name: 'Save as list' }));
  await screen.findByLabelText('Kind of list');
  return visitor;
};

test('a list is saved as a file, and how its files are named is remembered', async () => {
  const saved = mockSavedFiles();
  const visitor = await open();
  await visitor.selectOptions(screen.getByLabelText('Kind of list'), 'nml');
  await visitor.selectOptions(screen.getByLabelText('Format of the files'), 'aiff');
  await visitor.type(screen.getByLabelText(/^Folder on your computer/), '/Volumes/Show');
  await visitor.click(screen.getByRole('button', { name: 'Save the list' }));
  await waitFor(() => expect(saved.map(({ name }) => name)).toEqual(['Late.nml']));
  expect(server.calls.find(({ method }) => method === 'PUT')?.body).toMatchObject({
    format: 'aiff',
    place: '/Volumes/Show',
  });
  expect(server.calls.at(-1)?.path).toBe('/api/playlist/p/list.nml');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

test('a word in braces that means nothing is marked before anything is sent', async () => {
  const visitor = await open();
  const field = screen.getByLabelText('File name');
  await visitor.clear(field);
  await visitor.type(field, '{{artist} {{shop}');
  await visitor.click(screen.getByRole('button', { name: 'Save the list' }));
  expect(field.getAttribute('aria-invalid')).toBe('true');
  expect(server.calls.some(({ method }) => method === 'PUT')).toBe(false);
});

test('cut numbers are asked for when the name has one, and what is refused is said', async () => {
  server.refuse(playlistList, 'CUT_NUMBERS_USED_UP');
  const visitor = await open();
  expect(screen.queryByLabelText('First cut number')).toBeNull();
  const field = screen.getByLabelText('File name');
  await visitor.clear(field);
  await visitor.type(field, '{{number}');
  const first = screen.getByLabelText('First cut number');
  await visitor.clear(first);
  await visitor.type(first, '20001');
  await visitor.click(screen.getByRole('button', { name: 'Save the list' }));
  expect(await screen.findByText('The range of cut numbers is too short for these songs.')).toBeTruthy();
  expect(server.calls.find(({ method }) => method === 'PUT')?.body).toMatchObject({
    pattern: '{number}',
    first: 20_001,
  });
});

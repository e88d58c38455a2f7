import { type PickupPreview, previewPickup, startPickup } from '@promenade/contract/desk';
import { audioDownload, ListColumn, naming, saveNaming } from '@promenade/contract/downloads';
import { audioToken } from '@promenade/contract/media';
import { options } from '@promenade/contract/options';
import { screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type FakeServer, fakeServer } from '../testing/fakeServer.ts';
import { emptyOptions } from '../testing/options.ts';
import { renderScreen, withProviders } from '../testing/render.ts';
import { useDownloads } from './downloadsStore.ts';
import { ListButtons } from './ListButtons.tsx';

let server: FakeServer;
let files: Map<string, string>;

const preview: PickupPreview = {
  songs: 3,
  bytes: 3_000_000,
  newsongs: 2,
  newbytes: 2_000_000,
  leftout: 0,
  pickedup: [{ name: 'Ana Lund', isown: false, at: new Date(2020, 0, 7, 12).toISOString(), songs: 1 }],
};
const pickup = {
  pickupid: crypto.randomUUID(),
  name: 'Shelf 2026-11-30',
  format: 'wav' as const,
  files: ['One', 'Two'].map((title) => ({ trackid: title, title, path: `Late/${title}.wav`, bytes: 3 })),
  list: { path: 'Shelf 2026-11-30.m3u8', text: '#EXTM3U' },
};

beforeEach(() => {
  server = fakeServer();
  files = new Map();
  server.answer(options, emptyOptions);
  server.answer(naming, {
    format: 'wav',
    pattern: '{title}',
    folder: '{show}',
    letters: 'plain',
    first: 1,
    last: 999,
    place: '',
    list: 'm3u8',
    columns: [...ListColumn.options],
  });
  server.respondWith(saveNaming, (_signal, { body }) => Response.json(body));
  server.answer(previewPickup, preview);
  server.answer(startPickup, pickup);
  server.respondWith(audioToken, (_signal, { path }) => Response.json({ data: { token: path.split('/')[3] } }));
  server.respondWith(audioDownload, (_signal, { path }) => new Response(`PCM of ${path.split('/')[4]?.split('?')[0]}`));
});
afterEach(() => {
  Reflect.deleteProperty(window, 'showDirectoryPicker');
  vi.restoreAllMocks();
});

/** A folder that keeps what is written in `files`, by path. */
function fakeFolder(path = ''): FileSystemDirectoryHandle {
  const file = (name: string) => {
    let text = '';
    return {
      getFile: async () => ({ size: files.get(path + name)?.length ?? 0 }),
      createWritable: async () => ({
        truncate: async () => void (text = ''),
        write: async (data: string | { data: Uint8Array }) =>
          void (text += typeof data === 'string' ? data : new TextDecoder().decode(data.data)),
        close: async () => void files.set(path + name, text),
        abort: async () => undefined,
      }),
    };
  };
  return {
    name: 'Playout',
    getDirectoryHandle: async (name: string) => fakeFolder(`${path}${name}/`),
    getFileHandle: async (name: string) => file(name),
    removeEntry: async (name: string) => void files.delete(path + name),
  } as unknown as FileSystemDirectoryHandle;
}

const offerFolders = () => Object.assign(window, { showDirectoryPicker: async () => fakeFolder() });

async function open() {
  const visitor = renderScreen(withProviders(<ListButtons source={{ kind: 'shelf', query: { state: 'accepted' } }} />));
  await visitor.click(await screen.findByRole('button', { name: 'Pick up' }));
  await screen.findByText('2 songs, 1.9 MB.');
  return visitor;
}
const started = () => server.calls.find(({ path }) => path === '/api/pickups')?.body;

test('who picked up what is said, and the new songs go into a folder with their list: three presses from the list', async () => {
  offerFolders();
  const visitor = await open();
  expect(screen.getByText(/^Ana Lund, .*7.*: 1 song$/)).toBeTruthy();
  await visitor.click(screen.getByRole('button', { name: 'Into a folder' }));
  expect(await screen.findByText('2 songs are in the folder Playout.')).toBeTruthy();
  expect(started()).toMatchObject({ isnew: true, source: { kind: 'shelf', query: { state: 'accepted' } } });
  expect(Object.fromEntries(files)).toEqual({
    'Late/One.wav': 'PCM of One',
    'Late/Two.wav': 'PCM of Two',
    'Shelf 2026-11-30.m3u8': '#EXTM3U',
  });
  await visitor.click(screen.getByRole('button', { name: 'Done' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

test('a song that was withdrawn is named, and the others are saved', async () => {
  offerFolders();
  server.respondWith(audioToken, (_signal, { path }) =>
    path.includes('One')
      ? Response.json({ error: { code: 'RELEASE_NOT_AVAILABLE', message: 'Gone' } }, { status: 410 })
      : Response.json({ data: { token: 't' } }),
  );
  const visitor = await open();
  await visitor.click(screen.getByRole('button', { name: 'Into a folder' }));
  expect(await screen.findByText('1 song is in the folder Playout.')).toBeTruthy();
  expect(screen.getByText('One: It was withdrawn by its label.')).toBeTruthy();
  expect([...files.keys()]).toEqual(['Late/Two.wav', 'Shelf 2026-11-30.m3u8']);
});

test('what stopped goes on where it was, and no half file stays', async () => {
  offerFolders();
  let isLimited = true;
  server.respondWith(audioToken, (_signal, { path }) =>
    path.includes('Two') && isLimited
      ? Response.json({ error: { code: 'DOWNLOAD_LIMIT', message: 'Enough' } }, { status: 403 })
      : Response.json({ data: { token: 't' } }),
  );
  const visitor = await open();
  await visitor.click(screen.getByRole('button', { name: 'Into a folder' }));
  const goOn = await screen.findByRole('button', { name: 'Go on' });
  expect([...files.keys()]).toEqual(['Late/One.wav']);
  isLimited = false;
  await visitor.click(goOn);
  expect(await screen.findByText('2 songs are in the folder Playout.')).toBeTruthy();
  expect(server.calls.filter(({ path }) => path.includes('/audio/download/One'))).toHaveLength(1);
});

test('without folders, all songs come as a zip of the download manager', async () => {
  const visitor = await open();
  expect(screen.queryByRole('button', { name: 'Into a folder' })).toBeNull();
  await visitor.click(screen.getByRole('checkbox', { name: 'Only the 2 new songs' }));
  await screen.findByText('3 songs, 2.9 MB.');
  await visitor.click(screen.getByText('Format and names: WAV, {title}'));
  await visitor.selectOptions(screen.getByLabelText('List beside the files'), '');
  await visitor.click(screen.getByRole('button', { name: 'As a zip' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(started()).toMatchObject({ isnew: false });
  expect(server.calls.find(({ method }) => method === 'PUT')?.body).toMatchObject({ list: null });
  expect(useDownloads.getState().items).toMatchObject([{ type: 'pickup', title: pickup.name, format: 'wav' }]);
});

test('a folder that was not chosen changes nothing, and a refusal is said', async () => {
  Object.assign(window, {
    showDirectoryPicker: async () => Promise.reject(new DOMException('Cancelled', 'AbortError')),
  });
  const visitor = await open();
  await visitor.click(screen.getByRole('button', { name: 'Into a folder' }));
  expect(started()).toBeUndefined();
  server.refuse(startPickup, 'CUT_NUMBERS_USED_UP');
  offerFolders();
  await visitor.click(screen.getByRole('button', { name: 'Into a folder' }));
  expect(await screen.findByText('The range of cut numbers is too short for these songs.')).toBeTruthy();
});

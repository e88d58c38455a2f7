import { staffLabels, staffReleases } from '@promenade/contract/label';
import { startDelivery } from '@promenade/contract/uploads';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { Route, Routes, useLocation } from 'react-router';
import { beforeEach, expect, test } from 'vitest';
import { emitServerEvent } from '../../platform/events.ts';
import { Console } from '../../screens/Console.tsx';
import { signInAs } from '../../testing/accounts.ts';
import { mockDialogs, mockWindowWidth } from '../../testing/browserMocks.ts';
import { type FakeServer, fakeServer } from '../../testing/fakeServer.ts';
import { createDelivery, createFile, type FakeUploads, fakeUploads } from '../../testing/fakeUploads.ts';
import { renderScreen, withProviders } from '../../testing/render.ts';

const labelOf = (index: number, role: 'editor' | 'viewer' = 'editor') => ({
  labelid: `00000000-0000-4000-8000-0000000000a${index}`,
  name: ['Harbour Records', 'Nine Tides'][index - 1] ?? '',
  role,
  releases: 0,
});
let server: FakeServer;
let fake: FakeUploads;

beforeEach(() => {
  mockWindowWidth(1440);
  mockDialogs();
  server = fakeServer();
  fake = fakeUploads(server);
  signInAs({ haslabels: true });
  setLabels(labelOf(1));
  server.answer(staffReleases, { items: [], total: 0, page: 1, pagesize: 40 });
});

const setLabels = (...items: ReturnType<typeof labelOf>[]) =>
  server.answer(staffLabels, { items, total: items.length, page: 1, pagesize: 100 });

const Address = () => <output aria-label="address">{useLocation().pathname}</output>;
const open = (): UserEvent =>
  renderScreen(
    withProviders(
      <>
        <Routes>
          <Route path="/label/releases/*" element={<p>The editor</p>} />
          <Route path="/label/*" element={<Console />} />
        </Routes>
        <Address />
      </>,
    ),
    '/label',
  );

const file = (path: string, text = '0123456789', lastModified = 1) =>
  new File([text], path.split('/').at(-1) ?? '', { lastModified });

/** Entries as browsers give them: a folder's in batches. */
function entryOf(path: string, content: File | unknown[]): unknown {
  const named = { name: path.split('/').at(-1), fullPath: path };
  if (content instanceof File)
    return { ...named, isFile: true, isDirectory: false, file: (done: (file: File) => void) => done(content) };
  const batches = [content.slice(0, 1), content.slice(1), []];
  const createReader = () => ({ readEntries: (done: (entries: unknown) => void) => done(batches.shift() ?? []) });
  return { ...named, isFile: false, isDirectory: true, createReader };
}

const drop = (...entries: unknown[]) =>
  fireEvent.drop(window, {
    dataTransfer: { types: ['Files'], items: entries.map((entry) => ({ webkitGetAsEntry: () => entry })) },
  });

const folder = () =>
  entryOf('/Night Ferry', [
    entryOf('/Night Ferry/CD1', [
      entryOf('/Night Ferry/CD1/10 End.wav', file('10 End.wav', 'end')),
      entryOf('/Night Ferry/CD1/2 Cafe\u0301.wav', file('2 Cafe\u0301.wav', 'second')),
    ]),
    entryOf('/Night Ferry/.DS_Store', file('.DS_Store')),
    entryOf('/Night Ferry/__MACOSX', [entryOf('/Night Ferry/__MACOSX/x', file('x'))]),
    entryOf('/Night Ferry/cover.jpg', file('cover.jpg', 'picture')),
  ]);

const card = (name = 'Night Ferry') => screen.findByRole('listitem', { name });
/** Imports what was checked. */
const makeDraft = async () => {
  fireEvent.click(await screen.findByRole('button', { name: 'Make a draft release' }));
  await waitFor(() => expect(fake.imports).toHaveLength(1));
};
/** The screen is ready for drops. */
const ready = () => screen.findByRole('button', { name: 'New release' });

test('a dropped folder is uploaded with the files of its folders, in natural order; its draft opens when it is made', async () => {
  open();
  await ready();
  drop(folder());
  const would = await screen.findByRole('heading', { name: 'Would create: Night Ferry' });
  expect(
    within(would.parentElement ?? document.body)
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent),
  ).toEqual([
    'CD1/2 Café.wav · no ISRC · CD1/2 Café.wav',
    'CD1/10 End.wav · no ISRC · CD1/10 End.wav',
    'cover.jpg · no ISRC · cover.jpg',
  ]);
  expect(fake.imports).toEqual([]);
  await makeDraft();
  expect(fake.deliveries[0]?.name).toBe('Night Ferry');
  expect(fake.deliveries[0]?.files.map(({ path }) => path)).toEqual([
    'CD1/2 Caf\u00e9.wav',
    'CD1/10 End.wav',
    'cover.jpg',
  ]);
  expect(Object.fromEntries(fake.received)).toEqual({
    'CD1/2 Caf\u00e9.wav': 'second',
    'CD1/10 End.wav': 'end',
    'cover.jpg': 'picture',
  });
  await within(await card()).findByText('The draft release is made of the files: 0 %');
  const releaseid = '00000000-0000-4000-8000-000000000001';
  Object.assign(fake.deliveries[0] ?? {}, { state: 'imported', releaseid });
  emitServerEvent({ type: 'delivery-changed', deliveryid: fake.deliveries[0]?.deliveryid ?? '' });
  await screen.findByText('The editor');
  expect(screen.getByLabelText('address').textContent).toBe(`/label/releases/${releaseid}`);
});

test('those who only read a label cannot deliver', async () => {
  setLabels(labelOf(1, 'viewer'));
  open();
  await screen.findByText('No releases yet');
  expect(screen.queryByRole('button', { name: 'New release' })).toBeNull();
});

test('a delivery that may not begin tells why', async () => {
  server.refuse(startDelivery, 'TOO_MANY_DELIVERIES');
  open();
  await ready();
  drop(folder());
  const alert = await screen.findByRole('alert');
  expect(alert.textContent).toBe('Too many deliveries are open: finish or discard one first.');
});

test('with several labels the label is chosen first', async () => {
  setLabels(labelOf(1), labelOf(2));
  const user = open();
  await user.click(await ready());
  const dialog = await screen.findByRole('dialog', { name: 'New release' });
  await user.upload(within(dialog).getByLabelText('Choose files'), [file('Night Ferry.wav'), file('cover.jpg')]);
  await within(dialog).findByText(/2 files/);
  await user.click(within(dialog).getByRole('button', { name: 'Upload' }));
  expect(fake.deliveries).toEqual([]);
  await user.selectOptions(within(dialog).getByRole('combobox', { name: 'Label' }), 'Nine Tides');
  await user.click(within(dialog).getByRole('button', { name: 'Upload' }));
  await waitFor(() => expect(fake.deliveries[0]?.labelid).toBe(labelOf(2).labelid));
  await makeDraft();
});

test('an upload is paused, continued, and its files removed one by one', async () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  fake.hold = promise;
  const user = open();
  await ready();
  drop(folder());
  const delivery = await card();
  await within(delivery).findByText('3 files');
  expect(await within(delivery).findByRole('progressbar', { name: 'Progress of Night Ferry' })).toBeTruthy();
  await user.click(await within(delivery).findByRole('button', { name: 'Pause Night Ferry' }));
  await within(delivery).findByText(/^Paused at/);
  await waitFor(() => expect(fake.deliveries[0]?.files).toHaveLength(3));
  await user.click(within(delivery).getByRole('button', { name: 'Pause cover.jpg' }));
  await user.click(within(delivery).getByRole('button', { name: 'Remove CD1/10 End.wav' }));
  resolve();
  await user.click(within(delivery).getByRole('button', { name: 'Continue cover.jpg' }));
  await user.click(within(delivery).getByRole('button', { name: 'Continue Night Ferry' }));
  await makeDraft();
  expect(fake.deliveries[0]?.files.map(({ path }) => path)).toEqual(['CD1/2 Caf\u00e9.wav', 'cover.jpg']);
});

test('a refused file is listed with its reason while the others go on', async () => {
  fake.answerPart = (path) =>
    path === 'cover.jpg'
      ? {
          status: 415,
          body: JSON.stringify({ error: { code: 'FILE_TYPE', message: 'A program is no part of a delivery.' } }),
        }
      : undefined;
  open();
  await ready();
  drop(folder());
  const problems = await screen.findByRole('list', { name: 'What was not taken' });
  expect(problems.textContent).toBe('cover.jpg: A program is no part of a delivery.');
  await waitFor(() => expect(fake.received.size).toBe(2));
  await makeDraft();
});

test('a lost line is waited for, and a file that changed on disk is asked for again', async () => {
  let isLost = true;
  fake.answerPart = () => (isLost ? { status: 0 } : undefined);
  const changing = file('One.wav');
  const user = open();
  await ready();
  drop(entryOf('/One.wav', changing));
  await screen.findByText('No connection. The upload goes on by itself.');
  Object.defineProperty(changing, 'lastModified', { value: 2 });
  fireEvent(window, new Event('online'));
  await screen.findByText('The file changed on your disk. Choose it again.');
  isLost = false;
  await user.upload(within(await card('One')).getByLabelText('Choose files'), file('One.wav', 'new bytes', 3));
  await makeDraft();
  expect(fake.received.get('One.wav')).toBe('new bytes');
});

test('after a reload the same files, chosen again, continue where they were', async () => {
  const files = [
    createFile('One.wav', { bytes: 10, received: 4 }),
    createFile('Two.wav', { bytes: 10, received: 10, state: 'complete' }),
    createFile('Three.wav', { bytes: 3 }),
  ];
  fake.deliveries = [createDelivery({ files })];
  const user = open();
  const delivery = await card();
  await within(delivery).findByText(/Choose the same files again to continue.*discarded on December 28, 2026/);
  await user.upload(within(delivery).getByLabelText('Choose files'), [file('One.wav'), file('Two.wav')]);
  await waitFor(() => expect(files[0]?.state).toBe('complete'));
  expect(fake.received.get('One.wav')).toBe('456789');
  expect(fake.received.has('Two.wav')).toBe(false);
  await within(delivery).findByText(/Choose the same files again/);
  drop(entryOf('/Three.wav', file('Three.wav', 'tri')));
  await makeDraft();
  expect(fake.deliveries).toHaveLength(1);
});

test('a twin is replaced or kept beside, as the label decides; a delivery is discarded', async () => {
  const twin = { releaseid: '00000000-0000-4000-8000-000000000002', title: 'Night Ferry (2025)' };
  fake.deliveries = [createDelivery({ twin, files: [createFile('One.wav', { state: 'complete', received: 10 })] })];
  const user = open();
  const question = await screen.findByRole('group', { name: 'Replace or keep both' });
  expect(within(question).getByRole('link', { name: twin.title }).getAttribute('href')).toBe(
    `/label/releases/${twin.releaseid}`,
  );
  await user.click(within(question).getByRole('button', { name: 'Keep both' }));
  await waitFor(() => expect(fake.imports).toEqual([{ fewer: 'ask', twins: 'new' }]));
  const problems = [{ path: '', reason: 'No audio.' }];
  Object.assign(fake.deliveries[0] ?? {}, { state: 'refused', problems });
  emitServerEvent({ type: 'delivery-changed', deliveryid: '' });
  await screen.findByText('No audio.');
  await user.click(screen.getByRole('button', { name: 'Discard Night Ferry' }));
  await user.click(await screen.findByRole('button', { name: 'Discard' }));
  await waitFor(() => expect(screen.queryByText('No audio.')).toBeNull());
});

test('every sentence about a delivery is shown, and what was left out is a note that keeps nobody', async () => {
  const note = { reason: 'Another file of the same track is taken.', isnote: true };
  const notes = [1, 2, 3, 4, 5, 6, 7].map((number) => ({ ...note, path: `MP3/${number}.mp3` }));
  const problems = [
    { path: '', reason: 'The message gives territories, which are not kept.' },
    { path: '', reason: 'The UPC has a wrong check digit.' },
    ...['A.wav', 'B.wav'].map((path) => ({ path, reason: 'The file is empty.' })),
    ...notes,
  ];
  const files = [createFile('One.wav', { state: 'complete', received: 10 })];
  fake.deliveries = [createDelivery({ problems, files })];
  open();
  const listed = async (name: string) =>
    within(await screen.findByRole('list', { name }))
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent);
  expect(await listed('What was not taken')).toEqual([
    ...problems.slice(0, 2).map(({ reason }) => reason),
    'A.wav, B.wav: The file is empty.',
  ]);
  expect(await listed('Left out')).toEqual([
    'MP3/1.mp3, MP3/2.mp3, MP3/3.mp3, MP3/4.mp3, MP3/5.mp3 and 2 more: Another file of the same track is taken.',
  ]);
});

test('a draft with nothing but notes opens by itself', async () => {
  open();
  await ready();
  drop(folder());
  await makeDraft();
  const releaseid = '00000000-0000-4000-8000-000000000001';
  const problems = [{ path: 'CD1/x.m3u', reason: 'It is not needed.', isnote: true }];
  Object.assign(fake.deliveries[0] ?? {}, { state: 'imported', releaseid, problems });
  emitServerEvent({ type: 'delivery-changed', deliveryid: fake.deliveries[0]?.deliveryid ?? '' });
  expect(await screen.findByText('The editor')).toBeTruthy();
});

test.each([
  ['a picture beside a folder', [entryOf('/1 cover.jpg', file('1 cover.jpg')), folder()], 'Night Ferry'],
  ['a picture beside a zip', [entryOf('/art.jpg', file('art.jpg')), entryOf('/Pier.zip', file('Pier.zip'))], 'Pier'],
  [
    'a picture beside a song',
    [entryOf('/a.jpg', file('a.jpg')), entryOf('/C: Intro.wav', file('C: Intro.wav'))],
    'C: Intro',
  ],
])('%s does not name the delivery', async (_name, entries, name) => {
  open();
  await ready();
  drop(...entries);
  await waitFor(() => expect(fake.deliveries[0]?.name).toBe(name));
  await makeDraft();
});

test('a delivery with fewer tracks than its release asks once, and says what is exchanged, removed and changed', async () => {
  const files = [createFile('02 Beta.wav', { state: 'complete', received: 10 })];
  const changes = {
    exchanged: ['Beta'],
    added: [],
    removed: [],
    kept: ['Alpha', 'Gamma'],
    facts: [{ track: 'Beta', field: 'isrc', before: 'GBAYE6800011', after: 'GBAYE6800012' }],
  };
  const release = { title: 'Night Ferry', artist: 'Kite', tracks: 1, tracklist: [], changes };
  const check = [{ ...release, result: 'would update' as const }];
  fake.deliveries = [createDelivery({ fewer: { delivered: 1, tracks: 3 }, check, files })];
  const user = open();
  const question = await screen.findByRole('group', { name: 'Exchange recordings or remove tracks' });
  within(question).getByText('The release has 3 tracks, this delivery holds 1 track.');
  screen.getByText('Another recording: Beta');
  screen.getByText('Stay as they are: Alpha, Gamma');
  screen.getByText('ISRC of Beta: GBAYE6800011 → GBAYE6800012');
  expect(screen.queryByRole('button', { name: 'Import' })).toBeNull();
  within(question).getByRole('button', { name: 'The release has 1 track from now on' });
  await user.click(within(question).getByRole('button', { name: 'Exchange 1 recording' }));
  await waitFor(() => expect(fake.imports).toEqual([{ fewer: 'exchange' }]));
});

test('all files are announced in one call before a byte is sent; those that the server names are left out', async () => {
  const calls: string[][] = [];
  fake.answerAnnouncement = (paths) => {
    calls.push(paths);
    const fields = { 'CD1/10 End.wav': 'A file has at most 2 GiB.' };
    const error = { code: 'VALIDATION', message: 'This request is invalid.', fields };
    return calls.length === 1 ? Response.json({ error }, { status: 400 }) : undefined;
  };
  open();
  await ready();
  drop(folder());
  const problems = await screen.findByRole('list', { name: 'What was not taken' });
  expect(problems.textContent).toBe('CD1/10 End.wav: A file has at most 2 GiB.');
  await waitFor(() => expect(fake.received.size).toBe(2));
  expect(calls).toEqual([
    ['CD1/2 Caf\u00e9.wav', 'CD1/10 End.wav', 'cover.jpg'],
    ['CD1/2 Caf\u00e9.wav', 'cover.jpg'],
  ]);
});

test('a browser that was closed leaves what it was to send, never a delivery that looks complete', async () => {
  const files = Array.from({ length: 300 }, (_, index) =>
    createFile(`${index}.wav`, index < 16 ? { received: 10, state: 'complete' } : {}),
  );
  fake.deliveries = [createDelivery({ files })];
  open();
  const delivery = await card();
  await within(delivery).findByText(/^16 of 300 files are here\. Choose the same files again/);
  expect(within(delivery).queryByRole('button', { name: 'Check the files' })).toBeNull();
});

test('another window that uploads is told apart from files that are missing', async () => {
  const files = [createFile('One.wav', { received: 10, state: 'complete' }), createFile('Two.wav', { received: 4 })];
  fake.deliveries = [createDelivery({ files, isuploading: true })];
  open();
  const delivery = await card();
  await within(delivery).findByText('Uploading in another window: 1 of 2 files are here.');
  expect(within(delivery).queryAllByRole('button')).toEqual([]);
  drop(entryOf('/Two.wav', file('Two.wav')));
  await screen.findByText('These files are uploading in another window.');
  expect(fake.received.size).toBe(0);
  Object.assign(fake.deliveries[0] ?? {}, { isuploading: false });
  emitServerEvent({ type: 'delivery-changed', deliveryid: '' });
  await within(delivery).findByText(/^1 of 2 files are here\. Choose the same files again/);
});

test('an import that was interrupted says that it has begun again', async () => {
  fake.deliveries = [createDelivery({ state: 'importing', progress: 0.4, isrepeated: true })];
  open();
  const text = /40 %.*It was interrupted and has begun again; what was decoded is not decoded again\./;
  expect(await within(await card()).findByText(text)).toBeTruthy();
});

import { changeRelease, releaseHistory, type StaffDocument, staffRelease, undoChange } from '@promenade/contract/label';
import { cleanup, screen, waitFor } from '@testing-library/react';
import { Route, Routes } from 'react-router';
import { beforeEach, expect, test } from 'vitest';
import { signInAs } from '../testing/accounts.ts';
import { mockWindowWidth } from '../testing/browserMocks.ts';
import { type FakeServer, fakeServer } from '../testing/fakeServer.ts';
import { renderScreen, withProviders } from '../testing/render.ts';
import { ReleaseEditor } from './ReleaseEditor.tsx';

const releaseid = '00000000-0000-4000-8000-000000000001';
const trackid = '00000000-0000-4000-8000-00000000000a';
const document: StaffDocument['document'] = {
  title: 'Nigth Ferry',
  artist: 'Mira',
  genres: ['Dub', 'Ska'],
  tracks: { [trackid]: { title: 'One', ordinal: 1, explicit: 'unknown' } },
};
const answer: StaffDocument = {
  release: {
    releaseid,
    title: 'Nigth Ferry',
    artist: 'Mira',
    thumbnail: null,
    label: 'Harbour',
    labelid: null,
    state: 'available',
    available: '2026-11-01T00:00:00.000Z',
  },
  mayedit: true,
  version: 4,
  document,
  delivered: document,
  edited: {},
  tracks: [],
  audience: { decided: true, packages: ['Radio'], people: [], excluded: [], addresses: [], size: 3 },
  announcement: { at: null, subject: '', message: '', sent: false },
  checks: [{ code: 'NO_ISRC', trackid }],
};
let server: FakeServer;
beforeEach(() => {
  mockWindowWidth(1440);
  server = fakeServer();
  signInAs({ haslabels: true });
  server.answer(staffRelease, answer);
  server.answer(releaseHistory, { items: [], total: 0, page: 1, pagesize: 100 });
});

const open = () =>
  renderScreen(
    withProviders(
      <Routes>
        <Route path="/label/releases/:releaseid" element={<ReleaseEditor />} />
      </Routes>,
    ),
    `/label/releases/${releaseid}`,
  );

const patches = () => server.calls.filter(({ method }) => method === 'PATCH');

test('a field is saved when it is left, over the version that is shown, and can follow the delivery again', async () => {
  const user = open();
  const title = (await screen.findAllByLabelText('Title'))[0] as HTMLInputElement;
  server.answer(changeRelease, { ...answer, version: 5, document: { ...document, title: 'Night Ferry' } });
  await user.clear(title);
  await user.type(title, 'Night Ferry');
  expect(patches()).toEqual([]);
  await user.tab();
  await screen.findByText('Saved');
  expect(patches()).toMatchObject([{ body: { title: 'Night Ferry' }, headers: { 'if-match': '"4"' } }]);
  screen.getByText('Delivered: Nigth Ferry');
  await user.click(screen.getByRole('button', { name: "Use the delivery's value of Title" }));
  await waitFor(() =>
    expect(patches()[1]).toMatchObject({ body: { title: 'Nigth Ferry' }, headers: { 'if-match': '"5"' } }),
  );
});

test('lists, tracks and empty fields are sent as the document has them', async () => {
  const user = open();
  server.answer(changeRelease, answer);
  const genres = await screen.findByLabelText<HTMLInputElement>('Genres');
  expect(genres.value).toBe('Dub; Ska');
  await user.type(genres, '; Ragga;{Tab}');
  await user.type(screen.getByLabelText('ISRC'), 'US-QX9-13-00108{Enter}');
  await user.selectOptions(screen.getByLabelText('Explicit'), 'clean');
  await user.clear(screen.getAllByLabelText('Artist')[0] as HTMLInputElement);
  await user.tab();
  await waitFor(() =>
    expect(patches().map(({ body }) => body)).toEqual([
      { genres: ['Dub', 'Ska', 'Ragga'] },
      { tracks: { [trackid]: { isrc: 'US-QX9-13-00108' } } },
      { tracks: { [trackid]: { explicit: 'clean' } } },
      { artist: null },
    ]),
  );
});

test('who edited meanwhile is named, and what was typed stays', async () => {
  const user = open();
  server.respondWith(changeRelease, () =>
    Response.json({ error: { code: 'EDITED_MEANWHILE', message: '', fields: { title: 'Edda' } } }, { status: 412 }),
  );
  const title = (await screen.findAllByLabelText('Title'))[0] as HTMLInputElement;
  await user.type(title, '!{Tab}');
  await screen.findByText(/Edda changed this meanwhile/);
  expect(title.value).toBe('Nigth Ferry!');
});

test('the history tells who changed what, and sets one change back; a viewer changes nothing', async () => {
  server.answer(releaseHistory, {
    items: [
      {
        changeid: '7',
        at: '2026-11-02T00:00:00.000Z',
        by: 'Edda',
        action: 'release.edit',
        before: { title: 'Old', tracks: { [trackid]: { isrc: null } } },
        after: { title: 'Nigth Ferry', tracks: { [trackid]: { isrc: 'USQX91300108' } } },
      },
    ],
    total: 1,
    page: 1,
    pagesize: 100,
  });
  const user = open();
  await screen.findByText('Title: Old → Nigth Ferry');
  screen.getByText('ISRC of track 1: nothing → USQX91300108');
  server.answer(undoChange, answer);
  await user.click(screen.getByRole('button', { name: 'Set back' }));
  await waitFor(() => expect(server.calls.some(({ path }) => path.endsWith('/history/7/undo'))).toBe(true));
  cleanup();
  server.answer(staffRelease, { ...answer, mayedit: false });
  open();
  await screen.findByText(/Editors of the label can change it/);
  expect(screen.getByLabelText<HTMLInputElement>('Genres').disabled).toBe(true);
  expect(screen.queryByRole('button', { name: 'Set back' })).toBeNull();
});

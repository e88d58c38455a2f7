import { labelVocabulary } from '@promenade/contract/labelSettings';
import { screen, waitFor, within } from '@testing-library/react';
import { Route, Routes } from 'react-router';
import { beforeEach, expect, test } from 'vitest';
import { useNotices } from '../../platform/notices.ts';
import { signInAs } from '../../testing/accounts.ts';
import { mockWindowWidth } from '../../testing/browserMocks.ts';
import { type FakeServer, fakeServer } from '../../testing/fakeServer.ts';
import { renderScreen, withProviders } from '../../testing/render.ts';
import { createStaffDocument, serveStaffDocument, staffReleaseId, staffTrackIds } from '../../testing/staffDocument.ts';
import { ReleaseEditor } from './ReleaseEditor.tsx';

const answer = createStaffDocument([{ title: 'One', explicit: 'unknown' }]);
const { document } = answer;
let server: FakeServer;
beforeEach(() => {
  mockWindowWidth(1440);
  server = fakeServer();
  signInAs({ haslabels: true });
});

const open = () =>
  renderScreen(
    withProviders(
      <Routes>
        <Route path="/label/releases/:releaseid" element={<ReleaseEditor />} />
      </Routes>,
    ),
    `/label/releases/${staffReleaseId}`,
  );

const patches = () => server.calls.filter(({ method }) => method === 'PATCH');

test('names are chosen from the vocabulary or proposed; an empty field is removed', async () => {
  serveStaffDocument(server, answer);
  const user = open();
  server.answer(labelVocabulary, { items: ['Dub', 'Ragga'] });
  const genres = within(await screen.findByRole('group', { name: 'Genres' }));
  await user.click(genres.getByRole('button', { name: 'Add a genre' }));
  const typed = screen.getByRole('combobox', { name: 'Add a genre' });
  await user.type(typed, 'rag');
  await user.click(await screen.findByRole('option', { name: 'Ragga' }));
  await user.type(typed, 'Tuna Bass');
  await user.click(await screen.findByRole('option', { name: 'Propose “Tuna Bass”' }));
  await user.keyboard('{Escape}');
  await user.click(genres.getByRole('button', { name: 'Remove Dub' }));
  await user.clear(screen.getAllByLabelText('Artist')[0] as HTMLInputElement);
  await user.tab();
  await waitFor(() =>
    expect(patches().map(({ body }) => body)).toEqual([
      { genres: ['Dub', 'Ska', 'Ragga'] },
      { genres: ['Dub', 'Ska', 'Ragga', 'Tuna Bass'] },
      { genres: ['Ska', 'Ragga', 'Tuna Bass'] },
      { artist: null },
    ]),
  );
});

test('a field that does not take a value says its rule, and a language is chosen by its name', async () => {
  serveStaffDocument(server, createStaffDocument([{ title: 'One' }], { document: { ...document, language: 'de' } }));
  const user = open();
  const upc = await screen.findByLabelText('UPC');
  await user.type(upc, '12345{Tab}');
  await screen.findByText('12 digits (UPC), 13 (EAN), or 8 to 14.');
  expect(patches()).toEqual([]);
  await user.clear(upc);
  await user.click(screen.getByRole('button', { name: 'Language German' }));
  await user.type(screen.getByRole('combobox', { name: 'Language' }), 'port');
  await user.click(screen.getByRole('option', { name: /^Portuguese/ }));
  await screen.findByRole('button', { name: 'Language Portuguese' });
  expect(patches().at(-1)?.body).toEqual({ language: 'pt' });
});

test('warnings that say the same of several tracks are one line, and one control settles them', async () => {
  const tracks = staffTrackIds.map((_, index) => ({ title: `Song ${index + 1}`, explicit: 'unknown' as const }));
  const ofEach = (code: 'EXPLICIT_UNKNOWN' | 'NO_COMPOSER') => staffTrackIds.map((trackid) => ({ code, trackid }));
  const [first = '', , third = ''] = staffTrackIds;
  const checks = [...ofEach('EXPLICIT_UNKNOWN'), ...ofEach('NO_COMPOSER')];
  serveStaffDocument(
    server,
    createStaffDocument(tracks, { checks: [...checks, { code: 'ISRC_TWICE', trackid: third, same: first }] }),
  );
  const user = open();
  await user.click(await screen.findByText('1 error, 2 warnings, 3 recipients'));
  screen.getByRole('link', { name: 'Track 3 has the same ISRC as track 1, Song 1.' });
  const line = within(screen.getByText('3 tracks do not say whether they are explicit.').closest('li') as HTMLElement);
  await user.click(line.getByRole('link', { name: '2' }));
  expect(window.document.activeElement?.id).toBe(`field-${staffTrackIds[1]}-explicit`);
  await user.click(line.getByRole('button', { name: 'Clean' }));
  await user.type(screen.getByLabelText('Composer of all 3'), 'Ada Lind{Enter}');
  const setAll = (values: object) => ({ tracks: Object.fromEntries(staffTrackIds.map((id) => [id, values])) });
  await waitFor(() =>
    expect(patches().map(({ body }) => body)).toEqual([
      setAll({ explicit: 'clean' }),
      setAll({ composer: 'Ada Lind' }),
    ]),
  );
  useNotices.getState().notices[0]?.undo?.();
  await waitFor(() => expect(patches().at(-1)?.body).toEqual(setAll({ explicit: 'unknown' })));
});

import { release as releaseRoute } from '@promenade/contract/catalogue';
import * as contract from '@promenade/contract/shelf';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { useNotices } from '../platform/notices.ts';
import { paths } from '../platform/paths.ts';
import { signInAs } from '../testing/accounts.ts';
import { mockDialogs, mockLayout, mockWindowWidth } from '../testing/browserMocks.ts';
import { type FakeServer, fakeServer } from '../testing/fakeServer.ts';
import { createRelease, createReleaseDetail, createTrack } from '../testing/releases.ts';
import { renderScreen, withProviders } from '../testing/render.ts';
import { Shelf } from './Shelf.tsx';

let server: FakeServer;
const track = (trackid: string, album: string) => ({
  trackid,
  releaseid: album,
  title: 'Night Ferry',
  version: '',
  artist: 'Slow Ferris',
  album,
});
const posts = (path: string) =>
  server.calls.filter((call) => call.method === 'POST' && call.path === `/api/shelf/${path}`).map(({ body }) => body);

beforeAll(() => import('../design/Dialog.tsx'), 60_000);
beforeAll(() => mockLayout({ width: 1400, height: 900, scrollHeight: 4000 }));
beforeEach(() => {
  mockWindowWidth(1440);
  mockDialogs();
  signInAs();
  useNotices.setState({ notices: [] });
  server = fakeServer();
  server.answer(contract.shelfMembership, { company: 'Ferry FM', ison: true, people: [], shows: [] });
  const shelf = {
    state: 'accepted' as const,
    show: '',
    day: null,
    decidedby: '',
    at: '2026-11-30T12:00:00.000Z',
    people: [],
  };
  const item = { ...createRelease('a', { title: 'Song a' }), shelf };
  server.answer(contract.shelf, { items: [item], total: 1, page: 1, pagesize: 40 });
  server.answer(contract.airplays, { items: [] });
  server.answer(contract.tellAirplays, { told: 1, known: 0, refused: 0 });
  server.answer(contract.takeBackAirplays, undefined);
});

test('a key of the shelf tells the label that the song is on air, and the notice takes it back', async () => {
  server.answer(releaseRoute, createReleaseDetail('a', [createTrack('t')]));
  renderScreen(withProviders(<Shelf />), paths.shelf);
  fireEvent.keyDown(await screen.findByRole('link', { name: 'Song a' }), { key: 'a' });
  await waitFor(() => expect(useNotices.getState().notices).toHaveLength(1));
  expect(posts('airplays')).toMatchObject([{ station: 'Ferry FM', plays: [{ trackid: 't', times: 1 }] }]);
  useNotices.getState().notices[0]?.undo?.();
  const [{ batch }] = posts('airplays') as [{ batch: string }];
  await waitFor(() =>
    expect(server.calls).toContainEqual(
      expect.objectContaining({ method: 'DELETE', path: `/api/shelf/airplays/${batch}` }),
    ),
  );
});

test('of a dropped log nothing is told before it was shown; ambiguous songs are chosen, unknown ones left out', async () => {
  server.answer(contract.matchSongs, {
    items: [
      { by: 'isrc', tracks: [track('t1', 'Single')] },
      { by: 'title', tracks: [track('t2', 'Single'), track('t3', 'Album')] },
      { by: null, tracks: [] },
    ],
  });
  const user = renderScreen(withProviders(<Shelf />), paths.shelf);
  await screen.findByRole('link', { name: 'Song a' });
  const text =
    'date,time,artist,title,isrc\n2026-11-29,10:00,A,One,QZAB12600042\n2026-11-29,11:00,A,Two,\n2026-11-29,12:00,B,Jingle,\n2026-11-30,10:00,A,One,QZAB12600042\n';
  const files = [new File([text], 'log.csv', { type: 'text/csv' })];
  fireEvent.drop(screen.getByRole('group', { name: 'Shelf' }), { dataTransfer: { files, types: ['Files'] } });
  const dialog = within(await screen.findByRole('dialog'));
  await dialog.findByText('1 matched, 1 ambiguous, 1 unknown.');
  expect(posts('airplays')).toEqual([]);
  dialog.getByRole('button', { name: 'Tell the labels 2 plays' });
  await user.selectOptions(dialog.getByLabelText('Which one is A – Two?'), 'Night Ferry on Album');
  await user.selectOptions(dialog.getByLabelText('Time zone of the station'), 'Europe/Berlin');
  await user.click(dialog.getByRole('button', { name: 'Tell the labels 3 plays' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  const play = { day: '2026-11-29', times: 1 };
  expect(posts('airplays')).toMatchObject([
    {
      station: 'Ferry FM',
      zone: 'Europe/Berlin',
      plays: [
        { ...play, trackid: 't1', time: '10:00:00' },
        { ...play, trackid: 't1', day: '2026-11-30', time: '10:00:00' },
        { ...play, trackid: 't3', time: '11:00:00' },
      ],
    },
  ]);
});

test('a file that is no log says what a log is; what was told before can be taken back', async () => {
  const told = {
    batch: '00000000-0000-4000-8000-0000000000b1',
    station: 'Ferry FM',
    from: '2026-11-29',
    to: '2026-11-30',
  };
  server.answer(contract.airplays, { items: [{ ...told, plays: 12, tracks: 3, toldat: '2026-11-30T12:00:00.000Z' }] });
  const user = renderScreen(withProviders(<Shelf />), paths.shelf);
  await user.click(await screen.findByRole('button', { name: 'Played songs' }));
  const dialog = within(await screen.findByRole('dialog'));
  await dialog.findByText(/^Ferry FM, .*: 12 plays of 3 songs$/);
  await user.upload(
    dialog.getByLabelText('Choose a log', { selector: 'input' }),
    new File(['Dear all'], 'a.txt', { type: 'text/plain' }),
  );
  await dialog.findByText(/^No song can be read in this file/);
  server.answer(contract.airplays, { items: [] });
  await user.click(dialog.getByRole('button', { name: 'Take back' }));
  await waitFor(() => expect(dialog.queryByRole('button', { name: 'Take back' })).toBeNull());
  expect(posts('airplays')).toEqual([]);
});

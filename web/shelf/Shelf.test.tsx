import * as contract from '@promenade/contract/shelf';
import { useQueryClient } from '@tanstack/react-query';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { refreshShelf } from '../catalogue/serverChanges.ts';
import { paths } from '../platform/paths.ts';
import { useSettings } from '../platform/settingsStore.ts';
import { signInAs } from '../testing/accounts.ts';
import { mockDialogs, mockLayout, mockWindowWidth } from '../testing/browserMocks.ts';
import { type FakeServer, fakeServer } from '../testing/fakeServer.ts';
import { createRelease } from '../testing/releases.ts';
import { renderScreen, withProviders } from '../testing/render.ts';
import { SharedShelf } from './SharedShelf.tsx';
import { Shelf } from './Shelf.tsx';

let server: FakeServer;
const ana = '00000000-0000-4000-8000-00000000000a';
const on: contract.Shelf = {
  company: 'Ferry FM',
  ison: true,
  people: [{ playerid: ana, name: 'Ana Lund' }],
  shows: ['Sunday'],
};
const person = { flagged: false, reaction: null, downloaded: false, vote: null, note: '' };

const createItem = (id: string, shelf: Partial<contract.ShelfEntry> = {}): contract.ShelfItem => ({
  ...createRelease(id, { title: `Song ${id}` }),
  shelf: {
    state: 'proposed',
    show: '',
    day: null,
    decidedby: '',
    at: '2026-11-30T12:00:00.000Z',
    people: [{ ...person, playerid: ana, name: 'Ana Lund', flagged: true, vote: 'for', note: 'Fits Sunday' }],
    ...shelf,
  },
});
const page = (...items: contract.ShelfItem[]) => ({ items, total: items.length, page: 1, pagesize: 40 });
const puts = () => server.calls.filter(({ method }) => method === 'PUT').map(({ path, body }) => ({ path, body }));

beforeAll(() => Promise.all([import('../design/Dialog.tsx'), import('../selection/SelectionLayer.tsx')]), 60_000);
beforeAll(() => mockLayout({ width: 1400, height: 900, scrollHeight: 4000 }));
beforeEach(() => {
  mockWindowWidth(1440);
  mockDialogs();
  signInAs();
  server = fakeServer();
  server.answer(contract.shelfMembership, on);
});

test('without sharing, the page says what sharing means and begins it', async () => {
  server.answer(contract.shelfMembership, { ...on, ison: false, people: [], shows: [] });
  server.answer(contract.shareShelf, on);
  server.answer(contract.shelf, page());
  const user = renderScreen(withProviders(<Shelf />), paths.shelf);
  await screen.findByRole('heading', { name: 'Share a shelf with your colleagues at Ferry FM' });
  await user.click(screen.getByRole('button', { name: 'Share the shelf' }));
  await screen.findByRole('heading', { name: 'Nothing on the shelf' });
  expect(puts()).toEqual([{ path: '/api/shelf/membership', body: { ison: true } }]);
});

test('an account without a confirmed company is told why it has no shelf', async () => {
  server.answer(contract.shelfMembership, { company: '', ison: false, people: [], shows: [] });
  renderScreen(withProviders(<Shelf />), paths.shelf);
  await screen.findByRole('heading', { name: 'No company yet' });
  expect(screen.queryByRole('button', { name: 'Share the shelf' })).toBeNull();
});

test('the list says who chose what, and the filters of the address are asked for', async () => {
  server.answer(contract.shelf, page(createItem('a', { state: 'accepted', show: 'Sunday' })));
  renderScreen(withProviders(<Shelf />), `${paths.shelf}?state=accepted&show=Sunday&person=${ana}&filter=song`);
  const row = within(await screen.findByRole('row', { name: /Song a/ }));
  row.getByText('Accepted');
  expect(row.getByText('Ana Lund').closest('[data-tooltip]')?.getAttribute('data-tooltip')).toBe(
    'Ana Lund: flagged, for it, “Fits Sunday”',
  );
  const asked = new URLSearchParams(
    server.calls.find(({ path }) => path.startsWith('/api/shelf?'))?.path.split('?')[1],
  );
  expect(Object.fromEntries(asked)).toMatchObject({ state: 'accepted', show: 'Sunday', person: ana, filter: 'song' });
});

test('keys of a row set its state and vote; without letter keys they do nothing', async () => {
  server.answer(contract.shelf, page(createItem('a')));
  server.answer(contract.decideShelf, { items: [createItem('a', { state: 'rotation' })] });
  server.answer(contract.voteShelf, undefined);
  renderScreen(withProviders(<Shelf />), paths.shelf);
  const link = await screen.findByRole('link', { name: 'Song a' });
  act(() => useSettings.setState({ hasLetterKeys: false }));
  fireEvent.keyDown(link, { key: '3' });
  act(() => useSettings.setState({ hasLetterKeys: true }));
  fireEvent.keyDown(link, { key: '3' });
  fireEvent.keyDown(link, { key: 'v' });
  await waitFor(() =>
    expect(puts()).toEqual([
      { path: '/api/shelf', body: { releaseids: ['a'], state: 'rotation' } },
      { path: '/api/shelf/a/vote', body: { vote: 'for', note: '' } },
    ]),
  );
});

test('the form of an entry sends what was changed', async () => {
  server.answer(contract.shelf, page(createItem('a', { day: '2026-12-06' })));
  server.answer(contract.decideShelf, { items: [createItem('a')] });
  server.answer(contract.voteShelf, undefined);
  const user = renderScreen(withProviders(<Shelf />), paths.shelf);
  await user.click(await screen.findByRole('button', { name: 'Decide about Song a' }));
  const dialog = within(await screen.findByRole('dialog'));
  dialog.getByText('Ana Lund: flagged, for it, “Fits Sunday”');
  await user.selectOptions(dialog.getByLabelText('State'), 'Accepted');
  await user.type(dialog.getByLabelText('Show'), 'Sunday');
  await user.clear(dialog.getByLabelText('Day'));
  await user.type(dialog.getByLabelText('A note to colleagues (optional)'), 'Opens it');
  await user.click(dialog.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(puts()).toEqual([
    { path: '/api/shelf', body: { releaseids: ['a'], state: 'accepted', show: 'Sunday', day: null } },
    { path: '/api/shelf/a/vote', body: { vote: null, note: 'Opens it' } },
  ]);
});

/** What the event stream does. */
function Refresh() {
  const cache = useQueryClient();
  return (
    <button type="button" onClick={() => refreshShelf(cache)}>
      event
    </button>
  );
}

test('a change of a colleague shows at once', async () => {
  server.answer(contract.shelf, page(createItem('a')));
  renderScreen(
    withProviders(
      <>
        <Shelf />
        <Refresh />
      </>,
    ),
    paths.shelf,
  );
  await screen.findByRole('link', { name: 'Song a' });
  server.answer(contract.shelf, page(createItem('b')));
  fireEvent.click(screen.getByText('event'));
  expect(await screen.findByRole('link', { name: 'Song b' })).toBeTruthy();
});

test('the settings say with whom the shelf is shared, and stop it', async () => {
  server.answer(contract.shareShelf, { ...on, ison: false, people: [], shows: [] });
  const user = renderScreen(withProviders(<SharedShelf />));
  await screen.findByText('You share the shelf of Ferry FM with Ana Lund.');
  await user.click(screen.getByRole('button', { name: 'Stop sharing' }));
  await screen.findByText('You do not share the shelf of Ferry FM: no colleague sees what you choose.');
  expect(puts()).toEqual([{ path: '/api/shelf/membership', body: { ison: false } }]);
});

import * as catalogue from '@promenade/contract/catalogue';
import { counts } from '@promenade/contract/counts';
import * as library from '@promenade/contract/library';
import * as playlists from '@promenade/contract/playlists';
import { cleanup, screen } from '@testing-library/react';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { Gallery } from '../gallery/Gallery.tsx';
import { ArchivedList } from '../library/ArchivedList.tsx';
import { FlaggedList } from '../library/FlaggedList.tsx';
import { PlaylistList } from '../playlists/PlaylistList.tsx';
import { signInAs } from '../testing/accounts.ts';
import { mockLayout, mockWindowWidth } from '../testing/browserMocks.ts';
import { type FakeServer, fakeServer } from '../testing/fakeServer.ts';
import { createPlaylist } from '../testing/playlists.ts';
import { createRelease } from '../testing/releases.ts';
import { renderScreen, withProviders } from '../testing/render.ts';
import { Header } from './Header.tsx';

let server: FakeServer;

beforeAll(() => mockLayout({ width: 1400, height: 900, scrollHeight: 4000 }));
beforeEach(() => {
  mockWindowWidth(1440);
  signInAs();
  server = fakeServer();
});

const noCounts = { releases: 0, tohear: 0, flagged: 0, archived: 0, playlists: 0, history: 0 };

/** The gallery with its header, whose toggle of the view belongs to the list. */
function Releases() {
  return (
    <>
      <Header />
      <Gallery />
    </>
  );
}

test.each([
  ['/releases', Releases, catalogue.releases, ['Show as list', 'Select releases', 'Genre', /^Sort by/, /^2 promos$/]],
  [
    '/flagged',
    FlaggedList,
    library.flagged,
    ['Select releases', 'Refresh', 'Clear all', 'Find in flagged', '2 releases'],
  ],
  ['/archived', ArchivedList, library.archived, ['Select releases', 'Refresh', 'Restore all', '2 releases']],
  ['/playlists', PlaylistList, playlists.playlists, ['Find in playlists', 'Newest', '2 playlists']],
] as const)('the controls of %s come with the second item', async (path, Screen, route, controls) => {
  const marks = { flagged: path === '/flagged', archived: path === '/archived' };
  const create = path === '/playlists' ? createPlaylist : createRelease;
  const find = (name: string | RegExp) =>
    screen.queryByText(name) ?? screen.queryByRole('button', { name }) ?? screen.queryByRole('searchbox', { name });
  const listFound = () => controls.filter((name) => find(name) !== null);
  for (const total of [0, 1, 2]) {
    server.answer(counts, { ...noCounts, releases: total });
    const items = ['Anton', 'Berta'].slice(0, total).map((name) => create(name, { title: name, name, ...marks }));
    server.respondWith(route, () => Response.json({ items, total, page: 1, pagesize: 40 }));
    renderScreen(withProviders(<Screen />), path);
    await (total === 0 ? screen.findByRole('heading', { level: 2 }) : screen.findAllByText('Anton'));
    await expect.poll(listFound).toEqual(total < 2 ? [] : controls);
    cleanup();
  }
});

import type { Release } from '@promenade/contract/catalogue';
import * as library from '@promenade/contract/library';
import { ARCHIVE_PAGE_SIZE, FLAGGED_PAGE_SIZE } from '@promenade/contract/limits';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { useLocation } from 'react-router';
import { beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { paths } from '../platform/paths.ts';
import { Archived } from '../screens/Archived.tsx';
import { Flagged } from '../screens/Flagged.tsx';
import { laidOut, windowOf } from '../testing/browser.ts';
import { release } from '../testing/music.ts';
import { type FakeServer, fakeServer } from '../testing/server.ts';
import { show } from '../testing/show.ts';
import { signedIn } from '../testing/signedIn.ts';

let server: FakeServer;
let warnings: ReturnType<typeof vi.spyOn>;

// As in the shell, dialogs are there before they are needed.
beforeAll(() => Promise.all([import('../design/Dialog.tsx'), import('../release/ReleaseDialog.tsx')]));
beforeAll(() => laidOut({ width: 1400, height: 900, scrollHeight: 4000 }));

beforeEach(() => {
  windowOf(1440);
  server = fakeServer();
  document.documentElement.scrollTop = 0;
  warnings = vi.spyOn(console, 'error').mockReturnValue();
});

const lists = {
  flagged: { route: library.flagged, clear: library.clearFlags, path: paths.flagged, mark: { flagged: true } },
  archived: { route: library.archived, clear: library.clearArchive, path: paths.archived, mark: { archived: true } },
} as const;
type Name = keyof typeof lists;

const some = (name: Name, from: number, count: number): Release[] =>
  Array.from({ length: count }, (_none, at) =>
    release(`r${from + at}`, { title: `Release ${from + at}`, ...lists[name].mark }),
  );
const page = (items: Release[], number = 1, total = items.length) => ({ items, total, page: number, pagesize: 40 });
const Address = () => <output>{useLocation().search}</output>;
const open = (name: Name, search = '') =>
  show(
    signedIn(
      <>
        {name === 'flagged' ? <Flagged /> : <Archived />}
        <Address />
      </>,
    ),
    `${lists[name].path}${search}`,
  );
/** Pages of lists; a pointer that rests on a row asks for its release, too. */
const asked = () =>
  server.calls.filter(({ method, path }) => method === 'GET' && path.includes('page=')).map(({ path }) => path);
const sent = () => server.calls.filter(({ method }) => method !== 'GET').map(({ method, path }) => `${method} ${path}`);
const row = (title: string) => screen.findByRole('link', { name: title });
const address = () => document.querySelector('output')?.textContent;
const scrollDown = () => {
  document.documentElement.scrollTop = 3500;
  fireEvent.scroll(document.documentElement);
};

for (const name of ['flagged', 'archived'] as const) {
  const base = name === 'flagged' ? '/api/flag' : '/api/archive';
  const title = name === 'flagged' ? 'Flagged' : 'Archived';
  const words = name === 'flagged' ? 'Clear all' : 'Restore all';

  test(`${name} releases are listed in a table with their number, 40 to a page`, {
    tags: ['C-ROUTE-20', 'C-ROUTE-21', 'C-API-22', 'C-API-29', 'C-CONST-02', 'A-CONST-18', 'C-ENTITY-14'],
  }, async () => {
    server.answer(lists[name].route, page(some(name, 1, 3), 1, 1234));
    open(name);
    expect(screen.getByRole('status', { name: 'Loading' })).toBeTruthy();
    expect(await row('Release 1')).toBeTruthy();
    expect(screen.getByRole('heading', { name: title, level: 1 })).toBeTruthy();
    expect(screen.getByRole('grid', { name: title })).toBeTruthy();
    expect(screen.getByText('1,234 releases')).toBeTruthy();
    expect([FLAGGED_PAGE_SIZE, ARCHIVE_PAGE_SIZE]).toEqual([40, 40]);
    expect(asked()).toEqual([`${base}?page=1&pagesize=40`]);
  });

  test(`of ${name} releases the next page is asked for and appended, no other`, {
    timeout: 30_000,
    tags: ['C-FLAG-10', 'C-ARCHIVE-03'],
  }, async () => {
    server.answer(lists[name].route, page(some(name, 1, 40), 1, 60));
    open(name);
    await row('Release 1');
    server.answer(lists[name].route, page(some(name, 41, 20), 2, 60));
    await waitFor(
      () => {
        scrollDown();
        expect(asked()).toEqual([`${base}?page=1&pagesize=40`, `${base}?page=2&pagesize=40`]);
      },
      { timeout: 20_000 },
    );
    await waitFor(() => expect(screen.getByRole('grid').getAttribute('aria-busy')).toBe('false'));
    scrollDown();
    expect(asked()).toHaveLength(2);
  });

  test(`a next page of ${name} releases that failed can be asked for again`, async () => {
    server.answer(lists[name].route, page(some(name, 1, 40), 1, 60));
    const person = open(name);
    await row('Release 1');
    server.refuse(lists[name].route, 'VALIDATION');
    await waitFor(
      () => {
        scrollDown();
        expect(screen.getByRole('button', { name: 'Try again' })).toBeTruthy();
      },
      { timeout: 20_000 },
    );
    server.answer(lists[name].route, page(some(name, 41, 20), 2, 60));
    await person.click(screen.getByRole('button', { name: 'Try again' }));
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull());
    expect(await row('Release 1')).toBeTruthy();
  }, 30_000);

  test(`choosing a column sorts the ${name} releases, choosing it again clears that`, {
    tags: ['C-FLAG-11', 'C-FLAG-12', 'C-ARCHIVE-05'],
  }, async () => {
    server.answer(lists[name].route, page(some(name, 1, 2)));
    const person = open(name);
    await row('Release 1');
    const header = (column: string) => screen.getByRole('button', { name: column });
    await person.click(header('Artist'));
    await waitFor(() => expect(asked().at(-1)).toBe(`${base}?sort=artist&page=1&pagesize=40`));
    expect(address()).toBe('?sort=artist');
    await person.click(header('Title'));
    await waitFor(() => expect(asked().at(-1)).toBe(`${base}?sort=title&page=1&pagesize=40`));
    await person.click(header('Title'));
    await waitFor(() => expect(address()).toBe(''));
    expect(screen.getByRole('columnheader', { name: 'Title' }).getAttribute('aria-sort')).toBe('none');
  });

  test(`refreshing the ${name} list clears it, then loads page 1`, {
    tags: ['C-FLAG-13', 'C-ARCHIVE-04', 'C-ENTITY-14'],
  }, async () => {
    server.answer(lists[name].route, page(some(name, 1, 2)));
    const person = open(name);
    await row('Release 1');
    server.stall(lists[name].route, 'nothing');
    await person.click(screen.getByRole('button', { name: 'Refresh' }));
    expect(await screen.findByRole('status', { name: 'Loading' })).toBeTruthy();
    expect(screen.queryByRole('link', { name: 'Release 1' })).toBeNull();
    server.answer(lists[name].route, page(some(name, 7, 1)));
    await person.click(screen.getByRole('button', { name: 'Refresh' }));
    expect(await row('Release 7')).toBeTruthy();
    expect(new Set(asked())).toEqual(new Set([`${base}?page=1&pagesize=40`]));
  });

  test(`${words} asks first; cancelling changes nothing, confirming empties the list at once`, {
    tags: ['C-FLAG-14', 'C-FLAG-17', 'C-ARCHIVE-06', 'C-ARCHIVE-12', 'C-API-25', 'C-API-28', 'C-MODAL-01'],
  }, async () => {
    server.answer(lists[name].route, page(some(name, 1, 2)));
    server.answer(lists[name].clear, { cleared: 2 });
    const person = open(name);
    await row('Release 1');
    await person.click(screen.getByRole('button', { name: words }));
    const question = await screen.findByRole('alertdialog');
    await person.click(within(question).getByRole('button', { name: 'Cancel' }));
    expect(await row('Release 1')).toBeTruthy();
    expect(sent()).toEqual([]);
    await person.click(screen.getByRole('button', { name: words }));
    await person.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: words }));
    expect(await screen.findByRole('heading', { name: `Nothing is ${name}` })).toBeTruthy();
    expect(screen.getByText('0 releases')).toBeTruthy();
    expect(document.activeElement).toBe(screen.getByRole('group', { name: title }));
    await waitFor(() =>
      expect(server.calls.map(({ method, path }) => `${method} ${path}`)).toContain(`DELETE ${base}`),
    );
  });

  test(`a refused ${words} brings every row back, silently`, { tags: ['C-FLAG-15', 'C-ARCHIVE-09'] }, async () => {
    server.answer(lists[name].route, page(some(name, 1, 2), 1, 50));
    server.refuse(lists[name].clear, 'FORBIDDEN');
    const person = open(name);
    await row('Release 1');
    await person.click(screen.getByRole('button', { name: words }));
    await person.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: words }));
    await waitFor(() => expect(warnings).toHaveBeenCalledOnce());
    expect(await row('Release 1')).toBeTruthy();
    expect(screen.getByText('50 releases')).toBeTruthy();
    expect(screen.queryByRole('alert')).toBeNull();
  });

  test(`an empty ${name} list says how things get there, a failed one can be tried again`, async () => {
    server.refuse(lists[name].route, 'VALIDATION');
    const person = open(name);
    await person.click(await screen.findByRole('button', { name: 'Try again' }));
    server.answer(lists[name].route, page([]));
    await person.click(await screen.findByRole('button', { name: 'Try again' }));
    const nothing = await screen.findByRole('heading', { name: `Nothing is ${name}` });
    expect(nothing.nextElementSibling?.textContent).toMatch(
      name === 'flagged' ? /^Flag what you/ : /^Archive what you/,
    );
    expect(screen.getByRole('link', { name: 'Go to the releases' }).getAttribute('href')).toBe('/releases');
  });
}

test('one release is taken from the flagged list, even when only its tracks had flags', {
  tags: ['C-FLAG-14', 'C-FLAG-04'],
}, async () => {
  const onlyTracks = release('r9', { title: 'Only tracks', flaggedtrackcount: 2 });
  server.answer(library.flagged, page([...some('flagged', 1, 1), onlyTracks]));
  server.answer(library.unflagRelease, release('r9', { title: 'Only tracks' }));
  const person = open('flagged');
  await row('Only tracks');
  await person.click(screen.getByRole('button', { name: 'Remove Only tracks from flagged' }));
  await waitFor(() => expect(screen.queryByRole('link', { name: 'Only tracks' })).toBeNull());
  expect(screen.getByText('1 release')).toBeTruthy();
  await waitFor(() => expect(sent()).toEqual(['DELETE /api/flag/r9']));
});

test('one release is restored from the archived list', { tags: ['C-ARCHIVE-01', 'C-ARCHIVE-07'] }, async () => {
  server.answer(library.archived, page(some('archived', 1, 2)));
  server.answer(library.restoreRelease, release('r2', { title: 'Release 2' }));
  const person = open('archived');
  await row('Release 2');
  await person.click(screen.getByRole('button', { name: 'Restore Release 2' }));
  await waitFor(() => expect(screen.queryByRole('link', { name: 'Release 2' })).toBeNull());
  expect(screen.getByText('1 release')).toBeTruthy();
  expect(await row('Release 1')).toBeTruthy();
  await waitFor(() => expect(sent()).toEqual(['DELETE /api/archive/r2']));
});

test('words narrow the flagged list, stand in the address and can be taken back', {
  tags: ['C-API-29', 'C-ROUTE-20'],
}, async () => {
  server.answer(library.flagged, page(some('flagged', 1, 2)));
  const person = open('flagged', '?filter=otis');
  await row('Release 1');
  expect(asked()).toEqual(['/api/flag?filter=otis&page=1&pagesize=40']);
  const field = screen.getByRole('searchbox', { name: 'Find in flagged' });
  expect((field as HTMLInputElement).value).toBe('otis');
  server.answer(library.flagged, page([]));
  await person.clear(field);
  await person.type(field, 'palma');
  expect(await screen.findByText('No flagged releases match')).toBeTruthy();
  expect(asked().at(-1)).toBe('/api/flag?filter=palma&page=1&pagesize=40');
  expect(address()).toBe('?filter=palma');
});

test('a row opens the pop-up', { tags: ['C-ROUTE-20'] }, async () => {
  server.answer(library.flagged, page(some('flagged', 1, 1)));
  const person = open('flagged');
  await person.click(await row('Release 1'));
  expect(await screen.findByRole('dialog', { name: /^Release 1 by/ })).toBeTruthy();
});

test('on a phone a row leads to the page of its release', { tags: ['C-ROUTE-20'] }, async () => {
  windowOf(390);
  server.answer(library.flagged, page(some('flagged', 1, 1)));
  const person = open('flagged');
  await person.click(await row('Release 1'));
  expect(screen.queryByRole('dialog')).toBeNull();
  expect((await row('Release 1')).getAttribute('href')).toBe('/releases/releaseInfo/r1');
});

import { type Release, release as releaseRoute, releases } from '@promenade/contract/catalogue';
import * as library from '@promenade/contract/library';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { ArchiveButton } from '../catalogue/ArchiveButton.tsx';
import { useRelease, useReleases } from '../catalogue/data.ts';
import { FlagButton, TrackFlagButton } from '../catalogue/FlagButton.tsx';
import { useNotices } from '../platform/notices.ts';
import { Notices } from '../screens/Notices.tsx';
import { signInAs } from '../testing/accounts.ts';
import { setOnline } from '../testing/browserMocks.ts';
import { type FakeServer, fakeServer } from '../testing/fakeServer.ts';
import { createRelease, createReleaseDetail, createTrack } from '../testing/releases.ts';
import { renderScreen, withProviders } from '../testing/render.ts';
import { useArchived, useFlagged } from './listsData.ts';

const NEWEST = { sort: '-date' } as const;
const NOTHING = {};
let server: FakeServer;
let warnings: ReturnType<typeof vi.spyOn>;

const page = (items: Release[], total = items.length, number = 1) => ({ items, total, page: number, pagesize: 40 });
const lines = (more: Partial<Release> = {}) => createRelease('r', { title: 'Lines', explicit: true, ...more });

beforeEach(() => {
  server = fakeServer();
  warnings = vi.spyOn(console, 'error').mockReturnValue();
  useNotices.setState({ notices: [] });
  signInAs();
});

/** What the server holds of the release at the start. */
function stored(more: Partial<Release> = {}, ...flags: boolean[]): void {
  const songs = [0, 1].map((at) => createTrack(`t${at}`, { title: `Song ${at}`, flagged: flags[at] ?? false }));
  server.answer(releases, page([createRelease('a'), lines(more), createRelease('b')], 50));
  server.answer(library.flagged, page(more.flagged || more.flaggedtrackcount ? [lines(more)] : []));
  server.answer(library.archived, page(more.archived ? [lines(more)] : []));
  server.answer(releaseRoute, createReleaseDetail('r', songs, { ...lines(), ...more }));
}

function List({ name, list }: { name: string; list: { items: Release[]; total: number } }) {
  return <p data-testid={name}>{`${list.items.map(({ title }) => title).join(', ')} of ${list.total}`}</p>;
}

/** One release wherever it can stand: its controls, its songs, and the three lists. */
function Everywhere() {
  const { release: found } = useRelease('r');
  return (
    <>
      <List name="gallery" list={useReleases(NEWEST)} />
      <List name="flagged" list={useFlagged(NOTHING)} />
      <List name="archived" list={useArchived(NOTHING)} />
      <FlagButton release={lines()} />
      <ArchiveButton release={lines()} />
      {found?.songs.map((song) => (
        <TrackFlagButton key={song.trackid} release={found} track={song} />
      ))}
      <output>{found?.flaggedtrackcount}</output>
      <Notices />
    </>
  );
}

async function shown(): Promise<void> {
  renderScreen(withProviders(<Everywhere />));
  await screen.findByRole('button', { name: 'Flag Song 0' });
  await waitFor(() => expect(list('gallery')).toContain('Lines'));
}

const button = (name: string) => screen.getByRole('button', { name });
const press = (name: string) => fireEvent.click(button(name));
const isOn = (name: string) => button(name).ariaPressed === 'true';
const list = (name: string) => screen.getByTestId(name).textContent;
const toasts = () => useNotices.getState().notices.map(({ category, message }) => `${category} ${message}`);
const sent = () => server.calls.filter(({ method }) => method !== 'GET').map(({ method, path }) => `${method} ${path}`);
const reads = (of: string) => server.calls.filter(({ method, path }) => method === 'GET' && path.startsWith(of)).length;

test('a press flags at once, says so and tells the server; the next takes it back', {
  tags: ['C-FLAG-01', 'C-FLAG-06', 'C-API-26', 'C-TOAST-01', 'C-TOAST-08'],
}, async () => {
  stored();
  await shown();
  server.answer(library.flagRelease, lines({ flagged: true }));
  press('Flag Lines');
  await waitFor(() => expect(isOn('Flag Lines')).toBe(true));
  expect(screen.getByRole('region', { name: 'Notifications' }).textContent).toContain('Lines [E] flagged');
  await waitFor(() => expect(sent()).toEqual(['POST /api/flag/r']));
  server.answer(library.unflagRelease, lines());
  press('Flag Lines');
  await waitFor(() => expect(isOn('Flag Lines')).toBe(false));
  expect(toasts()).toEqual(['unFlag Lines [E]']);
  await waitFor(() => expect(sent()).toEqual(['POST /api/flag/r', 'DELETE /api/flag/r']));
});

test('a flagged track raises the count of its release by one and brings it into the flagged list; unflagged it leaves', {
  tags: ['C-FLAG-01', 'C-FLAG-02', 'C-FLAG-03', 'C-FLAG-04', 'C-API-27', 'C-TRACK-04'],
}, async () => {
  stored();
  await shown();
  const marked = lines({ flaggedtrackcount: 1 });
  server.answer(library.flagTrack, marked);
  server.answer(library.flagged, page([marked]));
  press('Flag Song 0');
  await waitFor(() => expect(isOn('Flag Song 0')).toBe(true));
  expect([screen.getByText('1', { selector: 'output' }).textContent, isOn('Flag Lines')]).toEqual(['1', false]);
  await waitFor(() => expect(list('flagged')).toBe('Lines of 1'));
  server.answer(library.unflagTrack, lines());
  press('Flag Song 0');
  await waitFor(() => expect(list('flagged')).toBe(' of 0'));
  expect(screen.getByText('0', { selector: 'output' })).toBeTruthy();
  await waitFor(() => expect(sent()).toEqual(['POST /api/flag/r/t0', 'DELETE /api/flag/r/t0']));
  expect(toasts()).toEqual(['unFlag Song 0']);
});

test('while one of its tracks is flagged the release stays in the flagged list', { tags: ['C-FLAG-04'] }, async () => {
  stored({ flaggedtrackcount: 2 }, true, true);
  await shown();
  server.answer(library.unflagTrack, lines({ flaggedtrackcount: 1 }));
  press('Flag Song 1');
  await waitFor(() => expect(isOn('Flag Song 1')).toBe(false));
  await waitFor(() => expect(sent()).toEqual(['DELETE /api/flag/r/t1']));
  expect(list('flagged')).toBe('Lines of 1');
});

test('flagging a release leaves its tracks alone, unflagging it takes their flags too', {
  tags: ['C-FLAG-05'],
}, async () => {
  stored({ flagged: true, flaggedtrackcount: 1 }, false, true);
  await shown();
  server.answer(library.unflagRelease, lines());
  press('Flag Lines');
  await waitFor(() => expect([isOn('Flag Lines'), isOn('Flag Song 1')]).toEqual([false, false]));
  await waitFor(() => expect(sent()).toEqual(['DELETE /api/flag/r']));
  server.answer(library.flagRelease, lines({ flagged: true }));
  press('Flag Lines');
  await waitFor(() => expect(sent()).toHaveLength(2));
  expect([isOn('Flag Lines'), isOn('Flag Song 0'), isOn('Flag Song 1')]).toEqual([true, false, false]);
});

test('a refused flag is taken back everywhere without a word, and logged', {
  tags: ['C-FLAG-08', 'C-FLAG-15', 'C-FLAG-16'],
}, async () => {
  stored();
  await shown();
  const before = ['gallery', 'flagged', 'archived'].map(list);
  server.refuse(library.flagTrack, 'RELEASE_ARCHIVED');
  press('Flag Song 1');
  expect(toasts()).toEqual(['flag Song 1']);
  await waitFor(() => expect(warnings).toHaveBeenCalledOnce());
  await waitFor(() => expect(isOn('Flag Song 1')).toBe(false));
  expect(screen.getByText('0', { selector: 'output' })).toBeTruthy();
  expect(['gallery', 'flagged', 'archived'].map(list)).toEqual(before);
  expect(toasts()).toEqual([]);
});

test('before the server answers everything shows the change already', {
  tags: ['C-FLAG-01', 'C-FLAG-03', 'C-ARCHIVE-01'],
}, async () => {
  stored();
  await shown();
  server.stall(library.flagRelease, 'nothing');
  press('Flag Lines');
  await waitFor(() => expect(isOn('Flag Lines')).toBe(true));
  server.stall(library.archiveRelease, 'nothing');
  press('Archive Lines');
  await waitFor(() => expect(list('gallery')).toBe('Release a, Release b of 49'));
  expect([isOn('Flag Lines'), sent()]).toEqual([false, ['POST /api/flag/r']]);
});

test('archiving leaves gallery and flagged list and joins the archived one, with totals; an unflag call goes too', {
  tags: ['C-ARCHIVE-01', 'C-ARCHIVE-02', 'C-ARCHIVE-08', 'C-API-23', 'C-TOAST-08'],
}, async () => {
  stored({ flagged: true, flaggedtrackcount: 1 }, true);
  await shown();
  server.answer(library.archiveRelease, lines({ archived: true }));
  server.answer(library.archived, page([lines({ archived: true })]));
  server.answer(library.unflagRelease, lines({ archived: true }));
  press('Archive Lines');
  await waitFor(() => expect(list('gallery')).toBe('Release a, Release b of 49'));
  expect(list('flagged')).toBe(' of 0');
  expect([isOn('Flag Lines'), isOn('Flag Song 0')]).toEqual([false, false]);
  expect(toasts()).toEqual(['archive Lines [E]']);
  await waitFor(() => expect(list('archived')).toBe('Lines of 1'));
  await waitFor(() => expect(sent()).toEqual(['POST /api/archive/r', 'DELETE /api/flag/r']));
});

test('while a release is archived its flag and those of its tracks cannot be pressed', {
  tags: ['C-FLAG-07', 'C-FLAG-08', 'C-TRACK-07'],
}, async () => {
  stored();
  await shown();
  server.answer(library.archiveRelease, lines({ archived: true }));
  press('Archive Lines');
  await screen.findByRole('button', { name: 'Archive Lines', pressed: true });
  const flags = ['Flag Lines', 'Flag Song 0', 'Flag Song 1'].map(
    (name) => (button(name) as HTMLButtonElement).disabled,
  );
  expect(flags).toEqual([true, true, true]);
});

test('restoring is the way back, unflagged and at its old place', {
  tags: ['C-ARCHIVE-01', 'C-ARCHIVE-07', 'C-ARCHIVE-08', 'C-ARCHIVE-10', 'C-API-23'],
}, async () => {
  stored({ flagged: true });
  await shown();
  server.answer(library.archiveRelease, lines({ archived: true }));
  server.answer(library.restoreRelease, lines());
  press('Archive Lines');
  fireEvent.click(await screen.findByRole('button', { name: 'Archive Lines', pressed: true }));
  await waitFor(() => expect(list('gallery')).toBe('Release a, Lines, Release b of 50'));
  await waitFor(() => expect(sent()).toContain('DELETE /api/archive/r'));
  expect([isOn('Flag Lines'), list('flagged'), list('archived')]).toEqual([false, ' of 0', ' of 0']);
  expect(toasts()).toEqual(['unArchive Lines [E]']);
});

test('a refused archive is taken back with its flags, its place and the totals, silently', {
  tags: ['C-ARCHIVE-09'],
}, async () => {
  stored({ flagged: true, flaggedtrackcount: 1 }, true);
  await shown();
  const before = ['gallery', 'flagged', 'archived'].map(list);
  server.refuse(library.archiveRelease, 'FORBIDDEN');
  press('Archive Lines');
  expect(toasts()).toEqual(['archive Lines [E]']);
  await waitFor(() => expect(warnings).toHaveBeenCalledOnce());
  await screen.findByRole('button', { name: 'Archive Lines' });
  expect(sent()).toEqual(['POST /api/archive/r']);
  expect(['gallery', 'flagged', 'archived'].map(list)).toEqual(before);
  expect([isOn('Flag Lines'), isOn('Flag Song 0')]).toEqual([true, true]);
  expect(toasts()).toEqual([]);
});

test('without a network a press is taken back, too, and nothing waits to be sent later', {
  tags: ['C-FLAG-16', 'C-ARCHIVE-09'],
}, async () => {
  stored();
  await shown();
  setOnline(false);
  server.disconnect(library.flagRelease);
  press('Flag Lines');
  await waitFor(() => expect(warnings).toHaveBeenCalledOnce());
  await waitFor(() => expect(isOn('Flag Lines')).toBe(false));
  setOnline(true);
  expect([toasts(), sent()]).toEqual([[], ['POST /api/flag/r']]);
});

test('undo in the toast brings an archived release back with the flags it had', {
  tags: ['C-ARCHIVE-08'],
}, async () => {
  stored({ flagged: true, flaggedtrackcount: 1 }, true);
  await shown();
  const all = lines({ flagged: true, flaggedtrackcount: 1 });
  server.answer(library.archiveRelease, lines({ archived: true }));
  server.answer(library.restoreRelease, lines());
  server.answer(library.flagRelease, lines({ flagged: true }));
  server.answer(library.flagTrack, all);
  press('Archive Lines');
  fireEvent.click(await screen.findByRole('button', { name: 'Undo' }));
  await waitFor(() =>
    expect(sent().slice(-3)).toEqual(['DELETE /api/archive/r', 'POST /api/flag/r', 'POST /api/flag/r/t0']),
  );
  await waitFor(() => expect([isOn('Flag Lines'), isOn('Flag Song 0')]).toEqual([true, true]));
  expect(list('gallery')).toBe('Release a, Lines, Release b of 50');
});

const pressUndo = (target: Element = document.body) => fireEvent.keyDown(target, { key: 'z', ctrlKey: true });

test('Ctrl+Z takes back the marks of this tab, the last one first, and says so', { tags: ['C-FLAG-06'] }, async () => {
  stored();
  await shown();
  server.answer(library.flagRelease, lines({ flagged: true }));
  server.answer(library.flagTrack, lines({ flagged: true, flaggedtrackcount: 1 }));
  server.answer(library.unflagTrack, lines({ flagged: true }));
  server.answer(library.unflagRelease, lines());
  press('Flag Lines');
  press('Flag Song 0');
  await waitFor(() => expect(sent()).toHaveLength(2));
  pressUndo();
  await waitFor(() => expect([isOn('Flag Lines'), isOn('Flag Song 0')]).toEqual([true, false]));
  expect(toasts()).toEqual(['unFlag Song 0']);
  pressUndo();
  await waitFor(() => expect(isOn('Flag Lines')).toBe(false));
  expect(toasts()).toEqual(['unFlag Lines [E]']);
  pressUndo();
  await waitFor(() => expect(sent().slice(2)).toEqual(['DELETE /api/flag/r/t0', 'DELETE /api/flag/r']));
});

test('in a text field Ctrl+Z stays with the text', async () => {
  stored();
  renderScreen(
    withProviders(
      <>
        <Everywhere />
        <input aria-label="Text" />
      </>,
    ),
  );
  await screen.findByRole('button', { name: 'Flag Song 0' });
  server.answer(library.flagRelease, lines({ flagged: true }));
  press('Flag Lines');
  pressUndo(screen.getByRole('textbox'));
  await waitFor(() => expect(sent()).toEqual(['POST /api/flag/r']));
  expect(isOn('Flag Lines')).toBe(true);
});

test('the last 20 marks can be taken back', async () => {
  stored();
  await shown();
  server.answer(library.flagRelease, lines({ flagged: true }));
  server.answer(library.unflagRelease, lines());
  for (let count = 0; count < 21; count += 1) press('Flag Lines');
  await waitFor(() => expect(sent()).toHaveLength(21));
  for (let count = 0; count < 25; count += 1) pressUndo();
  await waitFor(() => expect(sent()).toHaveLength(41));
  await waitFor(() => expect(isOn('Flag Lines')).toBe(true));
});

test('a refused mark cannot be taken back: Ctrl+Z undoes the one before', async () => {
  stored();
  await shown();
  server.answer(library.flagRelease, lines({ flagged: true }));
  server.answer(library.unflagRelease, lines());
  server.refuse(library.flagTrack, 'FORBIDDEN');
  press('Flag Lines');
  press('Flag Song 0');
  await waitFor(() => expect(warnings).toHaveBeenCalledOnce());
  pressUndo();
  await waitFor(() => expect(sent().at(-1)).toBe('DELETE /api/flag/r'));
  expect(isOn('Flag Lines')).toBe(false);
});

test('fast presses go out one after the other, end as the last one said, and leave one toast', {
  tags: ['C-FLAG-01', 'C-FLAG-16'],
}, async () => {
  stored();
  await shown();
  server.answer(library.flagRelease, lines({ flagged: true }));
  server.refuse(library.unflagRelease, 'FORBIDDEN');
  press('Flag Lines');
  press('Flag Lines');
  press('Flag Lines');
  await waitFor(() => expect(sent()).toEqual(['POST /api/flag/r', 'DELETE /api/flag/r', 'POST /api/flag/r']));
  await waitFor(() => expect(isOn('Flag Lines')).toBe(true));
  expect(toasts()).toEqual(['flag Lines [E]']);
});

test('after a release left a list, the next page is asked so that none is skipped', {
  tags: ['C-ARCHIVE-01', 'C-FLAG-10'],
}, async () => {
  const many = Array.from({ length: 40 }, (_none, at) => createRelease(`m${at}`));
  stored();
  server.answer(releases, page([lines(), ...many.slice(1)], 41));
  server.answer(library.archiveRelease, lines({ archived: true }));
  renderScreen(withProviders(<Paging />));
  await screen.findByText('40 of 41');
  fireEvent.click(within(screen.getByRole('main')).getByRole('button', { name: 'Archive Lines' }));
  await screen.findByText('39 of 40');
  server.answer(releases, page([...many.slice(1), createRelease('last')], 40));
  press('More');
  expect(await screen.findByText('40 of 40')).toBeTruthy();
  expect(server.calls.at(-1)?.path).toBe('/api/release?sort=-date&page=1');
  expect(reads('/api/release?')).toBe(2);
});

function Paging() {
  const { items, total, fetchNextPage } = useReleases(NEWEST);
  return (
    <main>
      <ArchiveButton release={lines()} />
      <button type="button" onClick={() => void fetchNextPage()}>
        {'More'}
      </button>
      <p>{`${items.length} of ${total}`}</p>
    </main>
  );
}

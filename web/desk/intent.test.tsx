import { release as releaseRoute, type Track } from '@promenade/contract/catalogue';
import * as contract from '@promenade/contract/desk';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { Route, Routes } from 'react-router';
import { beforeEach, expect, test } from 'vitest';
import { emitServerEvent, pageId } from '../platform/events.ts';
import { deskPath, paths } from '../platform/paths.ts';
import { Keys } from '../player/Keys.tsx';
import { usePlayer } from '../player/playerStore.ts';
import { usePlaylistDialogStore } from '../playlists/dialogStore.ts';
import { Desk } from '../screens/Desk.tsx';
import { detail, listSent, prepareDesk, RUN, respond, serverRun, shown, stage } from '../testing/deskRun.ts';
import type { FakeServer } from '../testing/fakeServer.ts';
import { createTrack } from '../testing/releases.ts';
import { renderScreen, withProviders } from '../testing/render.ts';
import { createToken } from '../testing/tokens.ts';

let server: FakeServer;

beforeEach(() => {
  server = prepareDesk();
});

const openDesk = () =>
  renderScreen(
    withProviders(
      <>
        <Routes>
          <Route path={paths.desk} element={<Desk />} />
        </Routes>
        <Keys />
      </>,
    ),
    deskPath(RUN),
  );
const { bodies, kinds } = listSent(() => server);

const playlist = { playlistid: '00000000-0000-4000-8000-0000000000bb', name: 'Friday' };
const pick = (tracks: Track[]) =>
  act(() => {
    const { open } = usePlaylistDialogStore.getState();
    usePlaylistDialogStore.setState({ open: undefined });
    if (open?.kind === 'picker') open.toAdd.onPick?.(playlist, tracks);
  });

test('P adds what sounds, with Shift the release; the addition is a decision that Z takes back', async () => {
  const user = openDesk();
  await shown('r0');
  await user.keyboard('{ArrowDown}p');
  const { open } = usePlaylistDialogStore.getState();
  expect(open).toMatchObject({ kind: 'picker', toAdd: { title: 'Song 1', tracks: [{ trackid: 'r0-t1' }] } });
  pick(detail('r0').songs.slice(1));
  await screen.findByText('Added to Friday: Title r0. Z takes it back.');
  await waitFor(() => expect(bodies('POST', '/decisions')).toHaveLength(1));
  const [sent] = bodies('POST', '/decisions') as { decisions: contract.Decision[] }[];
  const added = { playlistid: playlist.playlistid, tracks: ['r0-t1'] };
  expect(sent?.decisions[0]).toMatchObject({ kind: 'playlist', position: 0, playlist: added });
  await user.keyboard('z');
  await screen.findByText('Taken back: Title r0');
  await waitFor(() => expect(bodies('DELETE', '/decisions/')).toHaveLength(1));
  await user.keyboard('{Shift>}P{/Shift}');
  expect(usePlaylistDialogStore.getState().open).toMatchObject({
    toAdd: { title: 'Title r0', tracks: [{ trackid: 'r0-t0' }, { trackid: 'r0-t1' }], last: playlist },
  });
  // Again, before the picker is there.
  await user.keyboard('p');
  await waitFor(() => expect(bodies('POST', '/decisions')).toHaveLength(2));
  await shown('r0');
});

test('after a decision by mouse the stage has the focus: Space pauses, Enter goes on', async () => {
  const user = openDesk();
  await shown('r0');
  await user.click(screen.getByRole('button', { name: 'Flag' }));
  await shown('r1');
  expect(document.activeElement).toBe(stage());
  await user.keyboard(' ');
  expect(usePlayer.getState()).toMatchObject({ song: { trackid: 'r1-t0' }, isPlaying: false });
  await user.click(screen.getByRole('button', { name: 'Archive' }));
  await shown('r2');
  await user.keyboard('{Enter}');
  await shown('r3');
  expect(kinds()).toEqual(['flag r0', 'archive r1', 'next r2']);
  // With the keys alone, a button is a button.
  act(() => screen.getByRole('button', { name: 'Archive' }).focus());
  await user.keyboard('{Enter}');
  await waitFor(() => expect(kinds().at(-1)).toBe('archive r3'));
});

test('R and 4 ask which version before it is sent; Ctrl+Enter sends', async () => {
  const user = openDesk();
  await shown('r0');
  const focused = stage();
  for (const key of ['r', '4']) fireEvent.keyDown(focused, { key });
  const field = await screen.findByRole('textbox', { name: 'Which version?' });
  await waitFor(() => expect(document.activeElement).toBe(field));
  expect(kinds()).toEqual([]);
  await user.keyboard('Clean');
  await user.click(screen.getByRole('textbox', { name: /sentence/ }));
  await user.keyboard('Please{Control>}{Enter}{/Control}');
  await shown('r1');
  await waitFor(() => expect(bodies('POST', '/decisions')).toHaveLength(1));
  const [sent] = bodies('POST', '/decisions') as { decisions: contract.Decision[] }[];
  expect(sent?.decisions[0]?.reaction).toMatchObject({ kind: 'version', version: 'Clean', note: 'Please' });
});

test('I keeps the sound, and Esc comes back to the record and second that was left', async () => {
  const user = openDesk();
  await shown('r0');
  await user.keyboard('{ArrowDown}');
  act(() => usePlayer.setState({ currentTime: 77 }));
  await user.keyboard('i');
  const dialog = within(await screen.findByRole('dialog', { name: /Title r0/ }));
  expect(usePlayer.getState()).toMatchObject({ song: { trackid: 'r0-t1' }, isPlaying: true });
  await user.click(dialog.getByRole('button', { name: 'Play Song 0' }));
  await waitFor(() => expect(usePlayer.getState().queuePosition).toBeNull());
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(usePlayer.getState()).toMatchObject({ song: { trackid: 'r0-t1' }, seekTime: 77, isPlaying: true });
  await user.keyboard('f');
  await shown('r1');
});

/** Answers what is loaded ahead, after `loaded`. */
function answerAhead(loaded?: Promise<void>): void {
  server.respondWith(contract.releasesAhead, async (_signal, { path }) => {
    await loaded;
    const listed = new URLSearchParams(path.split('?')[1]).get('releaseids')?.split(',') ?? [];
    const items = listed.map((releaseid) => {
      const audio = { trackid: `${releaseid}-t0`, token: createToken({ exp: 4_000_000_000 }) };
      return { isfound: true, releaseid, release: detail(releaseid), audio };
    });
    return respond({ items });
  });
}

test('keys that are pressed while the next release loads wait, in their order', async () => {
  const { promise: loaded, resolve: load } = Promise.withResolvers<void>();
  server.respondWith(releaseRoute, async (_signal, { path }) => {
    if (!path.endsWith('r0')) await loaded;
    return respond(detail(path.split('/').at(-1) ?? ''));
  });
  answerAhead(loaded);
  const user = openDesk();
  await shown('r0');
  await user.keyboard('fesz');
  await waitFor(() => expect(server.calls.some(({ path }) => path.endsWith('/release/r1'))).toBe(true));
  expect(kinds()).toEqual(['flag r0']);
  act(load);
  await screen.findByText('Taken back: Title r2');
  await shown('r2');
  await waitFor(() => expect(kinds()).toEqual(['flag r0', 'archive r1']));
});

test('releases are loaded ahead in one call with tokens of their sounds, and neither they nor the run again', async () => {
  const ids = Array.from({ length: 14 }, (_, index) => `r${index}`);
  server.answer(contract.run, serverRun({ releaseids: ids, total: ids.length }));
  answerAhead();
  const user = openDesk();
  await shown('r0');
  const count = (end: RegExp) => server.calls.filter(({ method, path }) => method === 'GET' && end.test(path)).length;
  await waitFor(() => expect(count(/desk\/releases/)).toBe(1));
  const before = count(/desk\/runs\//);
  for (const next of ['r1', 'r2', 'r3', 'r4', 'r5', 'r6', 'r7', 'r8']) {
    await user.keyboard('e');
    await shown(next);
    act(() => emitServerEvent({ type: 'run-changed', runid: RUN, page: pageId }));
  }
  await waitFor(() => expect(count(/desk\/releases/)).toBe(2));
  expect([count(/\/release\/r[1-9]/), count(/\/audio\/r[1-9]/), count(/desk\/runs\//) - before]).toEqual([0, 0, 0]);
});

test('the letters work on other keyboard layouts', async () => {
  openDesk();
  await shown('r0');
  fireEvent.keyDown(stage(), { key: 'а', code: 'KeyF' });
  await shown('r1');
  fireEvent.keyDown(stage(), { key: '5', code: 'Digit5', shiftKey: true });
  expect(usePlayer.getState().seekTime).toBe(100);
  fireEvent.keyDown(stage(), { key: 'я', code: 'KeyZ', ctrlKey: true });
  await shown('r0');
});

test('another device takes over: this one pauses, follows and says so; what it decided is undone by its title', async () => {
  const user = openDesk();
  await shown('r0');
  await waitFor(() => expect(usePlayer.getState().isPlaying).toBe(true));
  const device = '00000000-0000-4000-8000-0000000000cc';
  act(() => emitServerEvent({ type: 'run-changed', runid: RUN, device }));
  await screen.findAllByText(/^Continued on another device/);
  expect(usePlayer.getState().isPlaying).toBe(false);
  const decision = { id: '00000000-0000-4000-8000-0000000000d7', releaseid: 'r1', kind: 'archive' as const };
  const made = { ...decision, position: 2, before: 1, at: '2026-11-24T09:10:00.000Z', undoneat: null };
  server.answer(contract.run, serverRun({ position: 2, decisions: [made] }));
  act(() => emitServerEvent({ type: 'run-changed', runid: RUN }));
  await shown('r2');
  expect(usePlayer.getState()).toMatchObject({ song: { trackid: 'r2-t0' }, isPlaying: false });
  server.calls.length = 0;
  await user.keyboard('z');
  await shown('r1');
  await screen.findByText('Taken back: Title r1');
  await waitFor(() => expect(usePlayer.getState().isPlaying).toBe(true));
  expect(bodies('PUT', '/position')).toEqual([{ device: expect.any(String) }]);
});

test('the stage says what is known of a release', async () => {
  const reaction = { kind: 'considering', version: '', note: '', trackid: null, second: null, named: false } as const;
  const marks = { flagged: true, archived: true, reaction };
  const known = { ...detail('r0', marks), downloaded: true };
  known.songs[1] = createTrack('r0-t1', {
    releaseid: 'r0',
    title: 'Song 1',
    advisory: 'explicit',
    bpm: 127.5,
    bpmfound: true,
  });
  server.respondWith(releaseRoute, (_signal, { path }) => respond(path.endsWith('r0') ? known : detail('r1')));
  const user = openDesk();
  await shown('r0');
  expect(await screen.findByText('Already: Flagged · Archived · Considering · Downloaded')).toBeTruthy();
  expect(screen.getByText('Clean')).toBeTruthy();
  await user.keyboard('{ArrowDown}');
  expect(await screen.findByText('Explicit')).toBeTruthy();
  expect(screen.getByText(/~127.5 BPM/)).toBeTruthy();
  const row = screen.getByRole('button', { name: /^Song 1/, pressed: true });
  await user.click(row);
  expect(usePlayer.getState()).toMatchObject({ song: { trackid: 'r0-t1' }, isPlaying: false });
});

test('the end names what is undecided, withdrawn and failed, also after a reload', async () => {
  const second = '00000000-0000-4000-8000-000000000046';
  const decision = { id: '00000000-0000-4000-8000-0000000000d7', releaseid: 'r1', kind: 'flag' as const };
  const made = { ...decision, position: 2, before: 1, at: '2026-11-24T09:10:00.000Z', undoneat: null };
  server.answer(contract.run, serverRun({ position: 4, decisions: [made], lost: ['r2'], failed: ['r3'] }));
  const user = openDesk();
  expect(await screen.findByRole('heading', { name: 'All 4 releases were heard' })).toBeTruthy();
  const words = screen
    .getAllByRole('term')
    .map(({ textContent, nextSibling }) => `${textContent} ${nextSibling?.textContent}`);
  expect(words).toEqual(['Flagged 1', 'Undecided 1', 'Not saved 1', 'No longer available 1']);
  server.answer(contract.startRun, serverRun({ runid: second }));
  await user.click(screen.getByRole('button', { name: 'Hear the 2 that are left' }));
  await waitFor(() =>
    expect(bodies('POST', '/desk/runs').at(-1)).toMatchObject({ source: { kind: 'run', runid: RUN, decided: 'next' } }),
  );
});

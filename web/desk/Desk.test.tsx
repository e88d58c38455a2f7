import { release as releaseRoute, releases } from '@promenade/contract/catalogue';
import * as contract from '@promenade/contract/desk';
import { WAVEFORM_PEAKS } from '@promenade/contract/limits';
import { waveform } from '@promenade/contract/media';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { Route, Routes } from 'react-router';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { emitServerEvent } from '../platform/events.ts';
import { deskPath, paths } from '../platform/paths.ts';
import { readSlice } from '../platform/persistedState.ts';
import { useSettings } from '../platform/settingsStore.ts';
import { Keys } from '../player/Keys.tsx';
import { usePlayer } from '../player/playerStore.ts';
import { Desk } from '../screens/Desk.tsx';
import { detail, listSent, prepareDesk, RUN, respond, serverRun, shown, stage } from '../testing/deskRun.ts';
import type { FakeServer } from '../testing/fakeServer.ts';
import { createRelease, createTrack } from '../testing/releases.ts';
import { renderScreen, withProviders } from '../testing/render.ts';
import { useDesks } from './deskStore.ts';

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
const moves = () => bodies('PUT', '/position').filter((body) => 'position' in (body as object));
const said = () =>
  screen
    .getAllByRole('status')
    .map(({ textContent }) => textContent)
    .join(' ');

test('one key decides and shows the next release, which sounds at its hook; Z takes it back', async () => {
  const user = openDesk();
  await shown('r0');
  expect(document.activeElement).toBe(stage());
  await waitFor(() => expect(usePlayer.getState()).toMatchObject({ song: { trackid: 'r0-t0' }, seekTime: 40 }));
  await waitFor(() => expect(said()).toContain('1 of 4, Title r0, Artist r0, 2 tracks, Clean'));
  await user.keyboard('f');
  await shown('r1');
  expect(usePlayer.getState()).toMatchObject({ song: { trackid: 'r1-t0' }, seekTime: 40, isPlaying: true });
  await user.keyboard('e');
  await shown('r2');
  await waitFor(() => expect(said()).toContain('Archived: Title r1. Z takes it back. 3 of 4, Title r2'));
  expect(screen.getByText('3 of 4 · 1 flagged · 1 archived')).toBeTruthy();
  await user.keyboard('z');
  await shown('r1');
  await waitFor(() => expect(bodies('DELETE', '/decisions/')).toHaveLength(1));
  await user.keyboard('{Control>}z{/Control}');
  await shown('r0');
  expect(kinds()).toEqual(['flag r0', 'archive r1']);
});

test('the waveform of the next release is loaded before it is shown, once, and the player shows the cover of the desk', async () => {
  const find = (releaseid: string) => {
    const { songs, ...release } = detail(releaseid, { coverart: `/api/cover/${releaseid}-1000.webp` });
    return { ...release, songs: songs.map((song) => ({ ...song, waveform: `/api/waveform/${song.trackid}/0.bin` })) };
  };
  server.respondWith(releaseRoute, (_signal, { path }) => respond(find(path.split('/').at(-1) ?? '')));
  server.respondWith(contract.releasesAhead, () =>
    respond({
      items: ['r1', 'r2', 'r3'].map((id) => ({ isfound: true, releaseid: id, release: find(id), audio: null })),
    }),
  );
  server.respondWith(waveform, () => new Response(new Uint8Array(2 * WAVEFORM_PEAKS)));
  const loads = () => server.calls.filter(({ path }) => path === '/api/waveform/r1-t0/0.bin');
  const user = openDesk();
  await shown('r0');
  await waitFor(() => expect(loads()).toHaveLength(1));
  await user.keyboard('f');
  await shown('r1');
  await waitFor(() => expect(usePlayer.getState().song?.trackid).toBe('r1-t0'));
  expect(usePlayer.getState().song?.coverart).toBe('/api/cover/r1-1000.webp');
  expect(loads()).toHaveLength(1);
});

test('S puts a release to the end, Enter leaves it undecided, Backspace goes back', async () => {
  const user = openDesk();
  await shown('r0');
  await user.keyboard('s');
  await shown('r1');
  await user.keyboard('{Enter}');
  await shown('r2');
  await user.keyboard('{Backspace}');
  await shown('r1');
  await user.keyboard('{Enter}{Enter}');
  await shown('r3');
  await user.keyboard('{Enter}');
  await shown('r0');
  await waitFor(() => expect(moves()).toEqual([{ position: 0 }]));
});

test('R and a number send a reaction and go on; a note points at the second that sounds', async () => {
  const user = openDesk();
  await shown('r0');
  await user.keyboard('r');
  await screen.findByRole('dialog', { name: 'Reaction' });
  await user.keyboard('1');
  await shown('r1');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  act(() => stage().focus());
  await user.keyboard('r');
  const dialog = within(await screen.findByRole('dialog', { name: 'Reaction' }));
  act(() => usePlayer.setState({ currentTime: 72 }));
  await user.click(dialog.getByRole('radio', { name: 'Need another version' }));
  await user.type(dialog.getByRole('textbox', { name: 'Which version?' }), 'Instrumental');
  await user.type(dialog.getByRole('textbox', { name: /sentence/ }), '1 word too loud');
  expect(dialog.getByText(/at 0:40/)).toBeTruthy();
  await user.click(dialog.getByRole('button', { name: 'Send' }));
  await shown('r2');
  const [first, second] = bodies('POST', '/decisions') as { decisions: contract.Decision[] }[];
  expect(first?.decisions[0]?.reaction).toMatchObject({ kind: 'rotation', note: '', trackid: null, named: false });
  expect(second?.decisions[0]?.reaction).toEqual({
    kind: 'version',
    version: 'Instrumental',
    note: '1 word too loud',
    trackid: 'r1-t0',
    second: 40,
    named: false,
  });
});

test('a number that follows R at once is the reaction, which keeps an earlier note', async () => {
  const reaction = {
    kind: 'version',
    version: 'Clean',
    note: 'Too loud',
    trackid: null,
    second: null,
    named: true,
  } as const;
  server.respondWith(releaseRoute, (_signal, { path }) => respond(detail(path.split('/').at(-1) ?? '', { reaction })));
  openDesk();
  await shown('r0');
  const focused = stage();
  for (const key of ['r', '2']) fireEvent.keyDown(focused, { key });
  await shown('r1');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await waitFor(() => expect(bodies('POST', '/decisions')).toHaveLength(1));
  const [sent] = bodies('POST', '/decisions') as { decisions: contract.Decision[] }[];
  expect(sent?.decisions[0]?.reaction).toEqual({ ...reaction, kind: 'considering', version: '' });
});

test('digits, H and arrows move in the release; V plays the next version of the work', async () => {
  const workid = '00000000-0000-4000-8000-0000000000aa';
  const versions = [createTrack('v1', { releaseid: 'r0', version: 'Radio Edit', workid, hook: 12 })];
  const first = { ...detail('r0'), songs: [createTrack('v0', { releaseid: 'r0', workid, hook: 40 }), ...versions] };
  server.respondWith(releaseRoute, (_signal, { path }) => respond(path.endsWith('r0') ? first : detail('r1')));
  server.answer(releases, { items: [createRelease('r0')], total: 1, page: 1, pagesize: 40 });
  const user = openDesk();
  await shown('r0');
  await user.keyboard('5');
  expect(usePlayer.getState().seekTime).toBe(100);
  await user.keyboard('0');
  expect(usePlayer.getState().seekTime).toBe(0);
  await user.keyboard('h');
  expect(usePlayer.getState().seekTime).toBe(40);
  await user.keyboard('h');
  expect(usePlayer.getState().seekTime).toBe(0);
  await user.keyboard('{ArrowDown}');
  expect(usePlayer.getState()).toMatchObject({ song: { trackid: 'v1' }, seekTime: 12 });
  expect(await screen.findByRole('button', { name: 'Radio Edit', pressed: true })).toBeTruthy();
  await user.keyboard('v');
  expect(usePlayer.getState().song?.trackid).toBe('v0');
});

test('a note while a version of another release sounds points at no song', async () => {
  const workid = '00000000-0000-4000-8000-0000000000aa';
  const withVersion = (releaseid: string) => ({
    ...detail(releaseid),
    songs: [createTrack(`${releaseid}-v`, { releaseid, workid })],
  });
  server.respondWith(releaseRoute, (_signal, { path }) => respond(withVersion(path.split('/').at(-1) ?? '')));
  server.answer(releases, { items: ['r0', 'r9'].map((id) => createRelease(id)), total: 2, page: 1, pagesize: 40 });
  const user = openDesk();
  await shown('r0');
  await screen.findAllByRole('button', { name: 'Original', pressed: true });
  await user.keyboard('v');
  await waitFor(() => expect(usePlayer.getState().song?.trackid).toBe('r9-v'));
  await user.keyboard('r');
  const dialog = within(await screen.findByRole('dialog', { name: 'Reaction' }));
  await user.click(dialog.getByRole('radio', { name: 'Considering' }));
  await user.type(dialog.getByRole('textbox', { name: /sentence/ }), 'More of this at 0:40');
  await user.click(dialog.getByRole('button', { name: 'Send' }));
  await waitFor(() => expect(bodies('POST', '/decisions')).toHaveLength(1));
  const [sent] = bodies('POST', '/decisions') as { decisions: contract.Decision[] }[];
  expect(sent?.decisions[0]?.reaction).toMatchObject({ note: 'More of this at 0:40', trackid: null, second: null });
});

test('the press text begins with its first sentence, not with a heading or a caption', async () => {
  const promoinfo =
    '<h1>Press</h1><figure><figcaption>Photo: Ada</figcaption></figure><p>Recorded in<br>one night.</p>';
  server.respondWith(releaseRoute, () => respond({ ...detail('r0'), promoinfo }));
  openDesk();
  await shown('r0');
  expect(screen.getByText('Recorded in one night.')).toBeTruthy();
});

test('decisions of another run that were not sent go, too', async () => {
  const other = '00000000-0000-4000-8000-000000000046';
  const decision = { id: '00000000-0000-4000-8000-0000000000d1', releaseid: 'r2', kind: 'flag' as const, position: 2 };
  useDesks.setState({ desks: {}, unsent: { [other]: [{ type: 'decide', decision, before: 0, at: 0 }] } });
  server.respondWith(contract.run, (_signal, { path }) =>
    respond(serverRun({ runid: path.endsWith(other) ? other : RUN })),
  );
  openDesk();
  await shown('r0');
  await waitFor(() => expect(bodies('POST', `${other}/decisions`)).toHaveLength(1));
  expect(useDesks.getState().unsent).toEqual({});
});

test('letters need the focus on the stage and the setting; each has a button', async () => {
  const user = openDesk();
  await shown('r0');
  act(() => stage().blur());
  await user.keyboard('f');
  act(() => stage().focus());
  useSettings.setState({ hasLetterKeys: false });
  await user.keyboard('fesz5');
  fireEvent.keyDown(stage(), { key: 'f', repeat: true });
  await shown('r0');
  expect(kinds()).toEqual([]);
  for (const [name, next] of [
    ['Flag', 'r1'],
    ['Archive', 'r2'],
    ['Undo', 'r1'],
    ['Next', 'r2'],
  ] as const) {
    await user.click(screen.getByRole('button', { name }));
    await shown(next);
  }
});

test('a withdrawn release is skipped with a word and counted', async () => {
  const user = openDesk();
  await shown('r0');
  act(() => emitServerEvent({ type: 'release-withdrawn', releaseid: 'r0' }));
  await shown('r1');
  expect(await screen.findByText(/1 no longer available/)).toBeTruthy();
  expect(screen.getByText('Title r0 is no longer available and was skipped.')).toBeTruthy();
  await user.keyboard('f');
  await waitFor(() => expect(kinds()).toEqual(['flag r1']));
});

test('decisions without an answer wait, survive a reload and go once', async () => {
  server.disconnect(contract.decide);
  const user = openDesk();
  await shown('r0');
  await user.keyboard('f');
  await shown('r1');
  await user.keyboard('e');
  await shown('r2');
  await waitFor(() => expect(JSON.stringify(readSlice('desk'))).toContain('archive'));
  server.calls.length = 0;
  server.answer(contract.decide, { run: serverRun(), releases: [], refused: [] });
  window.dispatchEvent(new Event('online'));
  await waitFor(() => expect(kinds()).toEqual(['flag r0', 'archive r1']));
  await waitFor(() => expect(readSlice('desk')).toEqual({}));
});

test('the end says what was decided, with the second pass over the flagged', async () => {
  const second = '00000000-0000-4000-8000-000000000046';
  const user = openDesk();
  await shown('r0');
  for (const next of ['r1', 'r2', 'r3']) {
    await user.keyboard('f');
    await shown(next);
  }
  await user.keyboard('e');
  expect(await screen.findByRole('heading', { name: 'All 4 releases are decided' })).toBeTruthy();
  expect(screen.getByRole('link', { name: 'CSV' }).getAttribute('href')).toBe(`/api/desk/runs/${RUN}/sheet.csv`);
  server.answer(contract.startRun, serverRun({ runid: second }));
  server.answer(contract.run, serverRun({ runid: second, releaseids: ['r3'], total: 1 }));
  await user.click(screen.getByRole('button', { name: 'Listen through the 3 flagged' }));
  await shown('r3');
  expect(bodies('POST', '/desk/runs').at(-1)).toEqual({
    source: { kind: 'run', runid: RUN, decided: 'flag' },
    anew: false,
  });
});

test('a run that does not exist, or is another’s, is a page not found', async () => {
  server.refuse(contract.run, 'RUN_NOT_FOUND');
  openDesk();
  expect(await screen.findByText(/doesn’t exist|not found|does not exist/i)).toBeTruthy();
});

test('an empty run says so; one that fails to load can be tried again', async () => {
  server.fail(contract.run, 400, '{}');
  const user = openDesk();
  const retry = await screen.findByRole('button', { name: 'Try again' });
  server.answer(contract.run, serverRun({ releaseids: [], total: 0 }));
  await user.click(retry);
  expect(await screen.findByRole('heading', { name: 'Nothing to hear here' })).toBeTruthy();
});

test('a run that was opened in another tab later waits until it is taken over', async () => {
  const user = openDesk();
  await shown('r0');
  const other = new BroadcastChannel('promenade-desk');
  other.postMessage({ account: 'player-1', runid: RUN, tab: 'other' });
  await user.click(await screen.findByRole('button', { name: 'Here' }));
  expect(await shown('r0')).toBeTruthy();
  other.close();
});

test('before the first press nothing sounds, and any key starts', async () => {
  Object.defineProperty(navigator, 'userActivation', { configurable: true, value: { hasBeenActive: false } });
  onTestFinished(() => void Reflect.deleteProperty(navigator, 'userActivation'));
  const user = openDesk();
  await shown('r0');
  expect(usePlayer.getState().song).toBeNull();
  await user.keyboard('f');
  await waitFor(() => expect(usePlayer.getState().song?.trackid).toBe('r0-t0'));
  expect(kinds()).toEqual([]);
});

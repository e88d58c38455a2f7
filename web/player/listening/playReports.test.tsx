import { release as releaseRoute } from '@promenade/contract/catalogue';
import { reportListening } from '@promenade/contract/library';
import { audioToken } from '@promenade/contract/media';
import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { useRelease } from '../../catalogue/data.ts';
import { endSession, startSession } from '../../platform/session.ts';
import { type FakeServer, fakeServer } from '../../testing/fakeServer.ts';
import { mockMediaElement } from '../../testing/mediaElement.ts';
import { createQueueItem, createReleaseDetail, createTrack } from '../../testing/releases.ts';
import { renderScreen, withProviders } from '../../testing/render.ts';
import { createAccessToken, createToken } from '../../testing/tokens.ts';
import { Engine } from '../engine/Engine.tsx';
import { resetPlayback } from '../playback.ts';
import { loadSong, restorePlayer, toggleMute } from '../player.ts';
import { usePlayer } from '../playerStore.ts';
import { parsePersistedPlayer } from '../queue/persistedQueue.ts';
import { openSource, playSong } from '../source.ts';
import { emptyHistory } from './history.ts';
import type { PlayReport } from './historyData.ts';
import { useHistory } from './historyStore.ts';

const A = '00000000-0000-4000-8000-00000000000a';
const B = '00000000-0000-4000-8000-00000000000b';
const R = '00000000-0000-4000-8000-000000000001';
let server: FakeServer;
let logs: ReturnType<typeof vi.spyOn>;

beforeEach(() => {
  mockMediaElement();
  server = fakeServer();
  resetPlayback();
  useHistory.setState(emptyHistory);
  logs = vi.spyOn(console, 'error').mockReturnValue();
  server.answer(audioToken, { data: { token: createToken({ exp: 4_000_000_000 }) } });
  const track = createTrack(A, { releaseid: R, duration: 200 });
  server.answer(releaseRoute, createReleaseDetail(R, [track], { trackcount: 2 }));
});

const element = () => document.querySelector('audio') as HTMLAudioElement;
const calls = () =>
  server.calls
    .filter(({ path }) => path === '/api/listening')
    .map(({ body }) => body as { listens: PlayReport[]; opened: string[] });
const reports = () => calls().flatMap(({ listens }) => listens);
const seconds = () => reports().map((report) => Math.floor(report.seconds));
const answerReport = (level: 'unheard' | 'sampled' | 'heard', left: number) =>
  server.answer(reportListening, {
    listens: [{ trackid: A, releaseid: R, heard: level, unheardtrackcount: left }],
    opened: [],
  });

async function start(trackid = A): Promise<void> {
  await act(async () =>
    usePlayer.setState((player) => loadSong(player, createQueueItem(trackid, { releaseid: R, duration: 200 }), true)),
  );
  await waitFor(() => expect(element().paused).toBe(false));
  await act(async () => void fireEvent.playing(element()));
}

/** Plays from one second to another, with an update per second. */
async function run(from: number, to: number): Promise<void> {
  for (let second = from; second <= to; second += 1) {
    element().currentTime = second;
    fireEvent.timeUpdate(element());
  }
  await act(async () => {});
}

/** Shows the heard marks of the track and its release from the cache. */
function Marks() {
  const { release } = useRelease(R);
  return (
    <output>
      {release && `${release.songs[0]?.heard}, ${release.unheardtrackcount} left, ${release.tohear} to hear`}
    </output>
  );
}

const ranges = () =>
  reports()
    .at(-1)
    ?.ranges.map((range) => range.map(Math.floor));

test('what sounds at the desk is reported as heard there', async () => {
  answerReport('unheard', 1);
  renderScreen(withProviders(<Engine />));
  await start();
  const close = openSource({ getUpcoming: () => undefined, handleEnd: () => undefined });
  await act(async () => playSong(createQueueItem('d'), 12));
  for (const element of document.querySelectorAll('audio')) fireEvent.playing(element);
  expect(reports().map(({ source }) => source)).toEqual(['queue', 'desk']);
  await act(async () => close());
});

test('a start is reported, then every five seconds, and at a pause and a seek what is left; skipped seconds do not count', {
  tags: ['requirements decision 19'],
}, async () => {
  answerReport('unheard', 1);
  renderScreen(withProviders(<Engine />));
  await start();
  const [first] = reports();
  expect(first).toMatchObject({ trackid: A, seconds: 0, ranges: [], source: 'queue' });
  await run(0, 9);
  expect(seconds()).toEqual([0, 5]);
  fireEvent.seeking(element());
  await waitFor(() => expect(seconds()).toEqual([0, 5, 9]));
  await run(100, 112);
  expect(seconds()).toEqual([0, 5, 9, 10, 15, 20]);
  await act(async () => void fireEvent.pause(element()));
  await waitFor(() => expect(seconds().at(-1)).toBe(21));
  expect(ranges()).toEqual([
    [0, 9],
    [100, 112],
  ]);
  expect(new Set(reports().map(({ listenid, startedat }) => `${listenid} ${startedat}`)).size).toBe(1);
});

test('a report that is on its way is not sent again when another song starts', async () => {
  answerReport('unheard', 1);
  renderScreen(withProviders(<Engine />));
  await start();
  await run(0, 3);
  server.stall(reportListening, 'nothing');
  await start(B);
  await waitFor(() => expect(reports().at(-1)?.trackid).toBe(B));
  expect(seconds()).toEqual([0, 3, 0]);
});

test('what is left of a song and the start of the next one are one call', async () => {
  answerReport('unheard', 1);
  renderScreen(withProviders(<Engine />));
  await start();
  await run(0, 3);
  const before = calls().length;
  await start(B);
  await waitFor(() => expect(reports().at(-1)?.trackid).toBe(B));
  expect(calls()).toHaveLength(before + 1);
  expect(
    calls()
      .at(-1)
      ?.listens.map(({ trackid }) => trackid),
  ).toEqual([A, B]);
});

test('what is muted counts as listened to, but is no range', async () => {
  answerReport('unheard', 1);
  renderScreen(withProviders(<Engine />));
  await start();
  await run(0, 5);
  await act(async () => usePlayer.setState(toggleMute));
  await run(6, 10);
  expect(reports().at(-1)).toMatchObject({ seconds: 10, ranges: [[0, 5]] });
});

test('a report that was not received is sent again when the browser is online, also after a reload', async () => {
  server.disconnect(reportListening);
  renderScreen(withProviders(<Engine />));
  await start();
  await run(0, 6);
  cleanup();
  const { unsent } = usePlayer.getState();
  expect(unsent).toMatchObject([{ trackid: A, ranges: [[0, 5]] }]);
  usePlayer.setState(restorePlayer({ song: null, unsent: parsePersistedPlayer({ song: null, unsent })?.unsent ?? [] }));
  answerReport('unheard', 1);
  renderScreen(withProviders(<Engine />));
  await waitFor(() => expect(usePlayer.getState().unsent).toEqual([]));
  expect(ranges()).toEqual([[0, 5]]);
});

test('a report beyond the limit of the server waits for the next one', async () => {
  server.refuse(reportListening, 'TOO_MANY_REQUESTS');
  renderScreen(withProviders(<Engine />));
  await start();
  await run(0, 6);
  expect(usePlayer.getState().unsent).toMatchObject([{ trackid: A, ranges: [[0, 5]] }]);
  answerReport('unheard', 1);
  await run(7, 11);
  await waitFor(() => expect(usePlayer.getState().unsent).toEqual([]));
});

test('a report that the server refuses is not sent again', async () => {
  server.answer(reportListening, { listens: [{ code: 'TRACK_NOT_FOUND' }], opened: [] });
  renderScreen(withProviders(<Engine />));
  await start();
  await waitFor(() => expect(usePlayer.getState().unsent).toEqual([]));
});

test('the response of the server updates the track, and how much of its release is to hear', async () => {
  answerReport('sampled', 1);
  renderScreen(
    withProviders(
      <>
        <Engine />
        <Marks />
      </>,
    ),
  );
  expect(await screen.findByText('unheard, 2 left, all to hear')).toBeTruthy();
  await start();
  expect(await screen.findByText('sampled, 1 left, some to hear')).toBeTruthy();
});

test('a started track is added to the history with its release, but not again when it resumes', {
  tags: ['C-RECENT-04'],
}, async () => {
  answerReport('unheard', 1);
  renderScreen(withProviders(<Engine />));
  await start();
  await waitFor(() => expect(useHistory.getState().songs).toHaveLength(1));
  expect(useHistory.getState()).toMatchObject({ songs: [{ trackid: A }], releases: [{ releaseid: R }] });
  const [first] = useHistory.getState().songs;
  fireEvent.playing(element());
  expect(useHistory.getState().songs).toEqual([first]);
  expect(reports()).toHaveLength(1);
});

test('failed reports are logged and playback continues', async () => {
  server.refuse(reportListening, 'UNEXPECTED');
  server.refuse(releaseRoute, 'FORBIDDEN');
  renderScreen(withProviders(<Engine />));
  await start();
  await run(0, 20);
  await waitFor(() => expect(logs.mock.calls.length).toBeGreaterThan(3));
  expect([element().paused, usePlayer.getState().isPlaying]).toEqual([false, true]);
  expect(document.body.textContent).toMatch(/^Now playing: Track [\w-]+, Artist r$/);
});

test('signing out clears the local history', async () => {
  answerReport('unheard', 1);
  startSession({ 'access-token': createAccessToken(1800), 'refresh-token': 'r' }, false);
  renderScreen(withProviders(<Engine />));
  await start();
  await waitFor(() => expect(useHistory.getState().songs).toHaveLength(1));
  await act(async () => endSession());
  expect(useHistory.getState()).toEqual(emptyHistory);
});

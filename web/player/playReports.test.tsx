import { release as releaseRoute } from '@promenade/contract/catalogue';
import { reportPlay } from '@promenade/contract/library';
import { audioToken } from '@promenade/contract/media';
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { useRelease } from '../catalogue/data.ts';
import { endSession, startSession } from '../platform/session.ts';
import { type FakeServer, fakeServer } from '../testing/fakeServer.ts';
import { mockMediaElement } from '../testing/mediaElement.ts';
import { createQueueItem, createReleaseDetail, createTrack } from '../testing/releases.ts';
import { renderScreen, withProviders } from '../testing/render.ts';
import { createAccessToken, createToken } from '../testing/tokens.ts';
import { Engine } from './Engine.tsx';
import { emptyHistory } from './history.ts';
import { useHistory } from './historyStore.ts';
import { resetPlayback } from './playback.ts';
import { loadSong } from './player.ts';
import { usePlayer } from './playerStore.ts';

const A = '00000000-0000-4000-8000-00000000000a';
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
const reports = () => server.calls.filter(({ path }) => path === '/api/plays').map(({ body }) => body);
const seconds = () => reports().map((body) => Math.floor((body as { seconds: number }).seconds));
const answerReport = (level: 'unheard' | 'sampled' | 'heard', left: number) =>
  server.answer(reportPlay, { trackid: A, releaseid: R, heard: level, unheardtrackcount: left });

async function start(): Promise<void> {
  await act(async () =>
    usePlayer.setState((player) => loadSong(player, createQueueItem(A, { releaseid: R, duration: 200 }), true)),
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

test('start, ten and thirty seconds and nine tenths are reported once each; skipped seconds do not count', {
  tags: ['requirements decision 19'],
}, async () => {
  answerReport('unheard', 1);
  renderScreen(withProviders(<Engine />));
  await start();
  expect(reports()).toEqual([{ trackid: A, seconds: 0 }]);
  await run(0, 9);
  fireEvent.seeking(element());
  await run(100, 120);
  fireEvent.playing(element());
  expect(seconds()).toEqual([0, 10]);
  await run(121, 200);
  expect(seconds()).toEqual([0, 10, 30]);
  fireEvent.seeking(element());
  await run(5, 96);
  expect(seconds()).toEqual([0, 10, 30, 180]);
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
  server.refuse(reportPlay, 'UNEXPECTED');
  server.refuse(releaseRoute, 'FORBIDDEN');
  renderScreen(withProviders(<Engine />));
  await start();
  await run(0, 12);
  await waitFor(() => expect(logs).toHaveBeenCalledTimes(3));
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

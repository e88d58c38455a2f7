import { release as releaseRoute } from '@promenade/contract/catalogue';
import { reportPlay } from '@promenade/contract/library';
import { audioToken } from '@promenade/contract/media';
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { beginSession, endSession } from '../platform/session.ts';
import { useRelease } from '../releases/data.ts';
import { detail, song, track } from '../testing/music.ts';
import { type FakeServer, fakeServer } from '../testing/server.ts';
import { show } from '../testing/show.ts';
import { signedIn } from '../testing/signedIn.ts';
import { soundCard } from '../testing/sound.ts';
import { accessToken, token } from '../testing/tokens.ts';
import { Engine } from './Engine.tsx';
import { emptyHistory } from './history.ts';
import { useHistory } from './historyStore.ts';
import { resetPlayback } from './playback.ts';
import { loadSong } from './player.ts';
import { usePlayer } from './playerStore.ts';

const A = '00000000-0000-4000-8000-00000000000a';
const R = '00000000-0000-4000-8000-000000000001';
let server: FakeServer;
let warnings: ReturnType<typeof vi.spyOn>;

beforeEach(() => {
  soundCard();
  server = fakeServer();
  resetPlayback();
  useHistory.setState(emptyHistory);
  warnings = vi.spyOn(console, 'error').mockReturnValue();
  server.answer(audioToken, { data: { token: token({ exp: 4_000_000_000 }) } });
  server.answer(releaseRoute, detail(R, [track(A, { releaseid: R, duration: 200 })]));
});

const element = () => document.querySelector('audio') as HTMLAudioElement;
const told = () => server.calls.filter(({ path }) => path === '/api/plays').map(({ body }) => body);
const seconds = () => told().map((body) => Math.floor((body as { seconds: number }).seconds));
const heard = (level: 'unheard' | 'sampled' | 'heard', left: number) =>
  server.answer(reportPlay, { trackid: A, releaseid: R, heard: level, unheardtrackcount: left });

async function start(): Promise<void> {
  await act(async () =>
    usePlayer.setState((player) => loadSong(player, song(A, { releaseid: R, duration: 200 }), true)),
  );
  await waitFor(() => expect(element().paused).toBe(false));
  await act(async () => void fireEvent.playing(element()));
}

/** The clock of the element runs from a second to another. */
async function run(from: number, to: number): Promise<void> {
  for (let at = from; at <= to; at += 1) {
    element().currentTime = at;
    fireEvent.timeUpdate(element());
  }
  await act(async () => {});
}

/** What is known of the song, as its row would show it. */
function Marks() {
  const { release } = useRelease(R);
  return <output>{release && `${release.songs[0]?.heard}, ${release.unheardtrackcount} left`}</output>;
}

test('a start, ten and thirty seconds and nine tenths are told once each; jumps are not counted', {
  tags: ['requirements decision 19'],
}, async () => {
  heard('unheard', 1);
  show(signedIn(<Engine />));
  await start();
  expect(told()).toEqual([{ trackid: A, seconds: 0 }]);
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

test('what the server makes of it is shown where the song and its release are', async () => {
  heard('sampled', 1);
  show(
    signedIn(
      <>
        <Engine />
        <Marks />
      </>,
    ),
  );
  expect(await screen.findByText('unheard, 2 left')).toBeTruthy();
  await start();
  expect(await screen.findByText('sampled, 1 left')).toBeTruthy();
});

test('a song that starts is written to the history with its release, a paused one that goes on is not again', {
  tags: ['C-RECENT-04'],
}, async () => {
  heard('unheard', 1);
  show(signedIn(<Engine />));
  await start();
  await waitFor(() => expect(useHistory.getState().songs).toHaveLength(1));
  expect(useHistory.getState()).toMatchObject({ songs: [{ trackid: A }], releases: [{ releaseid: R }] });
  const [first] = useHistory.getState().songs;
  fireEvent.playing(element());
  expect(useHistory.getState().songs).toEqual([first]);
  expect(told()).toHaveLength(1);
});

test('reports that fail are logged and the music goes on', async () => {
  server.refuse(reportPlay, 'UNEXPECTED');
  server.refuse(releaseRoute, 'FORBIDDEN');
  show(signedIn(<Engine />));
  await start();
  await run(0, 12);
  await waitFor(() => expect(warnings).toHaveBeenCalledTimes(3));
  expect([element().paused, usePlayer.getState().isPlaying, document.body.textContent]).toEqual([false, true, '']);
});

test('signing out forgets the history of this browser', async () => {
  heard('unheard', 1);
  beginSession({ 'access-token': accessToken(1800), 'refresh-token': 'r' }, false);
  show(signedIn(<Engine />));
  await start();
  await waitFor(() => expect(useHistory.getState().songs).toHaveLength(1));
  await act(async () => endSession());
  expect(useHistory.getState()).toEqual(emptyHistory);
});

import { cleanup, render } from '@testing-library/react';
import * as fc from 'fast-check';
import { MemoryRouter } from 'react-router';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { useDesks } from '../desk/deskStore.ts';
import { createDownload } from '../downloads/downloads.ts';
import { useDownloads } from '../downloads/downloadsStore.ts';
import { useBrowserState } from '../platform/browserStateStore.ts';
import { useColumnWidths } from '../platform/columnWidthsStore.ts';
import { setStateOwner } from '../platform/persistedState.ts';
import { restoreSession, useSession } from '../platform/session.ts';
import { useSettings } from '../platform/settingsStore.ts';
import { addPlay } from '../player/listening/history.ts';
import { useHistory } from '../player/listening/historyStore.ts';
import { PlayerBar } from '../player/PlayerBar.tsx';
import { playItem, playItemLater, skipForward } from '../player/playback.ts';
import { usePlayer } from '../player/playerStore.ts';
import { QueuePanel } from '../player/queue/QueuePanel.tsx';
import { useQueue } from '../player/queue/queueStore.ts';
import { saveSearch, useRecentSearches } from '../search/recentSearchesStore.ts';
import { mockDialogs, mockWindowWidth } from '../testing/browserMocks.ts';
import { fakeServer } from '../testing/fakeServer.ts';
import { createAlbum, createRelease, createTrack } from '../testing/releases.ts';
import { withProviders } from '../testing/render.ts';

const KEY = 'promenade:player-1';
const RUN = '00000000-0000-4000-8000-000000000045';
const tags = ['C-PERSIST-03', 'requirements decision 29'];
const stores = {
  playQueue: useQueue,
  player: usePlayer,
  playHistory: useHistory,
  downloads: useDownloads,
  search: useRecentSearches,
  table: useColumnWidths,
  setting: useSettings,
  global: useBrowserState,
  desk: useDesks,
} as const;
type Slice = keyof typeof stores;
const slices = Object.keys(stores) as Slice[];
type Json = fc.JsonValue;

beforeEach(() => {
  mockWindowWidth(1440);
  mockDialogs();
  fakeServer();
  vi.spyOn(console, 'error').mockReturnValue();
});
afterEach(() => setStateOwner(undefined));

function restore(state: Record<string, Json>): void {
  setStateOwner(undefined);
  localStorage.setItem(KEY, JSON.stringify({ version: 1, savedAt: Date.now(), state }));
  setStateOwner('player-1');
}

/** A complete state as the app stores it. */
function createState(): Record<Slice, Json> {
  setStateOwner(undefined);
  localStorage.clear();
  setStateOwner('player-1');
  playItem(createAlbum('a', ['a', 'a2']));
  playItemLater(createAlbum('b', ['b', 'b2']));
  skipForward();
  useHistory.setState((history) => addPlay(history, createRelease('r'), createTrack('a'), '2026-11-21T10:00:00.000Z'));
  const download = createDownload({ type: 'song', track: createTrack('s'), format: 'mp3' }, 'd');
  useDownloads.setState({ items: [{ ...download, status: 'finished' }] });
  saveSearch('house');
  useColumnWidths.setState({ songs: { title: 200 } });
  useSettings.setState({ view: 'list' });
  useBrowserState.setState({ timeZoneTold: 'player-1 Europe/Berlin' });
  useDesks.setState({ unsent: { [RUN]: [{ type: 'move', position: 3 }] } });
  window.dispatchEvent(new Event('pagehide'));
  return JSON.parse(localStorage.getItem(KEY) ?? '').state;
}

/** Replaces the value at one place of a JSON value; `choices` select the way down. */
function spoil(value: Json, choices: readonly number[], spoiled: Json): Json {
  const [choice = 0, ...rest] = choices;
  if (choices.length === 0 || typeof value !== 'object' || value === null) return spoiled;
  const keys = Object.keys(value);
  const key = keys[choice % Math.max(1, keys.length)];
  if (key === undefined) return spoiled;
  const changed = spoil((value as Record<string, Json>)[key] ?? null, rest, spoiled);
  if (Array.isArray(value)) return value.with(Number(key), changed);
  return { ...value, [key]: changed };
}

const unexpected = fc.oneof(
  fc.jsonValue(),
  fc.constantFrom<Json>(null, -1, 1e308, '', '//evil.example/x', [], {}, [null], [[]], 'x'.repeat(5_000)),
);

test('a complete state is restored', { tags: ['C-PERSIST-01', 'requirements decision 43'] }, () => {
  const state = createState();
  restore(state);
  expect(useQueue.getState().items).toHaveLength(2);
  expect(usePlayer.getState().song?.trackid).toBe('a2');
  expect(useHistory.getState().songs).toHaveLength(1);
  expect(useDownloads.getState().items).toHaveLength(1);
  expect([useRecentSearches.getState().recent, useColumnWidths.getState().songs]).toEqual([['house'], { title: 200 }]);
  expect(useDesks.getState().unsent).toEqual({ [RUN]: [{ type: 'move', position: 3 }] });
  expect([useSettings.getState().view, useBrowserState.getState().timeZoneTold]).toEqual([
    'list',
    'player-1 Europe/Berlin',
  ]);
});

test('queue and history of a version without measured loudness are restored', { tags: ['C-PERSIST-01'] }, () => {
  const added = /"(?:loudness|truepeak|key|hook|workid|reaction|advisory|\w+found)":(?:null|false|"unknown"),?/g;
  const state = JSON.stringify(createState()).replaceAll(added, '').replaceAll(',}', '}');
  expect(state).not.toContain('loudness');
  restore(JSON.parse(state));
  const { songs, releases } = useHistory.getState();
  expect([songs[0]?.loudness, releases[0]?.reaction, usePlayer.getState().song?.loudness]).toEqual([null, null, null]);
});

test.each(slices)('any JSON as %s is dropped, and the other slices stay', { tags }, (slice) => {
  const state = createState();
  restore({});
  const initial = stores[slice].getState();
  restore(state);
  const others = slices.filter((other) => other !== slice).map((other) => stores[other].getState());
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      restore({ ...state, [slice]: value });
      expect(stores[slice].getState()).toEqual(initial);
      expect(slices.filter((other) => other !== slice).map((other) => stores[other].getState())).toEqual(others);
    }),
  );
});

test('a state that is spoiled at one place never leaves half of a song, and never stops player and queue', {
  tags,
}, async () => {
  const state = createState();
  const spoiledState = fc.record({
    slice: fc.constantFrom('playQueue', 'player', 'downloads', 'playHistory'),
    choices: fc.array(fc.nat(20), { minLength: 1, maxLength: 6 }),
    value: unexpected,
  });
  fc.assert(
    fc.property(spoiledState, ({ slice, choices, value }) => {
      restore({ ...state, [slice]: spoil(state[slice as Slice], choices, value) });
      const songs = useQueue.getState().items.flatMap((item) => item.songs);
      const all = [...songs, usePlayer.getState().song].filter((song) => song !== null);
      const isWhole = ({ title, duration, mediaURL }: (typeof all)[number]) =>
        typeof title === 'string' && typeof duration === 'number' && mediaURL.startsWith('/api/');
      expect(all.filter((song) => !isWhole(song))).toEqual([]);
      render(
        <MemoryRouter>
          {withProviders(
            <>
              <PlayerBar />
              <QueuePanel />
            </>,
          )}
        </MemoryRouter>,
      );
      expect(document.querySelector('section')).not.toBeNull();
      cleanup();
    }),
    { numRuns: 60 },
  );
});

test('truncated and future values are dropped as a whole', { tags }, () => {
  const json = JSON.stringify({ version: 1, state: createState() });
  for (const value of [json.slice(0, -20), JSON.stringify({ version: 2, state: createState() }), 'null', '7', '']) {
    setStateOwner(undefined);
    localStorage.setItem(KEY, value);
    setStateOwner('player-1');
    expect([useQueue.getState().items, usePlayer.getState().song, useHistory.getState().songs]).toEqual([[], null, []]);
  }
});

test('any JSON as the session and the language counts as none', { tags }, () => {
  fc.assert(
    fc.property(fc.jsonValue(), fc.string(), (value, token) => {
      localStorage.setItem(
        'promenade',
        JSON.stringify({ version: 1, state: { authentication: value, setting: value } }),
      );
      localStorage.setItem('accessToken', token);
      restoreSession(Date.now());
      expect([useSession.getState().accessToken, useSettings.getState().language]).toEqual([null, 'en']);
    }),
  );
});

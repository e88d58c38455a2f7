import type { Track } from '@promenade/contract/catalogue';
import { release as releaseCall } from '@promenade/contract/catalogue';
import { options } from '@promenade/contract/options';
import { profile } from '@promenade/contract/profile';
import { useQuery } from '@tanstack/react-query';
import { screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { profileQuery } from '../access/data.ts';
import { closeReleaseError, useReleaseError } from '../catalogue/releaseErrorStore.ts';
import { useNotices } from '../platform/notices.ts';
import { createProfile } from '../testing/accounts.ts';
import { type FakeServer, fakeServer } from '../testing/fakeServer.ts';
import { emptyOptions } from '../testing/options.ts';
import { createRelease, createReleaseDetail, createTrack } from '../testing/releases.ts';
import { renderScreen, withProviders } from '../testing/render.ts';
import { DownloadRelease, DownloadTrack } from './DownloadButtons.tsx';
import { DownloadIcons } from './DownloadIcons.tsx';
import { useDownloadActions } from './downloadActions.ts';
import { useDownloads } from './downloadsStore.ts';

let server: FakeServer;

beforeEach(() => {
  server = fakeServer();
  server.answer(options, emptyOptions);
  server.answer(releaseCall, createReleaseDetail('r', [createTrack('a')]));
  useNotices.setState({ notices: [] });
  vi.spyOn(console, 'error').mockReturnValue();
});
afterEach(() => {
  useDownloads.setState({ items: [] });
  vi.restoreAllMocks();
});

const items = () => useDownloads.getState().items.map(({ type, mediaID, format }) => [type, mediaID, format]);
const names = () =>
  screen.queryAllByRole('button').map((one) => one.getAttribute('aria-label') ?? (one.title || one.textContent));
const off = () => server.answer(options, { ...emptyOptions, downloads_enabled: false });

test('a release can be downloaded as WAV or as MP3', { tags: ['C-DOWNLOAD-22', 'C-DOWNLOAD-20'] }, async () => {
  const visitor = renderScreen(withProviders(<DownloadRelease release={createRelease('r')} />));
  await visitor.click(await screen.findByRole('button', { name: 'Download all (WAV)' }));
  await waitFor(() => expect(items()).toEqual([['release', 'r', 'wav']]));
  await visitor.click(screen.getByRole('button', { name: 'Download all (MP3)' }));
  await waitFor(() => expect(items()).toHaveLength(2));
  expect(items()[1]).toEqual(['release', 'r', 'mp3']);
  expect(useNotices.getState().notices).toMatchObject([
    { category: 'addDownloadQueue', message: 'Release r' },
    { category: 'addDownloadQueue', message: 'Release r' },
  ]);
});

test('icon buttons have accessible names with the release title', async () => {
  renderScreen(withProviders(<DownloadIcons release={createRelease('r')} tabIndex={0} />));
  await screen.findByRole('button', { name: 'Download all of Release r as WAV' });
  expect(names()).toEqual(['Download all of Release r as WAV', 'Download all of Release r as MP3']);
});

test('a stream-only release shows a hint', {
  tags: ['C-DOWNLOAD-20', 'C-DOWNLOAD-21', 'C-ROLE-01'],
}, async () => {
  renderScreen(withProviders(<DownloadRelease release={createRelease('r', { candownload: false })} />));
  expect(await screen.findByText('Stream only')).toBeTruthy();
  expect(names()).toEqual([]);
});

test('with downloads turned off every release is stream-only', { tags: ['C-DOWNLOAD-20', 'C-ROLE-01'] }, async () => {
  off();
  renderScreen(withProviders(<DownloadRelease release={createRelease('r')} />));
  expect(await screen.findByText('Stream only')).toBeTruthy();
  expect(names()).toEqual([]);
});

test('a release without tracks is not queued', { tags: ['C-DOWNLOAD-19'] }, async () => {
  const { respondWith: serve } = server;
  serve(releaseCall, (_signal, { path }) => {
    const name = path.at(-1) ?? '';
    return Response.json(createReleaseDetail(name, name === 'r' ? [] : [createTrack('b')]));
  });
  const both = ['r', 'q'].map((name) => <DownloadIcons key={name} release={createRelease(name)} tabIndex={0} />);
  const visitor = renderScreen(withProviders(both));
  await visitor.click(await screen.findByRole('button', { name: 'Download all of Release r as WAV' }));
  await visitor.click(screen.getByRole('button', { name: 'Download all of Release q as WAV' }));
  await waitFor(() => expect(items()).toEqual([['release', 'q', 'wav']]));
});

test('a release that cannot be loaded is not queued, and the release error dialog says so', {
  tags: ['C-DOWNLOAD-19', 'C-MODAL-10'],
}, async () => {
  closeReleaseError();
  server.refuse(releaseCall, 'RELEASE_NOT_AVAILABLE');
  const visitor = renderScreen(withProviders(<DownloadRelease release={createRelease('r')} />));
  await visitor.click(await screen.findByRole('button', { name: 'Download all (WAV)' }));
  await waitFor(() => expect(useReleaseError.getState().failure).toMatchObject({ code: 'RELEASE_NOT_AVAILABLE' }));
  expect(items()).toEqual([]);
});

const trackButtons = async (one: Track) => {
  renderScreen(
    withProviders([<DownloadTrack key="1" track={one} />, <DownloadTrack key="2" track={createTrack('z')} />]),
  );
  await waitFor(() => expect(server.calls.length).toBeGreaterThan(0));
  await screen.findAllByRole('button');
  return names().filter((name) => !name?.includes('Track z'));
};

test('a track has buttons for WAV and MP3', {
  tags: ['C-TRACK-02', 'C-DOWNLOAD-11'],
}, async () => {
  expect(await trackButtons(createTrack('a'))).toEqual(['Download Track a as WAV', 'Download Track a as MP3']);
});

test('a video has one button, for MP4', async () => {
  expect(await trackButtons(createTrack('a', { assettype: 'video' }))).toEqual(['Download Track a as MP4']);
});

test('a stream-only track has a hint instead of buttons', {
  tags: ['C-TRACK-02', 'C-ROLE-01', 'C-DOWNLOAD-20'],
}, async () => {
  expect(await trackButtons(createTrack('a', { candownload: false }))).toEqual([]);
  expect(screen.getByText('Stream only')).toBeTruthy();
});

test('with downloads turned off a track and a card say stream only', { tags: ['C-DOWNLOAD-20'] }, async () => {
  off();
  renderScreen(
    withProviders([
      <DownloadTrack key="1" track={createTrack('a')} />,
      <DownloadIcons key="2" release={createRelease('r')} tabIndex={0} />,
    ]),
  );
  await waitFor(() => expect(screen.getAllByText('Stream only')).toHaveLength(2));
  expect(names()).toEqual([]);
});

test('buttons tell the size of a file, and there is none for a missing format', async () => {
  const sizes = { mp3: 8_900_000 };
  expect(await trackButtons(createTrack('a', { sizes }))).toEqual(['Download Track a as MP3, 8.5\u00A0MB']);
});

test('the buttons of a release tell its size and what is left out', async () => {
  const sizes = { wav: 600_000_000, mp3: 90_000_000 };
  const songs = [
    createTrack('a', { sizes }),
    createTrack('b', { sizes }),
    createTrack('c', { sizes, candownload: false }),
    createTrack('d', { sizes: { mp3: 5_000_000 } }),
  ];
  renderScreen(withProviders(<DownloadRelease release={createRelease('r')} songs={songs} />));
  expect(await screen.findByRole('button', { name: 'Download all (WAV), 1.1\u00A0GB' })).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Download all (MP3), 176\u00A0MB' })).toBeTruthy();
  expect(screen.getByText('Left out: streaming only: Track c; not available as WAV: Track d')).toBeTruthy();
});

test('the other formats are in a menu with their sizes: AIFF as large as WAV, FLAC where it is made', async () => {
  server.answer(options, { ...emptyOptions, flac_enabled: true });
  const songs = [createTrack('a', { sizes: { mp3: 5_000_000, wav: 42_000_000, flac: 21_000_000 } })];
  const visitor = renderScreen(withProviders(<DownloadRelease release={createRelease('r')} songs={songs} />));
  await visitor.click(await screen.findByRole('button', { name: 'Other formats' }));
  const listed = (await screen.findAllByRole('menuitem')).map(({ textContent }) => textContent);
  expect(listed).toEqual(['Download all (AIFF), 40\u00A0MB', 'Download all (FLAC), 20\u00A0MB']);
  await visitor.click(screen.getByRole('menuitem', { name: /AIFF/ }));
  await waitFor(() => expect(items()).toEqual([['release', 'r', 'aiff']]));
});

test('a format that no song has cannot be chosen, and without any downloadable song there is a hint', async () => {
  const songs = [createTrack('a', { sizes: { mp3: 5_000_000 } })];
  const closed = [createTrack('b', { candownload: false })];
  renderScreen(
    withProviders([
      <DownloadRelease key="1" release={createRelease('r')} songs={songs} />,
      <DownloadRelease key="2" release={createRelease('q')} songs={closed} />,
    ]),
  );
  const button = await screen.findByRole('button', { name: /WAV/ });
  expect(button).toHaveProperty('disabled', true);
  expect(screen.getByText('Stream only')).toBeTruthy();
});

test.each([
  ['Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X)', 5, 0],
  ['Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7)', 5, 0],
  ['Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7)', 0, 2],
  ['Mozilla/5.0 (Linux; Android 16)', 5, 2],
])(
  'on %s with %i touch points a track has %i buttons',
  { tags: ['C-TRACK-02', 'C-TRACK-03'] },
  async (agent, fingers, count) => {
    vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue(agent);
    Object.defineProperty(navigator, 'maxTouchPoints', { configurable: true, value: fingers });
    renderScreen(
      withProviders([
        <DownloadTrack key="1" track={createTrack('a')} />,
        <DownloadRelease key="2" release={createRelease('r')} />,
      ]),
    );
    await screen.findByRole('button', { name: 'Download all (WAV)' });
    expect(names().filter((name) => name?.includes('Track a'))).toHaveLength(count);
  },
);

test('pressing a button queues the track or the video', { tags: ['C-DOWNLOAD-11'] }, async () => {
  const film = createTrack('v', { assettype: 'video' });
  const visitor = renderScreen(
    withProviders([<DownloadTrack key="1" track={createTrack('a')} />, <DownloadTrack key="2" track={film} />]),
  );
  await visitor.click(await screen.findByRole('button', { name: 'Download Track a as WAV' }));
  await visitor.click(screen.getByRole('button', { name: 'Download Track v as MP4' }));
  await waitFor(() => expect(items()).toHaveLength(2));
  expect(items()).toEqual([
    ['song', 'a', 'wav'],
    ['video', 'v', 'mp4'],
  ]);
});

function AnyFormat() {
  const { data } = useQuery(profileQuery);
  const { track: take } = useDownloadActions();
  return (
    <button type="button" disabled={!data} onClick={() => void take(createTrack('a'))}>
      Take
    </button>
  );
}

test.each(['mp3', 'wav'] as const)(
  'without a format the one of the profile is used: %s',
  { tags: ['C-DOWNLOAD-22', 'C-CONST-06'] },
  async (format) => {
    server.answer(profile, createProfile({ format }));
    const visitor = renderScreen(withProviders(<AnyFormat />));
    await waitFor(() => expect(screen.getByRole<HTMLButtonElement>('button').disabled).toBe(false));
    await visitor.click(screen.getByRole('button'));
    await waitFor(() => expect(items()).toEqual([['song', 'a', format]]));
  },
);

import type { Track } from '@promenade/contract/catalogue';
import { release as releaseCall } from '@promenade/contract/catalogue';
import { options } from '@promenade/contract/options';
import { profile } from '@promenade/contract/profile';
import { useQuery } from '@tanstack/react-query';
import { screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { profileQuery } from '../access/data.ts';
import { useNotices } from '../platform/notices.ts';
import { detail, release, track } from '../testing/music.ts';
import { noOptions } from '../testing/options.ts';
import { person } from '../testing/person.ts';
import { type FakeServer, fakeServer } from '../testing/server.ts';
import { show } from '../testing/show.ts';
import { signedIn } from '../testing/signedIn.ts';
import { DownloadRelease, DownloadTrack } from './DownloadButtons.tsx';
import { useDownloadActions } from './downloadActions.ts';
import { useDownloads } from './downloadsStore.ts';

let server: FakeServer;

beforeEach(() => {
  server = fakeServer();
  server.answer(options, noOptions);
  server.answer(releaseCall, detail('r', [track('a')]));
  useNotices.setState({ notices: [] });
  vi.spyOn(console, 'error').mockReturnValue();
});
afterEach(() => {
  useDownloads.setState({ items: [] });
  vi.restoreAllMocks();
});

const items = () => useDownloads.getState().items.map(({ type, mediaID, format }) => [type, mediaID, format]);
const names = () => screen.queryAllByRole('button').map((one) => one.getAttribute('aria-label') ?? one.textContent);
const off = () => server.answer(options, { ...noOptions, downloads_enabled: false });

test('all of a release can be taken home as WAV or as MP3', { tags: ['C-DOWNLOAD-22', 'C-DOWNLOAD-20'] }, async () => {
  const visitor = show(signedIn(<DownloadRelease release={release('r')} />));
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

test('as icons they carry the title of the release for ears', async () => {
  show(signedIn(<DownloadRelease release={release('r')} look="icons" />));
  await screen.findByRole('button', { name: 'Download all of Release r as WAV' });
  expect(names()).toEqual(['Download all of Release r as WAV', 'Download all of Release r as MP3']);
});

test('a release that may only be heard says so', {
  tags: ['C-DOWNLOAD-20', 'C-DOWNLOAD-21', 'C-ROLE-01'],
}, async () => {
  show(signedIn(<DownloadRelease release={release('r', { candownload: false })} />));
  expect(await screen.findByText('Stream only')).toBeTruthy();
  expect(names()).toEqual([]);
});

test('where downloads are off every release may only be heard', { tags: ['C-DOWNLOAD-20', 'C-ROLE-01'] }, async () => {
  off();
  show(signedIn(<DownloadRelease release={release('r')} />));
  expect(await screen.findByText('Stream only')).toBeTruthy();
  expect(names()).toEqual([]);
});

test('a release without tracks is not queued', { tags: ['C-DOWNLOAD-19'] }, async () => {
  const { serve } = server;
  serve(releaseCall, (_signal, { path }) => {
    const name = path.at(-1) ?? '';
    return Response.json(detail(name, name === 'r' ? [] : [track('b')]));
  });
  const both = ['r', 'q'].map((name) => <DownloadRelease key={name} release={release(name)} look="icons" />);
  const visitor = show(signedIn(both));
  await visitor.click(await screen.findByRole('button', { name: 'Download all of Release r as WAV' }));
  await visitor.click(screen.getByRole('button', { name: 'Download all of Release q as WAV' }));
  await waitFor(() => expect(items()).toEqual([['release', 'q', 'wav']]));
});

test('a release that cannot be read is not queued, and that is said', { tags: ['C-DOWNLOAD-19'] }, async () => {
  server.refuse(releaseCall, 'RELEASE_NOT_AVAILABLE');
  const visitor = show(signedIn(<DownloadRelease release={release('r')} />));
  await visitor.click(await screen.findByRole('button', { name: 'Download all (WAV)' }));
  await waitFor(() => expect(useNotices.getState().notices).toMatchObject([{ category: 'somethingWrong' }]));
  expect(items()).toEqual([]);
});

const trackButtons = async (one: Track) => {
  show(signedIn([<DownloadTrack key="1" track={one} />, <DownloadTrack key="2" track={track('z')} />]));
  await waitFor(() => expect(server.calls.length).toBeGreaterThan(0));
  await screen.findAllByRole('button');
  return names().filter((name) => !name?.includes('Track z'));
};

test('a track has a button for WAV and one for MP3, a video comes as it is', {
  tags: ['C-TRACK-02', 'C-DOWNLOAD-11'],
}, async () => {
  expect(await trackButtons(track('a'))).toEqual(['Download Track a as WAV', 'Download Track a as MP3']);
});

test('a video has one button', async () => {
  expect(await trackButtons(track('a', { assettype: 'video' }))).toEqual(['Download Track a as MP4']);
});

test('a track that may only be heard has none', { tags: ['C-TRACK-02', 'C-ROLE-01'] }, async () => {
  expect(await trackButtons(track('a', { candownload: false }))).toEqual([]);
});

test.each([
  ['Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X)', 5, 0],
  ['Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7)', 5, 0],
  ['Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7)', 0, 2],
  ['Mozilla/5.0 (Linux; Android 16)', 5, 2],
])(
  'on %s with %i fingers a track has %i buttons',
  { tags: ['C-TRACK-02', 'C-TRACK-03'] },
  async (agent, fingers, count) => {
    vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue(agent);
    Object.defineProperty(navigator, 'maxTouchPoints', { configurable: true, value: fingers });
    show(signedIn([<DownloadTrack key="1" track={track('a')} />, <DownloadRelease key="2" release={release('r')} />]));
    await screen.findByRole('button', { name: 'Download all (WAV)' });
    expect(names().filter((name) => name?.includes('Track a'))).toHaveLength(count);
  },
);

test('pressing them queues the song or the video', { tags: ['C-DOWNLOAD-11'] }, async () => {
  const film = track('v', { assettype: 'video' });
  const visitor = show(
    signedIn([<DownloadTrack key="1" track={track('a')} />, <DownloadTrack key="2" track={film} />]),
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
    <button type="button" disabled={!data} onClick={() => void take(track('a'))}>
      Take
    </button>
  );
}

test.each(['mp3', 'wav'] as const)(
  'without a choice the format of the profile is taken: %s',
  { tags: ['C-DOWNLOAD-22', 'C-CONST-06'] },
  async (format) => {
    server.answer(profile, person({ format }));
    const visitor = show(signedIn(<AnyFormat />));
    await waitFor(() => expect(screen.getByRole<HTMLButtonElement>('button').disabled).toBe(false));
    await visitor.click(screen.getByRole('button'));
    await waitFor(() => expect(items()).toEqual([['song', 'a', format]]));
  },
);

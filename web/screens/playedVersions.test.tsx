import { release, releases } from '@promenade/contract/catalogue';
import { audioToken } from '@promenade/contract/media';
import { options } from '@promenade/contract/options';
import { screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { useSettings } from '../platform/settingsStore.ts';
import { resetPlayback } from '../player/playback.ts';
import { useQueue } from '../player/queue/queueStore.ts';
import { mockLayout, mockWindowWidth } from '../testing/browserMocks.ts';
import { fakeServer } from '../testing/fakeServer.ts';
import { sampleOptions } from '../testing/options.ts';
import { createRelease, createReleaseDetail, createTrack } from '../testing/releases.ts';
import { renderScreen, withProviders } from '../testing/render.ts';
import { Releases } from './Releases.tsx';

const versions = ['', 'Clean', 'Instrumental', 'Clean'];
const songs = versions.map((version, index) => createTrack(`t${index}`, { releaseid: 'a', version }));

beforeEach(() => {
  mockLayout({ width: 1000, height: 900, scrollHeight: 900 });
  mockWindowWidth(1440);
  resetPlayback();
  useSettings.setState({ view: 'list', sort: '-date', days: null });
  vi.spyOn(console, 'error').mockReturnValue();
  const server = fakeServer();
  server.answer(options, sampleOptions);
  server.answer(releases, { items: [createRelease('a')], total: 1, page: 1, pagesize: 40 });
  server.answer(release, createReleaseDetail('a', songs));
  server.refuse(audioToken, 'NOT_FOUND');
});

test.each([
  ['/releases?versions=Clean', ['t1', 't3']],
  ['/releases?versions=Clean,Instrumental', ['t1', 't2', 't3']],
  ['/releases?versions=Remix', ['t0', 't1', 't2', 't3']],
  ['/releases', ['t0', 't1', 't2', 't3']],
])('at %s Play plays %j of a release', async (address, played) => {
  const user = renderScreen(withProviders(<Releases />), address);
  await user.click(await screen.findByRole('button', { name: 'Play Release a' }));
  await waitFor(() => expect(useQueue.getState().items).toHaveLength(1));
  expect(useQueue.getState().items[0]?.songs.map(({ trackid }) => trackid)).toEqual(played);
});

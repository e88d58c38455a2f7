import { release as releaseRoute } from '@promenade/contract/catalogue';
import { videoToken } from '@promenade/contract/media';
import { options } from '@promenade/contract/options';
import { useQueryClient } from '@tanstack/react-query';
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { useLocation } from 'react-router';
import { beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { closeReleaseError, useReleaseError } from '../catalogue/releaseErrorStore.ts';
import { removeRelease } from '../catalogue/serverChanges.ts';
import { resetPlayback } from '../player/playback.ts';
import { usePlayer } from '../player/playerStore.ts';
import { signInAs } from '../testing/accounts.ts';
import { mockWindowWidth } from '../testing/browserMocks.ts';
import { type FakeServer, fakeServer } from '../testing/fakeServer.ts';
import { mockMediaElement } from '../testing/mediaElement.ts';
import { emptyOptions } from '../testing/options.ts';
import { createReleaseDetail, createTrack } from '../testing/releases.ts';
import { renderScreen, withProviders } from '../testing/render.ts';
import { ReleasePage } from './ReleasePage.tsx';

let server: FakeServer;

// As in the shell, the dialogs' library is there before it is needed.
beforeAll(() => import('../design/Dialog.tsx'));

beforeEach(() => {
  mockMediaElement();
  mockWindowWidth(1440);
  server = fakeServer();
  resetPlayback();
});

const shown = (at?: string) => renderScreen(withProviders(<ReleasePage releaseid="r" />), at);

test('the page shows cover, title, artist, dates, genres and the way back', {
  tags: ['C-DETAIL-01', 'C-DETAIL-02', 'C-DETAIL-04', 'C-DETAIL-05'],
}, async () => {
  server.answer(
    releaseRoute,
    createReleaseDetail('r', [createTrack('a')], {
      title: 'Lines',
      artist: 'Otis Salo',
      genres: ['Jazz', 'Hip-Hop'],
      impactdate: 1_795_996_800,
    }),
  );
  shown();
  expect(await screen.findByRole('heading', { level: 1, name: 'Lines' })).toBeTruthy();
  for (const text of ['Otis Salo', 'November 21, 2026', 'November 30, 2026', 'Jazz, Hip-Hop', '1 song']) {
    expect(screen.getByText(text)).toBeTruthy();
  }
  expect(screen.getByRole('button', { name: 'View the cover of Lines in full size' })).toBeTruthy();
  const crumbs = within(screen.getByRole('navigation', { name: 'You are here' }));
  expect(crumbs.getByRole('link', { name: 'Releases' }).getAttribute('href')).toBe('/releases');
  expect(crumbs.getByText('Lines').getAttribute('aria-current')).toBe('page');
  expect(document.title).toBe('Lines · Promenade');
});

test('a release that is withdrawn while its page is open loses its buttons', async () => {
  signInAs();
  server.answer(releaseRoute, createReleaseDetail('r', [createTrack('a')], { title: 'Lines' }));
  function Withdraw() {
    const cache = useQueryClient();
    return <button type="button" aria-label="Withdraw" onClick={() => removeRelease(cache, 'r')} />;
  }
  const user = renderScreen(withProviders([<Withdraw key="withdraw" />, <ReleasePage key="page" releaseid="r" />]));
  await screen.findByRole('button', { name: 'Play' });
  server.refuse(releaseRoute, 'RELEASE_NOT_AVAILABLE');
  await user.click(screen.getByRole('button', { name: 'Withdraw' }));
  await screen.findByRole('heading', { name: 'Release Not Available' });
  expect(screen.queryByRole('button', { name: 'Play' })).toBeNull();
});

test('on a phone flag and archive have words, and what else can be done is in one menu with words', async () => {
  mockWindowWidth(390);
  signInAs();
  const more = { title: 'Lines', allow_sharing: true, commenting_enabled: true };
  server.answer(releaseRoute, createReleaseDetail('r', [createTrack('a')], more));
  const user = shown();
  const flag = await screen.findByRole('button', { name: 'Flag Lines' });
  expect([flag.textContent, screen.getByRole('button', { name: 'Archive Lines' }).textContent]).toEqual([
    'Flag',
    'Archive',
  ]);
  for (const name of ['Play next', 'Share', 'Contact']) expect(screen.queryByRole('button', { name })).toBeNull();
  await user.click(screen.getByRole('button', { name: 'More actions for Lines' }));
  const items = (await screen.findAllByRole('menuitem')).map(({ textContent }) => textContent);
  expect(items).toEqual(['Play next', 'Play later', 'Add to playlist', 'React to Lines', 'Share', 'Contact']);
  await user.click(screen.getByRole('menuitem', { name: 'Contact' }));
  expect(await screen.findByRole('dialog', { name: 'Contact the label' })).toBeTruthy();
});

test('a song whose recording was replaced after the download says so', async () => {
  const songs = [{ ...createTrack('a'), newrecording: true }, createTrack('b')];
  server.answer(releaseRoute, createReleaseDetail('r', songs));
  shown();
  expect(await screen.findAllByText('New recording')).toHaveLength(1);
});

test('a release that may be downloaded has buttons for all of it', { tags: ['C-DETAIL-07'] }, async () => {
  server.answer(options, emptyOptions);
  server.answer(releaseRoute, createReleaseDetail('r', [createTrack('a')]));
  shown();
  expect(await screen.findByRole('button', { name: 'Download all (WAV)' })).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Download all (MP3)' })).toBeTruthy();
});

test('a release that may only be heard says so instead, as do its tracks', {
  tags: ['C-DETAIL-07', 'C-DOWNLOAD-20'],
}, async () => {
  server.answer(options, emptyOptions);
  server.answer(
    releaseRoute,
    createReleaseDetail('r', [createTrack('a', { candownload: false })], { candownload: false }),
  );
  shown();
  await waitFor(() => expect(screen.getAllByText('Stream only')).toHaveLength(2));
  expect(screen.queryByRole('button', { name: /^Download all/ })).toBeNull();
});

test('Canadian content has a badge', { tags: ['C-DETAIL-03'] }, async () => {
  server.answer(releaseRoute, createReleaseDetail('r', [createTrack('a')], { market_tags: ['cancon'] }));
  shown();
  expect(await screen.findByText('Canadian content')).toBeTruthy();
});

test('a track opens to what is known about it and closes again', {
  tags: ['C-DETAIL-15', 'C-DETAIL-17', 'C-ENTITY-06'],
}, async () => {
  const known = {
    isrc: 'QZ1232600001',
    composer: 'Vera Lund',
    writers: ['Vera Lund', 'O. Salo'],
    canadian: { Music: 'V. L.' },
  };
  server.answer(releaseRoute, createReleaseDetail('r', [createTrack('a', { title: 'Lines', ...known })]));
  const user = shown();
  const opener = await screen.findByRole('button', { name: 'Details of Lines', expanded: false });
  await user.click(opener);
  for (const text of ['QZ1232600001', 'Vera Lund', 'Vera Lund, O. Salo', 'Music'])
    expect(screen.getByText(text)).toBeTruthy();
  expect(screen.queryByText('UPC')).toBeNull();
  await user.click(opener);
  expect(screen.queryByText('ISRC')).toBeNull();
});

test('the page tells who passed the release on, and with which words', { tags: ['C-DETAIL-06'] }, async () => {
  const shared_by = { name: 'Mara Lind', message: 'For the late show.' };
  server.answer(releaseRoute, createReleaseDetail('r', [createTrack('a')], { shared_by }));
  shown();
  expect(await screen.findByText('Shared by Mara Lind')).toBeTruthy();
  expect(screen.getByText('For the late show.')).toBeTruthy();
});

test('it offers to share and to contact the label', { tags: ['C-DETAIL-06', 'C-DETAIL-14'] }, async () => {
  signInAs();
  server.answer(releaseRoute, createReleaseDetail('r', [createTrack('a')]));
  shown();
  expect(await screen.findByRole('button', { name: 'Share' })).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Contact' })).toBeTruthy();
  expect(screen.queryByText(/Shared by/)).toBeNull();
});

test('the controls of two versions of a song have names of their own', { tags: ['C-TRACK-01'] }, async () => {
  const versions = [createTrack('a', { title: 'Lines' }), createTrack('b', { title: 'Lines', version: 'Radio edit' })];
  server.answer(options, emptyOptions);
  server.answer(releaseRoute, createReleaseDetail('r', versions));
  shown();
  await screen.findAllByLabelText(/^Download Lines/);
  const [first, second] = within(screen.getByRole('list', { name: 'Tracks of Release r' }))
    .getAllByRole('listitem')
    .map((row) => [...row.querySelectorAll('button')].map((button) => button.getAttribute('aria-label')));
  expect(first).toContain('Flag Lines');
  expect(second).toEqual(first?.map((name) => name?.replace('Lines', 'Lines (Radio edit)')));
});

test('one press opens all tracks, another closes them', { tags: ['C-DETAIL-16'] }, async () => {
  server.answer(
    releaseRoute,
    createReleaseDetail('r', [createTrack('a', { isrc: 'ONE' }), createTrack('b', { isrc: 'TWO' })]),
  );
  const user = shown();
  await screen.findByText('Track a');
  await user.click(screen.getByRole('button', { name: 'Expand all' }));
  expect([screen.getByText('ONE'), screen.getByText('TWO')]).toHaveLength(2);
  await user.click(screen.getByRole('button', { name: 'Collapse all' }));
  expect(screen.queryByText('ONE')).toBeNull();
});

test('lyrics beyond 100 characters are folded, shorter ones are whole', {
  tags: ['C-DETAIL-18', 'C-DETAIL-19', 'C-CONST-07'],
}, async () => {
  const [long, short] = ['a'.repeat(101), 'b'.repeat(100)];
  server.answer(
    releaseRoute,
    createReleaseDetail('r', [createTrack('a', { lyrics: long }), createTrack('b', { lyrics: short })]),
  );
  const user = shown();
  await screen.findByText('Track a');
  await user.click(screen.getByRole('button', { name: 'Expand all' }));
  expect(screen.getByText(`${'a'.repeat(100)}…`)).toBeTruthy();
  expect(screen.getByText(short)).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Read more' }));
  expect(screen.getByText(long)).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Read less' }));
  expect(screen.queryByText(long)).toBeNull();
});

test('tracklist, metadata and attachments are tabs in this order, and the address keeps which', {
  tags: ['C-DETAIL-08'],
}, async () => {
  server.answer(releaseRoute, createReleaseDetail('r', [createTrack('a', { isrc: 'ONE' }), createTrack('b')]));
  const user = renderScreen(
    withProviders(
      <>
        <ReleasePage releaseid="r" />
        <Address />
      </>,
    ),
  );
  await screen.findByText('Track a');
  const tabs = within(screen.getByRole('tablist', { name: 'Release details' })).getAllByRole('tab');
  expect(tabs.map(({ textContent }) => textContent)).toEqual(['Tracklist', 'Metadata', 'Attachments']);
  expect(screen.getByRole('tabpanel', { name: 'Tracklist' })).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Expand all' }));
  await user.click(screen.getByRole('tab', { name: 'Metadata' }));
  expect(screen.getByRole('tabpanel', { name: 'Metadata' })).toBeTruthy();
  expect(screen.getByTestId('address').textContent).toBe('?tab=metadata');
  screen.getByRole('tab', { name: 'Metadata' }).focus();
  await user.keyboard('{ArrowLeft}{Enter}');
  expect(screen.getByTestId('address').textContent).toBe('');
  expect(screen.getByRole('button', { name: 'Collapse all' })).toBeTruthy();
});

function Address() {
  return <p data-testid="address">{useLocation().search}</p>;
}

test('an address opens its tab, and the first one for a name that is none', { tags: ['C-DETAIL-08'] }, async () => {
  server.answer(releaseRoute, createReleaseDetail('r', [createTrack('a')]));
  shown('/?tab=attachments');
  expect(await screen.findByText('This release has no attachments.')).toBeTruthy();
  cleanup();
  shown('/?tab=lyrics');
  expect(await screen.findByRole('tabpanel', { name: 'Tracklist' })).toBeTruthy();
});

test('a track row plays its song', { tags: ['C-TRACK-05'] }, async () => {
  server.answer(
    releaseRoute,
    createReleaseDetail('r', [
      createTrack('a', { title: 'Lines' }),
      createTrack('v', { title: 'Film', assettype: 'video' }),
    ]),
  );
  const user = shown();
  await user.click(await screen.findByRole('button', { name: 'Play Lines' }));
  expect(usePlayer.getState()).toMatchObject({ isPlaying: true, song: { trackid: 'a' } });
  expect(screen.queryByRole('button', { name: 'Play Film' })).toBeNull();
});

test('a video opens over the page with its own token, and what played pauses', { tags: ['C-API-36'] }, async () => {
  server.answer(
    releaseRoute,
    createReleaseDetail('r', [createTrack('v', { title: 'Film', assettype: 'video', mediaURL: '/film' })]),
  );
  server.answer(videoToken, { data: { token: 'a.b.c' } });
  usePlayer.setState({ isPlaying: true });
  const user = shown();
  await user.click(await screen.findByRole('button', { name: 'Play video Film' }));
  const video = await screen.findByLabelText('Film', { selector: 'video' });
  await waitFor(() => expect(video.getAttribute('src')).toBe('/film?token=a.b.c'));
  fireEvent.play(video);
  expect(usePlayer.getState().isPlaying).toBe(false);
});

test('a clock that still ticks does not stop a video; what is played again does', async () => {
  server.answer(releaseRoute, createReleaseDetail('r', [createTrack('v', { title: 'Film', assettype: 'video' })]));
  server.answer(videoToken, { data: { token: 'a.b.c' } });
  usePlayer.setState({ isPlaying: true });
  const user = shown();
  await user.click(await screen.findByRole('button', { name: 'Play video Film' }));
  const video = await screen.findByLabelText<HTMLVideoElement>('Film', { selector: 'video' });
  await act(() => video.play());
  act(() => usePlayer.setState({ currentTime: 12 }));
  expect(video.paused).toBe(false);
  fireEvent.play(video);
  act(() => usePlayer.setState({ isPlaying: true }));
  expect(video.paused).toBe(true);
});

test('a video that cannot be played is tried once with a new token, then says so', async () => {
  vi.spyOn(console, 'error').mockReturnValue();
  server.answer(releaseRoute, createReleaseDetail('r', [createTrack('v', { title: 'Film', assettype: 'video' })]));
  server.answer(videoToken, { data: { token: 'a.b.c' } });
  const user = shown();
  await user.click(await screen.findByRole('button', { name: 'Play video Film' }));
  const video = await screen.findByLabelText('Film', { selector: 'video' });
  await waitFor(() => expect(video.getAttribute('src')).toContain('a.b.c'));
  server.answer(videoToken, { data: { token: 'd.e.f' } });
  fireEvent.error(video);
  await waitFor(() => expect(video.getAttribute('src')).toContain('d.e.f'));
  fireEvent.error(video);
  expect(await screen.findByRole('alert')).toHaveProperty('textContent', 'This video could not be played here.');
});

test.each([
  ['RELEASE_NOT_FOUND', 'Cannot fetch information about this release.'],
  ['FORBIDDEN', 'Access Denied'],
  ['RELEASE_NOT_AVAILABLE', 'Release Not Available'],
  ['VALIDATION', 'Cannot fetch information about this release.'],
] as const)(
  '%s shows the no-access page with the way back',
  { tags: ['C-DETAIL-25', 'C-DETAIL-26', 'C-ERR-01', 'C-ERR-02', 'C-ERR-03', 'C-ROLE-06'] },
  async (code, title) => {
    server.refuse(releaseRoute, code);
    shown();
    expect(await screen.findByRole('heading', { name: title })).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Go to releases' }).getAttribute('href')).toBe('/releases');
    expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull();
  },
);

test.each([429, 500])(
  'status %i says that the service could not answer, not that the release is gone',
  {
    tags: ['C-ERR-04', 'C-ERR-10'],
  },
  async (status) => {
    server.fail(releaseRoute, status);
    shown();
    const again = await screen.findByRole('button', { name: 'Try again' });
    expect(again).toBeTruthy();
    expect(screen.getByRole('heading', { name: 'Cannot fetch information about this release.' })).toBeTruthy();
    expect(screen.getByText('The service could not answer. Please try again in a moment.')).toBeTruthy();
  },
);

test('a service that is down says so and can be asked again', {
  tags: ['C-ERR-05', 'C-ERR-11'],
}, async () => {
  closeReleaseError();
  server.refuse(releaseRoute, 'BUSY');
  const user = shown();
  const again = await screen.findByRole('button', { name: 'Try again' });
  expect(screen.getByRole('heading', { name: 'Service Unavailable' })).toBeTruthy();
  expect(useReleaseError.getState().failure).toMatchObject({ code: 'BUSY' });
  server.answer(releaseRoute, createReleaseDetail('r', [createTrack('a')], { title: 'Lines' }));
  await user.click(again);
  expect(await screen.findByRole('heading', { level: 1, name: 'Lines' })).toBeTruthy();
});

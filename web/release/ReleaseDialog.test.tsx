import { release as releaseRoute } from '@promenade/contract/catalogue';
import { archiveRelease, flagRelease, flagTrack, unflagRelease, unflagTrack } from '@promenade/contract/library';
import { options } from '@promenade/contract/options';
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { useState } from 'react';
import { beforeEach, expect, test, vi } from 'vitest';
import { closeReleaseError, useReleaseError } from '../catalogue/releaseErrorStore.ts';
import { useNotices } from '../platform/notices.ts';
import { playItem, resetPlayback } from '../player/playback.ts';
import { usePlayer } from '../player/playerStore.ts';
import { useQueue } from '../player/queue/queueStore.ts';
import { signInAs } from '../testing/accounts.ts';
import { mockWindowWidth } from '../testing/browserMocks.ts';
import { type FakeServer, fakeServer } from '../testing/fakeServer.ts';
import { emptyOptions } from '../testing/options.ts';
import { createAlbum, createRelease, createReleaseDetail, createTrack } from '../testing/releases.ts';
import { renderScreen, withProviders } from '../testing/render.ts';
import { ReleaseDialog } from './ReleaseDialog.tsx';

const songs = [
  createTrack('a', { title: 'Static Fever', releaseid: 'r' }),
  createTrack('b', { title: 'Amber Radio', releaseid: 'r' }),
];
let server: FakeServer;

beforeEach(() => {
  mockWindowWidth(1440);
  server = fakeServer();
  server.answer(releaseRoute, createReleaseDetail('r', songs));
  resetPlayback();
  closeReleaseError();
});

function shown(more?: Parameters<typeof createRelease>[1]) {
  // What its page says of it arrives a moment later.
  if (more) server.answer(releaseRoute, createReleaseDetail('r', songs, more));
  const onClose = vi.fn<() => void>();
  return {
    onClose,
    user: renderScreen(withProviders(<ReleaseDialog release={createRelease('r', more)} onClose={onClose} />)),
  };
}

test('the pop-up shows cover, artist, title, the count of songs, label and markets', {
  tags: ['C-POPUP-01', 'C-POPUP-02', 'C-POPUP-03', 'C-FORMAT-03'],
}, async () => {
  shown({ title: 'Lines', artist: 'Otis Salo', trackcount: 2, duration: 412, market_tags: ['us', 'cancon'] });
  const dialog = screen.getByRole('dialog', { name: 'Lines by Otis Salo' });
  for (const text of ['Lines', 'Otis Salo', '2 songs : 6:52', 'Parallel', 'US', 'CanCon', 'November 21, 2026']) {
    expect(within(dialog).getByText(text)).toBeTruthy();
  }
  expect(within(dialog).getByRole('img', { name: 'Cover of Lines' })).toBeTruthy();
});

test('one song is counted without a time', { tags: ['C-FORMAT-03', 'C-FORMAT-04'] }, () => {
  shown({ trackcount: 1, duration: 200 });
  expect(screen.getByText('1 song')).toBeTruthy();
});

test('markets show their icons by name, and their short names where an icon is missing', {
  tags: ['C-POPUP-03'],
}, async () => {
  const market = (id: string, name: string) => ({ id, name, icon: `/api/options/logos/${id}.png` });
  server.answer(options, {
    genres: [],
    markets: [market('us', 'United States'), market('cancon', 'Canadian content')],
    packages: [],
    release_types: [],
    versions: [],
    moods: [],
    instruments: [],
    labels: [],
    downloads_enabled: true,
  });
  shown({ market_tags: ['us', 'cancon'] });
  const icon = await screen.findByRole('img', { name: 'United States' });
  expect([icon.getAttribute('src'), icon.title]).toEqual(['/api/options/logos/us.png', 'United States']);
  fireEvent.error(icon);
  expect(screen.getByText('US').title).toBe('United States');
  expect(screen.getByRole('img', { name: 'Canadian content' })).toBeTruthy();
});

test('a label with a logo shows the logo', { tags: ['C-POPUP-02'] }, () => {
  shown({ labels: [{ labelid: 'm', name: 'Mono Mono', logo: '/logo/r/1.webp' }] });
  const label = screen.getByRole('link', { name: 'Mono Mono' });
  expect(label.getAttribute('href')).toBe('/labels/m');
  expect(label.parentElement?.querySelector('img')?.getAttribute('src')).toBe('/logo/r/1.webp');
});

test('its track list has a fixed height from the start', { tags: ['C-POPUP-04', 'C-POPUP-05'] }, async () => {
  shown({ title: 'Lines' });
  const list = screen.getByRole('list', { name: 'Tracks of Lines' });
  expect(list.style.height).toBe('320px');
  expect(await within(list).findByText('Amber Radio')).toBeTruthy();
});

test('the close button, Escape and a click beside it close it', { tags: ['C-POPUP-06', 'C-POPUP-07'] }, async () => {
  const { user, onClose } = shown();
  await user.click(screen.getByRole('button', { name: 'Close' }));
  await user.keyboard('{Escape}');
  await user.click(document.body);
  expect(onClose).toHaveBeenCalledTimes(3);
});

test('its buttons: play, play next, play later, information, flag, archive, react, add to, share, contact, downloads', {
  tags: ['C-POPUP-08', 'C-POPUP-09'],
}, async () => {
  signInAs();
  server.answer(options, emptyOptions);
  shown({ title: 'Lines' });
  await screen.findByRole('button', { name: 'Download all (WAV)' });
  const play = screen.getByRole('button', { name: 'Play' });
  const names = within(play.parentElement ?? play)
    .getAllByRole('button')
    .map((button) => button.getAttribute('aria-label') ?? button.textContent);
  expect(names).toEqual([
    'Play',
    'Play next',
    'Play later',
    'Release information',
    'Flag Lines',
    'Archive Lines',
    'React to Lines',
    'Add Lines to a playlist',
    'Share',
    'Contact',
    'Download all (WAV)',
    'Download all (MP3)',
    'Other formats',
  ]);
});

test('a release that may only be heard offers no downloads, and neither do its tracks', {
  tags: ['C-POPUP-09', 'C-ROLE-01', 'C-TRACK-02'],
}, async () => {
  server.answer(options, emptyOptions);
  const candownload = false;
  server.answer(
    releaseRoute,
    createReleaseDetail('r', [createTrack('a', { title: 'Static Fever', candownload })], { candownload }),
  );
  const onClose = () => undefined;
  renderScreen(withProviders(<ReleaseDialog release={createRelease('r', { candownload })} onClose={onClose} />));
  expect(await screen.findByText('Stream only')).toBeTruthy();
  expect(await screen.findByRole('button', { name: 'Add Static Fever to a playlist' })).toBeTruthy();
  expect(screen.queryByRole('button', { name: /^Download/ })).toBeNull();
});

test('a track has buttons for a playlist and both formats, and everything in a menu, which is alone on a phone', {
  tags: ['C-TRACK-02', 'C-TRACK-06'],
}, async () => {
  server.answer(options, emptyOptions);
  const { user } = shown();
  const row = (name: string) => screen.findByRole('button', { name });
  for (const name of [
    'Add Static Fever to a playlist',
    'Download Static Fever as WAV',
    'Download Static Fever as MP3',
  ]) {
    expect(await row(name)).toBeTruthy();
  }
  const everything = [
    'Play from here',
    'Play next',
    'Play later',
    'Add to playlist',
    'Markers',
    'Download WAV',
    'Download AIFF',
    'Download MP3',
    'Release information',
  ];
  const listItems = (opened: HTMLElement) =>
    within(opened)
      .getAllByRole('menuitem')
      .map(({ textContent }) => textContent);
  act(() => screen.getByRole('button', { name: 'More actions for Static Fever' }).focus());
  await user.keyboard('{Enter}');
  expect(listItems(await screen.findByRole('menu'))).toEqual(everything);
  cleanup();
  mockWindowWidth(390);
  await shown().user.click(await row('More actions for Static Fever'));
  const menu = await screen.findByRole('menu');
  expect(listItems(menu)).toEqual(everything);
  await user.click(within(menu).getByRole('menuitem', { name: 'Play next' }));
  await waitFor(() => expect(useQueue.getState().items).toMatchObject([{ type: 'song', trackid: 'a' }]));
});

test('Play from here replaces the queue by the track and those after it; undo brings the queue back', {
  tags: ['C-QUEUE-05', 'C-QUEUE-08'],
}, async () => {
  server.answer(options, emptyOptions);
  server.answer(
    releaseRoute,
    createReleaseDetail('r', [
      ...songs,
      createTrack('v', { title: 'Film', releaseid: 'r', assettype: 'video' }),
      createTrack('c', { title: 'Coast', releaseid: 'r' }),
    ]),
  );
  const queued = createAlbum('x', ['x', 'y']);
  playItem(queued);
  const { user } = shown();
  await user.click(await screen.findByRole('button', { name: 'More actions for Amber Radio' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Play from here' }));
  const listSongs = () => useQueue.getState().items.map((item) => item.songs.map(({ trackid }) => trackid).join(''));
  expect([listSongs(), usePlayer.getState().song?.trackid, usePlayer.getState().isPlaying]).toEqual([
    ['bc'],
    'b',
    true,
  ]);
  expect(useNotices.getState().notices.at(-1)).toMatchObject({ category: 'queueReplaced', message: 'Release r' });
  act(() => useNotices.getState().notices.at(-1)?.undo?.());
  expect([listSongs(), usePlayer.getState().song?.trackid]).toEqual([['xy'], 'x']);
  expect(useQueue.getState().history).toEqual([]);
});

test('a track that can not be played says so in its row', { tags: ['requirements decision 37'] }, async () => {
  shown();
  await screen.findByText('Static Fever');
  act(() => usePlayer.setState({ unplayable: ['a'] }));
  const [first, second] = screen.getAllByRole('listitem');
  expect(first?.textContent).toContain("Can't be played now");
  expect(second?.textContent).not.toContain("Can't be played now");
});

test('flag and archive keep their names; state and tooltip change', { tags: ['C-POPUP-11'] }, async () => {
  server.answer(flagRelease, createRelease('r', { flagged: true }));
  server.answer(unflagRelease, createRelease('r', { archived: true }));
  server.answer(archiveRelease, createRelease('r', { archived: true }));
  const { user } = shown({ title: 'Lines' });
  const flag = await screen.findByRole('button', { name: 'Flag Lines' });
  const archive = screen.getByRole('button', { name: 'Archive Lines' });
  const describe = ({ ariaLabel, ariaPressed, dataset }: HTMLElement) => [ariaLabel, ariaPressed, dataset['tooltip']];
  expect(describe(flag)).toEqual(['Flag Lines', 'false', 'Flag Lines']);
  await user.click(flag);
  expect(describe(flag)).toEqual(['Flag Lines', 'true', 'Unflag Lines']);
  await user.click(archive);
  expect(describe(archive)).toEqual(['Archive Lines', 'true', 'Restore Lines']);
  expect(flag).toHaveProperty('disabled', true);
});

test('each track has a flag that toggles, and none while the release is archived', {
  tags: ['C-TRACK-01', 'C-TRACK-04', 'C-TRACK-07'],
}, async () => {
  server.answer(flagTrack, createRelease('r', { flaggedtrackcount: 1 }));
  server.answer(unflagTrack, createRelease('r'));
  const { user } = shown();
  const flag = await screen.findByRole('button', { name: 'Flag Static Fever' });
  await user.click(flag);
  expect(flag.dataset['tooltip']).toBe('Unflag Static Fever');
  await user.click(flag);
  expect(flag.dataset['tooltip']).toBe('Flag Static Fever');
  server.answer(archiveRelease, createRelease('r', { archived: true }));
  await user.click(screen.getByRole('button', { name: /^Archive/ }));
  expect(flag).toHaveProperty('disabled', true);
});

test('a track tells whether it was heard', async () => {
  server.answer(
    releaseRoute,
    createReleaseDetail('r', [
      createTrack('a'),
      createTrack('b', { heard: 'sampled' }),
      createTrack('c', { heard: 'heard' }),
    ]),
  );
  shown();
  const list = await screen.findAllByRole('img', { name: /^(Not heard yet|Partly heard|Heard)$/ });
  expect(list.map((mark) => mark.getAttribute('aria-label'))).toEqual(['Not heard yet', 'Partly heard', 'Heard']);
});

test('play starts the release, a track row starts its song', { tags: ['C-POPUP-08', 'C-TRACK-05'] }, async () => {
  const { user } = shown();
  await user.click(screen.getByRole('button', { name: 'Play' }));
  await waitFor(() => expect(usePlayer.getState()).toMatchObject({ isPlaying: true, song: { trackid: 'a' } }));
  await user.click(screen.getByRole('button', { name: 'Play Amber Radio' }));
  expect(usePlayer.getState().song?.trackid).toBe('b');
  expect(useQueue.getState().items.map(({ type }) => type)).toEqual(['song', 'release']);
});

test('play next and play later wear a tick after one press and ignore further ones', {
  tags: ['C-POPUP-10'],
}, async () => {
  const { user } = shown();
  await user.click(screen.getByRole('button', { name: 'Play next' }));
  await user.click(screen.getByRole('button', { name: 'Plays next' }));
  await user.click(screen.getByRole('button', { name: 'Play later' }));
  await user.click(screen.getByRole('button', { name: 'Plays later' }));
  await waitFor(() => expect(useQueue.getState().items).toHaveLength(2));
  expect(usePlayer.getState().isPlaying).toBe(false);
});

test('opened again, nothing is ticked any more', { tags: ['C-POPUP-12'] }, async () => {
  function Reopened() {
    const [isOpen, setOpen] = useState(true);
    const close = () => setOpen(false);
    if (isOpen) return <ReleaseDialog release={createRelease('r')} onClose={close} />;
    return <button type="button" aria-label="Open again" onClick={() => setOpen(true)} />;
  }
  const user = renderScreen(withProviders(<Reopened />));
  await user.click(screen.getByRole('button', { name: 'Play next' }));
  expect(screen.getByRole('button', { name: 'Plays next' })).toBeTruthy();
  await user.keyboard('{Escape}');
  await user.click(screen.getByRole('button', { name: 'Open again' }));
  expect(screen.getByRole('button', { name: 'Play next' })).toBeTruthy();
});

test('without anything to hear its buttons rest', { tags: ['C-GALLERY-11'] }, () => {
  shown({ duration: 0 });
  for (const name of ['Play', 'Play next', 'Play later', 'Release information']) {
    expect(screen.getByRole('button', { name })).toHaveProperty('disabled', true);
  }
});

test('a refusal closes it in favour of the error modal', { tags: ['C-MODAL-10'] }, async () => {
  server.refuse(releaseRoute, 'FORBIDDEN');
  const { onClose } = shown();
  await waitFor(() => expect(onClose).toHaveBeenCalled());
  expect(useReleaseError.getState().failure).toMatchObject({ code: 'FORBIDDEN' });
});

test('the pop-up tells who passed the release on, and offers to pass it on and to contact the label', {
  tags: ['C-ROLE-03', 'C-CONTACT-01'],
}, async () => {
  signInAs();
  shown({ shared_by: { name: 'Mara Lind', message: 'For the late show.' } });
  const dialog = screen.getByRole('dialog');
  expect(dialog.textContent).toContain('Shared by Mara LindFor the late show.');
  expect(within(dialog).getByRole('button', { name: 'Share' })).toBeTruthy();
  expect(within(dialog).getByRole('button', { name: 'Contact' })).toBeTruthy();
});

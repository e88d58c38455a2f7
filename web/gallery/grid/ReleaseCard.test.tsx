import { release as releaseRoute } from '@promenade/contract/catalogue';
import { audioToken } from '@promenade/contract/media';
import { options } from '@promenade/contract/options';
import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import type { ComponentProps } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { closeReleaseError } from '../../catalogue/releaseErrorStore.ts';
import { releasePath } from '../../platform/paths.ts';
import { resetPlayback } from '../../player/playback.ts';
import { usePlayer } from '../../player/playerStore.ts';
import { useQueue } from '../../player/queue/queueStore.ts';
import { ReleaseErrorDialog } from '../../release/ReleaseErrorDialog.tsx';
import { type FakeServer, fakeServer } from '../../testing/fakeServer.ts';
import { emptyOptions } from '../../testing/options.ts';
import { createRelease, createReleaseDetail, createTrack } from '../../testing/releases.ts';
import { renderScreen, withProviders } from '../../testing/render.ts';
import { ReleaseCard } from './ReleaseCard.tsx';

let server: FakeServer;

// Dialogs are lazy; the shell prefetches them.
beforeAll(() => import('../../design/Dialog.tsx'));

beforeEach(() => {
  server = fakeServer();
  server.answer(audioToken, { data: { token: 'a.b.c' } });
  resetPlayback();
  closeReleaseError();
  vi.spyOn(console, 'error').mockReturnValue();
});

const Address = () => <output>{useLocation().pathname}</output>;

type CardProps = Partial<ComponentProps<typeof ReleaseCard>>;

function Card(props: CardProps) {
  const navigate = useNavigate();
  return (
    <ReleaseCard
      release={createRelease('r')}
      isFirstRow={false}
      isTabStop
      onNavigate={({ releaseid }) => void navigate(releasePath(releaseid))}
      {...props}
    />
  );
}

function showCard(more: Parameters<typeof createRelease>[1] = {}, onOpen?: () => void) {
  const element = (
    <>
      <Card release={createRelease('r', more)} onOpen={onOpen} />
      <ReleaseErrorDialog />
      <Address />
    </>
  );
  return renderScreen(withProviders(element));
}

/** Hovers the card, which shows its buttons. */
async function findButton(user: ReturnType<typeof showCard>, name: string) {
  await user.hover(screen.getByRole('article'));
  return screen.findByRole('button', { name });
}

test('a card shows cover, title, artist, available date and type', {
  tags: ['C-GALLERY-01', 'C-GALLERY-04', 'C-GALLERY-34'],
}, () => {
  showCard({ title: 'Lines', artist: 'Otis Salo', release_type: 'EP', available: '2026-11-21T00:00:00.000Z' });
  for (const text of ['Lines', 'Otis Salo', 'Nov 21, 2026', 'EP']) expect(screen.getByText(text)).toBeTruthy();
  expect(document.querySelector('img')?.getAttribute('src')).toBe('/cover/r-500.webp');
});

test('a card that scrolls below a resting pointer shows no buttons until the pointer moves', async () => {
  const user = showCard({ title: 'Lines' });
  await act(async () => void fireEvent.pointerOver(screen.getByRole('article')));
  expect(screen.queryByRole('button')).toBeNull();
  expect(await findButton(user, 'Play Lines')).toBeTruthy();
});

test('marks are shown where they apply', { tags: ['C-GALLERY-02', 'C-GALLERY-03', 'C-GALLERY-05'] }, () => {
  showCard({ explicit: true, trending: true, market_tags: ['ca', 'cancon'] });
  for (const mark of ['Explicit', 'Trending', 'CanCon'])
    expect(screen.queryByText(mark) ?? screen.getByLabelText(mark)).toBeTruthy();
});

test('a card names the connection that shared the release', { tags: ['C-GALLERY-01'] }, () => {
  showCard({ shared_by: { name: 'Mara Lind', message: 'For the late show.' } });
  expect(screen.getByRole('img', { name: 'Shared by Mara Lind' })).toBeTruthy();
});

test.each([
  ['all', 'Not heard yet'],
  ['some', 'Partly heard'],
  ['none', undefined],
] as const)('of a release %s is to hear: the dot says %s', { tags: ['C-GALLERY-01'] }, (tohear, name) => {
  showCard({ tohear });
  expect(screen.queryByRole('img', { name: /heard/ })?.getAttribute('aria-label')).toBe(name);
});

test.each([
  [{ flagged: true }, true],
  [{ flaggedtrackcount: 1 }, true],
  [{}, false],
])('a flag is shown for a flagged release or track: %o %s', { tags: ['C-GALLERY-01'] }, (marks, isShown) => {
  showCard(marks);
  expect(screen.queryByRole('img', { name: 'Flagged' }) !== null).toBe(isShown);
});

test('a plain release has no marks', { tags: ['C-GALLERY-02', 'C-GALLERY-03', 'C-GALLERY-05'] }, () => {
  showCard({ market_tags: ['ca'] });
  for (const mark of ['Trending', 'CanCon']) expect(screen.queryByText(mark)).toBeNull();
  expect(screen.queryByLabelText('Explicit')).toBeNull();
});

test('on desktops and tablets a click opens the pop-up', { tags: ['C-GALLERY-09', 'C-GALLERY-10'] }, async () => {
  const onOpen = vi.fn<() => void>();
  const user = showCard({ title: 'Lines' }, onOpen);
  await user.click(screen.getByRole('link', { name: 'Lines' }));
  expect(onOpen).toHaveBeenCalledOnce();
  expect(screen.getByRole('status').textContent).toBe('/');
});

test('on phones a tap opens the page, as the info button does everywhere', {
  tags: ['C-GALLERY-06', 'C-GALLERY-08', 'C-ROUTE-07'],
}, async () => {
  const user = showCard({ title: 'Lines' });
  await user.click(screen.getByRole('link', { name: 'Lines' }));
  expect(screen.getByRole('status').textContent).toBe('/releases/releaseInfo/r');
  await user.click(await findButton(user, 'Information about Lines'));
  expect(screen.getByRole('status').textContent).toBe('/releases/releaseInfo/r');
});

test('play and info are disabled when there is nothing to hear', { tags: ['C-GALLERY-11'] }, async () => {
  const user = showCard({ title: 'Lines', duration: 0 });
  await findButton(user, 'Play Lines');
  for (const button of screen.getAllByRole('button')) expect(button).toHaveProperty('disabled', true);
});

test('a card has both downloads, or a hint when the release may not be downloaded', {
  tags: ['C-GALLERY-06', 'C-GALLERY-07', 'C-DOWNLOAD-20'],
}, async () => {
  server.answer(options, emptyOptions);
  const user = showCard({ title: 'Lines' });
  await findButton(user, 'Download all of Lines as WAV');
  expect(screen.getByRole('button', { name: 'Download all of Lines as MP3' })).toBeTruthy();
  cleanup();
  const otherPerson = showCard({ title: 'Lines', candownload: false });
  await findButton(otherPerson, 'Play Lines');
  expect(screen.getByText('Stream only')).toBeTruthy();
  expect(screen.queryByRole('button', { name: /^Download/ })).toBeNull();
});

test('play fetches the tracks first, then plays their audio', {
  tags: ['C-GALLERY-06', 'C-QUEUE-05', 'C-QUEUE-08', 'C-QUEUE-29'],
}, async () => {
  server.answer(
    releaseRoute,
    createReleaseDetail('r', [createTrack('v', { assettype: 'video' }), createTrack('a'), createTrack('b')]),
  );
  const user = showCard({ title: 'Lines' });
  await user.click(await findButton(user, 'Play Lines'));
  await waitFor(() => expect(usePlayer.getState().song?.trackid).toBe('a'));
  expect(useQueue.getState().items.map(({ songs }) => songs.length)).toEqual([2]);
});

test('pressing play again pauses and queues nothing', { tags: ['C-PLAYER-05'] }, async () => {
  server.answer(releaseRoute, createReleaseDetail('r', [createTrack('a', { releaseid: 'r' })]));
  const user = showCard({ title: 'Lines' });
  await user.click(await findButton(user, 'Play Lines'));
  await user.click(await screen.findByRole('button', { name: 'Play Lines', pressed: true }));
  expect(usePlayer.getState().isPlaying).toBe(false);
  expect(useQueue.getState().items).toHaveLength(1);
});

test.each([
  ['FORBIDDEN', 'Access Denied', 'You do not have permission to access this release'],
  ['RELEASE_NOT_AVAILABLE', 'Release Not Available', 'This release is no longer available'],
  ['RELEASE_NOT_FOUND', 'Cannot fetch information about this release.', ''],
] as const)(
  'a release refused with %s opens the error dialog',
  { tags: ['A-SHELL-19', 'C-ERR-04', 'C-ERR-10', 'C-MODAL-03', 'C-MODAL-10', 'C-QUEUE-29'] },
  async (code, title, message) => {
    server.refuse(releaseRoute, code);
    const user = showCard({ title: 'Lines' });
    await user.click(await findButton(user, 'Play Lines'));
    const modal = await screen.findByRole('alertdialog', { name: title });
    expect(modal.textContent).toContain(message);
    await user.click(screen.getByRole('button', { name: 'OK' }));
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
    expect(useQueue.getState().items).toEqual([]);
  },
);

test('a cover that cannot be loaded is replaced by a placeholder', { tags: ['C-ERR-07'] }, async () => {
  showCard();
  document.querySelector('img')?.dispatchEvent(new Event('error'));
  await waitFor(() => expect(document.querySelector('img')).toBeNull());
});

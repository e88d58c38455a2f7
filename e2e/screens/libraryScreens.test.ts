import { PLAYLIST_NAME_MAX } from '@promenade/contract/limits';
import type { Page } from 'playwright-core';
import { signIn } from '../signIn.ts';
import { button, createCrawl, wide } from './crawl.ts';
import { listenerJourney } from './listenerJourney.ts';
import { LONG_WORD } from './longNames.ts';

const rowLink = (page: Page) => page.getByRole('grid').getByRole('link').first();
const lists = [
  ['flagged', '/flagged'],
  ['archived', '/archived'],
  ['history', '/recently_played'],
] as const;

listenerJourney('no text of the lists of a listener is cut', async ({ page, listener }) => {
  const { visit, visitPath, visitLayer } = createCrawl(page);
  await signIn(page, listener.email);
  for (const [name, path] of lists) await visitPath(name, path, rowLink(page));
  await page.goto('/flagged');
  await visitLayer('clear all', button(page, 'Clear all'));
  await button(page, 'Select releases').click();
  await rowLink(page).click();
  await visit('flagged, selection', page.getByRole('group', { name: 'Selected releases' }));
  await visitLayer('flagged, selection, playlists', button(page, 'Add to playlist'));
  await button(page, 'Clear the selection').click();
  await visitPath('flagged, nothing found', '/flagged?filter=nothing', page.getByText('No flagged releases match'));
  await page.goto('/releases');
  await button(page, 'Show as list').click();
  await button(page, 'Compact rows').click();
  for (const [name, path] of [
    ...lists,
    ['playlist', listener.playlistPath],
    ['release', listener.releasePath],
  ] as const)
    await visitPath(`${name}, compact`, path, page.getByRole('main').getByText(LONG_WORD).first(), wide);
  await page.route('**/api/**', (route) => route.fulfill({ status: 503, json: { error: { code: 'BUSY' } } }));
  await visitPath('flagged, failed', '/flagged', button(page, 'Try again'));
  await visitPath('playlists, failed', '/playlists', button(page, 'Try again'));
});

listenerJourney('no text of playlists is cut', async ({ page, listener }) => {
  const { visit, visitPath, visitLayer } = createCrawl(page);
  await signIn(page, listener.email);
  const more = button(page, `More actions for ${LONG_WORD.slice(0, PLAYLIST_NAME_MAX)}`);
  await visitPath('playlists', '/playlists', more);
  await visitLayer('menu of a playlist', more);
  await visitLayer('order of the playlists', button(page, /^Order/));
  await visitLayer('new playlist', button(page, 'New playlist'), undefined, async (dialog) => {
    await button(dialog, 'Create').click();
    await visit('new playlist with errors', dialog.getByText('Please add a playlist name'));
  });
  await visitPath('playlist', listener.playlistPath, rowLink(page));
  await visitLayer('edit playlist', button(page, 'Edit'));
  await visitLayer('menu of a song', button(page.getByRole('grid'), /^More actions for/));
  await visitLayer('menu of the playlist', more);
  await more.click();
  await page.getByRole('menuitem', { name: 'Remove all tracks' }).click();
  await visit('remove all tracks', page.getByRole('alertdialog'));
});

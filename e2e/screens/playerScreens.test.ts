import type { Page } from 'playwright-core';
import { viewports } from '../browser.ts';
import { signIn } from '../signIn.ts';
import { pauseButton, playerBar } from '../webApp.ts';
import { button, createCrawl, desktops, phones, tablets, wide } from './crawl.ts';
import { listenerJourney } from './listenerJourney.ts';

/** Plays the long album and pauses its second song; the first one is in the history. */
async function playSecondSong(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await button(page.getByRole('main'), 'Play').click();
  const bar = playerBar(page);
  await pauseButton(bar).waitFor();
  await button(bar, 'Skip forward').click();
  await pauseButton(bar).click();
  await button(bar, 'Play').waitFor();
}

listenerJourney('no text of the player and the queue is cut', async ({ page, listener }) => {
  const { visit, visitLayer } = createCrawl(page);
  await signIn(page, listener.email);
  await playSecondSong(page, listener.releasePath);
  await visit('player', button(playerBar(page), 'Play'));
  await page.setViewportSize(viewports.mobile);
  await visitLayer('player of a phone', button(playerBar(page), /^Show the player/), phones);
  const queue = page.getByRole('complementary', { name: 'Play queue' });
  const drawer = page.getByRole('dialog', { name: 'Play queue' });
  for (const sizes of [desktops, tablets, phones]) {
    if (sizes[0]) await page.setViewportSize(sizes[0]);
    await button(playerBar(page), 'Play queue').click();
    const panel = sizes === phones ? drawer : queue;
    await visit('queue', panel.getByText('Currently playing'), sizes);
    await visitLayer('queue, clear', button(panel, 'Clear'), sizes);
    await button(panel, /^Songs of/).click();
    await visit('queue, songs of a release', panel.getByRole('listitem').nth(3), sizes);
    await panel.getByRole('tab', { name: 'History' }).click();
    await visit('history of the queue', panel.getByRole('listitem'), sizes);
    await button(panel, 'Close').click();
  }
});

listenerJourney('no text of the player is cut when a song cannot be played', async ({ page, listener }) => {
  const { visit } = createCrawl(page);
  await signIn(page, listener.email);
  await page.route('**/api/audio/**', (route) =>
    route.fulfill({ status: 404, json: { error: { code: 'NOT_FOUND' } } }),
  );
  await page.goto(listener.releasePath);
  await button(page.getByRole('main'), 'Play').click();
  await visit('player, unplayable', playerBar(page).getByText("Can't be played now"));
});

listenerJourney('no text of the download manager is cut', async ({ page, listener }) => {
  const { visit, visitLayer } = createCrawl(page);
  await signIn(page, listener.email);
  await page.goto(listener.releasePath);
  await button(page.getByRole('main'), /^Download all \(MP3\)/).click();
  await page
    .getByText(/ downloaded$/)
    .first()
    .waitFor();
  await page.route('**/api/audio/**', (route) =>
    route.fulfill({ status: 403, json: { error: { code: 'STREAM_ONLY' } } }),
  );
  await button(page.getByRole('main'), /^Download all \(WAV\)/).click();
  await button(page.getByRole('main'), /^Download .* as WAV/).click();
  await visitLayer('downloads', button(page, /^Downloads/), wide, async (panel) => {
    await visit('downloads, failed', panel.getByText('failed'), wide);
  });
  await page.setViewportSize(viewports.mobile);
  await visitLayer('downloads', button(page, /^Downloads/), phones);
});

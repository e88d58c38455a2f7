import type { Page } from 'playwright-core';
import { viewports } from '../browser.ts';
import { signIn } from '../signIn.ts';
import { notifications, releaseLinks } from '../webApp.ts';
import { button, createCrawl, phones, wide } from './crawl.ts';
import { listenerJourney } from './listenerJourney.ts';
import { LONG_TITLE } from './longNames.ts';

const rowLink = (page: Page) => page.getByRole('grid').getByRole('link').first();
const longCard = (page: Page) => releaseLinks(page).filter({ hasText: LONG_TITLE }).first();

listenerJourney('no text of the gallery and its filters is cut', async ({ page, listener }) => {
  const { visit, visitPath, visitLayer } = createCrawl(page);
  await signIn(page, listener.email);
  await visit('gallery', longCard(page));
  await longCard(page).focus();
  await visit('gallery, controls of a card', button(page, /^Information about/), wide);
  await visitLayer('account menu', button(page, /Account menu/), wide);
  await visitLayer('order', button(page, /^Sort by/), wide);
  for (const name of ['Genre', 'Mood', 'Instrument', 'Market', 'Label', 'Package'])
    await visitLayer(name, button(page, name), wide);
  await visitLayer('shortcuts', button(page, 'Keyboard shortcuts'), wide);
  await button(page, 'Collapse the sidebar').click();
  await visit('gallery, narrow sidebar', longCard(page), wide);
  await button(page, 'Expand the sidebar').click();
  await button(page, 'Select releases').click();
  await longCard(page).click();
  await visit('gallery, selection', page.getByRole('group', { name: 'Selected releases' }));
  await button(page, 'Clear the selection').click();
  await button(page, 'Genre').click();
  for (const genre of await page.getByRole('option').all()) await genre.click();
  await page.keyboard.press('Escape');
  await visit('gallery, active filters', button(page, 'Clear all'), wide);
  await button(page, 'Clear all').click();
  await button(page, 'To hear').click();
  await visit('gallery, to hear', page.getByText(/still to hear/));
  await visitPath('gallery, nothing found', '/releases?genres=none', page.getByText('no available releases'));
  await page.goto('/releases');
  await button(page, 'Show as list').click();
  await visit('list', rowLink(page));
  await visitLayer('list, menu of a release', button(page, /^More actions for/), wide);
  await button(page, 'Select releases').click();
  await rowLink(page).click();
  await visit('list, selection', page.getByRole('group', { name: 'Selected releases' }));
  await button(page, 'Clear the selection').click();
  await button(page, 'Compact rows').click();
  await visit('compact list', rowLink(page), wide);
  await page.setViewportSize(viewports.mobile);
  await visitLayer('filters', button(page, 'Filters'), phones, async (panel) => {
    for (const summary of await panel.locator('summary').all()) await summary.click();
    await visit('filters, open', panel, phones);
  });
  await page.route('**/api/release?*', (route) => route.fulfill({ status: 503 }));
  await visitPath('gallery, failed', '/releases', page.getByRole('heading', { name: /could not be loaded/ }));
});

listenerJourney('no text of the pop-up is cut', async ({ page, listener }) => {
  const { visit, visitLayer } = createCrawl(page);
  await signIn(page, listener.email);
  await longCard(page).click();
  const popup = page.getByRole('dialog').first();
  await visit('pop-up', popup.getByRole('listitem'));
  await visitLayer('pop-up, share', button(popup, 'Share'), undefined, async (share) => {
    await button(share, 'Share').click();
    await visit('pop-up, share with errors', share.getByText('Please select at least one connection'));
  });
  await visitLayer('pop-up, contact', button(popup, 'Contact'), undefined, async (contact) => {
    await button(contact, 'Send').click();
    await visit('pop-up, contact with errors', contact.getByText('Request type is required'));
  });
  await visitLayer('pop-up, playlists', button(popup, /^Add .* to a playlist/), wide);
  await visitLayer('pop-up, menu of a song', button(popup, /^More actions for/), wide);
  await visitLayer('pop-up, video', button(popup, /^Play video/));
  await button(popup, 'Play').click();
  await button(popup, 'Pause').click();
  await button(popup, /^Download all \(MP3\)/).click();
  const toast = notifications(page).getByText(/added to download queue/);
  // A toast with the focus stays.
  await notifications(page).getByRole('button', { name: 'Close' }).first().focus();
  await visit('toast', toast);
});

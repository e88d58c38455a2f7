import type { Locator, Page } from 'playwright-core';
import { closeDialog, releaseLinks } from './webApp.ts';

export interface LongNames {
  /** Path of a release with long names. */
  release: string;
  /** Its title. */
  title: string;
  /** Path of a playlist with it. */
  playlist: string;
  /** Path of a release with a press text. */
  pressRelease: string;
}

const PHONES = [320, 390];

/**
 * Opens the screens and dialogs of a signed-in person one after the other, and calls `visit` on each.
 * `widths` names the widths where a screen can be opened; default: all.
 */
export async function visitScreens(
  page: Page,
  { release, title, playlist, pressRelease }: LongNames,
  visit: (name: string, widths?: number[]) => Promise<void>,
): Promise<void> {
  const dialog = page.getByRole('dialog').last();
  const main = page.getByRole('main');
  const button = (name: string | RegExp, parent: Page | Locator = page) =>
    parent.getByRole('button', { name, exact: true }).first();
  /** Goes to a path and visits it when `shown` is there. */
  async function visitPage(name: string, path: string, shown: Locator): Promise<void> {
    await page.goto(path);
    await shown.first().waitFor();
    await visit(name);
  }
  /** Opens something, visits it and closes it by Escape. */
  async function visitOverlay(name: string, opener: Locator, widths?: number[]): Promise<void> {
    await opener.click();
    await dialog.or(page.getByRole('menu')).or(page.getByRole('listbox')).last().waitFor();
    await visit(name, widths);
    await page.keyboard.press('Escape');
    await dialog.or(page.getByRole('menu')).waitFor({ state: 'detached' });
  }

  await visitPage('gallery', '/releases', releaseLinks(page));
  await visitOverlay('account menu', button(/Account menu/));
  await visitOverlay('invitation', button('Invite'));
  await visitOverlay('genres', button('Genre'), [1440]);
  await visitOverlay('keys', button('Keyboard shortcuts'));
  await button('Show as list').click();
  await page.getByRole('grid').waitFor();
  await visit('list');
  await button('Show as cards').click();

  await releaseLinks(page).filter({ hasText: title }).first().click();
  const popup = page.getByRole('dialog').first();
  await popup.getByRole('listitem').first().waitFor();
  await visit('pop-up');
  await button('Play', popup).click();
  await button('Pause', popup).waitFor();
  await popup
    .getByRole('button', { name: /^Download all/ })
    .first()
    .click();
  for (const name of ['Share', 'Contact']) {
    await button(name, popup).click();
    await page.getByRole('dialog').nth(1).waitFor();
    await visit(`pop-up, ${name}`);
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').nth(1).waitFor({ state: 'detached' });
  }
  await closeDialog(page);
  await visit('player');
  await visitOverlay('downloads', page.getByRole('button', { name: /^Downloads/ }));
  await button('Play queue').click();
  await page.getByText('Currently playing').waitFor();
  await visit('queue');
  await button('Close').click();

  await visitPage('release', release, main.getByRole('tab', { name: 'Tracklist' }));
  await button('Expand all').click();
  await visit('release, all details');
  for (const name of ['Metadata', 'Attachments']) {
    await page.getByRole('tab', { name }).click();
    await visit(`release, ${name}`);
  }
  await page.goto(pressRelease);
  await button('Show press text').click();
  await page.getByRole('region', { name: 'From the label' }).waitFor();
  await visit('press text', [768, 1024, 1440, 2560]);

  await visitPage('playlists', '/playlists', main.getByRole('article'));
  await visitOverlay('new playlist', button('New playlist'));
  await visitPage('playlist', playlist, page.getByRole('grid').getByRole('link'));
  for (const [name, path] of [
    ['flagged', '/flagged'],
    ['archived', '/archived'],
    ['history', '/recently_played'],
    ['search', `/search/top?q=${encodeURIComponent(title.slice(0, 20))}`],
    ['search, tracks', `/search/tracks?q=${encodeURIComponent(title.slice(0, 20))}`],
  ] as const)
    await visitPage(name, path, page.getByRole('grid').getByRole('link'));
  await visitPage('profile', '/account/profile', button('Edit'));
  await button('Edit').click();
  await button('Save').waitFor();
  await visit('profile, edit');
  for (const [path, name] of [
    ['my-network', 'My Network'],
    ['management', 'Account Management'],
    ['settings-preferences', 'Settings & Preferences'],
  ] as const)
    await visitPage(name, `/account/${path}`, page.getByRole('tab', { name, selected: true }));
  await visitPage('no such page', '/nothing', main.getByRole('heading'));
  await visitPage('no access', `${release.slice(0, -12)}000000000000`, main.getByRole('heading'));

  await page.setViewportSize({ width: 390, height: 844 });
  await visitPage('account', '/account', main.getByRole('link'));
  await page.goto('/releases');
  await visitOverlay('filters', button('Filters'), PHONES);
  await visitOverlay('full player', page.getByRole('button', { name: /^Show the player/ }), PHONES);
}

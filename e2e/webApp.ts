import type { Locator, Page } from 'playwright-core';

// Locators and actions of the web app that several journeys and benches use.

/** Titles of releases and songs, which lead to the release; artists and labels have links of their own. */
export const titleLinks = (within: Locator): Locator => within.locator('a[href^="/releases/releaseInfo/"]');

/** Titles of the gallery's cards; a click opens the release. */
export const releaseLinks = (page: Page): Locator => titleLinks(page.getByRole('main').getByRole('article'));

/** Plays or pauses; this one plays. */
export const pauseButton = (within: Locator): Locator =>
  within.getByRole('button', { name: 'Play', exact: true, pressed: true });

export const playerBar = (page: Page): Locator => page.getByRole('region', { name: 'Player' });

export const notifications = (page: Page): Locator => page.getByRole('region', { name: 'Notifications' });

/** Opens a page by its link in the main navigation. */
export async function navigateTo(page: Page, name: string): Promise<void> {
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name }).click();
  await page.getByRole('heading', { name, level: 1 }).waitFor();
}

export async function closeDialog(page: Page): Promise<void> {
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
}

/** Plays the first release of the gallery from its dialog and closes the dialog. */
export async function playFirstRelease(page: Page): Promise<void> {
  await releaseLinks(page).first().click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Play', exact: true }).click();
  await dialog.getByRole('button', { name: 'Pause', exact: true }).waitFor();
  await closeDialog(page);
}

/**
 * Opens the releases of the first screen in turn, clicks the first button that `findButton` returns and closes the
 * dialog.
 */
export async function playFirstMatch(
  page: Page,
  findButton: (dialog: Locator) => Promise<Locator | undefined>,
): Promise<void> {
  const dialog = page.getByRole('dialog');
  for (const link of await releaseLinks(page).all()) {
    await link.click();
    await dialog.getByText(/^(1 song|\d+ songs : .+)$/).waitFor();
    await dialog.getByRole('listitem').first().waitFor();
    const button = await findButton(dialog);
    await button?.click();
    await closeDialog(page);
    if (button) return;
  }
  throw new Error('No release on the first screen matches.');
}

/** Plays the first release with more than one song. */
export const playAlbum = (page: Page): Promise<void> =>
  playFirstMatch(page, async (dialog) => {
    const isAlbum = (await dialog.getByText(/^\d+ songs : /).count()) > 0;
    return isAlbum ? dialog.getByRole('button', { name: 'Play', exact: true }) : undefined;
  });

/** Clicks the seek bar so that the song has about this many seconds left. */
export async function seekBeforeEnd(page: Page, seconds: number): Promise<void> {
  const seekBar = playerBar(page).getByRole('slider', { name: 'Seek' });
  const [box, duration] = [await getBox(seekBar), Number(await seekBar.getAttribute('max'))];
  await page.mouse.click(box.x + box.width * (1 - seconds / duration), box.y + box.height / 2);
}

/** Returns the bounding box in CSS pixels; throws when the element is not visible. */
export async function getBox(locator: Locator): Promise<{ x: number; y: number; width: number; height: number }> {
  const box = await locator.boundingBox();
  if (!box) throw new Error('The element is not visible.');
  return box;
}

/** Is the page wider than the viewport? */
export const hasHorizontalOverflow = (page: Page): Promise<boolean> =>
  page.evaluate(() => document.documentElement.scrollWidth > window.innerWidth);

/** Does the document itself scroll? After the sign-in only what is inside it does. */
export const isDocumentScrollable = (page: Page): Promise<boolean> =>
  page.evaluate(() => document.documentElement.scrollHeight > document.documentElement.clientHeight);

/** Waits for the download that a click starts; `path` is a temporary file of the browser context. */
export async function saveDownload(page: Page, click: () => Promise<void>): Promise<{ name: string; path: string }> {
  const [download] = await Promise.all([page.waitForEvent('download'), click()]);
  return { name: download.suggestedFilename(), path: await download.path() };
}

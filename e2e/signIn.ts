import type { Locator, Page } from 'playwright-core';

export const PASSWORD = 'Promenade-1';

/** Who enters where a journey names nobody: two files run at a time, and what one flags or plays must not move the other's lists. */
export const PROGRAMMERS = ['programmer@demo.test', 'programmer2@demo.test'] as const;
/** The one of them whose file this is. */
export const own = PROGRAMMERS[process.env['VITEST_POOL_ID'] === '2' ? 1 : 0];

/** Fills in the sign-in form and sends it. */
export async function fillIn(page: Page, email: string, password = PASSWORD): Promise<void> {
  await page.getByLabel('Email', { exact: true }).fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
}

/** Signs in and waits for the gallery with its first releases. */
export async function enter(page: Page, email: string = own): Promise<void> {
  await page.goto('/');
  await fillIn(page, email);
  await page.waitForURL('**/releases');
  await cards(page).first().waitFor();
}

/** Opens the menu of the avatar, signs out and waits for the sign-in page. */
export async function signOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Account menu' }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await page.getByRole('alertdialog').or(page.getByRole('dialog')).getByRole('button', { name: 'Sign out' }).click();
  await page.getByLabel('Password', { exact: true }).waitFor();
}

/** The titles of the gallery's cards, which open them. */
export const cards = (page: Page): Locator => page.getByRole('main').getByRole('article').getByRole('link');

/** The controls at the bottom. */
export const player = (page: Page): Locator => page.getByRole('region', { name: 'Player' });

/** Plays the first release of the gallery from its pop-up, and closes that. */
export async function playFirst(page: Page): Promise<void> {
  await cards(page).first().click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Play', exact: true }).click();
  await dialog.getByRole('button', { name: 'Pause', exact: true }).waitFor();
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
}

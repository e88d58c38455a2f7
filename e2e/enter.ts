import type { Page } from 'playwright-core';

export const PASSWORD = 'Promenade-1';

/** Fills in the sign-in form and sends it. */
export async function fillIn(page: Page, email: string, password = PASSWORD): Promise<void> {
  await page.getByLabel('Email', { exact: true }).fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
}

/** Signs in and waits for the gallery with its first releases. */
export async function enter(page: Page, email = 'programmer@demo.test'): Promise<void> {
  await page.goto('/');
  await fillIn(page, email);
  await page.waitForURL('**/releases');
  await page.getByRole('heading', { name: 'Releases', level: 1 }).waitFor();
}

/** The first cards of the gallery, by the button that opens each. */
export const cards = (page: Page) => page.getByRole('main').getByRole('button', { name: / by / });

import { signIn as signInRoute, type Tokens } from '@promenade/contract/access';
import type { Page } from 'playwright-core';
import { releaseLinks } from './webApp.ts';

/** Password of every demo account. */
export const PASSWORD = 'Promenade-1';

/** One account per worker, so that files that run at the same time do not change each other's lists. */
export const PROGRAMMERS = ['programmer@demo.test', 'programmer2@demo.test'] as const;
/** The account of this worker. */
export const programmer = PROGRAMMERS[process.env['VITEST_POOL_ID'] === '2' ? 1 : 0];

export async function submitSignInForm(page: Page, email: string, password = PASSWORD): Promise<void> {
  await page.getByLabel('Email', { exact: true }).fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
}

/** Signs in and waits for the first releases of the gallery. */
export async function signInByForm(page: Page, email: string = programmer): Promise<void> {
  await page.goto('/');
  await submitSignInForm(page, email);
  await page.waitForURL('**/releases');
  await releaseLinks(page).first().waitFor();
}

/** The same without the form, for journeys that begin after it: the API gives the tokens, and the browser stores them. */
export async function signIn(page: Page, email: string = programmer): Promise<void> {
  const answer = await page.request.post(`/api${signInRoute.path}`, { data: { username: email, password: PASSWORD } });
  if (!answer.ok()) throw new Error(`${email} cannot sign in: ${await answer.text()}`);
  const tokens = (await answer.json()) as Tokens;
  // A small page of the same origin.
  await page.goto('/players/musicsite/languages.json');
  await page.evaluate(
    (session) => {
      const stored = JSON.parse(localStorage.getItem('promenade') ?? '{}') as { state?: object };
      const state = { ...stored.state, authentication: session };
      localStorage.setItem('promenade', JSON.stringify({ version: 1, savedAt: Date.now(), state }));
      localStorage.setItem('accessToken', session.accessToken);
      location.replace('/releases');
    },
    { accessToken: tokens['access-token'], refreshToken: tokens['refresh-token'] },
  );
  await releaseLinks(page).first().waitFor();
}

/** Signs out by the account menu and waits for the sign-in form. */
export async function signOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Account menu' }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await page.getByRole('alertdialog').or(page.getByRole('dialog')).getByRole('button', { name: 'Sign out' }).click();
  await page.getByLabel('Password', { exact: true }).waitFor();
}

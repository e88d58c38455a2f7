import { expect } from 'vitest';
import { journey } from './journey.ts';
import { signInByForm, signOut, submitSignInForm } from './signIn.ts';
import { releaseLinks } from './webApp.ts';

journey(
  'a wrong password and an account under review have different messages',
  { tags: ['A-SIGNIN-14', 'A-SIGNIN-15', 'A-ERR-02', 'A-ERR-03'] },
  async ({ page }) => {
    await page.goto('/login');
    await submitSignInForm(page, 'programmer@demo.test', 'not-this-1');
    await page.getByText('Incorrect credentials').waitFor();
    expect(await page.getByLabel('Email', { exact: true }).getAttribute('aria-invalid')).toBe('true');
    expect(await page.getByLabel('Password', { exact: true }).getAttribute('aria-invalid')).toBe('true');
    await submitSignInForm(page, 'pending@demo.test');
    await page.getByText('Verification Pending').waitFor();
  },
);

journey('a deep link opens after sign-in', { tags: ['A-ROUTE-15', 'A-ROUTE-29', 'A-ROUTE-32'] }, async ({ page }) => {
  await signInByForm(page);
  await releaseLinks(page).first().click();
  const info = page
    .getByRole('dialog')
    .getByRole('link', { name: /information/i })
    .or(page.getByRole('dialog').getByRole('button', { name: /information/i }));
  await info.first().click();
  await page.waitForURL('**/releases/releaseInfo/*');
  // The gallery and its heading stay visible until the release page has loaded.
  await page.getByRole('navigation', { name: 'You are here' }).waitFor();
  const link = page.url();
  const title = await page.getByRole('heading', { level: 1 }).innerText();
  await signOut(page);
  await page.goto(link);
  await page.getByLabel('Email', { exact: true }).waitFor();
  await page.waitForURL(({ pathname }) => pathname === '/');
  await submitSignInForm(page, 'programmer@demo.test');
  await page.waitForURL(link);
  await page.getByRole('heading', { level: 1, name: title }).waitFor();
});

journey(
  'signing out asks for confirmation and ends the session on the server and in the other tab',
  { tags: ['A-SHELL-09', 'A-SESSION-16', 'A-SESSION-25', 'A-SESSION-26'] },
  async ({ context, page, address }) => {
    await signInByForm(page);
    const otherTab = await context.newPage();
    await otherTab.goto('/releases');
    await releaseLinks(otherTab).first().waitFor();
    const token = await page.evaluate(() => localStorage.getItem('accessToken'));
    await signOut(page);
    await otherTab.getByLabel('Email', { exact: true }).waitFor();
    await expect.poll(() => page.evaluate(() => localStorage.getItem('accessToken'))).toBeNull();
    const authorization = `Bearer ${token?.replaceAll('"', '')}`;
    await expect
      .poll(async () => (await fetch(`${address}/api/profile`, { headers: { authorization } })).status)
      .toBe(401);
    await page.goto('/releases');
    await page.getByLabel('Email', { exact: true }).waitFor();
  },
);

journey(
  'only an account that is not verified yet sees the banner',
  { tags: ['A-BANNER-01', 'A-BANNER-02', 'C-MODAL-07'] },
  async ({ page }) => {
    await signInByForm(page, 'new@demo.test');
    await page.getByText('Verification Pending').waitFor();
    await signOut(page);
    await signInByForm(page, 'label@demo.test');
    await releaseLinks(page).first().waitFor();
    expect(await page.getByText('Verification Pending').count()).toBe(0);
  },
);

journey(
  'offline a banner is shown; an unknown path, and the outbox for anybody but operators, are not found',
  {
    tags: [
      'A-SHELL-20',
      'A-SHELL-21',
      'A-ROUTE-20',
      'A-ROUTE-21',
      'A-MAIL-07',
      'C-MODAL-04',
      'C-MODAL-05',
      'C-ROUTE-23',
    ],
  },
  async ({ context, page }) => {
    await signInByForm(page);
    await context.setOffline(true);
    await page.getByText('Not Connected to Promenade Services').waitFor();
    await context.setOffline(false);
    await page.getByText('Not Connected to Promenade Services').waitFor({ state: 'detached' });
    for (const path of ['/operator/mails', '/no/such/page']) {
      await page.goto(path);
      await page.getByRole('heading', { name: 'Page not found' }).waitFor();
    }
    await page.getByRole('link', { name: 'Go to releases' }).click();
    await page.waitForURL('**/releases');
  },
);

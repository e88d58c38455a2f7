import { expect } from 'vitest';
import { journey } from './browser.ts';
import { cards } from './enter.ts';
import { mailTo } from './mailbox.ts';
import { newAccount } from './newAccount.ts';
import { visitor } from './openBrowser.ts';

journey(
  'a mailed link signs in at once in the browser that asked for it, once',
  { tags: ['A-MAGIC-04', 'A-MAGIC-05', 'A-MAGIC-11', 'A-ROUTE-04', 'A-ROUTE-14', 'A-STATE-15'] },
  async ({ page, address }) => {
    const email = await newAccount(address, 'magic');
    await page.goto('/');
    await page.getByRole('button', { name: 'Email me a sign-in link' }).click();
    await page.getByRole('heading', { name: 'Sign in by email' }).waitFor();
    await page.getByLabel('Email', { exact: true }).fill(email);
    await page.getByRole('button', { name: 'Send the link', exact: true }).click();
    await page.getByText(`We sent a sign-in link to ${email}.`).waitFor();
    const link = (await mailTo(email, /sign-in link/)).link('authverify');
    await page.goto(link);
    await page.waitForURL('**/releases');
    await cards(page).first().waitFor();
    await page.evaluate(() => localStorage.clear());
    await page.goto(link);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByText('Something went wrong').waitFor();
  },
);

journey(
  'a mail scanner that opens the link changes nothing; elsewhere a person is asked first',
  { tags: ['A-MAGIC-11', 'A-MAIL-01'] },
  async ({ browser, page, address }) => {
    const email = await newAccount(address, 'scanned');
    await page.goto('/login');
    await page.getByRole('button', { name: 'Email me a sign-in link' }).click();
    await page.getByRole('heading', { name: 'Sign in by email' }).waitFor();
    await page.getByLabel('Email', { exact: true }).fill(email);
    await page.getByRole('button', { name: 'Send the link', exact: true }).click();
    const link = (await mailTo(email, /sign-in link/)).link('authverify');
    const scanner = await browser.newPage(visitor(address));
    await scanner.goto(link, { waitUntil: 'networkidle' });
    await scanner.getByText(`Sign in as ${email}?`).waitFor();
    await scanner.close();
    const phone = await browser.newPage(visitor(address));
    await phone.goto(link);
    await phone.getByRole('button', { name: 'Sign in' }).click();
    await phone.waitForURL('**/releases');
    await phone.close();
    expect(new URL(page.url()).pathname).toBe('/login');
  },
);

journey('an address that nobody has is told so on the form', { tags: ['A-MAGIC-07', 'A-ERR-13'] }, async ({ page }) => {
  await page.goto('/');
  await page.getByRole('button', { name: 'Email me a sign-in link' }).click();
  await page.getByRole('heading', { name: 'Sign in by email' }).waitFor();
  await page.getByLabel('Email', { exact: true }).fill('nobody@journey.example');
  await page.getByRole('button', { name: 'Send the link', exact: true }).click();
  await page.getByText('Sorry, this email is not recognized by our system').waitFor();
  expect(await page.getByLabel('Email', { exact: true }).inputValue()).toBe('nobody@journey.example');
});

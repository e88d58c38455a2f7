import { journey } from './browser.ts';
import { cards, fillIn, own, player } from './enter.ts';
import { expectCleanEverywhere } from './expectClean.ts';

journey('no screen has an accessibility fault in any layout', async ({ page }) => {
  await page.goto('/');
  await page.getByLabel('Email', { exact: true }).waitFor();
  await expectCleanEverywhere(page, 'sign-in');
  await fillIn(page, own);
  await cards(page).first().waitFor();
  await expectCleanEverywhere(page, 'gallery');
  await cards(page).first().click();
  await page.getByRole('dialog').getByRole('button', { name: 'Play', exact: true }).click();
  // On a phone a card leads to the page at once.
  await expectCleanEverywhere(page, 'pop-up', ['tablet', 'desktop']);
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await player(page)
    .getByRole('link', { name: /information/i })
    .click();
  await page.waitForURL('**/releases/releaseInfo/*');
  await page.getByRole('navigation', { name: 'You are here' }).waitFor();
  await expectCleanEverywhere(page, 'release page');
  await page.goto('/no/such/page');
  await page.getByRole('heading', { name: 'Page not found' }).waitFor();
  await expectCleanEverywhere(page, 'not found');
});

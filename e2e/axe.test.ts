import { expectAccessibleInLayouts, twoLayouts } from './accessibility.ts';
import { journey } from './journey.ts';
import { programmer, submitSignInForm } from './signIn.ts';
import { closeDialog, playerBar, releaseLinks } from './webApp.ts';

journey('no page has an accessibility violation in any layout', async ({ page }) => {
  await page.goto('/');
  await page.getByLabel('Email', { exact: true }).waitFor();
  await expectAccessibleInLayouts(page, 'sign-in', twoLayouts);
  await submitSignInForm(page, programmer);
  await releaseLinks(page).first().waitFor();
  await expectAccessibleInLayouts(page, 'gallery');
  await releaseLinks(page).first().click();
  await page.getByRole('dialog').getByRole('button', { name: 'Play', exact: true }).click();
  // A phone has no dialog: a card opens the release page.
  await expectAccessibleInLayouts(page, 'release dialog', ['tablet', 'desktop']);
  await closeDialog(page);
  await playerBar(page)
    .getByRole('link', { name: /information/i })
    .click();
  await page.waitForURL('**/releases/releaseInfo/*');
  await page.getByRole('navigation', { name: 'You are here' }).waitFor();
  await expectAccessibleInLayouts(page, 'release page');
  await page.goto('/no/such/page');
  await page.getByRole('heading', { name: 'Page not found' }).waitFor();
  await expectAccessibleInLayouts(page, 'not found');
});

import { journey } from './browser.ts';
import { cards, enter } from './enter.ts';
import { expectClean } from './expectClean.ts';
import { screens } from './openBrowser.ts';

for (const [name, size] of Object.entries(screens)) {
  journey(`no screen has an accessibility fault: ${name}`, async ({ page }) => {
    await page.setViewportSize(size);
    await page.goto('/');
    await page.getByLabel('Email', { exact: true }).waitFor();
    await expectClean(page, 'sign-in');
    await enter(page);
    await cards(page).first().waitFor();
    await expectClean(page, 'gallery');
    if (name === 'mobile') await cards(page).first().click();
    else {
      await cards(page).first().click();
      await page.getByRole('dialog').getByRole('button', { name: 'Play', exact: true }).click();
      await expectClean(page, 'pop-up');
      await page.keyboard.press('Escape');
      await page.getByRole('dialog').waitFor({ state: 'detached' });
      await page
        .getByRole('region', { name: 'Player' })
        .getByRole('link', { name: /information/i })
        .click();
    }
    await page.waitForURL('**/releases/releaseInfo/*');
    await page.getByRole('navigation', { name: 'You are here' }).waitFor();
    await expectClean(page, 'release page');
    await page.goto('/no/such/page');
    await page.getByRole('heading', { name: 'Page not found' }).waitFor();
    await expectClean(page, 'not found');
  });
}

import { expect } from 'vitest';
import { expectAccessibleInLayouts } from './accessibility.ts';
import { journey } from './journey.ts';
import { signIn } from './signIn.ts';
import { releaseLinks } from './webApp.ts';

journey('a programmer sets the end of an introduction by ear and keys, and finds it again', async ({ page }) => {
  await signIn(page);
  const path = await releaseLinks(page).filter({ hasText: 'Harbour Sun' }).first().getAttribute('href');
  await page.goto(path ?? '');
  const open = async () => {
    await page
      .getByRole('tabpanel', { name: 'Tracklist' })
      .getByRole('button', { name: /^More actions for Harbour Sun/ })
      .first()
      .click();
    await page.getByRole('menuitem', { name: 'Markers' }).click();
    await page.getByRole('slider', { name: 'Intro end' }).waitFor();
  };
  await open();
  const intro = page.getByRole('group', { name: 'Intro end' });
  await intro.getByRole('button', { name: 'Play from here: Intro end' }).click();
  await page.getByRole('button', { name: 'Set here: Intro end' }).click();
  await intro.getByText('yours').waitFor();
  const slider = page.getByRole('slider', { name: 'Intro end' });
  await slider.fill('5.5');
  await slider.press('ArrowRight');
  await intro.getByText('0:05.510').waitFor();
  await expectAccessibleInLayouts(page, 'markers');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await open();
  await intro.getByText('0:05.510').waitFor();
  await page.getByRole('button', { name: 'Reset Intro end' }).click();
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  expect(await page.getByRole('dialog').count()).toBe(0);
});

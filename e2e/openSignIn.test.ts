import { expect } from 'vitest';
import { journey } from './browser.ts';

journey('a visitor who opens the player sees the sign-in page (A-ROUTE-01)', async ({ page }) => {
  await page.goto('/');
  await page.getByLabel('Email').first().waitFor();
  expect(await page.locator('input[type="password"]').isVisible()).toBe(true);
});

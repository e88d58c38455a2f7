import type { Locator } from 'playwright-core';
import { expect } from 'vitest';
import { viewports } from './browser.ts';
import { journey } from './journey.ts';
import { signIn } from './signIn.ts';
import { getBox, hasHorizontalOverflow, notifications, playerBar, playFirstRelease } from './webApp.ts';

async function getEdges(locator: Locator): Promise<{ left: number; right: number; top: number; bottom: number }> {
  const { x, y, width, height } = await getBox(locator);
  return { left: x, right: x + width, top: y, bottom: y + height };
}

journey(
  'on a phone the main navigation has only Releases',
  { tags: ['A-SHELL-03', 'C-SHELL-02'] },
  async ({ page }) => {
    await page.setViewportSize(viewports.mobile);
    await signIn(page);
    const links = page.getByRole('navigation', { name: 'Main' }).getByRole('link');
    expect(await links.allInnerTexts()).toEqual(['Releases']);
    for (const name of ['Playlists', 'Flagged', 'Archived', 'History'])
      expect(await page.getByRole('link', { name, exact: true }).count(), name).toBe(0);
  },
);

journey(
  'a toast is at the bottom right, 400 px wide, narrower on a phone',
  { tags: ['A-SHELL-25', 'A-SHELL-26', 'A-CONST-15', 'C-TOAST-06', 'C-TOAST-07'] },
  async ({ page }) => {
    await signIn(page);
    for (const { width, height } of [viewports.desktop, viewports.mobile]) {
      await page.setViewportSize({ width, height });
      await page.route('**/api/release?*', (route) => route.fulfill({ status: 503 }));
      await page.reload();
      const toast = notifications(page).getByRole('alert');
      // The toast slides in from the right.
      await expect.poll(async () => (await getEdges(toast)).right).toBe(width - 20);
      const { left, bottom } = await getEdges(toast);
      expect(width - 20 - left).toBe(Math.min(400, width - 40));
      expect(bottom).toBeGreaterThan(height / 2);
      expect(bottom).toBeLessThanOrEqual((await getEdges(playerBar(page))).top);
    }
  },
);

journey('a title from an error text is capitalised by CSS only', { tags: ['A-ERR-25'] }, async ({ page }) => {
  await page.goto(`/resetpwd/e30.${Buffer.from(JSON.stringify(expiredLink)).toString('base64url')}.e30`);
  const title = page.getByText('expired link', { exact: true });
  await title.waitFor();
  expect(await title.textContent()).toBe('expired link');
  const transform = await title.evaluate((element) => getComputedStyle(element, '::first-letter').textTransform);
  expect(transform).toBe('uppercase');
});

const expiredLink = { kind: 'reset', email: 'programmer@demo.test', welcome_email: false, exp: 1 };

journey('the player bar has a layout for desktop, tablet and phone', { tags: ['C-PLAYER-01'] }, async ({ page }) => {
  await signIn(page);
  await playFirstRelease(page);
  const bar = playerBar(page);
  const getVisibleControls = async (size: { width: number; height: number }) => {
    await page.setViewportSize(size);
    const edges = await getEdges(bar);
    expect([edges.left >= 0, edges.right <= size.width, edges.bottom <= size.height]).toEqual([true, true, true]);
    expect(await hasHorizontalOverflow(page)).toBe(false);
    return {
      skipBack: await bar.getByRole('button', { name: 'Skip back' }).isVisible(),
      mute: await bar.getByRole('button', { name: 'Mute' }).isVisible(),
      volume: await bar.getByRole('slider', { name: 'Volume' }).isVisible(),
    };
  };
  expect(await getVisibleControls(viewports.desktop)).toEqual({ skipBack: true, mute: true, volume: true });
  expect(await getVisibleControls(viewports.tablet)).toEqual({ skipBack: true, mute: true, volume: true });
  expect(await getVisibleControls({ width: 768, height: 1024 })).toEqual({ skipBack: true, mute: true, volume: false });
  expect(await getVisibleControls(viewports.mobile)).toEqual({ skipBack: false, mute: false, volume: false });
  const [barEdges, seekEdges] = [await getEdges(bar), await getEdges(bar.getByRole('slider', { name: 'Seek' }))];
  expect(seekEdges.right - seekEdges.left).toBeGreaterThan((barEdges.right - barEdges.left) * 0.8);
});

journey(
  'on a phone the tag and the mark of a card fit side by side',
  { tags: ['C-GALLERY-01', 'C-GALLERY-34'] },
  async ({ page }) => {
    await page.setViewportSize(viewports.mobile);
    await signIn(page);
    const card = page.getByRole('main').getByRole('article').filter({ hasText: 'CanCon' }).first();
    for (const width of [390, 360, 330]) {
      await page.setViewportSize({ width, height: 844 });
      // The grid may remove the card for a moment while it changes its width.
      const isSideBySide = async () => {
        const tag = await getEdges(card.getByText('CanCon'));
        const mark = await getEdges(card.getByRole('img', { name: 'Not heard yet' }));
        return tag.right < mark.left && mark.right <= (await getEdges(card)).right;
      };
      await expect.poll(() => isSideBySide().catch(() => false), { message: `${width} px` }).toBe(true);
    }
  },
);

journey('the buttons of the header keep their size on a narrow phone', async ({ page }) => {
  await page.setViewportSize(viewports.mobile);
  await signIn(page);
  const invite = page.getByRole('button', { name: 'Invite', exact: true });
  const controls = page.locator('header').filter({ has: invite }).locator('a:visible, button:visible');
  // Logo (34 px), search, view, downloads, invite, help and account.
  await expect.poll(() => controls.count()).toBe(7);
  for (const width of [390, 360, 320]) {
    await page.setViewportSize({ width, height: 844 });
    for (const control of await controls.all()) {
      const { left, right } = await getEdges(control);
      expect(right - left, `${width} px`).toBeGreaterThanOrEqual(34);
      expect(right, `${width} px`).toBeLessThanOrEqual(width);
    }
  }
});

journey(
  'the invite button is hidden from 1024 to 1439 px inclusive',
  { tags: ['A-SHELL-29', 'A-CONST-14', 'C-CONST-11'] },
  async ({ page }) => {
    await signIn(page);
    const invite = page.getByRole('main').getByRole('button', { name: 'Invite', exact: true }).first();
    const isVisible: Record<number, boolean> = {};
    for (const width of [390, 768, 1023, 1024, 1279, 1439, 1440]) {
      await page.setViewportSize({ width, height: 800 });
      isVisible[width] = await invite.isVisible();
    }
    expect(isVisible).toEqual({ 390: true, 768: true, 1023: true, 1024: false, 1279: false, 1439: false, 1440: true });
  },
);

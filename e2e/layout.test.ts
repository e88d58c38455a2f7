import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';
import { journey } from './browser.ts';
import { enter, player, playFirst } from './enter.ts';
import { screens } from './openBrowser.ts';

async function boxOf(piece: Locator): Promise<{ left: number; right: number; top: number; bottom: number }> {
  const box = await piece.boundingBox();
  if (!box) throw new Error('This piece is not shown.');
  return { left: box.x, right: box.x + box.width, top: box.y, bottom: box.y + box.height };
}

journey(
  'on a phone the only place that is offered is Releases',
  { tags: ['A-SHELL-03', 'C-SHELL-02'] },
  async ({ page }) => {
    await page.setViewportSize(screens.mobile);
    await enter(page);
    const offered = page.getByRole('navigation', { name: 'Main' }).getByRole('link');
    expect(await offered.allInnerTexts()).toEqual(['Releases']);
    for (const name of ['Playlists', 'Flagged', 'Archived', 'History'])
      expect(await page.getByRole('link', { name, exact: true }).count(), name).toBe(0);
  },
);

journey(
  'a toast stands at the bottom right, 400 px wide, narrower on a phone',
  { tags: ['A-SHELL-25', 'A-SHELL-26', 'A-CONST-15', 'C-TOAST-06', 'C-TOAST-07'] },
  async ({ page }) => {
    await enter(page);
    for (const { width, height } of [screens.desktop, screens.mobile]) {
      await page.setViewportSize({ width, height });
      await page.route('**/api/release?*', (route) => route.fulfill({ status: 503 }));
      await page.reload();
      const toast = page.getByRole('region', { name: 'Notifications' }).getByRole('alert');
      // It arrives from the right and rests a moment later.
      await expect.poll(async () => (await boxOf(toast)).right).toBe(width - 20);
      const { left, bottom } = await boxOf(toast);
      expect(width - 20 - left).toBe(Math.min(400, width - 40));
      expect(bottom).toBeGreaterThan(height / 2);
      expect(bottom).toBeLessThanOrEqual((await boxOf(player(page))).top);
    }
  },
);

journey('a quoted title keeps its small letter and only looks capital', { tags: ['A-ERR-25'] }, async ({ page }) => {
  await page.goto(`/resetpwd/e30.${Buffer.from(JSON.stringify(expiredLink)).toString('base64url')}.e30`);
  const title = page.getByText('expired link', { exact: true });
  await title.waitFor();
  expect(await title.textContent()).toBe('expired link');
  const looks = await title.evaluate((words) => getComputedStyle(words, '::first-letter').textTransform);
  expect(looks).toBe('uppercase');
});

const expiredLink = { kind: 'reset', email: 'programmer@demo.test', welcome_email: false, exp: 1 };

journey('the player bar has a layout for desktop, tablet and phone', { tags: ['C-PLAYER-01'] }, async ({ page }) => {
  await enter(page);
  await playFirst(page);
  const bar = player(page);
  const shows = async (size: { width: number; height: number }) => {
    await page.setViewportSize(size);
    const dock = await boxOf(bar);
    expect([dock.left >= 0, dock.right <= size.width, dock.bottom <= size.height]).toEqual([true, true, true]);
    expect(await overflow(page)).toBe(false);
    return {
      skipBack: await bar.getByRole('button', { name: 'Skip back' }).isVisible(),
      mute: await bar.getByRole('button', { name: 'Mute' }).isVisible(),
      volume: await bar.getByRole('slider', { name: 'Volume' }).isVisible(),
    };
  };
  expect(await shows(screens.desktop)).toEqual({ skipBack: true, mute: true, volume: true });
  expect(await shows(screens.tablet)).toEqual({ skipBack: true, mute: true, volume: true });
  expect(await shows({ width: 768, height: 1024 })).toEqual({ skipBack: true, mute: true, volume: false });
  expect(await shows(screens.mobile)).toEqual({ skipBack: false, mute: false, volume: false });
  const [dock, seek] = [await boxOf(bar), await boxOf(bar.getByRole('slider', { name: 'Seek' }))];
  expect(seek.right - seek.left).toBeGreaterThan((dock.right - dock.left) * 0.8);
});

const overflow = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth > window.innerWidth);

journey(
  'on a phone a card holds its date, type and marks',
  { tags: ['C-GALLERY-01', 'C-GALLERY-34'] },
  async ({ page }) => {
    await page.setViewportSize(screens.mobile);
    await enter(page);
    const card = page.getByRole('main').getByRole('article').filter({ hasText: 'CanCon' }).first();
    for (const width of [390, 360, 330]) {
      await page.setViewportSize({ width, height: 844 });
      // While the grid takes on a new width, a card may be away for a moment.
      const inOrder = async () => {
        const tag = await boxOf(card.getByText('CanCon'));
        const mark = await boxOf(card.getByRole('img', { name: 'Not heard yet' }));
        return tag.right < mark.left && mark.right <= (await boxOf(card)).right;
      };
      await expect.poll(() => inOrder().catch(() => false), { message: `${width} px` }).toBe(true);
    }
  },
);

journey('the controls of the header keep their size on a narrow phone', async ({ page }) => {
  await page.setViewportSize(screens.mobile);
  await enter(page);
  const invite = page.getByRole('button', { name: 'Invite', exact: true });
  const controls = page.locator('header').filter({ has: invite }).locator('a:visible, button:visible');
  // Mark (34 px), search, view, downloads, invite, help and account.
  await expect.poll(() => controls.count()).toBe(7);
  for (const width of [390, 360, 320]) {
    await page.setViewportSize({ width, height: 844 });
    for (const control of await controls.all()) {
      const { left, right } = await boxOf(control);
      expect(right - left, `${width} px`).toBeGreaterThanOrEqual(34);
      expect(right, `${width} px`).toBeLessThanOrEqual(width);
    }
  }
});

journey(
  'the invite button hides from 1024 to 1439 px, both ends included',
  { tags: ['A-SHELL-29', 'A-CONST-14', 'C-CONST-11'] },
  async ({ page }) => {
    await enter(page);
    const invite = page.getByRole('main').getByRole('button', { name: 'Invite', exact: true }).first();
    const shown: Record<number, boolean> = {};
    for (const width of [390, 768, 1023, 1024, 1279, 1439, 1440]) {
      await page.setViewportSize({ width, height: 800 });
      shown[width] = await invite.isVisible();
    }
    expect(shown).toEqual({ 390: true, 768: true, 1023: true, 1024: false, 1279: false, 1439: false, 1440: true });
  },
);

import type { Locator } from 'playwright-core';
import { expect } from 'vitest';
import { viewports } from './browser.ts';
import { journey } from './journey.ts';
import { signIn } from './signIn.ts';
import {
  closeDialog,
  getBox,
  hasHorizontalOverflow,
  notifications,
  playerBar,
  playFirstRelease,
  releaseLinks,
} from './webApp.ts';

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
    const navigation = page.getByRole('navigation', { name: 'Main' });
    expect(await navigation.getByRole('link').count()).toBe(1);
    await navigation.getByRole('link', { name: 'Releases', exact: true }).waitFor();
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

/** The address of a screen that reads this token of a link. */
const linkTo = (screen: string, claims: object): string =>
  `/${screen}/e30.${Buffer.from(JSON.stringify(claims)).toString('base64url')}.e30`;

journey(
  'a title from an error text is capitalised by CSS only, a name at its start stays as it is',
  { tags: ['A-ERR-25'] },
  async ({ page }) => {
    const email = 'programmer@demo.test';
    const getTransform = (title: Locator) =>
      title.evaluate((element) => getComputedStyle(element, '::first-letter').textTransform);
    await page.goto(linkTo('resetpwd', { kind: 'reset', email, welcome_email: false, exp: 1 }));
    const title = page.getByText('expired link', { exact: true });
    expect(await title.textContent()).toBe('expired link');
    expect(await getTransform(title)).toBe('uppercase');
    const inviter = { inviter_name: 'rosa', inviter_email: 'rosa@demo.test', welcome_email: false };
    await page.goto(linkTo('signin', { kind: 'invitation', email, ...inviter, exp: 4_000_000_000 }));
    expect(await getTransform(page.getByText('rosa invites you to connect'))).toBe('none');
  },
);

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
  expect(seekEdges.bottom - seekEdges.top).toBeGreaterThanOrEqual(24);
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

const isApart = (a: { right: number; bottom: number }, b: { left: number; top: number }): boolean =>
  a.right <= b.left || a.bottom <= b.top;

/** Widths in pixels of the first track title, and the left edges of the flag buttons of all rows. */
async function measureTracks(tracks: Locator): Promise<{ title: number; flags: number[] }> {
  const rows = tracks.getByRole('listitem');
  const title = await getBox(rows.first().locator('p').first());
  const flags = await rows
    .getByRole('button', { name: /^(Flag|Unflag) / })
    .evaluateAll((buttons) => buttons.map((button) => Math.round(button.getBoundingClientRect().left)));
  return { title: Math.round(title.width), flags };
}

journey(
  'at every size titles have room, rows line up, and nothing lies under the player',
  { tags: ['C-POPUP-01', 'C-DETAIL-10', 'C-PLAYER-01', 'C-PLAYER-02'] },
  async ({ page }) => {
    await signIn(page);
    const main = page.getByRole('main');
    const tracks = page.getByRole('list', { name: /^Tracks of/ });
    const resize = (width: number, height: number) => page.setViewportSize({ width, height });

    await resize(390, 844);
    await expect.poll(async () => (await getBox(playerBar(page))).height).toBe(36);
    await resize(1440, 900);
    await expect.poll(async () => (await getBox(playerBar(page))).height).toBe(84);

    // The buttons of the header keep their places from page to page.
    const getHeaderButtons = async () => [
      await getBox(main.getByRole('button', { name: /^Search/ })),
      await getBox(main.getByRole('button', { name: /^Downloads/ })),
    ];
    const before = await getHeaderButtons();
    await page.goto('/flagged');
    await main.getByRole('heading', { name: 'Flagged', level: 1 }).waitFor();
    expect(await getHeaderButtons()).toEqual(before);
    await page.goto('/releases');

    await releaseLinks(page).first().click();
    const dialog = page.getByRole('dialog');
    await tracks.getByRole('listitem').first().waitFor();
    for (const [width, height] of [
      [768, 1024],
      [820, 1180],
      [1024, 768],
      [1280, 800],
      [1440, 900],
      [1920, 1080],
    ] as const) {
      await resize(width, height);
      await expect
        .poll(async () => (await measureTracks(tracks)).title, { message: `${width} px` })
        .toBeGreaterThan(150);
      expect(new Set((await measureTracks(tracks)).flags).size, `${width} px`).toBe(1);
    }
    await dialog.getByRole('button', { name: 'Play', exact: true }).click();
    await dialog.getByRole('button', { name: 'Pause', exact: true }).waitFor();
    await dialog.getByRole('button', { name: 'Release information' }).click();
    await main.getByRole('button', { name: 'Show press text' }).click();
    for (const [width, height] of [
      [1440, 900],
      [1280, 800],
      [1024, 768],
      [768, 1024],
    ] as const) {
      await resize(width, height);
      await expect
        .poll(async () => (await measureTracks(tracks)).title, { message: `${width} px` })
        .toBeGreaterThan(120);
    }
    await main.getByRole('button', { name: 'Close', exact: true }).click();
    await resize(320, 640);
    expect((await getEdges(page.getByRole('navigation', { name: 'You are here' }))).right).toBeLessThanOrEqual(320);
    const [trackEdges, factEdges] = [
      await getEdges(tracks),
      await getEdges(main.getByText('Available', { exact: true })),
    ];
    expect(trackEdges.bottom).toBeLessThanOrEqual(factEdges.top);

    await resize(667, 375);
    await page.getByRole('button', { name: /^Show the player/ }).click();
    const player = page.getByRole('dialog', { name: 'Player' });
    expect(
      isApart(await getEdges(player.locator('img')), await getEdges(player.getByRole('slider', { name: 'Seek' }))),
    ).toBe(true);
    expect((await getEdges(player.getByRole('slider', { name: 'Volume' }))).bottom).toBeLessThanOrEqual(375);
    await closeDialog(page);

    await page.goto('/account/profile');
    await resize(1440, 700);
    await main.getByRole('button', { name: 'Edit' }).click();
    const save = await getEdges(main.getByRole('button', { name: 'Save' }));
    expect(save.bottom).toBeLessThanOrEqual((await getEdges(playerBar(page))).top);

    await page.goto('/releases');
    await main.getByRole('button', { name: 'Show as list' }).click();
    await playerBar(page).getByRole('button', { name: 'Play queue' }).click();
    await resize(1280, 800);
    const table = page.getByRole('grid');
    const getLastMenu = () => getEdges(table.getByRole('row').nth(1).getByRole('button').last());
    await expect.poll(async () => (await getLastMenu()).right).toBeLessThanOrEqual(1280 - 348);
  },
);

journey(
  'at every size the icons of a release stand in one line, its downloads in the next',
  { tags: ['C-POPUP-08'] },
  async ({ page }) => {
    await signIn(page);
    await releaseLinks(page).filter({ hasText: 'Harbour Sun' }).first().click();
    const dialog = page.getByRole('dialog');
    const downloads = dialog.getByRole('button', { name: /^Download all/ });
    await dialog.getByRole('listitem').first().waitFor();
    await expect.poll(() => downloads.count()).toBe(2);
    for (const width of [1440, 1024, 768, 390, 320]) {
      await page.setViewportSize({ width, height: 900 });
      const icons = [/^Play next/, /^Play later/, 'Release information', /^Flag Harbour Sun$/, 'Share', 'Contact'].map(
        (name) => dialog.getByRole('button', { name, exact: true }).first(),
      );
      const getTops = (buttons: Locator[]) => Promise.all(buttons.map(async (button) => (await getEdges(button)).top));
      await expect.poll(async () => new Set(await getTops(icons)).size, { message: `icons at ${width} px` }).toBe(1);
      const [first, second] = await getTops(await downloads.all());
      expect(second, `downloads at ${width} px`).toBe(first);
    }
  },
);

journey('on a phone the support link is below the form', { tags: ['A-SHELL-23'] }, async ({ page }) => {
  await page.setViewportSize(viewports.mobile);
  await page.goto('/signup');
  const support = await getEdges(page.getByRole('main').getByRole('link', { name: 'Support' }));
  const last = await getEdges(page.getByRole('button', { name: 'Continue' }));
  expect(last.bottom).toBeLessThanOrEqual(support.top);
});

journey(
  'a release and the history print in black on white, without player, navigation and buttons',
  async ({ page }) => {
    await signIn(page);
    const reported = page.waitForResponse((response) => response.url().endsWith('/api/plays'));
    await playFirstRelease(page);
    await reported;
    await page.goto((await releaseLinks(page).first().getAttribute('href')) ?? '');
    await page
      .getByRole('list', { name: /^Tracks of/ })
      .getByRole('listitem')
      .first()
      .waitFor();
    await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
    const expectPrintable = async (text: Locator) => {
      expect(
        await page.locator(':is(button, nav, [role=tablist]):visible:not([role=columnheader] button)').count(),
      ).toBe(0);
      expect(await playerBar(page).isVisible()).toBe(false);
      expect(await text.evaluate((element) => getComputedStyle(element).color)).toBe('rgb(0, 0, 0)');
    };
    await expectPrintable(page.getByRole('heading', { level: 1 }));
    await page.goto('/recently_played');
    await page.getByRole('grid').first().getByRole('link').first().waitFor();
    await expectPrintable(page.getByRole('grid').first().getByRole('link').first());
  },
);

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
  'the invite button is hidden from 1024 to 1439 px; a toast is at the bottom right, 400 px wide, narrower on a phone',
  {
    tags: [
      'A-SHELL-25',
      'A-SHELL-26',
      'A-SHELL-29',
      'A-CONST-14',
      'A-CONST-15',
      'C-CONST-11',
      'C-TOAST-06',
      'C-TOAST-07',
    ],
  },
  async ({ page }) => {
    await signIn(page);
    const invite = page.getByRole('main').getByRole('button', { name: 'Invite', exact: true }).first();
    for (const width of [390, 768, 1023, 1024, 1279, 1439, 1440]) {
      await page.setViewportSize({ width, height: 800 });
      await expect.poll(() => invite.isVisible(), { message: `${width} px` }).toBe(width < 1024 || width >= 1440);
    }
    for (const { width, height } of [viewports.desktop, viewports.mobile]) {
      await page.setViewportSize({ width, height });
      await page.route('**/api/release?*', (route) => route.fulfill({ status: 503 }));
      await page.reload();
      const toast = notifications(page).getByRole('alert');
      const getPlace = async () => {
        const { left, right, bottom } = await getEdges(toast);
        const { top } = await getEdges(playerBar(page));
        return { left, right, isInLowerHalf: bottom > height / 2, isAbovePlayer: bottom <= top };
      };
      // The toast slides in from the right, and leaves and returns while other calls are answered.
      await expect
        .poll(getPlace)
        .toEqual({ left: Math.max(20, width - 420), right: width - 20, isInLowerHalf: true, isAbovePlayer: true });
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
  const expectControls = async (
    size: { width: number; height: number },
    controls: { skipBack: boolean; mute: boolean; volume: boolean },
  ) => {
    await page.setViewportSize(size);
    const describeBar = async () => {
      const edges = await getEdges(bar);
      return {
        isInWindow: edges.left >= 0 && edges.right <= size.width && edges.bottom <= size.height,
        overflows: await hasHorizontalOverflow(page),
        skipBack: await bar.getByRole('button', { name: 'Skip back' }).isVisible(),
        mute: await bar.getByRole('button', { name: 'Mute' }).isVisible(),
        volume: await bar.getByRole('slider', { name: 'Volume' }).isVisible(),
      };
    };
    const expected = { isInWindow: true, overflows: false, ...controls };
    await expect.poll(describeBar, { message: `${size.width} px` }).toEqual(expected);
  };
  await expectControls(viewports.desktop, { skipBack: true, mute: true, volume: true });
  await expectControls(viewports.tablet, { skipBack: true, mute: true, volume: true });
  await expectControls({ width: 768, height: 1024 }, { skipBack: true, mute: true, volume: false });
  await expectControls(viewports.mobile, { skipBack: false, mute: false, volume: false });
  const [barEdges, seekEdges] = [await getEdges(bar), await getEdges(bar.getByRole('slider', { name: 'Seek' }))];
  expect(seekEdges.right - seekEdges.left).toBeGreaterThan((barEdges.right - barEdges.left) * 0.8);
  expect(seekEdges.bottom - seekEdges.top).toBeGreaterThanOrEqual(24);
});

journey(
  'on a phone tag and mark of a card fit side by side, header buttons keep their size, and navigation has only Releases',
  { tags: ['A-SHELL-03', 'C-SHELL-02', 'C-GALLERY-01', 'C-GALLERY-34'] },
  async ({ page }) => {
    await page.setViewportSize(viewports.mobile);
    await signIn(page);
    const navigation = page.getByRole('navigation', { name: 'Main' });
    await navigation.getByRole('link', { name: 'Releases', exact: true }).waitFor();
    expect(await navigation.getByRole('link').count()).toBe(1);
    const card = page.getByRole('main').getByRole('article').filter({ hasText: 'CanCon' }).first();
    const isSideBySide = async () => {
      const tag = await getEdges(card.getByText('CanCon'));
      const mark = await getEdges(card.getByRole('img', { name: 'Not heard yet' }));
      return tag.right < mark.left && mark.right <= (await getEdges(card)).right;
    };
    const invite = page.getByRole('button', { name: 'Invite', exact: true });
    const controls = page.locator('header').filter({ has: invite }).locator('a:visible, button:visible');
    const areWhole = () =>
      controls.evaluateAll((elements) =>
        elements
          .map((element) => element.getBoundingClientRect())
          .map((box) => box.width >= 34 && box.right <= window.innerWidth),
      );
    for (const width of [390, 360, 330, 320]) {
      await page.setViewportSize({ width, height: 844 });
      // The grid may remove the card for a moment while it changes its width.
      if (width > 320) await expect.poll(isSideBySide, { message: `${width} px` }).toBe(true);
      // Logo (34 px), search, view, downloads, invite, help and account.
      await expect.poll(areWhole, { message: `${width} px` }).toEqual(Array(7).fill(true));
    }
  },
);

const isApart = (a: { right: number; bottom: number }, b: { left: number; top: number }): boolean =>
  a.right <= b.left || a.bottom <= b.top;

/** Width in pixels of the title of the first track. */
const getTitleWidth = async (tracks: Locator): Promise<number> =>
  (await getBox(tracks.getByRole('listitem').first().locator('p').first())).width;

/** How many different left edges the flag buttons of the rows have. */
const countFlagEdges = (tracks: Locator): Promise<number> =>
  tracks
    .getByRole('listitem')
    .getByRole('button', { name: /^Flag / })
    .evaluateAll((buttons) => new Set(buttons.map((button) => Math.round(button.getBoundingClientRect().left))).size);

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
    await expect.poll(getHeaderButtons).toEqual(before);
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
      await expect.poll(() => getTitleWidth(tracks), { message: `${width} px` }).toBeGreaterThan(150);
      await expect.poll(() => countFlagEdges(tracks), { message: `${width} px` }).toBe(1);
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
      await expect.poll(() => getTitleWidth(tracks), { message: `${width} px` }).toBeGreaterThan(120);
    }
    await main.getByRole('button', { name: 'Close', exact: true }).click();
    await resize(320, 640);
    const getBreadcrumb = () => getEdges(page.getByRole('navigation', { name: 'You are here' }));
    await expect.poll(async () => (await getBreadcrumb()).right).toBeLessThanOrEqual(320);
    const areFactsBelow = async () =>
      (await getEdges(tracks)).bottom <= (await getEdges(main.getByText('Available', { exact: true }))).top;
    await expect.poll(areFactsBelow).toBe(true);

    await resize(667, 375);
    await page.getByRole('button', { name: /^Show the player/ }).click();
    const player = page.getByRole('dialog', { name: 'Player' });
    const isCoverFree = async () =>
      isApart(await getEdges(player.locator('img')), await getEdges(player.getByRole('slider', { name: 'Seek' })));
    await expect.poll(isCoverFree).toBe(true);
    const getVolume = () => getEdges(player.getByRole('slider', { name: 'Volume' }));
    await expect.poll(async () => (await getVolume()).bottom).toBeLessThanOrEqual(375);
    await closeDialog(page);

    await page.goto('/account/profile');
    await resize(1440, 700);
    await main.getByRole('button', { name: 'Edit' }).click();
    const isAbovePlayer = async () =>
      (await getEdges(main.getByRole('button', { name: 'Save' }))).bottom <= (await getEdges(playerBar(page))).top;
    await expect.poll(isAbovePlayer).toBe(true);

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
      const others =
        width < 768 ? [/^Archive /, 'More actions for Harbour Sun'] : [/^Play next/, /^Play later/, 'Share', 'Contact'];
      const icons = ['Release information', /^Flag Harbour Sun$/, ...others].map((name) =>
        dialog.getByRole('button', { name, exact: true }).first(),
      );
      const getTops = (buttons: Locator[]) => Promise.all(buttons.map(async (button) => (await getEdges(button)).top));
      await expect.poll(async () => new Set(await getTops(icons)).size, { message: `icons at ${width} px` }).toBe(1);
      const countDownloadLines = async () => new Set(await getTops(await downloads.all())).size;
      await expect.poll(countDownloadLines, { message: `downloads at ${width} px` }).toBe(1);
    }
  },
);

journey('on a phone the support link is below the form', { tags: ['A-SHELL-23'] }, async ({ page }) => {
  await page.setViewportSize(viewports.mobile);
  await page.goto('/signup');
  const isBelowForm = async () =>
    (await getEdges(page.getByRole('button', { name: 'Continue' }))).bottom <=
    (await getEdges(page.getByRole('main').getByRole('link', { name: 'Support' }))).top;
  await expect.poll(isBelowForm).toBe(true);
});

journey(
  'a release and the history print in black on white, without player, navigation and buttons',
  async ({ page }) => {
    await signIn(page);
    const reported = page.waitForResponse((response) => response.url().endsWith('/api/listening'));
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
      const controls = page.locator(':is(button, nav, [role=tablist]):visible:not([role=columnheader] button)');
      await expect.poll(() => controls.count()).toBe(0);
      await expect.poll(() => playerBar(page).isVisible()).toBe(false);
      await expect.poll(() => text.evaluate((element) => getComputedStyle(element).color)).toBe('rgb(0, 0, 0)');
    };
    await expectPrintable(page.getByRole('heading', { level: 1 }));
    await page.goto('/recently_played');
    await page.getByRole('grid').first().getByRole('link').first().waitFor();
    await expectPrintable(page.getByRole('grid').first().getByRole('link').first());
  },
);

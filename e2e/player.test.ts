import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';
import { journey } from './browser.ts';
import { cards, enter, player } from './enter.ts';
import { expectClean } from './expectClean.ts';
import { hear, plays, second } from './hear.ts';
import { screens } from './openBrowser.ts';

const songOf = (page: Page) => page.evaluate(() => navigator.mediaSession.metadata?.title);
const small = (page: Page) => player(page).getByRole('button', { name: /^Show the player:/ });
const full = (page: Page) => page.getByRole('dialog', { name: 'Player' });

/** Of a song, some ten seconds. */
const FIRST_BYTES = 400_000;

/** What each audio element has on, without its token, and whether it sounds. */
const elements = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll('audio')].map(({ currentSrc, paused, readyState, ended }) => ({
      song: currentSrc.split('?')[0],
      sounds: !paused && !ended,
      isReady: readyState === HTMLMediaElement.HAVE_ENOUGH_DATA,
    })),
  );

/** Opens one release after the other until one has `wanted`, presses that, and closes the pop-up again. */
async function playIn(page: Page, wanted: (dialog: Locator) => Promise<Locator | undefined>): Promise<void> {
  const dialog = page.getByRole('dialog');
  for (const card of await cards(page).all()) {
    await card.click();
    await dialog.getByText(/^(1 song|\d+ songs : .+)$/).waitFor();
    await dialog.getByRole('listitem').first().waitFor();
    const play = await wanted(dialog);
    await play?.click();
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    if (play) return;
  }
  throw new Error('No release on the first screen has it.');
}

/** Plays the first release that has more songs than one. */
const playSeveral = (page: Page) =>
  playIn(page, async (dialog) => {
    const isSeveral = (await dialog.getByText(/^\d+ songs : /).count()) > 0;
    return isSeveral ? dialog.getByRole('button', { name: 'Play', exact: true }) : undefined;
  });

/** Plays the first song of two minutes and more: too much for the browser to hold at once. */
const playLong = (page: Page) =>
  playIn(page, async (dialog) => {
    const long = dialog.getByRole('listitem').filter({ hasText: /[2-9]:\d\d/ });
    return (await long.count()) > 0 ? long.first().getByRole('button', { name: /^Play / }) : undefined;
  });

/** Presses the seek bar so many seconds before the end of the song. */
async function seekBeforeEnd(page: Page, seconds: number): Promise<void> {
  const bar = player(page).getByRole('slider', { name: 'Seek' });
  const [box, length] = [await boxOf(bar), Number(await bar.getAttribute('max'))];
  await page.mouse.click(box.x + box.width * (1 - seconds / length), box.y + box.height / 2);
}

async function boxOf(piece: Locator) {
  const box = await piece.boundingBox();
  if (!box) throw new Error('This piece is not shown.');
  return box;
}

journey(
  'the next song of a release is ready before the end and takes over from the other element',
  { tags: ['C-PLAYER-21', 'C-PLAYER-18'] },
  async ({ page }) => {
    await enter(page);
    await playSeveral(page);
    await plays(page);
    const first = await songOf(page);
    await seekBeforeEnd(page, 4);
    await expect.poll(async () => (await elements(page)).every(({ isReady }) => isReady)).toBe(true);
    const [playing, ready] = await elements(page);
    expect([playing?.sounds, ready?.sounds]).toEqual([true, false]);
    expect(ready?.song).not.toBe(playing?.song);
    await expect.poll(() => songOf(page), { timeout: 30_000 }).not.toBe(first);
    const { loudest } = await hear(page);
    expect(loudest).toBeGreaterThan(0.01);
    const [left, on] = await elements(page);
    expect([left?.sounds, on?.sounds, on?.song]).toEqual([false, true, ready?.song]);
    await player(page).getByRole('button', { name: 'Skip back' }).click();
    await expect.poll(() => songOf(page)).toBe(first);
    await plays(page);
  },
);

journey(
  'a song that loses its network in the middle waits, and goes on at its second when it is back',
  { tags: ['C-PLAYER-27'] },
  async ({ page }) => {
    await enter(page);
    // The line gives the first seconds of a song and breaks.
    let isBroken = true;
    await page.route('**/api/audio/stream/**', async (route) => {
      const headers = await route.request().allHeaders();
      const from = Number(/bytes=(\d+)-/.exec(headers['range'] ?? '')?.[1] ?? 0);
      if (!isBroken) return route.continue();
      if (from >= FIRST_BYTES) return route.abort('internetdisconnected');
      return route.continue({ headers: { ...headers, range: `bytes=${from}-${FIRST_BYTES - 1}` } });
    });
    await playLong(page);
    await plays(page);
    const song = await songOf(page);
    await page.context().setOffline(true);
    const busy = player(page)
      .locator('[aria-busy=true]')
      .and(player(page).getByRole('button', { name: 'Pause' }));
    await busy.waitFor({ timeout: 60_000 });
    const stopped = await second(page);
    const goesOnAt = page.evaluate(
      () =>
        new Promise<number>((settle) => {
          const went = ({ target }: Event) => target instanceof HTMLAudioElement && settle(target.currentTime);
          document.addEventListener('playing', went, { capture: true, once: true });
        }),
    );
    isBroken = false;
    await page.context().setOffline(false);
    expect(await goesOnAt).toBeCloseTo(stopped, 0);
    await plays(page);
    await busy.waitFor({ state: 'detached' });
    expect(await songOf(page)).toBe(song);
  },
);

journey(
  'on a phone the small player grows over the screen and back, by its controls, Escape and the back gesture',
  { tags: ['C-PLAYER-01', 'C-PLAYER-02', 'C-PLAYER-03', 'C-PLAYER-04'] },
  async ({ page }) => {
    await page.setViewportSize(screens.mobile);
    await enter(page);
    const before = await boxOf(player(page));
    await cards(page).first().click();
    await page
      .getByRole('listitem')
      .getByRole('button', { name: /^Play / })
      .first()
      .click();
    await small(page).waitFor();
    expect(await boxOf(player(page))).toEqual(before);
    const address = page.url();
    // Anywhere on the bar, not only on its words.
    await page.mouse.click(before.x + before.width * 0.3, before.y + 6);
    await full(page).waitFor();
    await expect.poll(() => boxOf(full(page))).toEqual({ x: 0, y: 0, ...screens.mobile });
    await expectClean(page, 'the full-screen player');
    await full(page).getByRole('button', { name: 'Pause' }).click();
    await full(page).getByRole('button', { name: 'Play', exact: true }).click();
    const wave = await boxOf(full(page).getByRole('slider', { name: 'Seek' }));
    await page.mouse.click(wave.x + wave.width / 2, wave.y + wave.height / 2);
    await expect.poll(() => second(page)).toBeGreaterThan(4);
    await full(page).getByRole('button', { name: 'Close the player' }).click();
    await full(page).waitFor({ state: 'detached' });
    await expect.poll(() => small(page).evaluate((button) => button === document.activeElement)).toBe(true);
    await page.keyboard.press('Enter');
    await full(page).waitFor();
    await page.goBack();
    await full(page).waitFor({ state: 'detached' });
    await small(page).click();
    await full(page).waitFor();
    await page.keyboard.press('Escape');
    await full(page).waitFor({ state: 'detached' });
    expect(page.url()).toBe(address);
    await small(page).click();
    await full(page).getByRole('button', { name: 'Play queue' }).click();
    await page.getByRole('dialog', { name: 'Play queue' }).waitFor();
    await page.keyboard.press('Escape');
    await expect.poll(() => small(page).evaluate((button) => button === document.activeElement)).toBe(true);
    await small(page).click();
    await full(page).getByRole('link', { name: 'Release information' }).click();
    await full(page).waitFor({ state: 'detached' });
    await plays(page);
  },
);

journey(
  'keys seek, mute and skip outside of text and lists; their list turns the letters off',
  { tags: ['C-PLAYER-07', 'C-PLAYER-08', 'C-PLAYER-09', 'C-PERSIST-04'] },
  async ({ page }) => {
    await enter(page);
    await playSeveral(page);
    await plays(page);
    await page.getByRole('heading', { name: 'Releases', level: 1 }).click();
    const first = await songOf(page);
    const before = await second(page);
    await page.keyboard.press('Shift+ArrowRight');
    await expect.poll(() => second(page)).toBeGreaterThan(before + 9);
    await page.keyboard.press('m');
    await player(page).getByRole('button', { name: 'Unmute' }).waitFor();
    await page.keyboard.press('m');
    await page.keyboard.press('k');
    await expect.poll(() => songOf(page)).not.toBe(first);
    await page.keyboard.press('j');
    await expect.poll(() => songOf(page)).toBe(first);
    await plays(page);
    await player(page).getByRole('button', { name: 'Pause' }).click();
    await cards(page).first().focus();
    const here = await second(page);
    await page.keyboard.press('ArrowRight');
    await expect
      .poll(() =>
        cards(page)
          .nth(1)
          .evaluate((card) => card === document.activeElement),
      )
      .toBe(true);
    expect(await second(page)).toBe(here);
    await page.keyboard.press('?');
    const help = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
    await help.waitFor();
    await expectClean(page, 'the list of keys');
    await help.getByRole('checkbox', { name: 'Single-key shortcuts' }).uncheck();
    await page.keyboard.press('Escape');
    await help.waitFor({ state: 'detached' });
    await page.reload();
    await player(page).getByRole('button', { name: 'Keyboard shortcuts' }).click();
    await help.getByRole('checkbox', { name: 'Single-key shortcuts', checked: false }).waitFor();
    await page.keyboard.press('Escape');
    await help.waitFor({ state: 'detached' });
    await page.keyboard.press('m');
    await player(page).getByRole('button', { name: 'Mute' }).waitFor();
  },
);

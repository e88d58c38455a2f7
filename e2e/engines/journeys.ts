import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, inject, test } from 'vitest';
import { viewports } from '../browser.ts';
import { uniqueEmail } from '../createAccount.ts';
import { waitForMail } from '../mailbox.ts';
import { PASSWORD } from '../signIn.ts';
import type { Engine } from './engine.ts';
import { createPage, type EnginePage, keys } from './page.ts';

/** The demo's newest release; it has several songs and a press text with a picture. */
const TITLE = 'Harbour Sun';
/** The two releases after it. */
const [SECOND, THIRD] = ['Second Weather', 'August Water'];

/** Declares the journeys of an engine, which follow each other in one window; skipped when the engine is missing. */
export function declareJourneys(name: string, open: (() => Promise<Engine>) | undefined): void {
  describe.skipIf(!open)(`in ${name}`, () => {
    const address = inject('address');
    let page: EnginePage;

    beforeAll(async () => {
      if (open) page = await createPage(await open());
    });
    afterAll(() => page?.close());
    afterEach(async () => {
      expect(await page.takeFaults()).toEqual([]);
    });

    test('a person signs in and sees the gallery', async () => {
      await page.goto(address);
      await page.see('button', 'Sign in');
      await expectNoPageScrollbar();
      await page.type('Email', 'programmer@demo.test');
      await page.type('Password', PASSWORD);
      await page.click('button', 'Sign in');
      await page.see('heading', 'Releases');
      await page.see('link', TITLE);
      await page.waitFor(() => [...document.images].some(({ naturalWidth }) => naturalWidth > 0));
      expect(await page.run(() => location.pathname)).toBe('/releases');
      await expectNoPageScrollbar();
    });

    test('a song plays, stops at Pause and goes on from there', async () => {
      await openRelease(TITLE);
      await page.click('button', 'Play');
      await page.see('button', 'Pause');
      await closeRelease();
      await seePlaying(TITLE, 0.5);
      await page.click('button', 'Play');
      await page.waitFor(() => [...document.querySelectorAll('audio')].every(({ paused }) => paused));
      const stopped = await page.run(readPosition);
      await openRelease(SECOND);
      await closeRelease();
      expect(await page.run(readPosition)).toEqual(stopped);
      await page.click('button', 'Play');
      await seePlaying(TITLE, stopped.seconds + 0.5);
    });

    test('a click on the waveform moves to that second, and the next song plays', async () => {
      await page.click('slider', 'Seek');
      const middle = await page.run(
        () => Number(document.querySelector<HTMLInputElement>('[aria-label=Seek]')?.max) / 2,
      );
      await seePlaying(TITLE, middle);
      const before = await page.run(() => document.title);
      await page.click('button', 'Skip forward');
      await page.waitFor((title) => document.title !== title && document.title.includes('Harbour Sun'), before);
      await page.waitFor((position) => {
        const audio = [...document.querySelectorAll('audio')].find(({ paused }) => !paused);
        return audio !== undefined && audio.currentTime > 0.5 && audio.currentTime < position;
      }, middle);
      expect(await page.run(() => document.title)).not.toBe(before);
    });

    test('releases are queued, moved and removed', async () => {
      await page.click('button', 'Play queue');
      await page.seeText('Currently playing');
      for (const title of [SECOND, THIRD]) {
        await openRelease(title);
        await page.click('button', 'Play later');
        await closeRelease();
        await page.see('button', `Remove release ${title} from the queue`);
      }
      await expectQueued([SECOND, THIRD]);
      await page.click('button', new RegExp(`^Move release ${THIRD}:`));
      await page.click('menuitem', 'Move up');
      await expectQueued([THIRD, SECOND]);
      await page.click('button', `Remove release ${THIRD} from the queue`);
      await expect.poll(listQueued).not.toContain(THIRD);
      await expectQueued([SECOND]);
      await page.click('button', 'Undo');
      await expectQueued([THIRD, SECOND]);
      await page.click('button', 'Play queue');
      await page.waitFor(() => document.querySelector('aside [role=tabpanel]') === null);
    });

    test('a release is found in the search, despite a typo', async () => {
      await page.click('button', 'Search');
      await page.waitFor(() => document.activeElement?.matches('input[type=search]') ?? false);
      await page.press(`harbuor sun${keys.enter}`);
      await page.see('grid', 'Releases');
      await page.see('link', TITLE);
      expect(await page.run(() => location.pathname + location.search)).toBe('/search/top?q=harbuor+sun');
    });

    test('the press text is shown in its own style, with its picture', async () => {
      await page.click('link', TITLE);
      await page.see('heading', TITLE);
      await page.click('button', 'Show press text');
      await page.waitFor(() => {
        const frame = document.querySelector('iframe')?.contentDocument;
        return (
          (frame?.images[0]?.naturalWidth ?? 0) > 0 && getComputedStyle(frame?.body as Element).maxWidth !== 'none'
        );
      });
      expect(await page.run(() => document.querySelector('iframe')?.contentDocument?.scripts.length)).toBe(0);
      await page.click('button', 'Close');
      await page.see('button', 'Show press text');
    });

    test('on a phone the player fills the screen, with its waveform', async () => {
      await page.resize(viewports.mobile);
      await page.click('button', /^Show the player:/);
      const getWaveWidth = () =>
        page.run(() => {
          const waves = [...document.querySelectorAll('dialog:modal svg[role=presentation] path')];
          return Math.max(0, ...waves.map((wave) => wave.getBoundingClientRect().width));
        });
      await expect.poll(getWaveWidth).toBeGreaterThan(viewports.mobile.width / 2);
      await page.click('button', 'Close the player');
      await page.waitFor(() => document.querySelector('dialog:modal') === null);
      await page.resize(viewports.desktop);
    });

    test('a song is saved, and the download manager says so', async () => {
      await page.goto(`${address}/search/top?q=harbour+sun`);
      await page.click('link', TITLE);
      await page.see('heading', TITLE);
      await page.click('button', new RegExp(`^Download ${TITLE} as MP3`));
      await page.click('button', /^Downloads/);
      await page.seeText('finished');
      const findFile = async () => (await readdir(page.downloads)).find((name) => name.endsWith('.mp3'));
      await expect.poll(findFile).toContain(TITLE);
      const readSong = async () => readFile(join(page.downloads, (await findFile()) ?? ''));
      await expect.poll(async () => (await readSong()).length).toBeGreaterThan(100_000);
      expect((await readSong()).subarray(0, 3).toString()).toBe('ID3');
      await page.press(keys.escape);
    });

    test('on the desk a key decides, the next release sounds, and Z takes the decision back', async () => {
      await page.goto(`${address}/releases`);
      await page.click('button', /^Listen through \d+/);
      await page.see('group', 'Release to decide');
      expect(await page.run(() => location.pathname)).toMatch(/^\/desk\//);
      await page.seeText('1 of ');
      await page.press('f');
      await page.seeText('2 of ');
      await page.waitFor(() => [...document.querySelectorAll('audio')].some((audio) => !audio.paused && !audio.ended));
      await page.press('z');
      await page.seeText('1 of ');
      await page.run(deleteRun);
    });

    test('a stranger applies for an account', async () => {
      const email = uniqueEmail('engine');
      await page.run(() => localStorage.clear());
      await page.run(() => sessionStorage.clear());
      await page.goto(`${address}/signup`);
      await page.type('First name', 'Ines');
      await page.type('Last name', 'Moreau');
      await page.type('Email', email);
      await page.choose('Industry', 'radio');
      await page.choose('Role', 'radio');
      await page.type('Phone', '+1 (416) 555-0199');
      await page.click('checkbox', 'I accept the terms and conditions');
      await page.click('button', 'Continue');
      await page.seeText('Step 2 of 3');
      const { text } = await waitForMail(email, { subject: /verification code/ });
      await page.type('Verification code', /\b\d{5}\b/.exec(text)?.[0] ?? '');
      await page.click('button', 'Continue');
      await page.seeText('Step 3 of 3');
      await page.type('Company', 'Radio Aubade');
      await page.choose('Country', 'CA');
      await page.choose('Province', 'ON');
      await page.type('City', 'Toronto');
      await page.choose('Reports to', 'Mediabase');
      await page.type('Call letters', 'CAUB');
      await page.choose('Primary format', 'Jazz');
      await page.click('button', 'Send request');
      await page.see('heading', 'we got your request');
      expect(await page.run(() => location.pathname)).toBe('/signup');
    });

    async function openRelease(title: string): Promise<void> {
      await page.click('link', title);
      await page.see('dialog', new RegExp(`^${title} by `));
      await page.see('button', 'Play later');
    }
    async function closeRelease(): Promise<void> {
      await page.press(keys.escape);
      await page.waitFor(() => document.querySelector('[role=dialog]') === null);
    }

    /** Only parts of the page scroll; a scrollbar of the whole page would narrow the layout. */
    const expectNoPageScrollbar = () =>
      page.waitFor(() => document.documentElement.scrollHeight === window.innerHeight);

    /**
     * Waits until a song of this title has played beyond this second, and the player shows it. While the slider has the
     * focus, it stays where it was clicked.
     */
    const seePlaying = (title: string, seconds: number) =>
      page.waitFor(
        (shown, position) => {
          const audio = [...document.querySelectorAll('audio')].find(({ paused }) => !paused);
          const slider = document.querySelector<HTMLInputElement>('[aria-label=Seek]');
          return (
            audio !== undefined &&
            audio.currentTime > position &&
            (slider?.valueAsNumber ?? 0) > position - 1 &&
            document.title.includes(shown)
          );
        },
        title,
        seconds,
      );

    /** Titles of the releases that can be removed from the queue, in its order. */
    const listQueued = () =>
      page.run(() =>
        [...document.querySelectorAll('aside [role=listitem] button[aria-label^="Remove "]')].map(
          (button) => /^Remove release (.*) from/.exec(button.ariaLabel ?? '')?.[1],
        ),
      );
    /** Waits until these releases are the last ones of the queue, in this order. */
    const expectQueued = (titles: string[]) =>
      expect.poll(async () => (await listQueued()).slice(-titles.length)).toEqual(titles);
  });
}

/** Runs in the page: deletes the run of the desk that is open, so that the next engine can start one. */
function deleteRun(): void {
  const headers = { authorization: `Bearer ${localStorage.getItem('accessToken')}` };
  void fetch(`/api${location.pathname.replace('/desk/', '/desk/runs/')}`, {
    method: 'DELETE',
    headers,
    keepalive: true,
  });
}

/** Runs in the page: the position in seconds, and whether one of the audio elements plays. */
function readPosition(): { seconds: number; playing: boolean } {
  const elements = [...document.querySelectorAll('audio')];
  return {
    seconds: Math.max(...elements.map(({ currentTime }) => currentTime)),
    playing: elements.some(({ paused }) => !paused),
  };
}

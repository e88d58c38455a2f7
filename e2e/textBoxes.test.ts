import { signIn as signInRoute } from '@promenade/contract/access';
import { release as releaseRoute, releases as releasesRoute } from '@promenade/contract/catalogue';
import { archiveRelease, flagRelease, reportPlay } from '@promenade/contract/library';
import { addToPlaylist, createPlaylist } from '@promenade/contract/playlists';
import type { Page } from 'playwright-core';
import { expect, vi } from 'vitest';
import { createClient } from '../server/testing/client.ts';
import { createAccount } from './createAccount.ts';
import { deliverReleases } from './deliverRelease.ts';
import { journey } from './journey.ts';
import { runCommand } from './runCommand.ts';
import { PASSWORD, signIn } from './signIn.ts';
import { findTextFaults } from './textFaults.ts';
import { type LongNames, visitScreens } from './visitScreens.ts';
import { releaseLinks } from './webApp.ts';

const SIZES = [
  { width: 320, height: 640 },
  { width: 390, height: 844 },
  { width: 768, height: 1024 },
  { width: 1024, height: 768 },
  { width: 1440, height: 900 },
  { width: 2560, height: 1440 },
];

const LONG_TITLE =
  'The Long and Winding Story of How the Last Ferry Left the Harbour Without the Band and Came Back in the Morning with an Orchestra, Parts One to Seven';
const LONG_WORD = 'Donaudampfschifffahrtselektrizitaetenhauptbetriebswerkbauund';
const RIGHT_TO_LEFT = 'فرقة الموسيقى العربية الكبرى لمدينة الإسكندرية على شاطئ البحر';

const releases = [
  {
    title: LONG_TITLE,
    artist:
      'The Extremely Reverend Bartholomew Featherstonehaugh and His Travelling Philharmonic Society of Greater Northumberland featuring a Children’s Choir',
    genres: ['Alternative and Independent Contemporary Chamber Music', 'House'],
  },
  { title: LONG_WORD, artist: LONG_WORD, genres: ['House'] },
  { title: 'قصيدة طويلة عن الليل والبحر والمدينة التي لا تنام أبدا', artist: RIGHT_TO_LEFT, genres: ['House'] },
];

/** Delivers the releases to a new account that flagged, archived and played them; returns its email and what it sees. */
async function prepareAccount(address: string): Promise<{ email: string; names: LongNames }> {
  await deliverReleases(releases, '--package', 'Text boxes', '--create-packages');
  const email = await createAccount(address, 'boxes');
  const packages = ['Text boxes', 'Radio'].flatMap((name) => ['--add', name]);
  await runCommand('server/operator.ts', ['packages', email, ...packages]);
  const { body: tokens } = await createClient(address)(signInRoute, {
    body: { username: email, password: PASSWORD, publicdevice: false },
  });
  const call = createClient(address, tokens['access-token']);
  const list = (await call(releasesRoute, { query: {} })).body.items;
  const pick = (title: string) => {
    const release = list.find((entry) => entry.title === title);
    if (!release) throw new Error(`${title} is not in the gallery.`);
    return release;
  };
  const [long, word, arabic] = releases.map(({ title }) => pick(title));
  if (!long || !word || !arabic) throw new Error('The delivery is not complete.');
  const trackIds: string[] = [];
  for (const { releaseid } of [long, word, arabic]) {
    const { songs } = (await call(releaseRoute, { params: { releaseid } })).body;
    trackIds.push(...songs.map(({ trackid }) => trackid));
  }
  for (const trackid of trackIds) await call(reportPlay, { body: { trackid, seconds: 12 } });
  await call(flagRelease, { params: { releaseid: long.releaseid } });
  await call(archiveRelease, { params: { releaseid: word.releaseid } });
  const { playlistid } = (
    await call(createPlaylist, {
      body: { name: LONG_WORD.slice(0, 50), desc: LONG_TITLE.slice(0, 100), default: false },
    })
  ).body;
  await call(addToPlaylist, { params: { playlistid }, body: { tracks: trackIds } });
  const path = (release: { releaseid: string }) => `/releases/releaseInfo/${release.releaseid}`;
  const pressRelease = path(pick('Harbour Sun'));
  return {
    email,
    names: { release: path(long), title: long.title, playlist: `/playlists/${playlistid}`, pressRelease },
  };
}

/** Measures the page at each width; the size of the window stays. */
async function measureAtWidths(page: Page, name: string, widths: readonly number[]): Promise<string[]> {
  const before = page.viewportSize();
  const found: string[] = [];
  for (const size of SIZES.filter(({ width }) => widths.includes(width))) {
    await page.setViewportSize(size);
    let faults: string[] = [];
    const isFaultless = async () => {
      faults = await findTextFaults(page);
      return faults.length === 0;
    };
    // The page may need a moment to follow the new width.
    await vi.waitUntil(isFaultless, { timeout: 2_000, interval: 100 }).catch(() => undefined);
    found.push(...faults.map((fault) => `${name}, ${size.width} px: ${fault}`));
  }
  if (before) await page.setViewportSize(before);
  return found;
}

journey('no text is cut without a tooltip or leaves its box, on any screen at any width', async ({ page, address }) => {
  const { email, names } = await prepareAccount(address);
  await signIn(page, email);
  const faults: string[] = [];
  await visitScreens(page, names, async (name, widths = SIZES.map(({ width }) => width)) => {
    faults.push(...(await measureAtWidths(page, name, widths)));
  });
  expect(faults).toEqual([]);
});

journey('in a language that is written from right to left the layout is mirrored', async ({ page }) => {
  await page.route('**/players/musicsite/he.json', async (route) =>
    route.fulfill({ response: await route.fetch({ url: route.request().url().replace('he.json', 'en.json') }) }),
  );
  await page.route('**/players/musicsite/languages.json', (route) =>
    route.fulfill({
      json: {
        lang: [
          { code: 'en', name: 'English' },
          { code: 'he', name: 'עברית' },
        ],
      },
    }),
  );
  await page.goto('/');
  await page.getByRole('combobox', { name: 'Language' }).selectOption('he');
  await expect.poll(() => page.locator('html').getAttribute('dir')).toBe('rtl');
  await signIn(page);
  const navigation = await page.getByRole('navigation', { name: 'Main' }).boundingBox();
  expect(navigation?.x).toBeGreaterThan(1_200);
  const all = SIZES.map(({ width }) => width);
  const faults = await measureAtWidths(page, 'gallery', all);
  await releaseLinks(page).first().click();
  await page.getByRole('dialog').getByRole('listitem').first().waitFor();
  faults.push(...(await measureAtWidths(page, 'pop-up', all)));
  expect(faults).toEqual([]);
});

import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type BrowserContext, chromium } from 'playwright-core';
import { expect } from 'vitest';
import { contextOptions, launchOptions } from './browser.ts';
import { journey } from './journey.ts';
import { PASSWORD, signInByForm, signOut } from './signIn.ts';
import { playerBar, playFirstRelease, releaseLinks } from './webApp.ts';

// What a browser stores while it listens to unreleased music, read from its profile folder after it was closed.

const LISTENER = 'colleague@demo.test';
/** Bytes of audio that are looked for, after the tags. */
const SAMPLE = { start: 100_000, length: 64 };

/** What may not stay. */
interface Heard {
  audio: Buffer;
  cover: Buffer;
  mediaToken: string;
  accessToken: string;
  artist: string;
}

/** Plays a song; gives what the browser got to know. */
async function playSong(context: BrowserContext, publicdevice: boolean): Promise<Heard> {
  const page = context.pages()[0] ?? (await context.newPage());
  const streamed = page.waitForResponse((response) => response.url().includes('/api/audio/stream/'));
  if (publicdevice) {
    await page.goto('/');
    await page.getByLabel('Email', { exact: true }).fill(LISTENER);
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await page.getByLabel('This is a public computer').check();
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await releaseLinks(page).first().waitFor();
  } else await signInByForm(page, LISTENER);
  await playFirstRelease(page);
  const address = (await streamed).url();
  // Until the sample has been loaded; Chromium holds less than the whole of a long song.
  await page.waitForFunction(() =>
    [...document.querySelectorAll('audio')].some(
      ({ buffered, duration }) =>
        buffered.length > 0 && buffered.end(buffered.length - 1) >= Math.min(duration - 1, 60),
    ),
  );
  const range = `bytes=${SAMPLE.start}-${SAMPLE.start + SAMPLE.length - 1}`;
  const answer = await context.request.get(address, { headers: { range } });
  expect(answer.status()).toBe(206);
  const cover = (await playerBar(page).locator('img').first().getAttribute('src')) ?? '';
  return {
    audio: await answer.body(),
    cover: (await (await context.request.get(cover)).body()).subarray(0, SAMPLE.length),
    mediaToken: new URL(address).searchParams.get('token') ?? '',
    accessToken:
      (await page.evaluate(() => sessionStorage.getItem('accessToken') ?? localStorage.getItem('accessToken'))) ?? '',
    artist: await playerBar(page).locator('bdi').first().innerText(),
  };
}

/** The names of what is found in a file below the folder. */
async function listFound(folder: string, heard: Partial<Heard>): Promise<string[]> {
  const found: string[] = [];
  for (const [name, value] of Object.entries<string | Buffer>({ ...heard })) {
    // Chromium stores texts of pages in UTF-16.
    const encodings = typeof value === 'string' ? [Buffer.from(value), Buffer.from(value, 'utf16le')] : [value];
    const files = (await Promise.all(encodings.map((bytes) => listFilesWith(folder, bytes)))).flat();
    if (files.length > 0) found.push(`${name} in ${files.join(', ')}`);
  }
  return found;
}

async function listFilesWith(folder: string, bytes: Buffer | string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const found = await Promise.all(
    entries
      .filter((entry) => entry.isFile())
      .map(async ({ parentPath, name }) => ((await readFile(join(parentPath, name))).includes(bytes) ? [name] : [])),
  );
  return found.flat();
}

/** Runs in a browser with a profile of its own and gives the folder after the browser was closed. */
async function inProfile(
  address: string,
  play: (context: BrowserContext) => Promise<Heard>,
  check: (profile: string, heard: Heard) => Promise<void>,
): Promise<void> {
  const profile = await mkdtemp(join(tmpdir(), 'promenade-profile-'));
  try {
    const options = { ...launchOptions(), ...contextOptions(address) };
    const context = await chromium.launchPersistentContext(profile, options);
    let heard: Heard;
    try {
      heard = await play(context);
    } finally {
      await context.close();
    }
    await check(profile, heard);
  } finally {
    await rm(profile, { recursive: true, force: true });
  }
}

journey('a private session stores songs, so that they need not be loaded again', async ({ address }) => {
  await inProfile(
    address,
    (context) => playSong(context, false),
    async (profile, { audio }) => {
      expect(await listFilesWith(profile, audio)).not.toEqual([]);
    },
  );
});

journey(
  'a public computer stores no sound, cover, title or media token, even without a sign-out',
  async ({ address }) => {
    await inProfile(
      address,
      (context) => playSong(context, true),
      async (profile, { audio, cover, mediaToken, artist }) => {
        expect(await listFound(profile, { audio, cover, mediaToken, artist })).toEqual([]);
      },
    );
  },
);

journey('after signing out of a public computer nothing usable of the session is left', async ({ address }) => {
  await inProfile(
    address,
    async (context) => {
      const heard = await playSong(context, true);
      const [page] = context.pages();
      if (page) await signOut(page);
      // Chromium may keep deleted values of its session storage on disk: the token is there, and worth nothing.
      const headers = { authorization: `Bearer ${heard.accessToken}` };
      expect((await context.request.get(`${address}/api/profile`, { headers })).status()).toBe(401);
      return heard;
    },
    async (profile, { audio, cover, mediaToken, artist }) => {
      expect(await listFound(profile, { audio, cover, mediaToken, artist })).toEqual([]);
      expect(await listFilesWith(profile, 'promenade_session_')).toEqual([]);
    },
  );
});

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type BrowserContext, chromium, type Page } from 'playwright-core';
import { inject, test } from 'vitest';
import { findChromium } from './chromium.ts';

const FLAGS = [
  '--headless',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** Width and height of the three layouts in CSS pixels. */
export const screens = {
  desktop: { width: 1440, height: 900 },
  tablet: { width: 1024, height: 768 },
  mobile: { width: 390, height: 844 },
} as const;

/** What a journey is given: a page in a browser of its own, at the address of the demo service. */
export interface Journey {
  context: BrowserContext;
  page: Page;
  address: string;
}

const executablePath = findChromium(process.env);

/** A browser with a new, empty profile that knows nobody; closing it takes the profile away. */
export async function openBrowser(baseURL: string): Promise<{ context: BrowserContext; close: () => Promise<void> }> {
  const profile = await mkdtemp(join(tmpdir(), 'promenade-browser-'));
  const context = await chromium.launchPersistentContext(profile, {
    ...(executablePath ? { executablePath } : {}),
    args: FLAGS,
    baseURL,
    viewport: screens.desktop,
    locale: 'en-US',
    timezoneId: 'UTC',
  });
  return {
    context,
    close: async () => {
      await context.close();
      await rm(profile, { recursive: true, force: true });
    },
  };
}

/** A test in a real browser against the demo service of this run; skipped where there is no Chromium. */
export const journey = test
  .extend<Journey>({
    address: async ({ task: _task }, give) => give(inject('address')),
    context: async ({ address }, give) => {
      const { context, close } = await openBrowser(address);
      await give(context);
      await close();
    },
    page: async ({ context }, give) => give(context.pages()[0] ?? (await context.newPage())),
  })
  .skipIf(!executablePath);

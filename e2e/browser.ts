import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type BrowserContext, type BrowserContextOptions, chromium, type LaunchOptions } from 'playwright-core';
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

/** One of the three. */
export type Layout = keyof typeof screens;

/** The browser of this machine; without one journeys are skipped. */
export const executablePath = findChromium(process.env);

/** How Chromium is started. */
export const launching = (flags: string[] = []): LaunchOptions => ({
  ...(executablePath ? { executablePath } : {}),
  args: [...FLAGS, ...flags],
});

/** Somebody at a desk who comes to this address. */
export const visitor = (baseURL: string): BrowserContextOptions => ({
  baseURL,
  viewport: screens.desktop,
  locale: 'en-US',
  timezoneId: 'UTC',
  // What fades and slides is drawn without a graphics card here: most of the time of a journey.
  reducedMotion: 'reduce',
});

/** A browser with a new, empty profile on disk that knows nobody; closing it takes the profile away. */
export async function openBrowser(
  baseURL: string,
  flags: string[] = [],
): Promise<{ context: BrowserContext; close: () => Promise<void> }> {
  const profile = await mkdtemp(join(tmpdir(), 'promenade-browser-'));
  const context = await chromium.launchPersistentContext(profile, { ...launching(flags), ...visitor(baseURL) });
  return {
    context,
    close: async () => {
      await context.close();
      await rm(profile, { recursive: true, force: true });
    },
  };
}

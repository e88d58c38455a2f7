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

/** Viewport sizes of the three layouts, in CSS pixels. */
export const viewports = {
  desktop: { width: 1440, height: 900 },
  tablet: { width: 1024, height: 768 },
  mobile: { width: 390, height: 844 },
} as const;

export type Layout = keyof typeof viewports;

/** Path of Chromium; undefined when this machine has none. */
export const executablePath = findChromium(process.env);

export const launchOptions = (flags: string[] = []): LaunchOptions => ({
  ...(executablePath ? { executablePath } : {}),
  args: [...FLAGS, ...flags],
});

export const contextOptions = (baseURL: string): BrowserContextOptions => ({
  baseURL,
  viewport: viewports.desktop,
  locale: 'en-US',
  timezoneId: 'UTC',
  // Without a graphics card animations would take most of the time of a journey.
  reducedMotion: 'reduce',
});

/** Opens a browser with a new profile on disk; `close` deletes the profile. */
export async function openBrowser(
  baseURL: string,
  flags: string[] = [],
  launch: LaunchOptions = {},
): Promise<{ context: BrowserContext; close: () => Promise<void> }> {
  const profile = await mkdtemp(join(tmpdir(), 'promenade-browser-'));
  const context = await chromium.launchPersistentContext(profile, {
    ...launchOptions(flags),
    ...launch,
    ...contextOptions(baseURL),
  });
  return {
    context,
    close: async () => {
      await context.close();
      await rm(profile, { recursive: true, force: true });
    },
  };
}

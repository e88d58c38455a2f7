import { chromium } from 'playwright-core';
import { inject, test } from 'vitest';
import { contextOptions, executablePath, launchOptions } from './browser.ts';

/** A test against the demo service of this run, with a new browser context for each test. */
export const browserTest = test
  .extend('address', { scope: 'worker' }, () => inject('address'))
  .extend('browser', { scope: 'worker' }, async ({ address: _address }, { onCleanup }) => {
    const browser = await chromium.launch(launchOptions());
    onCleanup(() => browser.close());
    return browser;
  })
  .extend('context', async ({ browser, address }, { onCleanup }) => {
    const context = await browser.newContext(contextOptions(address));
    onCleanup(() => context.close());
    return context;
  })
  .extend('page', ({ context }) => context.newPage());

/** The same; skipped without Chromium. */
export const journey = browserTest.skipIf(!executablePath);

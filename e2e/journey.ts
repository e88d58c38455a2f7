import { chromium } from 'playwright-core';
import { inject, test } from 'vitest';
import { executablePath, launching, visitor } from './openBrowser.ts';

/**
 * A test in a real browser against the demo service of this run, given a page of somebody whom the browser has never
 * seen; skipped where there is no Chromium.
 */
export const journey = test
  .extend('address', { scope: 'worker' }, () => inject('address'))
  .extend('browser', { scope: 'worker' }, async ({ address: _address }, { onCleanup }) => {
    const browser = await chromium.launch(launching());
    onCleanup(() => browser.close());
    return browser;
  })
  .extend('context', async ({ browser, address }, { onCleanup }) => {
    const context = await browser.newContext(visitor(address));
    onCleanup(() => context.close());
    return context;
  })
  .extend('page', ({ context }) => context.newPage())
  .skipIf(!executablePath);

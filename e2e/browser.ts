import type { BrowserContext, Page } from 'playwright-core';
import { inject, test } from 'vitest';
import { executablePath, openBrowser } from './openBrowser.ts';

/** What a journey is given: a page in a browser of its own, at the address of the demo service. */
export interface Journey {
  context: BrowserContext;
  page: Page;
  address: string;
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

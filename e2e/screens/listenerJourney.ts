import { executablePath } from '../browser.ts';
import { browserTest } from '../journey.ts';
import { createListener } from './longNames.ts';

/** A journey with a listener whose releases have long names; skipped without Chromium. */
export const listenerJourney = browserTest
  .extend('listener', { scope: 'worker' }, () => createListener())
  .skipIf(!executablePath);

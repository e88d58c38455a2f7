import { expect, test } from 'vitest';
import { describeMissingChromium, findChromium } from './chromium.ts';

test('a missing CHROMIUM_PATH is reported and not replaced by another browser', () => {
  const env = { CHROMIUM_PATH: '/nowhere/chromium', PATH: process.env['PATH'] };
  expect(findChromium(env)).toBeUndefined();
  expect(describeMissingChromium(env)).toContain('CHROMIUM_PATH names /nowhere/chromium');
});

test('without a browser on the path the message says how to install one', () => {
  expect(findChromium({ PATH: '/nowhere' })).toBeUndefined();
  expect(describeMissingChromium({ PATH: '/nowhere' })).toContain('Install it');
});

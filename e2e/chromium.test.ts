import { expect, test } from 'vitest';
import { findChromium, whySkipped } from './chromium.ts';

test('a named browser that is not there is not replaced by another, and the reason says so', () => {
  const env = { CHROMIUM_PATH: '/nowhere/chromium', PATH: process.env['PATH'] };
  expect(findChromium(env)).toBeUndefined();
  expect(whySkipped(env)).toContain('CHROMIUM_PATH names /nowhere/chromium');
});

test('without a browser on the path the reason says what to do', () => {
  expect(findChromium({ PATH: '/nowhere' })).toBeUndefined();
  expect(whySkipped({ PATH: '/nowhere' })).toContain('Install it');
});

import { expect, test } from 'vitest';
import { allowsAudioGraph, isIos, needsAudioUnlock } from './browser.ts';

const MAC = 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko)';
const browsers = {
  safari: { userAgent: `${MAC} Version/18.1 Safari/605.1.15`, maxTouchPoints: 0 },
  ipad: { userAgent: `${MAC} Version/18.1 Safari/605.1.15`, maxTouchPoints: 5 },
  iphone: {
    userAgent:
      'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Mobile/15E148 Safari/604.1',
    maxTouchPoints: 5,
  },
  chrome: {
    userAgent: 'Mozilla/5.0 (X11; Linux x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36',
    maxTouchPoints: 0,
  },
  androidWebView: {
    userAgent:
      'Mozilla/5.0 (Linux; Android 15) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/140.0.0.0 Mobile Safari/537.36',
    maxTouchPoints: 5,
  },
  firefox: { userAgent: 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0', maxTouchPoints: 0 },
};

test('only desktop Safari needs a sample to unlock audio', { tags: ['C-PLAYER-25'] }, () => {
  const unlocked = Object.entries(browsers).filter(([, browser]) => needsAudioUnlock(browser));
  expect(unlocked.map(([name]) => name)).toEqual(['safari']);
});

test('an iPad that calls itself a Macintosh is recognised by its touch points', () => {
  expect(
    Object.entries(browsers)
      .filter(([, browser]) => isIos(browser))
      .map(([name]) => name),
  ).toEqual(['ipad', 'iphone']);
});

test('sound goes through an audio graph in Chromium and Firefox on desktops alone', () => {
  const names = Object.entries(browsers).filter(([, browser]) => allowsAudioGraph(browser));
  expect(names.map(([name]) => name)).toEqual(['chrome', 'firefox']);
});

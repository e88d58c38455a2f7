import type { Page } from 'playwright-core';

/** What the page's audio element does, as numbers a listener would agree with. */
export interface Heard {
  /** Seconds the element moved on while it was listened to. */
  advanced: number;
  /** Loudest sample of the decoded sound in the second around what was played, 0 to 1. */
  loudest: number;
}

const PATIENCE_MS = 30_000;

/**
 * Listens to the playing audio element until its clock moved on by half a second, then decodes what it played there.
 * @throws what the element says of itself when its clock stands still
 */
export function hear(page: Page): Promise<Heard> {
  return page.evaluate(async (patienceMs) => {
    const element = document.querySelector('audio');
    if (!element) throw new Error('There is no audio element.');
    const until = performance.now() + patienceMs;
    let [address, from] = ['', 0];
    while (address === '' || element.currentTime - from < 0.5) {
      // Another song starts a clock of its own.
      if (address !== element.currentSrc && !element.paused)
        [address, from] = [element.currentSrc, element.currentTime];
      if (performance.now() > until) {
        const { paused, readyState, networkState, error, currentTime } = element;
        throw new Error(
          `Nothing plays: ${JSON.stringify({ paused, readyState, networkState, error: error?.message, currentTime })}`,
        );
      }
      await new Promise((settle) => setTimeout(settle, 20));
    }
    const bytes = await (await fetch(address)).arrayBuffer();
    const sound = await new OfflineAudioContext(1, 1, 44_100).decodeAudioData(bytes);
    const first = Math.floor(from * sound.sampleRate);
    const played = sound.getChannelData(0).subarray(first, first + sound.sampleRate);
    const loudest = played.reduce((most, sample) => Math.max(most, Math.abs(sample)), 0);
    return { advanced: element.currentTime - from, loudest };
  }, PATIENCE_MS);
}

/** The second the audio element is at. */
export const second = (page: Page): Promise<number> =>
  page.evaluate(() => document.querySelector('audio')?.currentTime ?? 0);

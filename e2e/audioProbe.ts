import type { Page } from 'playwright-core';

/** What a listener would have heard. */
interface AudioMeasurement {
  /** Seconds that the audio element advanced during the measurement. */
  advanced: number;
  /** Highest absolute sample of the decoded audio in one second after the start of the measurement, 0 to 1. */
  peak: number;
}

/** Part of a song; `start` and `end` are positions in seconds. */
interface PlayedSection {
  url: string;
  start: number;
  end: number;
}

const POLLING = { polling: 50 };

/** Waits until the playing audio element has advanced by half a second; throws the page's timeout error otherwise. */
export async function waitForPlayback(page: Page): Promise<PlayedSection> {
  const playing = await page.waitForFunction(
    () => {
      const audio = [...document.querySelectorAll('audio')].find(({ paused }) => !paused);
      return audio && { url: audio.currentSrc, start: audio.currentTime };
    },
    undefined,
    POLLING,
  );
  const first = await playing.jsonValue();
  if (!first) throw new Error('No audio element is playing.');
  const advanced = await page.waitForFunction(
    ({ url, start: firstStart }) => {
      const audio = [...document.querySelectorAll('audio')].find(({ paused }) => !paused);
      // Another song starts at 0.
      const start = audio?.currentSrc === url ? firstStart : 0;
      return audio && audio.currentTime - start >= 0.5 && { url: audio.currentSrc, start, end: audio.currentTime };
    },
    first,
    POLLING,
  );
  const section = await advanced.jsonValue();
  if (!section) throw new Error('No audio element is playing.');
  return section;
}

/** Waits for playback, then decodes the whole song to measure the part that was played. */
export async function measureAudio(page: Page): Promise<AudioMeasurement> {
  const { url, start, end } = await waitForPlayback(page);
  return { advanced: end - start, peak: await measurePeak(page, url, start) };
}

function measurePeak(page: Page, songUrl: string, startSecond: number): Promise<number> {
  return page.evaluate(
    async ([url, start]) => {
      const bytes = await (await fetch(url)).arrayBuffer();
      const audio = await new OfflineAudioContext(1, 1, 44_100).decodeAudioData(bytes);
      const offset = Math.floor(start * audio.sampleRate);
      const samples = audio.getChannelData(0).subarray(offset, offset + audio.sampleRate);
      return samples.reduce((peak, sample) => Math.max(peak, Math.abs(sample)), 0);
    },
    [songUrl, startSecond] as const,
  );
}

/** Returns the position in seconds of the playing audio element, or of the first one when none plays. */
export const playbackPosition = (page: Page): Promise<number> =>
  page.evaluate(() => {
    const elements = [...document.querySelectorAll('audio')];
    return (elements.find(({ paused }) => !paused) ?? elements[0])?.currentTime ?? 0;
  });

/** Returns the title of the current song from the browser's media session. */
export const currentSongTitle = (page: Page): Promise<string | undefined> =>
  page.evaluate(() => navigator.mediaSession.metadata?.title);

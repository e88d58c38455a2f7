import type { Page } from 'playwright-core';

/** What the audible one of the page's audio elements does, as numbers a listener would agree with. */
export interface Heard {
  /** Seconds the element moved on while it was listened to. */
  advanced: number;
  /** Loudest sample of the decoded sound in the second around what was played, 0 to 1. */
  loudest: number;
}

const POLLED = { polling: 50 };

/** A stretch of a song, in its seconds. */
interface Stretch {
  address: string;
  since: number;
  at: number;
}

/**
 * Waits until the audio element that plays moved on by half a second; answers what it played meanwhile.
 * @throws the page's time-out when nothing plays
 */
export async function plays(page: Page): Promise<Stretch> {
  const playing = await page.waitForFunction(
    () => {
      const element = [...document.querySelectorAll('audio')].find(({ paused }) => !paused);
      return element && { address: element.currentSrc, from: element.currentTime };
    },
    undefined,
    POLLED,
  );
  const start = await playing.jsonValue();
  if (!start) throw new Error('There is no audio element.');
  const moved = await page.waitForFunction(
    ({ address, from }) => {
      const element = [...document.querySelectorAll('audio')].find(({ paused }) => !paused);
      // Another song has a clock of its own.
      const since = element?.currentSrc === address ? from : 0;
      return (
        element && element.currentTime - since >= 0.5 && { address: element.currentSrc, since, at: element.currentTime }
      );
    },
    start,
    POLLED,
  );
  const end = await moved.jsonValue();
  if (!end) throw new Error('There is no audio element.');
  return end;
}

/**
 * Waits as `plays` does, then decodes the whole song to look at what was played.
 * @throws the page's time-out when nothing plays
 */
export async function hear(page: Page): Promise<Heard> {
  const { address, since, at } = await plays(page);
  return { advanced: at - since, loudest: await loudest(page, address, since) };
}

function loudest(page: Page, address: string, from: number): Promise<number> {
  return page.evaluate(
    async ([source, second]) => {
      const bytes = await (await fetch(source)).arrayBuffer();
      const sound = await new OfflineAudioContext(1, 1, 44_100).decodeAudioData(bytes);
      const first = Math.floor(second * sound.sampleRate);
      const played = sound.getChannelData(0).subarray(first, first + sound.sampleRate);
      return played.reduce((most, sample) => Math.max(most, Math.abs(sample)), 0);
    },
    [address, from] as const,
  );
}

/** The second the audio element is at: the one that plays, or, in silence, the first. */
export const second = (page: Page): Promise<number> =>
  page.evaluate(() => {
    const elements = [...document.querySelectorAll('audio')];
    return (elements.find(({ paused }) => !paused) ?? elements[0])?.currentTime ?? 0;
  });

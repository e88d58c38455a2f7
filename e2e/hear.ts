import type { Page } from 'playwright-core';

/** What the page's audio element does, as numbers a listener would agree with. */
export interface Heard {
  /** Seconds the element moved on while it was listened to. */
  advanced: number;
  /** Loudest sample of the decoded sound, 0 to 1. */
  loudest: number;
}

/**
 * Listens to the playing audio element: until its clock moved on by half a second and its decoded sound was louder
 * than silence. Fails with the page's own time-out when nothing comes.
 */
export function hear(page: Page): Promise<Heard> {
  return page.evaluate(async () => {
    const element = document.querySelector('audio');
    if (!element) throw new Error('There is no audio element.');
    // The types of the DOM do not know captureStream yet.
    const { captureStream } = element as unknown as { captureStream: () => MediaStream };
    const sound = new AudioContext();
    await sound.resume();
    const analyser = sound.createAnalyser();
    const samples = new Float32Array(analyser.fftSize);
    let listening = '';
    let from = 0;
    let loudest = 0;
    while (listening === '' || element.currentTime - from < 0.5 || loudest < 0.01) {
      const address = element.currentSrc;
      // Another song takes the sound of the former one away: listen anew.
      if (address !== listening && !element.paused && element.readyState >= 3) {
        sound.createMediaStreamSource(captureStream.call(element)).connect(analyser);
        [listening, from, loudest] = [address, element.currentTime, 0];
      }
      analyser.getFloatTimeDomainData(samples);
      loudest = samples.reduce((most, sample) => Math.max(most, Math.abs(sample)), loudest);
      await new Promise(requestAnimationFrame);
    }
    await sound.close();
    return { advanced: element.currentTime - from, loudest };
  });
}

/** The second the audio element is at. */
export const second = (page: Page): Promise<number> =>
  page.evaluate(() => document.querySelector('audio')?.currentTime ?? 0);

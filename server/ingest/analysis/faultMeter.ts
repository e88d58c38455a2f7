/** Also 32,767 of 32,768, the highest sample of 16 bits. */
const FULL_SCALE = 0.9999;
/** −60 dBFS. */
const SILENCE_BELOW = 0.001;

/** Measures clipping and silence of blocks of samples; each block has one array per channel. */
export function createFaultMeter(sampleRate: number) {
  const runs: number[] = [];
  let clipped = 0;
  let frames = 0;
  let firstSound = -1;
  let lastSound = -1;

  return {
    add(channels: Float32Array[]) {
      for (const [channel, samples] of channels.entries()) {
        let run = runs[channel] ?? 0;
        let first = -1;
        let last = -1;
        for (let index = 0; index < samples.length; index++) {
          const level = Math.abs(samples[index] ?? 0);
          if (level >= SILENCE_BELOW) {
            if (first < 0) first = index;
            last = index;
          }
          if (level >= FULL_SCALE) clipped = Math.max(clipped, ++run);
          else run = 0;
        }
        runs[channel] = run;
        if (first >= 0) {
          firstSound = firstSound < 0 ? frames + first : Math.min(firstSound, frames + first);
          lastSound = Math.max(lastSound, frames + last);
        }
      }
      frames += channels[0]?.length ?? 0;
    },
    /** The longest run of full-scale samples of one channel, and the longer silence at an end in seconds. */
    result: () => ({
      clippedSamples: clipped,
      edgeSilence: (firstSound < 0 ? frames : Math.max(firstSound, frames - 1 - lastSound)) / sampleRate,
    }),
  };
}

import { WAVEFORM_PEAKS } from '@promenade/contract/limits';

/** Stretches kept while the length is unknown: fine enough that the final borders do not show. */
const STRETCHES_MAX = WAVEFORM_PEAKS * 16;

/** Collects lowest and highest sample over the whole length, in constant memory. */
export interface PeakCollector {
  add(channels: Float32Array[]): void;
  /** 1,800 pairs of signed bytes: lowest, highest. */
  peaks(): Buffer;
  /** Highest absolute sample, full scale 1. */
  highest(): number;
}

/** Feed it every block of one sound, then ask once. */
export function collectPeaks(): PeakCollector {
  const lows = new Float32Array(STRETCHES_MAX);
  const highs = new Float32Array(STRETCHES_MAX);
  let framesPerStretch = 1;
  let count = 0;
  let inStretch = 0;
  let low = Number.POSITIVE_INFINITY;
  let high = Number.NEGATIVE_INFINITY;
  let highest = 0;

  const closeStretch = () => {
    lows[count] = low;
    highs[count] = high;
    count++;
    highest = Math.max(highest, -low, high);
    low = Number.POSITIVE_INFINITY;
    high = Number.NEGATIVE_INFINITY;
    inStretch = 0;
    if (count === STRETCHES_MAX) {
      mergePairs(lows, highs);
      count = STRETCHES_MAX / 2;
      framesPerStretch *= 2;
    }
  };

  return {
    add(channels) {
      const length = channels[0]?.length ?? 0;
      for (let from = 0; from < length; ) {
        const to = Math.min(length, from + framesPerStretch - inStretch);
        for (const samples of channels) {
          for (let at = from; at < to; at++) {
            const sample = samples[at] ?? 0;
            if (sample < low) low = sample;
            if (sample > high) high = sample;
          }
        }
        inStretch += to - from;
        from = to;
        if (inStretch === framesPerStretch) closeStretch();
      }
    },
    peaks() {
      if (inStretch > 0) closeStretch();
      return spread(lows.subarray(0, count), highs.subarray(0, count));
    },
    highest: () => Math.max(highest, inStretch > 0 ? Math.max(-low, high) : 0),
  };
}

function mergePairs(lows: Float32Array, highs: Float32Array): void {
  for (let at = 0; at * 2 < lows.length; at++) {
    lows[at] = Math.min(lows[at * 2] ?? 0, lows[at * 2 + 1] ?? 0);
    highs[at] = Math.max(highs[at * 2] ?? 0, highs[at * 2 + 1] ?? 0);
  }
}

function spread(lows: Float32Array, highs: Float32Array): Buffer {
  const out = Buffer.alloc(WAVEFORM_PEAKS * 2);
  for (let pair = 0; pair < WAVEFORM_PEAKS && lows.length > 0; pair++) {
    const from = Math.floor((pair * lows.length) / WAVEFORM_PEAKS);
    const to = Math.max(from + 1, Math.floor(((pair + 1) * lows.length) / WAVEFORM_PEAKS));
    out.writeInt8(signedByte(Math.min(...lows.subarray(from, to))), pair * 2);
    out.writeInt8(signedByte(Math.max(...highs.subarray(from, to))), pair * 2 + 1);
  }
  return out;
}

const signedByte = (sample: number) => Math.max(-128, Math.min(127, Math.round(sample * 127)));

import { WAVEFORM_PEAKS } from '@promenade/contract/limits';

// The length of the sound is unknown while it is read. Peaks are collected in sections; when the array is full,
// neighbouring sections are merged and the section length doubles. Memory stays constant.

/** Enough sections that the final boundaries are not visible. */
const SECTIONS_MAX = WAVEFORM_PEAKS * 16;

export function createPeakCollector() {
  const lows = new Float32Array(SECTIONS_MAX);
  const highs = new Float32Array(SECTIONS_MAX);
  let sectionFrames = 1;
  let sections = 0;
  let framesInSection = 0;
  let low = Number.POSITIVE_INFINITY;
  let high = Number.NEGATIVE_INFINITY;
  let highest = 0;

  const closeSection = () => {
    lows[sections] = low;
    highs[sections] = high;
    sections++;
    highest = Math.max(highest, -low, high);
    low = Number.POSITIVE_INFINITY;
    high = Number.NEGATIVE_INFINITY;
    framesInSection = 0;
    if (sections === SECTIONS_MAX) {
      mergePairs(lows, highs);
      sections = SECTIONS_MAX / 2;
      sectionFrames *= 2;
    }
  };

  return {
    add(channels: Float32Array[]) {
      const length = channels[0]?.length ?? 0;
      for (let from = 0; from < length; ) {
        const to = Math.min(length, from + sectionFrames - framesInSection);
        for (const samples of channels) {
          for (let index = from; index < to; index++) {
            const sample = samples[index] ?? 0;
            if (sample < low) low = sample;
            if (sample > high) high = sample;
          }
        }
        framesInSection += to - from;
        from = to;
        if (framesInSection === sectionFrames) closeSection();
      }
    },
    /** 1,800 pairs of signed bytes: lowest and highest sample. Call it once, after the last block. */
    peaks() {
      if (framesInSection > 0) closeSection();
      return encodePeaks(lows.subarray(0, sections), highs.subarray(0, sections));
    },
    highest: () => Math.max(highest, framesInSection > 0 ? Math.max(-low, high) : 0),
  };
}

function mergePairs(lows: Float32Array, highs: Float32Array): void {
  for (let index = 0; index * 2 < lows.length; index++) {
    lows[index] = Math.min(lows[index * 2] ?? 0, lows[index * 2 + 1] ?? 0);
    highs[index] = Math.max(highs[index * 2] ?? 0, highs[index * 2 + 1] ?? 0);
  }
}

function encodePeaks(lows: Float32Array, highs: Float32Array): Buffer {
  const out = Buffer.alloc(WAVEFORM_PEAKS * 2);
  for (let pair = 0; pair < WAVEFORM_PEAKS && lows.length > 0; pair++) {
    const from = Math.floor((pair * lows.length) / WAVEFORM_PEAKS);
    const to = Math.max(from + 1, Math.floor(((pair + 1) * lows.length) / WAVEFORM_PEAKS));
    out.writeInt8(toSignedByte(Math.min(...lows.subarray(from, to))), pair * 2);
    out.writeInt8(toSignedByte(Math.max(...highs.subarray(from, to))), pair * 2 + 1);
  }
  return out;
}

const toSignedByte = (sample: number) => Math.max(-128, Math.min(127, Math.round(sample * 127)));

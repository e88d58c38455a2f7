import { createHmac } from 'node:crypto';
import { mp3RateOf } from '../sound/mp3Writer.ts';

// A song is divided into segments of ten MP3 frames, which come from variant A or B, and each frame into tiles of 230 Hz,
// whose gain has a secret sign. All lengths are samples at the rate of the MP3.

export const FRAME_SAMPLES = 1_152;
export const SEGMENT_FRAMES = 10;
export const SEGMENT_SAMPLES = SEGMENT_FRAMES * FRAME_SAMPLES;
/** MP3 encoder and decoder delay the sound by 1,105 samples; half the overlap of 576 samples is taken off. */
const SHIFT_SAMPLES = 817;
const BAND_HZ = 230;
export const LOWEST_HZ = 100;
export const HIGHEST_HZ = 15_000;
const BANDS = Math.ceil(HIGHEST_HZ / BAND_HZ);

/** The first sample of a segment, at any sample rate. */
export const borderOf = (segment: number, sampleRate: number): number =>
  segment === 0 ? 0 : Math.round(((segment * SEGMENT_SAMPLES - SHIFT_SAMPLES) * sampleRate) / mp3RateOf(sampleRate));

/** The segment in which a sample lies. */
export function segmentOf(sample: number, sampleRate: number): number {
  const near = Math.max(0, Math.floor(frameOf(sample, sampleRate) / SEGMENT_FRAMES));
  if (near > 0 && borderOf(near, sampleRate) > sample) return near - 1;
  return borderOf(near + 1, sampleRate) <= sample ? near + 1 : near;
}

export const countSegments = (samples: number, sampleRate: number): number =>
  segmentOf(Math.max(0, samples - 1), sampleRate) + 1;

/** The position of a sample in MP3 frames, with its fraction. */
export const frameOf = (sample: number, sampleRate: number): number =>
  ((sample * mp3RateOf(sampleRate)) / sampleRate + SHIFT_SAMPLES) / FRAME_SAMPLES;

export const bandOf = (hz: number): number => Math.min(BANDS - 1, Math.floor(hz / BAND_HZ));

/**
 * The secret signs of a song, 1 or −1 for each band of a frame. Frames are in pairs with opposite signs, so that neither
 * variant is louder: bit (pair × bands + band) of HMAC-SHA-512(key, `tiles` ‖ segment as 4 bytes, big-endian).
 */
export function createSigns(key: Buffer): (frame: number) => Int8Array {
  const frames = new Map<number, Int8Array>();
  const addSegment = (segment: number) => {
    const number = Buffer.alloc(4);
    number.writeUInt32BE(segment);
    const bits = createHmac('sha512', key).update('tiles').update(number).digest();
    for (let pair = 0; pair < SEGMENT_FRAMES / 2; pair++) {
      const first = Int8Array.from({ length: BANDS }, (_, band) => {
        const bit = pair * BANDS + band;
        return ((bits[bit >> 3] ?? 0) >> (7 - (bit & 7))) & 1 ? 1 : -1;
      });
      frames.set(segment * SEGMENT_FRAMES + 2 * pair, first);
      frames.set(
        segment * SEGMENT_FRAMES + 2 * pair + 1,
        first.map((sign) => -sign),
      );
    }
  };
  return (frame) => {
    if (!frames.has(frame)) {
      if (frames.size > 8 * SEGMENT_FRAMES) frames.clear();
      addSegment(Math.floor(frame / SEGMENT_FRAMES));
    }
    return frames.get(frame) ?? new Int8Array(BANDS);
  };
}

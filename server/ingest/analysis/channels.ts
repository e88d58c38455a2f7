import { listSpeakers } from '../../platform/storage/riff.ts';

// Loudspeakers as bits of the channel mask of WAVEFORMATEXTENSIBLE. Blocks have their channels in the order of the bits.
const LEFT = 0x1;
const RIGHT = 0x2;
const CENTRE = 0x4;
const LFE = 0x8;
const BACK = 0x30;
const BACK_CENTRE = 0x100;
const SIDE = 0x600;
const LEFT_SIDE = 0x250;
/** Weights of loudness (ITU-R BS.1770-4, table 4): loudspeakers between 60° and 120° count more, the LFE not at all. */
export const getLoudnessWeights = (mask: number): number[] =>
  listSpeakers(mask).map((speaker) => {
    if (speaker === LFE) return 0;
    // Beside side loudspeakers the back ones are behind 120°.
    return speaker & SIDE || (speaker & BACK && !(mask & SIDE)) ? 1.41 : 1;
  });

/**
 * Gives the shares of left and right in a stereo mix, by channel: all others at −3 dB, without the LFE. They are
 * lowered together until no mix can clip.
 */
export function getStereoShares(mask: number): [left: number, right: number][] {
  const shares = listSpeakers(mask).map((speaker): [number, number] => {
    if (speaker === LEFT) return [1, 0];
    if (speaker === RIGHT) return [0, 1];
    if (speaker === LFE) return [0, 0];
    if (speaker === CENTRE) return [Math.SQRT1_2, Math.SQRT1_2];
    if (speaker === BACK_CENTRE) return [0.5, 0.5];
    return speaker & LEFT_SIDE ? [Math.SQRT1_2, 0] : [0, Math.SQRT1_2];
  });
  const highest = Math.max(1, ...[0, 1].map((side) => shares.reduce((sum, share) => sum + (share[side] ?? 0), 0)));
  return shares.map(([left, right]) => [left / highest, right / highest]);
}

/** Mixes surround to stereo. */
export function downmix(channels: Float32Array[], shares: [left: number, right: number][]): Float32Array[] {
  return [0, 1].map((side) => {
    const mixed = new Float32Array(channels[0]?.length ?? 0);
    for (const [channel, samples] of channels.entries()) {
      const share = shares[channel]?.[side] ?? 0;
      if (share > 0)
        for (let at = 0; at < mixed.length; at++) mixed[at] = (mixed[at] ?? 0) + share * (samples[at] ?? 0);
    }
    return mixed;
  });
}

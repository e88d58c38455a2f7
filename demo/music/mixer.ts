import { SAMPLE_RATE, type Sound } from './dsp.ts';
import { createDelay, createReverb, type ReverbSettings } from './effects.ts';

/** A sound at a position of the mix, with its gain in each channel and its effect sends. */
export interface Clip {
  /** Samples from the start of the mix. */
  offset: number;
  sound: Sound;
  left: number;
  right: number;
  reverb: number;
  delay?: number;
  /** Whether the kick drum lowers its volume (side-chain ducking). */
  ducked?: boolean;
}

/** Gains of a panned sound; pan is -1 for left and 1 for right. */
export const panGains = (gain: number, pan: number): Pick<Clip, 'left' | 'right'> => ({
  left: gain * (1 - Math.max(0, pan)),
  right: gain * (1 + Math.min(0, pan)),
});

export interface MixSettings {
  /** Samples. */
  length: number;
  reverb: ReverbSettings;
  delaySeconds: number;
  delayFeedback: number;
  /** Depth, 0 to 1. */
  ducking: number;
  /** Ascending, in samples. */
  kickOffsets: number[];
}

/** Two channels of equal length. */
export interface Stereo {
  left: Sound;
  right: Sound;
}

/** Samples mixed at a time. */
const BLOCK_LENGTH = 2048;

interface Buses {
  left: Sound;
  right: Sound;
  duckedLeft: Sound;
  duckedRight: Sound;
  reverb: Sound;
  delay: Sound;
}

/** Mixes in blocks, so the memory use does not depend on the number of clips. */
export function mix(clips: Clip[], settings: MixSettings): Stereo {
  const pending = clips.toSorted((a, b) => a.offset - b.offset);
  const left = new Float32Array(settings.length);
  const right = new Float32Array(settings.length);
  const buses = createBuses();
  const addReverb = createReverb(settings.reverb);
  const addDelay = createDelay(settings.delaySeconds, settings.delayFeedback);
  const addDucked = createDucking(settings);
  let active: Clip[] = [];
  let next = 0;
  for (let start = 0; start < settings.length; start += BLOCK_LENGTH) {
    const count = Math.min(BLOCK_LENGTH, settings.length - start);
    for (let clip = pending[next]; clip && clip.offset < start + count; clip = pending[++next]) active.push(clip);
    clearBuses(buses);
    for (const clip of active) addClip(clip, start, count, buses);
    addDucked(buses, start, count);
    addReverb(buses.reverb, buses.left, buses.right, count);
    addDelay(buses.delay, buses.left, buses.right, count);
    left.set(buses.left.subarray(0, count), start);
    right.set(buses.right.subarray(0, count), start);
    active = active.filter((clip) => clip.offset + clip.sound.length > start + count);
  }
  return { left, right };
}

function createBuses(): Buses {
  const bus = () => new Float32Array(BLOCK_LENGTH);
  return { left: bus(), right: bus(), duckedLeft: bus(), duckedRight: bus(), reverb: bus(), delay: bus() };
}

function clearBuses({ left, right, duckedLeft, duckedRight, reverb, delay }: Buses): void {
  for (const bus of [left, right, duckedLeft, duckedRight, reverb, delay]) bus.fill(0);
}

function addClip(clip: Clip, start: number, count: number, buses: Buses): void {
  const { sound } = clip;
  const from = Math.max(0, clip.offset - start);
  const to = Math.min(count, clip.offset + sound.length - start);
  const shift = start - clip.offset;
  const left = clip.ducked ? buses.duckedLeft : buses.left;
  const right = clip.ducked ? buses.duckedRight : buses.right;
  const { left: leftGain, right: rightGain } = clip;
  for (let i = from; i < to; i++) {
    const sample = sound[i + shift] ?? 0;
    left[i] = (left[i] ?? 0) + sample * leftGain;
    right[i] = (right[i] ?? 0) + sample * rightGain;
  }
  if (clip.reverb > 0) addSend(sound, shift, from, to, buses.reverb, clip.reverb);
  if (clip.delay) addSend(sound, shift, from, to, buses.delay, clip.delay);
}

function addSend(sound: Sound, shift: number, from: number, to: number, bus: Sound, gain: number): void {
  for (let i = from; i < to; i++) bus[i] = (bus[i] ?? 0) + gain * (sound[i + shift] ?? 0);
}

/** Returns a function that adds the ducked buses to the main buses, lowered after each kick. */
function createDucking({ ducking, kickOffsets }: MixSettings): (buses: Buses, start: number, count: number) => void {
  const recovery = Math.exp(-1 / (0.11 * SAMPLE_RATE));
  const state = { reduction: 0, target: 0, next: 0 };
  return ({ left, right, duckedLeft, duckedRight }, start, count) => {
    let { reduction, target, next } = state;
    for (let i = 0; i < count; i++) {
      if ((kickOffsets[next] ?? Number.POSITIVE_INFINITY) <= start + i) {
        target = ducking;
        next++;
      }
      reduction += (target - reduction) * 0.008;
      target *= recovery;
      left[i] = (left[i] ?? 0) + (duckedLeft[i] ?? 0) * (1 - reduction);
      right[i] = (right[i] ?? 0) + (duckedRight[i] ?? 0) * (1 - reduction);
    }
    Object.assign(state, { reduction, target, next });
  };
}

import { createFft, createHannWindow } from '../analysis/fft.ts';
import { createSampleQueue, openSound, type Sound, type Tools } from './decodeSound.ts';
import { createDifference, type Piece } from './difference.ts';
import { borderOf, SEGMENT_SAMPLES, segmentOf } from './grid.ts';
import { createReader, type Reading, rangeOfBins } from './reading.ts';

const STEP_SAMPLES = 64;
const WINDOW_SAMPLES = 2_048;
/** Mean square of a difference that 16 bits can hold: half a step. */
const DIFFERENCE_MIN = (0.5 / 32_768) ** 2;

/**
 * Reads which variants copies hold that are as long as their original: much cheaper than `detect`, because time and level
 * are known.
 * @param input `pieces` of the original at the rate of the copies
 * @returns for each copy, the segments with sound that hold another variant than the word says
 */
export async function findMisread(
  input: { pieces: AsyncIterable<Piece>; rate: number; segments: number; word: Uint8Array; copies: string[] },
  tools: Tools,
  onProgress: (seconds: number) => void = () => {},
): Promise<number[]> {
  const { rate, segments, word } = input;
  const copies: { queue: ReturnType<typeof createSampleQueue>; reader: ReturnType<typeof createCopyReader> }[] = [];
  try {
    for (const path of input.copies)
      copies.push({
        queue: createSampleQueue(await openSound(path, rate, tools)),
        reader: createCopyReader(rate, segments),
      });
    const energies = new Float64Array(segments);
    for await (const piece of input.pieces) {
      addEnergies(energies, piece, rate);
      onProgress(piece.from / rate);
      for (const { queue, reader } of copies) reader.add(piece, await queue.read(piece.source[0]?.length ?? 0));
    }
    return copies.map(({ reader }) => {
      const { values, errors } = reader.finish();
      return [...word.keys()].filter((segment) => {
        const hasSound = (energies[segment] ?? 0) > DIFFERENCE_MIN && Number.isFinite(errors[segment] ?? 0);
        return hasSound && (values[segment] ?? 0) > 0 !== (word[segment] === 0);
      }).length;
    });
  } finally {
    for (const { queue } of copies) await queue.close();
  }
}

/** The difference of a sound, in pieces. */
export async function* differentiate({ sampleRate, channels, blocks }: Sound, key: Buffer, start = 0) {
  const difference = createDifference({ sampleRate, channels, key, start });
  for await (const block of blocks) yield* difference.add(block.channels);
  yield* difference.finish();
}

function addEnergies(energies: Float64Array, { from, difference }: Piece, rate: number): void {
  for (const samples of difference) {
    for (let at = 0; at < samples.length; at += STEP_SAMPLES) {
      const segment = segmentOf(from + at, rate);
      let sum = 0;
      for (let near = at; near < at + STEP_SAMPLES; near++) sum += (samples[near] ?? 0) ** 2;
      energies[segment] = (energies[segment] ?? 0) + sum / SEGMENT_SAMPLES / difference.length;
    }
  }
}

/** Reads a copy, whose residual is the copy less the original. Both channels share a transform. */
function createCopyReader(sampleRate: number, segments: number) {
  const size = WINDOW_SAMPLES;
  const reader = createReader({ sampleRate, segments, size, hop: size });
  // A bin of the right half of a transform belongs to the other channel as much as one of the left half.
  const halves = [reader.createChannel(true), reader.createChannel(false)];
  const fft = createFft(size);
  const window = createHannWindow(size);
  const [lowest, highest] = rangeOfBins(size, sampleRate);
  const residual = [new Float64Array(size), new Float64Array(size)];
  const expected = [new Float64Array(size), new Float64Array(size)];
  let filled = 0;
  let skipped = 0;
  // The mirrored bins come in the opposite order, in both spectra.
  const half = ([real, imaginary]: Float64Array[], isMirrored: boolean) => {
    const [from, to] = isMirrored ? [size - highest, size - lowest] : [lowest, highest];
    return {
      real: new Float32Array(real?.subarray(from, to) ?? []),
      imaginary: new Float32Array(imaginary?.subarray(from, to) ?? []),
    };
  };
  function add({ from, source, difference }: Piece, copy: Float32Array[]): void {
    const length = source[0]?.length ?? 0;
    for (let at = 0; at < length; ) {
      if (filled === 0) skipped = skipped || getSkipped(from + at);
      const passed = Math.min(skipped, length - at);
      at += passed;
      skipped -= passed;
      const count = Math.min(length - at, size - filled);
      if (skipped > 0 || count === 0) continue;
      for (const channel of source.keys()) {
        subtract(residual[channel], copy[channel], source[channel], at, count);
        expected[channel]?.set(difference[channel]?.subarray(at, at + count) ?? [], filled);
      }
      filled += count;
      at += count;
      if (filled === size) addWindow(from + at - size / 2);
    }
  }
  /** Samples up to the next border, where a window would hold both sides: in a pause, that of the louder one would be read. */
  function getSkipped(start: number): number {
    const border = borderOf(segmentOf(start, sampleRate) + 1, sampleRate);
    return start + size > border ? border - start : 0;
  }
  function subtract(
    target: Float64Array | undefined,
    copy: Float32Array | undefined,
    source: Float32Array | undefined,
    from: number,
    count: number,
  ): void {
    if (!target) return;
    for (let at = 0; at < count; at++) target[filled + at] = (copy?.[from + at] ?? 0) - (source?.[from + at] ?? 0);
  }
  function addWindow(centre: number): void {
    for (const samples of [...residual, ...expected])
      for (let at = 0; at < size; at++) samples[at] = (samples[at] ?? 0) * (window[at] ?? 0);
    fft(residual[0] ?? window, residual[1] ?? window);
    fft(expected[0] ?? window, expected[1] ?? window);
    for (const [index, channel] of halves.entries())
      channel.add(centre, half(residual, index === 1), half(expected, index === 1), undefined);
    for (const samples of [...residual, ...expected]) samples.fill(0);
    filled = 0;
  }
  function finish(): Reading {
    for (const channel of halves) channel.finish();
    return reader.result();
  }
  return { add, finish };
}

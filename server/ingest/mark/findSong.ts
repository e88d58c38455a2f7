import { createFft } from '../analysis/fft.ts';
import { PRINT_BANDS, PRINT_RATE } from './prints.ts';

// Pieces of the prints of a file are moved along the prints of a song; where the correlation (−1 to 1) is high, the file may begin.

const BLOCK = 4_096;
const PIECE_SECONDS = 10;
const PIECES_MAX = 6;
/** Peaks of a piece that are kept: in music that repeats, many places fit almost equally well. */
const PEAKS_MAX = 16;
const PEAK_SHARE = 0.3;
const APART = Math.round(0.2 * PRINT_RATE);
const PLACES_MAX = 12;
/** Peaks closer than this many prints belong to one place; pieces that lie far apart may differ more, where the speed differs. */
const SAME_PRINTS = 0.3 * PRINT_RATE;
const SAME_SHARE = 0.01;

export interface Place {
  /** Seconds of the song at which the file begins. */
  start: number;
  correlation: number;
}

interface Peak {
  piece: number;
  at: number;
  correlation: number;
}

/** Takes the prints of a file. Returns what looks for them in the prints of a song. */
export function createFinder(suspect: Buffer) {
  const fft = createFft(BLOCK);
  const prints = suspect.length / PRINT_BANDS;
  const length = Math.min(prints, Math.round(PIECE_SECONDS * PRINT_RATE));
  const count = Math.max(1, Math.min(PIECES_MAX, Math.floor((2 * prints) / Math.max(1, length)) - 1));
  const pieces = Array.from({ length: count }, (_, piece) => {
    const start = count === 1 ? 0 : Math.round((piece * (prints - length)) / (count - 1));
    const bytes = suspect.subarray(start * PRINT_BANDS, (start + length) * PRINT_BANDS);
    return { start, energy: sumSquares(bytes), spectra: transformBands(bytes, fft) };
  });

  /** The places of a song at which the file may begin, the most likely one first. */
  return (song: Buffer): Place[] => {
    const total = song.length / PRINT_BANDS;
    if (length === 0 || total < length) return [];
    const correlations = pieces.map(() => new Float32Array(total - length + 1));
    const energies = sumEnergies(song);
    for (let from = 0; from + length <= total; from += BLOCK - length + 1) {
      const spectra = transformBands(song.subarray(from * PRINT_BANDS, (from + BLOCK) * PRINT_BANDS), fft);
      for (const [index, piece] of pieces.entries()) {
        const sums = correlate(spectra, piece.spectra, fft);
        const found = correlations[index];
        for (let at = 0; found && at <= BLOCK - length && from + at < found.length; at++) {
          const energy = (energies[from + at + length] ?? 0) - (energies[from + at] ?? 0);
          found[from + at] = (sums[at] ?? 0) / Math.sqrt(energy * piece.energy + 1);
        }
      }
    }
    const peaks = correlations.flatMap((found, index) =>
      findPeaks(found).map((peak) => ({ ...peak, piece: pieces[index]?.start ?? 0 })),
    );
    return groupPeaks(peaks);
  };
}

function transformBands(prints: Buffer, fft: ReturnType<typeof createFft>) {
  const count = Math.min(BLOCK, prints.length / PRINT_BANDS);
  return Array.from({ length: PRINT_BANDS / 2 }, (_, pair) => {
    const [real, imaginary] = [new Float64Array(BLOCK), new Float64Array(BLOCK)];
    for (let at = 0; at < count; at++) {
      real[at] = prints.readInt8(at * PRINT_BANDS + 2 * pair);
      imaginary[at] = prints.readInt8(at * PRINT_BANDS + 2 * pair + 1);
    }
    fft(real, imaginary);
    return { real, imaginary };
  });
}

type BandSpectra = ReturnType<typeof transformBands>;

/** The sum over all bands: with two bands as one complex number, the real part has the correlations of both. */
function correlate(song: BandSpectra, piece: BandSpectra, fft: ReturnType<typeof createFft>): Float64Array {
  const [real, imaginary] = [new Float64Array(BLOCK), new Float64Array(BLOCK)];
  for (const [pair, a] of song.entries()) {
    const b = piece[pair] ?? a;
    for (let bin = 0; bin < BLOCK; bin++) {
      const [ar, ai, br, bi] = [a.real[bin] ?? 0, a.imaginary[bin] ?? 0, b.real[bin] ?? 0, b.imaginary[bin] ?? 0];
      real[bin] = (real[bin] ?? 0) + (ar * br + ai * bi) / BLOCK;
      imaginary[bin] = (imaginary[bin] ?? 0) + (ai * br - ar * bi) / BLOCK;
    }
  }
  fft(imaginary, real);
  return real;
}

const sumSquares = (bytes: Buffer): number =>
  bytes.reduce((sum, byte) => sum + (byte > 127 ? byte - 256 : byte) ** 2, 0);

function sumEnergies(prints: Buffer): Float64Array {
  const count = prints.length / PRINT_BANDS;
  const sums = new Float64Array(count + 1);
  for (let at = 0; at < count; at++)
    sums[at + 1] = (sums[at] ?? 0) + sumSquares(prints.subarray(at * PRINT_BANDS, (at + 1) * PRINT_BANDS));
  return sums;
}

function findPeaks(correlations: Float32Array): { at: number; correlation: number }[] {
  const rest = correlations.slice();
  const peaks: { at: number; correlation: number }[] = [];
  while (peaks.length < PEAKS_MAX) {
    let at = 0;
    for (let other = 1; other < rest.length; other++) if ((rest[other] ?? 0) > (rest[at] ?? 0)) at = other;
    const correlation = rest[at] ?? 0;
    if (correlation <= 0 || correlation < PEAK_SHARE * (peaks[0]?.correlation ?? 0)) break;
    peaks.push({ at, correlation });
    rest.fill(-1, Math.max(0, at - APART), at + APART + 1);
  }
  return peaks;
}

function groupPeaks(peaks: Peak[]): Place[] {
  const places: { lag: number; support: number; correlation: number }[] = [];
  for (const { at, piece, correlation } of peaks.toSorted((a, b) => b.correlation - a.correlation)) {
    const lag = at - piece;
    if (places.some((place) => Math.abs(place.lag - lag) < SAME_PRINTS)) continue;
    const own = peaks.filter(
      (peak) => Math.abs(peak.at - peak.piece - lag) < SAME_PRINTS + SAME_SHARE * Math.abs(peak.piece - piece),
    );
    places.push({ lag, correlation, support: own.reduce((sum, peak) => sum + peak.correlation, 0) });
  }
  return places
    .toSorted((a, b) => b.support - a.support)
    .slice(0, PLACES_MAX)
    .map(({ lag, correlation }) => ({ start: lag / PRINT_RATE, correlation }));
}

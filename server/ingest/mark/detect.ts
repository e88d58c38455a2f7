import { markWord } from '../../platform/marks/markWord.ts';
import { type MarkReading, type ReadRequest, readMark } from './readMark.ts';
import { boundChance, scoreWord, weigh } from './score.ts';

export interface Candidate {
  code: Buffer;
  /** Whether the ledger says that the account took the track. */
  first: boolean;
}

export type Detection =
  | {
      kind: 'made-for';
      trackId: number;
      code: Buffer;
      /** An upper bound of the chance that any innocent account is named. */
      chance: number;
      /** Seconds of the song. */
      from: number;
      until: number;
      /** Above 1 where the file is faster than the song. */
      speed: number;
      /** Segments that could be read. */
      read: number;
      of: number;
    }
  /** Several copies mixed, copies of accounts without a known code, or no mark at all: `unclear` segments hold no variant. */
  | { kind: 'mix'; trackId: number; codes: Buffer[]; unclear: number; of: number }
  | { kind: 'unreadable'; seconds: number; reason: 'short' | 'noisy' | 'another-recording' };

export interface DetectRequest extends ReadRequest {
  candidates: (trackId: number) => Promise<readonly Candidate[]>;
}

const CHANCE_MAX = 1e-6;
/** A segment with a smaller value and a small error holds neither variant. A copy of one account has few of them. */
const UNCLEAR_VALUE = 0.5;
const CERTAIN_ERROR = 0.3;
const UNCLEAR_SHARE_MAX = 0.2;
const READ_ERROR_MAX = 0.5;

/**
 * Says who a file was made for, from its sound alone. Names nobody unless the chance that any innocent account is named
 * is below one in a million.
 */
export async function detect(request: DetectRequest): Promise<Detection> {
  const found = await readMark(request);
  if (!found.song) return { kind: 'unreadable', seconds: found.seconds, reason: found.reason };
  return judge(found, await request.candidates(found.song.trackId));
}

/** Compares a reading with the words of all candidates. */
export function judge(found: MarkReading & { song: object }, candidates: readonly Candidate[]): Detection {
  const { song, reading, from, until, speed, of } = found;
  const { trackId, key, segments } = song;
  const weights = weigh(reading);
  const named = nameAccounts(candidates, (code) => scoreWord(markWord(key, code, segments), weights), weights);
  const certain = reading.values.filter((_, segment) => (reading.errors[segment] ?? 1) < CERTAIN_ERROR);
  const unclear = certain.filter((value) => Math.abs(value) < UNCLEAR_VALUE).length;
  const codes = named.map(({ code }) => code);
  const [first] = named;
  if (named.length > 1 || (first && unclear > UNCLEAR_SHARE_MAX * certain.length))
    return { kind: 'mix', trackId, codes, unclear, of };
  if (first) {
    const read = reading.errors.filter((error) => error < READ_ERROR_MAX).length;
    return { kind: 'made-for', trackId, ...first, from, until, speed, read, of: Math.max(read, of) };
  }
  /** Fewer segments name nobody, even if each agrees. */
  const needed = Math.log2(Math.max(1, candidates.length) / CHANCE_MAX);
  if (certain.length >= needed) return { kind: 'mix', trackId, codes, unclear, of };
  return { kind: 'unreadable', seconds: until - from, reason: of < needed ? 'short' : 'noisy' };
}

/**
 * The accounts that are named. The allowed chance of a wrong name is shared: half for accounts that took the song by the
 * ledger, half for all others.
 */
function nameAccounts(candidates: readonly Candidate[], score: (code: Buffer) => number, weights: Float64Array) {
  const ledger = candidates.filter(({ first }) => first).length;
  const groups = ledger > 0 && ledger < candidates.length ? 2 : 1;
  return candidates.flatMap(({ code, first }) => {
    const reached = score(code);
    if (reached <= 0) return [];
    const others = first ? ledger : candidates.length - ledger;
    const chance = boundChance(reached, weights) * others * groups;
    return chance < CHANCE_MAX ? [{ code, chance }] : [];
  });
}

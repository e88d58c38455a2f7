import { fullTitle } from './reportFacts.ts';
import { releaseDay } from './tags.ts';
import type { TrackToTake } from './takeHomeQueries.ts';
import { writeAscii } from './writeAscii.ts';

const FIXED_BYTES = 2048;
const FULL_SCALE = 32_768;

/** What radio automation reads (AES46): the song may run from its day on, without an end. */
export function cartChunk(track: TrackToTake): Buffer {
  const out = Buffer.alloc(FIXED_BYTES);
  const texts: [text: string | null | undefined, bytes: number][] = [
    ['0101', 4],
    [fullTitle(track), 64],
    [track.artist, 64],
    // Cut id, client, category, classification, out cue.
    [track.isrc ?? track.catalognumber, 64],
    [track.labels[0], 64],
    ['MUSIC', 64],
    [track.genres[0], 64],
    ['', 64],
    [releaseDay(track).replaceAll('-', '/'), 10],
    ['00:00:00', 8],
    ['9999/12/31', 10],
    ['23:59:59', 8],
    ['Promenade', 64],
  ];
  let at = 0;
  for (const [text, bytes] of texts) {
    writeAscii(out, text, at, bytes);
    at += bytes;
  }
  // Behind the version of the producing program and a field of the user's.
  out.writeInt32LE(FULL_SCALE, at + 128);
  return out;
}

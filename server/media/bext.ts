import { fullTitle } from './reportFacts.ts';
import type { TakenRendition, TrackToTake } from './takeHomeQueries.ts';
import { writeAscii } from './writeAscii.ts';

const FIXED_BYTES = 602;
/** Says that a value is not there. */
const ABSENT = 0x7fff;

/** The broadcast extension of EBU Tech 3285, version 2. The peak known here is no true peak and stays out. */
export function bextChunk(track: TrackToTake, rendition: TakenRendition): Buffer {
  const out = Buffer.alloc(FIXED_BYTES);
  const at = track.available_at.toISOString();
  writeAscii(out, `${track.artist} - ${fullTitle(track)}`, 0, 256);
  writeAscii(out, track.labels[0], 256, 32);
  writeAscii(out, track.isrc ?? track.catalognumber ?? track.upc, 288, 32);
  writeAscii(out, at.slice(0, 10), 320, 10);
  writeAscii(out, at.slice(11, 19), 330, 8);
  out.writeUInt16LE(2, 346);
  out.writeInt16LE(hundredths(track.loudness), 412);
  out.writeInt16LE(hundredths(track.loudness_range), 414);
  for (const unknown of [416, 418, 420]) out.writeInt16LE(ABSENT, unknown);
  return Buffer.concat([out, Buffer.from(codingHistory(rendition), 'latin1')]);
}

const hundredths = (value: number | null) => (value === null ? ABSENT : Math.round(value * 100));

/** One line as EBU R 98 has it; it names the lossy coding that the sound came in. */
function codingHistory({ sample_rate, bits, channels, source }: TakenRendition): string {
  const modes: Record<number, string> = { 1: 'mono', 2: 'stereo' };
  const mode = modes[channels ?? 0] ?? 'multichannel';
  return `A=PCM,F=${sample_rate},W=${bits},M=${mode},T=Promenade${source === null ? '' : `; source: ${source}`}\r\n`;
}

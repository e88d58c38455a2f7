import { bell, felt, kalimba, marimba, organ, piano, tine, vibes } from './keySounds.ts';
import { cleanGuitar, fingerBass, fuzzGuitar, harp, muted, nylon, steel, upright } from './stringSounds.ts';
import * as synth from './synthSounds.ts';
import { lay, type Sound, silence } from './tone.ts';

/** Frequencies in Hz that start together, held for seconds; `side` is the ear (0, 1) for what sounds wide. */
type Play = (frequencies: number[], hold: number, side: number) => Sound;

/** Instruments that play one chord per call, and whether their two ears differ. */
const players = {
  piano: each(piano, 0.006),
  felt: each(felt, 0.012),
  tine: each(tine, 0.004),
  organ: each(organ, 0),
  marimba: each(marimba, 0),
  kalimba: each(kalimba, 0),
  vibes: each(vibes, 0.005),
  bell: each(bell, 0),
  nylon: each(nylon, 0.014),
  steel: each(steel, 0.013),
  clean: each(cleanGuitar, 0.009),
  harp: each(harp, 0.03),
  muted: each(muted, 0.006),
  sequence: each(synth.sequence, 0),
  glider: each(synth.glider, 0),
  reed: each(synth.reed, 0),
  flute: each(synth.flute, 0),
  upright: each(upright, 0),
  finger: each(fingerBass, 0),
  sub: each(synth.subBass, 0),
  analog: each(synth.analogBass, 0),
  acid: each(synth.acidBass, 0),
  reese: each(synth.reeseBass, 0),
  slide: each(synth.slideBass, 0),
  fuzz: fuzzGuitar,
  stab: synth.stab,
  horns: synth.horns,
  warm: synth.warmPad,
  supersaw: synth.superSaw,
  strings: synth.strings,
  haze: synth.haze,
} satisfies Record<string, Play>;
export type Instrument = keyof typeof players;

const wide: ReadonlySet<Instrument> = new Set<Instrument>(['warm', 'supersaw', 'strings', 'haze']);

/** Whether the instrument sounds different in each ear. */
export function isWide(instrument: Instrument): boolean {
  return wide.has(instrument);
}

/** One mono sound with its release; `hold` in seconds. Of an instrument that is not wide both sides are the same. */
export function play(instrument: Instrument, frequencies: number[], hold: number, side = 0): Sound {
  const player: Play = players[instrument];
  return player(frequencies, hold, side);
}

/** A player of single notes plays a chord note by note, `strum` seconds apart. */
function each(note: (frequency: number, hold: number) => Sound, strum: number): Play {
  return (frequencies, hold) => {
    const [only] = frequencies;
    if (frequencies.length === 1 && only !== undefined) return note(only, hold);
    const notes = frequencies.map((frequency) => note(frequency, hold));
    const longest = Math.max(...notes.map(({ length }) => length));
    const sound = silence(longest / 44_100 + strum * notes.length);
    notes.forEach((one, nth) => lay(sound, one, 1 / Math.sqrt(notes.length), nth * strum));
    return sound;
  };
}

import { mixInto, SAMPLE_RATE, type Sound, silence } from './dsp.ts';
import { bell, electricPiano, feltPiano, kalimba, marimba, organ, piano, vibraphone } from './keySounds.ts';
import {
  cleanGuitar,
  doubleBass,
  fingerBass,
  fuzzGuitar,
  harp,
  mutedGuitar,
  nylonGuitar,
  steelGuitar,
} from './stringSounds.ts';
import * as synth from './synthSounds.ts';

/** Frequencies in Hz; duration in seconds, without the release; channel 0 is left and 1 is right. */
type ChordInstrument = (frequencies: number[], seconds: number, channel: number) => Sound;

const instruments = {
  piano: strummed(piano, 0.006),
  feltPiano: strummed(feltPiano, 0.012),
  electricPiano: strummed(electricPiano, 0.004),
  organ: strummed(organ, 0),
  marimba: strummed(marimba, 0),
  kalimba: strummed(kalimba, 0),
  vibraphone: strummed(vibraphone, 0.005),
  bell: strummed(bell, 0),
  nylonGuitar: strummed(nylonGuitar, 0.014),
  steelGuitar: strummed(steelGuitar, 0.013),
  cleanGuitar: strummed(cleanGuitar, 0.009),
  harp: strummed(harp, 0.03),
  mutedGuitar: strummed(mutedGuitar, 0.006),
  synthPluck: strummed(synth.synthPluck, 0),
  synthLead: strummed(synth.synthLead, 0),
  reed: strummed(synth.reed, 0),
  flute: strummed(synth.flute, 0),
  doubleBass: strummed(doubleBass, 0),
  fingerBass: strummed(fingerBass, 0),
  subBass: strummed(synth.subBass, 0),
  analogBass: strummed(synth.analogBass, 0),
  acidBass: strummed(synth.acidBass, 0),
  reeseBass: strummed(synth.reeseBass, 0),
  slideBass: strummed(synth.slideBass, 0),
  fuzzGuitar,
  stab: synth.stab,
  horns: synth.horns,
  warmPad: synth.warmPad,
  superSaw: synth.superSaw,
  strings: synth.strings,
  airPad: synth.airPad,
} satisfies Record<string, ChordInstrument>;
export type Instrument = keyof typeof instruments;

const stereoInstruments: ReadonlySet<Instrument> = new Set<Instrument>(['warmPad', 'superSaw', 'strings', 'airPad']);

/** Whether the instrument renders a different sound for each channel. */
export function isStereo(instrument: Instrument): boolean {
  return stereoInstruments.has(instrument);
}

/** Renders one channel of a chord, release included. Only stereo instruments depend on the channel. */
export function renderChord(instrument: Instrument, frequencies: number[], seconds: number, channel = 0): Sound {
  const render: ChordInstrument = instruments[instrument];
  return render(frequencies, seconds, channel);
}

/** Makes a chord instrument of a single-note instrument; the notes start `delaySeconds` apart. */
function strummed(renderNote: (frequency: number, seconds: number) => Sound, delaySeconds: number): ChordInstrument {
  return (frequencies, seconds) => {
    const [only] = frequencies;
    if (frequencies.length === 1 && only !== undefined) return renderNote(only, seconds);
    const notes = frequencies.map((frequency) => renderNote(frequency, seconds));
    const longest = Math.max(...notes.map(({ length }) => length));
    const sound = silence(longest / SAMPLE_RATE + delaySeconds * notes.length);
    notes.forEach((note, index) => mixInto(sound, note, 1 / Math.sqrt(notes.length), index * delaySeconds));
    return sound;
  };
}

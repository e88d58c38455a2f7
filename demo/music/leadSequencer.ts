import { createRandom, randomItem } from '../random.ts';
import type { Arrangement } from './arrangement.ts';
import { SAMPLE_RATE } from './dsp.ts';
import { midiToHertz } from './harmony.ts';
import { isStereo, renderChord } from './instruments.ts';
import type { MelodyNote } from './melody.ts';
import { panGains } from './mixer.ts';
import { getSound, type SectionSpan, type Sequencer, stepOffset } from './sequencer.ts';
import { createBreath, type Syllable, singPhrase, type VoiceType, type Vowel } from './singing.ts';
import type { Lead } from './style.ts';

const voiceTypes: ReadonlySet<string> = new Set<VoiceType>(['high', 'low', 'spoken']);

/** Adds the lead line of a section, in phrases of two bars. A clean arrangement leaves words out, as for broadcast. */
export function sequenceLead(
  sequencer: Sequencer,
  { section, startStep }: SectionSpan,
  arrangement: Arrangement,
): void {
  if (!section.hasLead) return;
  const { style, melodies } = sequencer.song;
  const melody = section.name === 'verse' ? melodies.verse : melodies.chorus;
  const { stepsPerBar, lead } = style;
  for (let bar = 0; bar < section.bars; bar += 2) {
    const phrase = melody[(bar / 2) % melody.length] ?? [];
    const remainingSteps = (section.bars - bar) * stepsPerBar;
    const notes = phrase.filter(
      (note) => note.step < remainingSteps && !(arrangement === 'clean' && isMuted(note, bar, stepsPerBar)),
    );
    // A break has only every other phrase.
    if (notes.length === 0 || (section.name === 'break' && bar % 4 === 2)) continue;
    const phraseStep = startStep + bar * stepsPerBar;
    const [instrument] = lead;
    if (isVoice(instrument)) addVocalPhrase(sequencer, lead, instrument, notes, phraseStep, section.energy === 2);
    else addInstrumentPhrase(sequencer, lead, instrument, notes, phraseStep);
  }
}

function isVoice(name: Lead[0]): name is VoiceType {
  return voiceTypes.has(name);
}

/** Whether a clean arrangement mutes the note: the middle of every second phrase. */
function isMuted({ step }: MelodyNote, bar: number, stepsPerBar: number): boolean {
  return bar % 4 === 2 && step >= stepsPerBar / 2 && step < stepsPerBar + 4;
}

function addInstrumentPhrase(
  sequencer: Sequencer,
  lead: Lead,
  instrument: Exclude<Lead[0], VoiceType>,
  notes: MelodyNote[],
  startStep: number,
): void {
  const [, , gain, { pan = 0, reverb, delay }] = lead;
  for (const { step, steps, midi } of notes) {
    const seconds = Math.round(steps * sequencer.song.stepSeconds * 960) / 1000;
    const name = `${instrument} ${midi} ${steps}`;
    const sound = getSound(sequencer, name, () => renderChord(instrument, [midiToHertz(midi)], seconds));
    const level = gain * (isStereo(instrument) ? 1 : 1.1);
    const offset = stepOffset(sequencer, startStep + step);
    const sends = { reverb: reverb * gain, delay: delay * gain };
    sequencer.clips.push({ offset, sound, ...panGains(level, pan), ...sends });
  }
}

/** Adds a sung phrase after a breath; a doubled phrase has two more voices, panned left and right. */
function addVocalPhrase(
  sequencer: Sequencer,
  lead: Lead,
  type: VoiceType,
  notes: MelodyNote[],
  startStep: number,
  isDoubled: boolean,
): void {
  const [, , gain, { reverb, delay }] = lead;
  const { clips } = sequencer;
  const syllables = createSyllables(sequencer, notes, type);
  const name = syllables
    .map(({ startSeconds, frequency }) => `${startSeconds.toFixed(2)}:${frequency.toFixed(0)}`)
    .join(' ');
  const offset = stepOffset(sequencer, startStep, true);
  const level = gain * 1.25;
  const sing = (variation: number) =>
    getSound(sequencer, `sung ${variation} ${name}`, () => singPhrase(syllables, type, variation));
  clips.push({ offset, sound: sing(0.5), left: level, right: level, reverb: reverb * gain, delay: delay * gain });
  if (isDoubled && type !== 'spoken') {
    const [near, far, send] = [level * 0.5, level * 0.08, reverb * gain * 0.5];
    clips.push({ offset: offset + 500, sound: sing(0), left: near, right: far, reverb: send });
    clips.push({ offset: offset + 900, sound: sing(1), left: far, right: near, reverb: send });
  }
  const breath = getSound(sequencer, 'breath', createBreath);
  if (offset > breath.length) {
    const breathOffset = offset - breath.length + Math.round((syllables[0]?.startSeconds ?? 0) * SAMPLE_RATE);
    clips.push({ offset: breathOffset, sound: breath, left: gain * 0.5, right: gain * 0.5, reverb: 0 });
  }
}

/** Chooses vowels and consonants by the notes alone, so a repeated phrase has the same words. */
function createSyllables({ song }: Sequencer, notes: MelodyNote[], type: VoiceType): Syllable[] {
  const random = createRandom(notes.map(({ step, midi }) => `${step}.${midi}`).join(' '));
  const longVowels: Vowel[] = ['a', 'o', 'e', 'a', 'u'];
  const shortVowels: Vowel[] = ['a', 'e', 'i', 'o', 'u', 'y'];
  const isSpoken = type === 'spoken';
  return notes.map(({ step, steps, midi }) => {
    const spokenMidi = notes[0]?.midi ?? midi;
    return {
      startSeconds: step * song.stepSeconds,
      seconds: steps * song.stepSeconds * (isSpoken ? 0.86 : 0.94),
      frequency: midiToHertz(isSpoken ? spokenMidi + randomItem(random, [-2, 0, 0, 1, 3]) : midi),
      vowel: randomItem(random, steps > 3 ? longVowels : shortVowels),
      onset: randomItem(
        random,
        isSpoken ? (['hiss', 'pop', 'pop', 'hum'] as const) : (['soft', 'soft', 'hum', 'pop', 'hiss'] as const),
      ),
    };
  });
}

import { hertz } from './harmony.ts';
import { isWide, play } from './instruments.ts';
import type { Tone } from './melody.ts';
import { panned } from './mix.ts';
import { moment, type Stage, type Stretch, sound } from './perform.ts';
import type { Take } from './sections.ts';
import { pick, seeded } from './seed.ts';
import type { Lead } from './style.ts';
import { breath, type Syllable, sing, type VoiceType, type Vowel } from './voice.ts';

const voices: ReadonlySet<string> = new Set<VoiceType>(['high', 'low', 'spoken']);

/** The tune of a stretch, phrase by phrase; a clean take leaves words out, as broadcasters do. */
export function playTune(stage: Stage, { section, start }: Stretch, take: Take): void {
  if (!section.lead) return;
  const { song } = stage;
  const melody = section.name === 'verse' ? song.melodies.verse : song.melodies.chorus;
  const { steps, lead } = song.style;
  for (let bar = 0; bar < section.bars; bar += 2) {
    const phrase = melody[(bar / 2) % melody.length] ?? [];
    const room = (section.bars - bar) * steps;
    const kept = phrase.filter((tone) => tone.step < room && !(take === 'clean' && isMuted(tone, bar, steps)));
    // A break only hums every other phrase.
    if (kept.length === 0 || (section.name === 'break' && bar % 4 === 2)) continue;
    const first = start + bar * steps;
    const [who] = lead;
    if (isVoice(who)) singPhrase(stage, lead, who, kept, first, section.energy === 2);
    else playPhrase(stage, lead, who, kept, first);
  }
}

function isVoice(name: Lead[0]): name is VoiceType {
  return voices.has(name);
}

/** Words of a clean take that are cut out: the middle of every second phrase. */
function isMuted({ step }: Tone, bar: number, steps: number): boolean {
  return bar % 4 === 2 && step >= steps / 2 && step < steps + 4;
}

function playPhrase(
  stage: Stage,
  lead: Lead,
  instrument: Exclude<Lead[0], VoiceType>,
  tones: Tone[],
  start: number,
): void {
  const [, , gain, { pan = 0, room, echo }] = lead;
  for (const { step, steps, midi } of tones) {
    const hold = Math.round(steps * stage.song.step * 960) / 1000;
    const note = sound(stage, `${instrument} ${midi} ${steps}`, () => play(instrument, [hertz(midi)], hold));
    const level = gain * (isWide(instrument) ? 1 : 1.1);
    const at = moment(stage, start + step);
    stage.hits.push({ at, sound: note, ...panned(level, pan), room: room * gain, echo: echo * gain });
  }
}

/** One phrase of a singer; in a chorus three takes spread over both ears. */
function singPhrase(stage: Stage, lead: Lead, type: VoiceType, tones: Tone[], start: number, doubled: boolean): void {
  const [, , gain, { room, echo }] = lead;
  const syllables = spell(stage, tones, type);
  const name = syllables.map(({ at, frequency }) => `${at.toFixed(2)}:${frequency.toFixed(0)}`).join(' ');
  const at = moment(stage, start, true);
  const level = gain * 1.25;
  const voice = (take: number) => sound(stage, `sung ${take} ${name}`, () => sing(syllables, type, take));
  stage.hits.push({ at, sound: voice(0.5), left: level, right: level, room: room * gain, echo: echo * gain });
  if (doubled && type !== 'spoken') {
    const [near, far, back] = [level * 0.5, level * 0.08, room * gain * 0.5];
    stage.hits.push({ at: at + 500, sound: voice(0), left: near, right: far, room: back });
    stage.hits.push({ at: at + 900, sound: voice(1), left: far, right: near, room: back });
  }
  const intake = sound(stage, 'breath', breath);
  if (at > intake.length) {
    const early = at - intake.length + Math.round((syllables[0]?.at ?? 0) * 44_100);
    stage.hits.push({ at: early, sound: intake, left: gain * 0.5, right: gain * 0.5, room: 0 });
  }
}

/** Words for tones: the same phrase is always sung on the same vowels. */
function spell({ song }: Stage, tones: Tone[], type: VoiceType): Syllable[] {
  const random = seeded(tones.map(({ step, midi }) => `${step}.${midi}`).join(' '));
  const open: Vowel[] = ['a', 'o', 'e', 'a', 'u'];
  const quick: Vowel[] = ['a', 'e', 'i', 'o', 'u', 'y'];
  return tones.map(({ step, steps, midi }) => {
    const spoken = type === 'spoken';
    const tune = spoken ? (tones[0]?.midi ?? midi) : midi;
    return {
      at: step * song.step,
      hold: steps * song.step * (spoken ? 0.86 : 0.94),
      frequency: hertz(spoken ? tune + pick(random, [-2, 0, 0, 1, 3]) : midi),
      vowel: pick(random, steps > 3 ? open : quick),
      onset: pick(
        random,
        spoken ? (['hiss', 'pop', 'pop', 'hum'] as const) : (['soft', 'soft', 'hum', 'pop', 'hiss'] as const),
      ),
    };
  });
}

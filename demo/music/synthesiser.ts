import { createRandom } from '../random.ts';
import { composeSong, type SongRequest } from '../song.ts';
import { SAMPLE_RATE } from './dsp.ts';
import { sequenceLead } from './leadSequencer.ts';
import { masterMix } from './mastering.ts';
import { mix, type Stereo } from './mixer.ts';
import { addRiser, type SectionSpan, type Sequencer, sequenceDrums, sequencePart } from './sequencer.ts';

const FADE_OUT_SECONDS = 1.6;

/**
 * Synthesises a song as mastered 44.1 kHz stereo without clipping. The steps are: compose (song.ts), sequence
 * (sequencer.ts, leadSequencer.ts), mix (mixer.ts), master (mastering.ts). The same request gives the same samples on the
 * same machine; other machines may compute sines differently.
 */
export function synthesise(request: SongRequest): Stereo {
  const song = composeSong(request);
  const sequencer: Sequencer = {
    song,
    random: createRandom(`hands ${request.work} ${request.arrangement}`),
    clips: [],
    kickOffsets: [],
    soundCache: new Map(),
  };
  const steps = sequenceSections(sequencer, request);
  const { style } = song;
  const mixed = mix(sequencer.clips, {
    length: Math.round((steps * song.stepSeconds + FADE_OUT_SECONDS) * SAMPLE_RATE),
    reverb: style.reverb,
    delaySeconds: style.delay.steps * song.stepSeconds,
    delayFeedback: style.delay.feedback,
    ducking: style.ducking,
    kickOffsets: sequencer.kickOffsets.toSorted((a, b) => a - b),
  });
  fadeOutEnd(mixed, FADE_OUT_SECONDS);
  return masterMix(mixed, style.loudness);
}

/** Sequences all sections and returns their number of steps. */
function sequenceSections(sequencer: Sequencer, { arrangement }: SongRequest): number {
  const { sections, style } = sequencer.song;
  let endStep = 0;
  for (const [index, section] of sections.entries()) {
    const span: SectionSpan = { section, startStep: endStep };
    const leadsToChorus = sections[index + 1]?.name === 'chorus';
    endStep += section.bars * style.stepsPerBar;
    if (section.hasDrums) sequenceDrums(sequencer, span, leadsToChorus && section.energy > 0);
    // The intro of a club mix has little but drums, so that a DJ can mix it in.
    const isSparse = arrangement === 'club' && index === 0 && sections.length >= 3;
    for (const part of style.parts) {
      if (!isSparse || (part[4]?.minEnergy ?? 0) > 0) sequencePart(sequencer, part, span);
    }
    sequenceLead(sequencer, span, arrangement);
    if (style.hasRiser && leadsToChorus) addRiser(sequencer, endStep);
  }
  return endStep;
}

function fadeOutEnd({ left, right }: Stereo, seconds: number): void {
  const length = Math.min(left.length, Math.round(seconds * SAMPLE_RATE));
  for (const channel of [left, right]) {
    for (let i = 0; i < length; i++) {
      const index = channel.length - 1 - i;
      channel[index] = (channel[index] ?? 0) * Math.min(1, (i / length) * 1.2) ** 1.5;
    }
  }
}

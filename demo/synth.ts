import { master } from './master.ts';
import { mix, type Stereo } from './mix.ts';
import { playDrums, playPart, rise, type Stage, type Stretch } from './perform.ts';
import { seeded } from './seed.ts';
import { compose, type Order, type Song } from './song.ts';
import { SAMPLE_RATE } from './tone.ts';
import { playTune } from './tune.ts';

/** Seconds that the last chord rings on. */
const RING_SECONDS = 1.6;

/**
 * Makes a piece of music: 44.1 kHz stereo, mastered, never clipping. The same order gives the same piece
 * (to the last bit only on the same machine: sines differ).
 */
export function synthesise(order: Order): Stereo {
  const song = compose(order);
  const stage: Stage = {
    song,
    random: seeded(`hands ${order.work} ${order.take}`),
    hits: [],
    kicks: [],
    sounds: new Map(),
  };
  const steps = playSections(stage, order);
  const { style } = song;
  const samples = Math.round((steps * song.step + RING_SECONDS) * SAMPLE_RATE);
  const mixed = mix(stage.hits, {
    samples,
    room: style.room,
    echoSeconds: style.echo.steps * song.step,
    echoFeedback: style.echo.feedback,
    duck: style.duck,
    kicks: stage.kicks.toSorted((one, other) => one - other),
  });
  fade(mixed, RING_SECONDS);
  return master(mixed, style.loudness);
}

/** Plays from the first section to the last chord; answers the steps before that chord has to be over. */
function playSections(stage: Stage, { take }: Order): number {
  const { song } = stage;
  const { style } = song;
  let start = 0;
  song.sections.forEach((section, nth) => {
    const stretch: Stretch = { section, start };
    const next = song.sections[nth + 1];
    const towardsChorus = next?.name === 'chorus' && section.drums;
    start += section.bars * style.steps;
    if (section.drums) playDrums(stage, stretch, towardsChorus && section.energy > 0);
    for (const part of style.parts) if (fits(song, stretch, part[4]?.from ?? 0, take)) playPart(stage, part, stretch);
    playTune(stage, stretch, take);
    if (style.riser && next?.name === 'chorus') rise(stage, start);
  });
  return start;
}

/** A club take opens and closes with drums and little else, so that it can be mixed in. */
function fits({ sections }: Song, { section }: Stretch, from: number, take: Order['take']): boolean {
  if (take !== 'club') return true;
  return section !== sections[0] || from > 0 ? true : sections.length < 3;
}

function fade({ left, right }: Stereo, seconds: number): void {
  const length = Math.min(left.length, Math.round(seconds * SAMPLE_RATE));
  for (const channel of [left, right]) {
    for (let i = 0; i < length; i++) {
      const at = channel.length - 1 - i;
      channel[at] = (channel[at] ?? 0) * Math.min(1, (i / length) * 1.2) ** 1.5;
    }
  }
}

import { expect, test } from 'vitest';
import { useSettings } from '../../platform/settingsStore.ts';
import { initialPlayer } from '../player.ts';
import { usePlayer } from '../playerStore.ts';
import { computeGain, getLevelGain } from './level.ts';

const toDecibels = (gain: number) => Math.round(20 * Math.log10(gain) * 10) / 10;

test.for([
  { name: 'a loud master is turned down to the target', loudness: -8, truepeak: 0.4, decibels: -10 },
  { name: 'a quiet one is turned up', loudness: -24, truepeak: -9, decibels: 6 },
  { name: 'but its peaks stay below -1 dBTP', loudness: -24, truepeak: -3, decibels: 2 },
  {
    name: 'peaks above the limit are turned down although the song is quiet',
    loudness: -18,
    truepeak: 0,
    decibels: -1,
  },
  { name: 'a song without a known peak is not turned up', loudness: -24, truepeak: null, decibels: 0 },
  { name: 'a song that was not measured stays', loudness: null, truepeak: null, decibels: 0 },
])('$name', ({ loudness, truepeak, decibels }) => {
  expect(toDecibels(computeGain({ loudness, truepeak }))).toBe(decibels);
});

test('levels are matched at the desk, and elsewhere if the account wants it', () => {
  const gains = (['desk', 'always', 'never'] as const).map((levelMatching) => {
    useSettings.setState({ levelMatching });
    return [null, { song: null, selectedSong: null, currentTime: 0, isPlaying: false }].map((queuePosition) => {
      usePlayer.setState({ ...initialPlayer, queuePosition });
      return toDecibels(getLevelGain({ loudness: -8, truepeak: 0 }));
    });
  });
  expect(gains).toEqual([
    [0, -10],
    [-10, -10],
    [0, 0],
  ]);
});

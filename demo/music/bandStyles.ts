import type { StyleDefinition } from './style.ts';

export const indie: StyleDefinition = {
  bpm: [118, 138],
  timingJitterMs: 5,
  modes: ['major', 'mixolydian'],
  progressions: [
    [0, 4, 5, 3],
    [0, 3, 5, 4],
    [3, 0, 4, 5],
  ],
  drums: { kit: 'room', gain: 0.78, reverb: 0.16 },
  beats: [
    { hat: 'x...x...x...x...', kick: 'x...............' },
    { kick: 'X.....x.X.......', snare: '....X.......X...', hat: 'x.o.x.o.x.o.x.o.' },
    { kick: 'X.....x.X.x.....', snare: '....X.......X..o', ride: 'x.o.x.o.x.o.x.o.', openHat: '..............x.' },
  ],
  parts: [
    ['fingerBass', 33, 0.7, 'r-r-r-r-r-r-r-r-', { chorus: 'r-r-r-r-r-r-f-a-', minEnergy: 1 }],
    ['cleanGuitar', 60, 0.5, '0-2-1-3-2-1-3-1-', { chordSize: 4, pan: -0.45, reverb: 0.22, delay: 0.16 }],
    [
      'cleanGuitar',
      57,
      0.42,
      'x-------x-----x-',
      { chorus: 'x-x-x-x-x-x-x-x-', chordSize: 3, pan: 0.5, reverb: 0.14, minEnergy: 1 },
    ],
    [
      'fuzzGuitar',
      45,
      0.34,
      'x---------------',
      { chorus: 'x-------x-------', chordSize: 3, pan: 0.6, reverb: 0.12, minEnergy: 2 },
    ],
    [
      'fuzzGuitar',
      50,
      0.32,
      'x---------------',
      { chorus: 'x-----x-x-----x-', chordSize: 3, pan: -0.6, reverb: 0.12, minEnergy: 2 },
    ],
  ],
  lead: ['low', 54, 0.56, { reverb: 0.2, delay: 0.1 }],
  rhythms: ['..x-x-x-x---x---..x-x-x-x-------', 'x---x-x-x-----..x---x-x-x-------'],
  reverb: { seconds: 1.3, damping: 0.35 },
  delay: { steps: 4, feedback: 0.25 },
  loudness: -10,
};

export const punk: StyleDefinition = {
  bpm: [172, 188],
  timingJitterMs: 4,
  modes: ['major', 'mixolydian'],
  progressions: [
    [0, 3, 4, 3],
    [0, 4, 5, 3],
    [0, 0, 3, 4],
  ],
  drums: { kit: 'room', gain: 0.82, reverb: 0.14 },
  beats: [
    { kick: 'x.......x.......', hat: 'x...x...x...x...' },
    { kick: 'X...x...X...x...', snare: '....X.......X...', openHat: 'x...x...x...x...' },
    {
      kick: 'X..xx..xX..xx...',
      snare: '....X.......X...',
      crash: 'x...............o...............',
      ride: 'x...x...x...x...',
    },
  ],
  parts: [
    ['fingerBass', 33, 0.7, 'r-r-r-r-r-r-r-r-'],
    ['fuzzGuitar', 45, 0.44, 'x-x-x-x-x-x-x-x-', { chorus: 'x---x---x---x-x-', chordSize: 3, pan: -0.65, reverb: 0.1 }],
    ['fuzzGuitar', 52, 0.4, 'x---x---x---x---', { chordSize: 3, pan: 0.65, reverb: 0.1, minEnergy: 1 }],
  ],
  lead: ['low', 57, 0.6, { reverb: 0.14, delay: 0.06 }],
  rhythms: ['x-x-x-x-x---x---x-x-x-x-x-------', '..x-x-x-x-x-x---..x-x-x-x-------'],
  reverb: { seconds: 0.9, damping: 0.3 },
  delay: { steps: 2, feedback: 0.2 },
  loudness: -9,
};

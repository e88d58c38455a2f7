import type { StyleDefinition } from './style.ts';

export const ambient: StyleDefinition = {
  bpm: [62, 72],
  timingJitterMs: 14,
  modes: ['lydian', 'major', 'minor'],
  progressions: [
    [0, 4, 1, 0],
    [0, 2, 5, 3],
    [3, 0, 5, 4],
  ],
  drums: { kit: 'soft', gain: 0.5, reverb: 0.4 },
  beats: [{}, { shaker: 'o.......o.......' }, { kick: 'x.........o.....', shaker: 'o...o...o...o...' }],
  parts: [
    ['airPad', 55, 0.6, 'x---------------', { chordSize: 4, reverb: 0.5 }],
    ['warmPad', 48, 0.34, 'x---------------', { chordSize: 3, reverb: 0.3, minEnergy: 1 }],
    ['subBass', 34, 0.36, 'r---------------', { minEnergy: 1 }],
    ['bell', 72, 0.2, '0.....2...1.....3....1......2...', { chordSize: 4, reverb: 0.5, delay: 0.5, pan: 0.3 }],
    ['feltPiano', 60, 0.34, '..1...3.....2...', { chordSize: 4, reverb: 0.5, delay: 0.3, pan: -0.3, minEnergy: 1 }],
  ],
  lead: ['flute', 67, 0.2, { reverb: 0.6, delay: 0.4 }],
  rhythms: ['x-------x-----------------------', '....x-------x-------x-----------'],
  reverb: { seconds: 5.5, damping: 0.3 },
  delay: { steps: 6, feedback: 0.6 },
  loudness: -14,
};

export const folk: StyleDefinition = {
  bpm: [92, 108],
  timingJitterMs: 8,
  modes: ['major', 'mixolydian'],
  progressions: [
    [0, 3, 0, 4],
    [0, 5, 3, 4],
    [5, 3, 0, 4],
  ],
  drums: { kit: 'soft', gain: 0.55, reverb: 0.15 },
  beats: [
    {},
    { shaker: 'x.o.x.o.x.o.x.o.' },
    { kick: 'x.......x.......', shaker: 'xoxoxoxoxoxoxoxo', brush: '....x.......x...' },
  ],
  parts: [
    ['steelGuitar', 52, 0.72, '0-2-1-3-0-2-3-1-', { chordSize: 4, pan: -0.3, reverb: 0.14 }],
    ['steelGuitar', 57, 0.4, 'x-----x-x---x-x-', { chordSize: 4, pan: 0.45, reverb: 0.14, minEnergy: 2 }],
    ['doubleBass', 33, 0.7, 'r-------f-------', { minEnergy: 1 }],
    ['strings', 62, 0.2, 'x---------------', { chordSize: 3, reverb: 0.3, minEnergy: 2 }],
  ],
  lead: ['high', 60, 0.52, { reverb: 0.22, delay: 0.04 }],
  rhythms: ['x---x-x-x---x---x---x-x-x-------', '..x-x-x-x---x-----x-x-x-x-------'],
  reverb: { seconds: 1.5, damping: 0.45 },
  delay: { steps: 4, feedback: 0.15 },
  loudness: -13,
};

export const waltz: StyleDefinition = {
  bpm: [96, 116],
  stepsPerBar: 12,
  timingJitterMs: 9,
  modes: ['minor', 'major'],
  progressions: [
    [0, 3, 4, 0],
    [0, 5, 3, 4],
    [0, 6, 5, 4],
  ],
  drums: { kit: 'soft', gain: 0.5, reverb: 0.2 },
  beats: [{}, { brush: '....x...x...' }, { kick: 'x...........', brush: '....x...x.o.' }],
  parts: [
    ['nylonGuitar', 52, 0.75, '0---2-1-3-2-', { chordSize: 4, pan: -0.2, reverb: 0.16 }],
    ['doubleBass', 33, 0.75, 'r-----------', { minEnergy: 1 }],
    ['nylonGuitar', 60, 0.42, '....x---x---', { chordSize: 3, pan: 0.4, reverb: 0.16, minEnergy: 1 }],
    ['strings', 62, 0.26, 'x-----------', { chordSize: 3, reverb: 0.35, minEnergy: 2 }],
  ],
  lead: ['low', 52, 0.54, { reverb: 0.24, delay: 0.04 }],
  rhythms: ['x-----x-x---x-----------', '..x-x-x-x---x---x-------'],
  reverb: { seconds: 1.8, damping: 0.45 },
  delay: { steps: 4, feedback: 0.15 },
  loudness: -13.5,
};

export const neoclassical: StyleDefinition = {
  bpm: [84, 104],
  stepsPerBar: 12,
  timingJitterMs: 10,
  modes: ['minor', 'lydian'],
  progressions: [
    [0, 5, 2, 6],
    [0, 2, 5, 4],
    [5, 2, 0, 6],
  ],
  drums: { kit: 'soft', gain: 0.3, reverb: 0.3 },
  beats: [{}, {}, {}],
  parts: [
    ['feltPiano', 55, 0.85, '0-2-3-1-2-3-', { chorus: '0-3-2-4-3-1-', chordSize: 5, pan: -0.15, reverb: 0.3 }],
    ['feltPiano', 36, 0.7, 'r-----------', { reverb: 0.25 }],
    ['strings', 55, 0.34, 'x-----------', { chordSize: 4, reverb: 0.5, minEnergy: 1 }],
    ['harp', 67, 0.4, '............', { chorus: '3-.2-.1-.0-.', chordSize: 4, reverb: 0.4, pan: 0.4, minEnergy: 2 }],
  ],
  lead: ['piano', 67, 0.5, { pan: 0.1, reverb: 0.35, delay: 0.06 }],
  rhythms: ['x-----x-----x---x-x-----', 'x---x---x---x-----------'],
  reverb: { seconds: 3.2, damping: 0.45 },
  delay: { steps: 6, feedback: 0.2 },
  loudness: -14,
};

export const kalimbaPop: StyleDefinition = {
  bpm: [98, 106],
  swing: { division: 16, amount: 0.08 },
  timingJitterMs: 4,
  modes: ['major', 'lydian'],
  progressions: [
    [0, 4, 5, 3],
    [3, 4, 2, 5],
    [0, 2, 3, 4],
  ],
  drums: { kit: 'tight', gain: 0.7, reverb: 0.08 },
  beats: [
    { rim: '....x.......x...' },
    { kick: 'X.....x...x.....', rim: '....x.......x...', shaker: 'xoxoxoxoxoxoxoxo' },
    { kick: 'X.....x.X.x.....', clap: '....X.......X...', shaker: 'XoxoXoxoXoxoXoxo', hat: '..x...x...x...x.' },
  ],
  parts: [
    ['kalimba', 67, 0.42, '0.2.1.3.2.0.3.1.', { chordSize: 4, reverb: 0.2, delay: 0.2, pan: -0.25 }],
    ['subBass', 33, 0.6, 'r-----r-..r-....', { ducked: true, minEnergy: 1 }],
    ['warmPad', 55, 0.36, 'x---------------', { chordSize: 4, reverb: 0.2, ducked: true, minEnergy: 1 }],
    ['mutedGuitar', 62, 0.4, '2.2.1.1.3.3.2.2.', { chordSize: 4, reverb: 0.1, pan: 0.4, minEnergy: 2 }],
    [
      'superSaw',
      60,
      0.22,
      '................',
      { chorus: 'x-----x-----x---', chordSize: 4, reverb: 0.2, ducked: true, minEnergy: 2 },
    ],
  ],
  lead: ['high', 62, 0.54, { reverb: 0.2, delay: 0.16 }],
  rhythms: ['x-x-x-x---x-....x-x-x-x-x-------', '..x-x-x-x-x-----..x-x-x-x---x---'],
  reverb: { seconds: 1.6, damping: 0.35 },
  delay: { steps: 3, feedback: 0.35 },
  ducking: 0.3,
  loudness: -10,
};

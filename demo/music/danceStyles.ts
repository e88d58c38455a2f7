import type { StyleDefinition } from './style.ts';

const fourFloor = 'X...X...X...X...';

export const disco: StyleDefinition = {
  bpm: [114, 119],
  timingJitterMs: 3,
  modes: ['dorian', 'minor'],
  progressions: [
    [0, 3, 0, 3],
    [0, 3, 6, 2],
    [1, 4, 0, 0],
  ],
  drums: { kit: 'tight', gain: 0.78, reverb: 0.08 },
  beats: [
    { kick: fourFloor, hat: 'x.x.x.x.x.x.x.x.' },
    { kick: fourFloor, snare: '....x.......x...', openHat: '..x...x...x...x.', hat: 'xoxoxoxoxoxoxoxo' },
    {
      kick: fourFloor,
      snare: '....X.......X..o',
      clap: '....x.......x...',
      openHat: '..X...X...X...X.',
      hat: 'xoxoxoxoxoxoxoxo',
      shaker: 'xoxxxoxxxoxxxoxx',
    },
  ],
  parts: [
    ['fingerBass', 33, 0.72, 'r.u.r.u.r.u.f.ua', { chorus: 'r.u.r.uur.u.f.ua' }],
    ['cleanGuitar', 62, 0.42, '..x..xx...x.xx..', { chorus: 'x.xx..xxx.xx.xx.', chordSize: 4, pan: -0.5, reverb: 0.1 }],
    ['electricPiano', 57, 0.42, 'x-----.x--......', { chordSize: 4, pan: 0.3, reverb: 0.15 }],
    ['strings', 67, 0.32, 'x---------------', { chordSize: 3, reverb: 0.35, minEnergy: 2 }],
    [
      'horns',
      62,
      0.3,
      '................',
      { chorus: '..........x.x--.', chordSize: 3, reverb: 0.25, pan: 0.4, minEnergy: 2 },
    ],
  ],
  lead: ['high', 63, 0.5, { reverb: 0.2, delay: 0.14 }],
  rhythms: ['x-x-x---..x-x-x-x---....x-x---..', '..x-x-x-x-----..x-x-x-x-x-------'],
  reverb: { seconds: 1.4, damping: 0.35 },
  delay: { steps: 4, feedback: 0.3 },
  ducking: 0.18,
  loudness: -10,
};

export const synthwave: StyleDefinition = {
  bpm: [96, 108],
  timingJitterMs: 0,
  modes: ['minor'],
  progressions: [
    [0, 5, 2, 6],
    [5, 6, 0, 0],
    [0, 2, 6, 5],
  ],
  drums: { kit: 'gated', gain: 0.78, reverb: 0.16 },
  beats: [
    { hat: 'x...x...x...x...' },
    { kick: 'X.......X.......', snare: '....X.......X...', hat: 'x.x.x.x.x.x.x.x.' },
    {
      kick: 'X..x..x.X.......',
      snare: '....X.......X...',
      hat: 'x.xxx.xxx.xxx.xx',
      tom: '..............x.',
      lowTom: '...............x',
    },
  ],
  parts: [
    ['analogBass', 33, 0.6, 'r.r.r.r.r.r.r.r.', { chorus: 'r.rrr.u.r.rrr.u.', ducked: true }],
    ['warmPad', 55, 0.42, 'x---------------', { chordSize: 4, reverb: 0.3, maxEnergy: 1 }],
    [
      'superSaw',
      57,
      0.36,
      'x---------------',
      { chorus: 'x-----x-----x---', chordSize: 4, reverb: 0.3, ducked: true, minEnergy: 2 },
    ],
    ['synthPluck', 69, 0.22, '0123210312302103', { chordSize: 4, delay: 0.3, reverb: 0.2, pan: 0.3 }],
  ],
  lead: ['synthLead', 67, 0.34, { reverb: 0.35, delay: 0.36 }],
  rhythms: ['x-----x-----x---x---------------', 'x---x---x-x-x---x-----x---------'],
  reverb: { seconds: 2.4, damping: 0.35 },
  delay: { steps: 6, feedback: 0.45 },
  ducking: 0.4,
  loudness: -10.5,
};

export const afro: StyleDefinition = {
  bpm: [110, 115],
  swing: { division: 16, amount: 0.1 },
  timingJitterMs: 2,
  modes: ['minor', 'dorian'],
  progressions: [
    [0, 3, 4, 0],
    [0, 5, 3, 4],
  ],
  drums: { kit: 'tight', gain: 0.74, reverb: 0.08 },
  beats: [
    { shaker: 'xoxoxoxoxoxoxoxo', rim: 'x..x..x...x.x...' },
    { kick: 'X...X...X...X...', shaker: 'xoxoxoxoxoxoxoxo', rim: 'x..x..x...x.x...', tom: '......o...o...oo' },
    {
      kick: 'X...X...X...X..o',
      shaker: 'XoxoXoxoXoxoXoxo',
      rim: 'x..x..x...x.x...',
      clap: '....x.......x...',
      tom: '...x..o.x.o...xo',
      lowTom: '.......x......x.',
    },
  ],
  parts: [
    ['slideBass', 34, 0.66, 'r..r..r.....r.f.', { chorus: 'r..r..r...u.r.fr' }],
    ['marimba', 62, 0.36, '0.21.3.20.21.3.1', { chordSize: 4, reverb: 0.14, pan: -0.35 }],
    ['cleanGuitar', 67, 0.4, '..2.3.1...2.30..', { chordSize: 4, reverb: 0.2, delay: 0.14, pan: 0.45, minEnergy: 1 }],
    ['warmPad', 55, 0.28, 'x---------------', { chordSize: 4, reverb: 0.25 }],
  ],
  lead: ['low', 55, 0.52, { reverb: 0.18, delay: 0.2 }],
  rhythms: ['x-x--x-x--......x-x--x-x-----...', '..x-x-x--x-x----..x-x-x--x------'],
  reverb: { seconds: 1.5, damping: 0.4 },
  delay: { steps: 3, feedback: 0.35 },
  ducking: 0.2,
  loudness: -10,
};

import type { Style } from './style.ts';

const fourFloor = 'X...X...X...X...';

export const disco: Style = {
  bpm: [114, 119],
  steps: 16,
  loose: 3,
  modes: ['dorian', 'minor'],
  progressions: [
    [0, 3, 0, 3],
    [0, 3, 6, 2],
    [1, 4, 0, 0],
  ],
  drums: { kit: 'tight', gain: 0.78, room: 0.08 },
  beats: [
    { kick: fourFloor, hat: 'x.x.x.x.x.x.x.x.' },
    { kick: fourFloor, snare: '....x.......x...', open: '..x...x...x...x.', hat: 'xoxoxoxoxoxoxoxo' },
    {
      kick: fourFloor,
      snare: '....X.......X..o',
      clap: '....x.......x...',
      open: '..X...X...X...X.',
      hat: 'xoxoxoxoxoxoxoxo',
      shaker: 'xoxxxoxxxoxxxoxx',
    },
  ],
  parts: [
    ['finger', 33, 0.72, 'r.u.r.u.r.u.f.ua', { chorus: 'r.u.r.uur.u.f.ua' }],
    ['clean', 62, 0.42, '..x..xx...x.xx..', { chorus: 'x.xx..xxx.xx.xx.', tones: 4, pan: -0.5, room: 0.1 }],
    ['tine', 57, 0.42, 'x-----.x--......', { tones: 4, pan: 0.3, room: 0.15 }],
    ['strings', 67, 0.32, 'x---------------', { tones: 3, room: 0.35, from: 2 }],
    ['horns', 62, 0.3, '................', { chorus: '..........x.x--.', tones: 3, room: 0.25, pan: 0.4, from: 2 }],
  ],
  lead: ['high', 63, 0.5, { room: 0.2, echo: 0.14 }],
  rhythms: ['x-x-x---..x-x-x-x---....x-x---..', '..x-x-x-x-----..x-x-x-x-x-------'],
  room: { seconds: 1.4, damping: 0.35 },
  echo: { steps: 4, feedback: 0.3 },
  duck: 0.18,
  loudness: -10,
};

export const synthwave: Style = {
  bpm: [96, 108],
  steps: 16,
  loose: 0,
  modes: ['minor'],
  progressions: [
    [0, 5, 2, 6],
    [5, 6, 0, 0],
    [0, 2, 6, 5],
  ],
  drums: { kit: 'gated', gain: 0.78, room: 0.16 },
  beats: [
    { hat: 'x...x...x...x...' },
    { kick: 'X.......X.......', snare: '....X.......X...', hat: 'x.x.x.x.x.x.x.x.' },
    {
      kick: 'X..x..x.X.......',
      snare: '....X.......X...',
      hat: 'x.xxx.xxx.xxx.xx',
      tom: '..............x.',
      low: '...............x',
    },
  ],
  parts: [
    ['analog', 33, 0.6, 'r.r.r.r.r.r.r.r.', { chorus: 'r.rrr.u.r.rrr.u.', ducked: true }],
    ['warm', 55, 0.42, 'x---------------', { tones: 4, room: 0.3, to: 1 }],
    [
      'supersaw',
      57,
      0.36,
      'x---------------',
      { chorus: 'x-----x-----x---', tones: 4, room: 0.3, ducked: true, from: 2 },
    ],
    ['sequence', 69, 0.22, '0123210312302103', { tones: 4, echo: 0.3, room: 0.2, pan: 0.3 }],
  ],
  lead: ['glider', 67, 0.34, { room: 0.35, echo: 0.36 }],
  rhythms: ['x-----x-----x---x---------------', 'x---x---x-x-x---x-----x---------'],
  room: { seconds: 2.4, damping: 0.35 },
  echo: { steps: 6, feedback: 0.45 },
  duck: 0.4,
  loudness: -10.5,
};

export const afro: Style = {
  bpm: [110, 115],
  steps: 16,
  swing: { on: 16, by: 0.1 },
  loose: 2,
  modes: ['minor', 'dorian'],
  progressions: [
    [0, 3, 4, 0],
    [0, 5, 3, 4],
  ],
  drums: { kit: 'tight', gain: 0.74, room: 0.08 },
  beats: [
    { shaker: 'xoxoxoxoxoxoxoxo', rim: 'x..x..x...x.x...' },
    { kick: 'X...X...X...X...', shaker: 'xoxoxoxoxoxoxoxo', rim: 'x..x..x...x.x...', tom: '......o...o...oo' },
    {
      kick: 'X...X...X...X..o',
      shaker: 'XoxoXoxoXoxoXoxo',
      rim: 'x..x..x...x.x...',
      clap: '....x.......x...',
      tom: '...x..o.x.o...xo',
      low: '.......x......x.',
    },
  ],
  parts: [
    ['slide', 34, 0.66, 'r..r..r.....r.f.', { chorus: 'r..r..r...u.r.fr' }],
    ['marimba', 62, 0.36, '0.21.3.20.21.3.1', { tones: 4, room: 0.14, pan: -0.35 }],
    ['clean', 67, 0.4, '..2.3.1...2.30..', { tones: 4, room: 0.2, echo: 0.14, pan: 0.45, from: 1 }],
    ['warm', 55, 0.28, 'x---------------', { tones: 4, room: 0.25 }],
  ],
  lead: ['low', 55, 0.52, { room: 0.18, echo: 0.2 }],
  rhythms: ['x-x--x-x--......x-x--x-x-----...', '..x-x-x--x-x----..x-x-x--x------'],
  room: { seconds: 1.5, damping: 0.4 },
  echo: { steps: 3, feedback: 0.35 },
  duck: 0.2,
  loudness: -10,
};

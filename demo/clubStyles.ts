import type { Style } from './style.ts';

const fourFloor = 'X...X...X...X...';

export const house: Style = {
  bpm: [121, 125],
  steps: 16,
  swing: { on: 16, by: 0.12 },
  loose: 0,
  modes: ['minor', 'dorian'],
  progressions: [
    [0, 5, 2, 6],
    [0, 3, 5, 4],
    [5, 6, 0, 0],
  ],
  drums: { kit: 'club', gain: 0.8, room: 0.05 },
  beats: [
    { kick: fourFloor, hat: '..x...x...x...x.' },
    {
      kick: fourFloor,
      clap: '....x.......x...',
      open: '..x...x...x...x.',
      hat: 'x.oxx.oxx.oxx.ox',
      shaker: 'o.o.o.o.o.o.o.o.',
    },
    {
      kick: fourFloor,
      clap: '....X.......X..o',
      open: '..X...X...X...X.',
      hat: 'x.xxx.xxx.xxx.xx',
      shaker: 'xoxoxoxoxoxoxoxo',
      rim: '...x..x....x..x.',
    },
  ],
  parts: [
    ['analog', 33, 0.62, '..r-..r-..u...r-', { chorus: '..r-.rr-..u-.fr-', ducked: true, from: 1 }],
    ['stab', 57, 0.42, 'x..x..x...x..x..', { tones: 4, room: 0.22, echo: 0.18, ducked: true }],
    ['warm', 53, 0.34, 'x---------------', { tones: 4, room: 0.25, ducked: true }],
    ['piano', 60, 0.4, '................', { chorus: 'x-.x-.x-.x-.x-x-', tones: 4, room: 0.15, pan: 0.15, from: 2 }],
  ],
  lead: ['high', 62, 0.5, { room: 0.2, echo: 0.26 }],
  rhythms: ['x--x--x---....x-x--x--x-----....', '..x-x-x---x-----..x-x-x-x-------'],
  room: { seconds: 1.7, damping: 0.4 },
  echo: { steps: 3, feedback: 0.42 },
  duck: 0.62,
  loudness: -9.5,
  riser: true,
};

export const techno: Style = {
  bpm: [130, 136],
  steps: 16,
  loose: 0,
  modes: ['minor'],
  progressions: [
    [0, 0, 0, 0],
    [0, 0, 5, 5],
  ],
  drums: { kit: 'club', gain: 0.85, room: 0.12 },
  beats: [
    { kick: fourFloor, hat: '..o...o...o...o.' },
    { kick: fourFloor, hat: 'o.xoo.xoo.xoo.xo', open: '..x...x...x...x.', rim: 'x..x..x.x..x..x.' },
    {
      kick: fourFloor,
      clap: '....x.......x...',
      hat: 'xoxoxoxoxoxoxoxo',
      open: '..X...X...X...X.',
      rim: 'x..x..x.x..x..xo',
      tom: '......o..o....x.',
    },
  ],
  parts: [
    ['sub', 29, 0.6, '..r...r...r...r.', { ducked: true }],
    [
      'acid',
      41,
      0.4,
      'r.ru.rr.r.uar.f.',
      { chorus: 'rru.rrfurr.ua.fu', room: 0.08, echo: 0.16, ducked: true, from: 1 },
    ],
    ['stab', 56, 0.4, '......x.........', { chorus: '...x.....x......', tones: 3, room: 0.5, echo: 0.5 }],
    ['haze', 57, 0.3, 'x---------------', { tones: 3, room: 0.4, ducked: true }],
  ],
  lead: ['sequence', 69, 0.3, { pan: 0.2, room: 0.3, echo: 0.42 }],
  rhythms: ['x..x..x..x..x.x.x..x..x..x..x...', 'x.x..x.x..x.x...x.x..x.x..x.....'],
  room: { seconds: 2.6, damping: 0.5 },
  echo: { steps: 3, feedback: 0.55 },
  duck: 0.55,
  loudness: -9.5,
  riser: true,
};

export const drumAndBass: Style = {
  bpm: [172, 175],
  steps: 16,
  loose: 1,
  modes: ['minor'],
  progressions: [
    [0, 0, 5, 5, 3, 3, 6, 6],
    [0, 0, 2, 2, 5, 5, 4, 4],
  ],
  drums: { kit: 'tight', gain: 0.82, room: 0.07 },
  beats: [
    { hat: 'x...x...x...x...', ride: '........x.......' },
    { kick: 'X.........X.....', snare: '....X..o.o..X..o', hat: 'x.x.x.x.x.x.x.x.', shaker: 'o.xoo.xoo.xoo.xo' },
    {
      kick: 'X..o......X.....X.........X..o..',
      snare: '....X..o.o..X..o....X..o.o.oX.oo',
      hat: 'xox.xoxoxox.xoxo',
      ride: 'x...x...x...x...',
    },
  ],
  parts: [
    [
      'reese',
      31,
      0.62,
      'r---------------r-----r---f-----',
      { chorus: 'r-----r-..r---u-r---f-----r-a---', ducked: true, from: 1 },
    ],
    ['warm', 55, 0.42, 'x---------------', { tones: 4, room: 0.4 }],
    ['tine', 62, 0.35, 'x-----x-----x---', { tones: 4, room: 0.3, echo: 0.25, pan: -0.2, to: 1 }],
    ['sequence', 67, 0.2, '0.2.1.3.0.2.1.3.', { tones: 4, echo: 0.35, room: 0.2, pan: 0.35, from: 2 }],
  ],
  lead: ['high', 64, 0.46, { room: 0.4, echo: 0.3 }],
  rhythms: ['x-------x---x-----------........', 'x---x---x-------x---------------'],
  room: { seconds: 2.8, damping: 0.4 },
  echo: { steps: 6, feedback: 0.4 },
  duck: 0.3,
  loudness: -9,
  riser: true,
};

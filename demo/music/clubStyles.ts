import type { StyleDefinition } from './style.ts';

const fourFloor = 'X...X...X...X...';

export const house: StyleDefinition = {
  bpm: [121, 125],
  swing: { division: 16, amount: 0.12 },
  timingJitterMs: 0,
  modes: ['minor', 'dorian'],
  progressions: [
    [0, 5, 2, 6],
    [0, 3, 5, 4],
    [5, 6, 0, 0],
  ],
  drums: { kit: 'club', gain: 0.8, reverb: 0.05 },
  beats: [
    { kick: fourFloor, hat: '..x...x...x...x.' },
    {
      kick: fourFloor,
      clap: '....x.......x...',
      openHat: '..x...x...x...x.',
      hat: 'x.oxx.oxx.oxx.ox',
      shaker: 'o.o.o.o.o.o.o.o.',
    },
    {
      kick: fourFloor,
      clap: '....X.......X..o',
      openHat: '..X...X...X...X.',
      hat: 'x.xxx.xxx.xxx.xx',
      shaker: 'xoxoxoxoxoxoxoxo',
      rim: '...x..x....x..x.',
    },
  ],
  parts: [
    ['analogBass', 33, 0.62, '..r-..r-..u...r-', { chorus: '..r-.rr-..u-.fr-', ducked: true, minEnergy: 1 }],
    ['stab', 57, 0.42, 'x..x..x...x..x..', { chordSize: 4, reverb: 0.22, delay: 0.18, ducked: true }],
    ['warmPad', 53, 0.34, 'x---------------', { chordSize: 4, reverb: 0.25, ducked: true }],
    [
      'piano',
      60,
      0.4,
      '................',
      { chorus: 'x-.x-.x-.x-.x-x-', chordSize: 4, reverb: 0.15, pan: 0.15, minEnergy: 2 },
    ],
  ],
  lead: ['high', 62, 0.5, { reverb: 0.2, delay: 0.26 }],
  rhythms: ['x--x--x---....x-x--x--x-----....', '..x-x-x---x-----..x-x-x-x-------'],
  reverb: { seconds: 1.7, damping: 0.4 },
  delay: { steps: 3, feedback: 0.42 },
  ducking: 0.62,
  loudness: -9.5,
  hasRiser: true,
};

export const techno: StyleDefinition = {
  bpm: [130, 136],
  timingJitterMs: 0,
  modes: ['minor'],
  progressions: [
    [0, 0, 0, 0],
    [0, 0, 5, 5],
  ],
  drums: { kit: 'club', gain: 0.85, reverb: 0.12 },
  beats: [
    { kick: fourFloor, hat: '..o...o...o...o.' },
    { kick: fourFloor, hat: 'o.xoo.xoo.xoo.xo', openHat: '..x...x...x...x.', rim: 'x..x..x.x..x..x.' },
    {
      kick: fourFloor,
      clap: '....x.......x...',
      hat: 'xoxoxoxoxoxoxoxo',
      openHat: '..X...X...X...X.',
      rim: 'x..x..x.x..x..xo',
      tom: '......o..o....x.',
    },
  ],
  parts: [
    ['subBass', 29, 0.6, '..r...r...r...r.', { ducked: true }],
    [
      'acidBass',
      41,
      0.4,
      'r.ru.rr.r.uar.f.',
      { chorus: 'rru.rrfurr.ua.fu', reverb: 0.08, delay: 0.16, ducked: true, minEnergy: 1 },
    ],
    ['stab', 56, 0.4, '......x.........', { chorus: '...x.....x......', chordSize: 3, reverb: 0.5, delay: 0.5 }],
    ['airPad', 57, 0.3, 'x---------------', { chordSize: 3, reverb: 0.4, ducked: true }],
  ],
  lead: ['synthPluck', 69, 0.3, { pan: 0.2, reverb: 0.3, delay: 0.42 }],
  rhythms: ['x..x..x..x..x.x.x..x..x..x..x...', 'x.x..x.x..x.x...x.x..x.x..x.....'],
  reverb: { seconds: 2.6, damping: 0.5 },
  delay: { steps: 3, feedback: 0.55 },
  ducking: 0.55,
  loudness: -9.5,
  hasRiser: true,
};

export const drumAndBass: StyleDefinition = {
  bpm: [172, 175],
  timingJitterMs: 1,
  modes: ['minor'],
  progressions: [
    [0, 0, 5, 5, 3, 3, 6, 6],
    [0, 0, 2, 2, 5, 5, 4, 4],
  ],
  drums: { kit: 'tight', gain: 0.82, reverb: 0.07 },
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
      'reeseBass',
      31,
      0.62,
      'r---------------r-----r---f-----',
      { chorus: 'r-----r-..r---u-r---f-----r-a---', ducked: true, minEnergy: 1 },
    ],
    ['warmPad', 55, 0.42, 'x---------------', { chordSize: 4, reverb: 0.4 }],
    [
      'electricPiano',
      62,
      0.35,
      'x-----x-----x---',
      { chordSize: 4, reverb: 0.3, delay: 0.25, pan: -0.2, maxEnergy: 1 },
    ],
    ['synthPluck', 67, 0.2, '0.2.1.3.0.2.1.3.', { chordSize: 4, delay: 0.35, reverb: 0.2, pan: 0.35, minEnergy: 2 }],
  ],
  lead: ['high', 64, 0.46, { reverb: 0.4, delay: 0.3 }],
  rhythms: ['x-------x---x-----------........', 'x---x---x-------x---------------'],
  reverb: { seconds: 2.8, damping: 0.4 },
  delay: { steps: 6, feedback: 0.4 },
  ducking: 0.3,
  loudness: -9,
  hasRiser: true,
};

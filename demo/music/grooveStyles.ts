import type { StyleDefinition } from './style.ts';

export const soul: StyleDefinition = {
  bpm: [78, 92],
  swing: { division: 16, amount: 0.2 },
  timingJitterMs: 7,
  modes: ['dorian', 'major'],
  progressions: [
    [0, 3, 2, 5],
    [3, 2, 1, 0],
    [1, 4, 0, 5],
  ],
  drums: { kit: 'soft', gain: 0.76, reverb: 0.1 },
  beats: [
    { rim: '....x.......x...', hat: 'x.x.x.x.x.x.x.x.' },
    { kick: 'X......xx.x.....', snare: '....X..o.o..X...', hat: 'x.xox.xox.xox.xo' },
    {
      kick: 'X..x...xx.x..o..',
      snare: '....X..o.o..X..o',
      hat: 'xoxoxoxoxoxoxoxo',
      openHat: '..............x.',
      shaker: 'o.x.o.x.o.x.o.x.',
    },
  ],
  parts: [
    ['fingerBass', 33, 0.74, 'r--.r-.uf-..r-a-', { minEnergy: 1 }],
    [
      'electricPiano',
      57,
      0.6,
      'x------.x-----..',
      { chorus: 'x---.x--x---.x--', chordSize: 5, reverb: 0.18, pan: -0.15 },
    ],
    ['cleanGuitar', 64, 0.36, '....x......x....', { chordSize: 3, pan: 0.5, reverb: 0.2, minEnergy: 1 }],
    ['organ', 60, 0.2, 'x---------------', { chordSize: 3, reverb: 0.2, pan: -0.4, minEnergy: 2 }],
    [
      'horns',
      62,
      0.26,
      '................',
      { chorus: '......x-..x---..', chordSize: 3, reverb: 0.25, pan: 0.25, minEnergy: 2 },
    ],
  ],
  lead: ['high', 60, 0.56, { reverb: 0.24, delay: 0.14 }],
  rhythms: ['..x-x--x-x------..x-x--x-x-x----', 'x--x-x--x-----..x--x-x--x-------'],
  reverb: { seconds: 1.6, damping: 0.45 },
  delay: { steps: 3, feedback: 0.3 },
  ducking: 0.1,
  loudness: -11.5,
};

export const hipHop: StyleDefinition = {
  bpm: [84, 94],
  swing: { division: 16, amount: 0.22 },
  timingJitterMs: 6,
  modes: ['minor', 'dorian'],
  progressions: [
    [0, 5, 0, 4],
    [0, 0, 3, 3],
    [0, 3, 5, 4],
  ],
  drums: { kit: 'dusty', gain: 0.86, reverb: 0.06 },
  beats: [
    { hat: 'x.x.x.x.x.x.x.x.' },
    { kick: 'X..x......x.....X.....xx..x.....', snare: '....X.......X..o', hat: 'x.x.x.x.x.x.x.x.' },
    {
      kick: 'X..x...x..x.....X.....xx..x..x..',
      snare: '....X.......X..o',
      hat: 'x.xox.x.x.xox.xx',
      openHat: '..............x.',
      shaker: 'o.o.o.o.o.o.o.o.',
    },
  ],
  parts: [
    ['doubleBass', 33, 0.85, 'r--r....r-..f-a.', { minEnergy: 1 }],
    [
      'electricPiano',
      60,
      0.5,
      'x-----..........',
      { chorus: 'x-----...x-.....', chordSize: 4, reverb: 0.15, delay: 0.12, pan: -0.2 },
    ],
    ['vibraphone', 67, 0.3, '........3.2.1...', { chordSize: 4, reverb: 0.3, delay: 0.3, pan: 0.4 }],
    ['strings', 65, 0.22, 'x---------------', { chordSize: 3, reverb: 0.3, minEnergy: 2 }],
  ],
  lead: ['spoken', 47, 0.66, { reverb: 0.06, delay: 0.07 }],
  rhythms: ['x.xxx.x.xx.x.x..x.xx.xx.x.x.x...', 'xx.xx.x.x.xx.x..xx.xx.xxx.x.....'],
  reverb: { seconds: 1.1, damping: 0.5 },
  delay: { steps: 4, feedback: 0.3 },
  ducking: 0.12,
  loudness: -10.5,
};

export const trap: StyleDefinition = {
  bpm: [68, 74],
  timingJitterMs: 0,
  modes: ['minor'],
  progressions: [
    [0, 0, 5, 4],
    [0, 5, 3, 4],
  ],
  drums: { kit: 'boom', gain: 0.8, reverb: 0.06 },
  beats: [
    { hat: 'x.x.x.x.x.x.x.x.' },
    { kick: 'X......x..x.....', clap: '........X.......', hat: 'x.x.x.xxx.x.xxx.' },
    {
      kick: 'X..x...x..x..x..',
      clap: '........X.......',
      snare: '........x.......',
      hat: 'xxxxx.xxxxxxx.xx',
      openHat: '......x.........',
    },
  ],
  parts: [
    ['slideBass', 29, 0.72, 'r------r--r-----', { chorus: 'r--r---r--u--f--', minEnergy: 1 }],
    ['bell', 67, 0.34, '0...2..1..3.2...', { chordSize: 4, reverb: 0.3, delay: 0.2, pan: -0.2 }],
    ['airPad', 57, 0.3, 'x---------------', { chordSize: 3, reverb: 0.3 }],
    ['mutedGuitar', 62, 0.4, '..1...2...1.3...', { chordSize: 3, delay: 0.25, pan: 0.4, minEnergy: 2 }],
  ],
  lead: ['spoken', 50, 0.6, { reverb: 0.1, delay: 0.16 }],
  rhythms: ['x.xx.xx.x.xx.xx.x.xx.xx.x-......', 'xxx.xxx.xxx.x...xxx.xxx.x.x-....'],
  reverb: { seconds: 1.9, damping: 0.4 },
  delay: { steps: 3, feedback: 0.35 },
  ducking: 0.25,
  loudness: -9.5,
};

export const jazz: StyleDefinition = {
  bpm: [104, 126],
  swing: { division: 8, amount: 0.3 },
  timingJitterMs: 8,
  modes: ['major', 'dorian'],
  progressions: [
    [1, 4, 0, 5],
    [0, 5, 1, 4],
    [2, 5, 1, 4],
  ],
  drums: { kit: 'soft', gain: 0.7, reverb: 0.16 },
  beats: [
    { brush: 'x...x.x.x...x.x.' },
    { ride: 'x...x.x.x...x.x.', brush: '....x.......x...', hat: '....x.......x...', kick: 'o.......o.......' },
    {
      ride: 'X...x.x.X...x.xo',
      brush: '....x.......x.o.',
      hat: '....x.......x...',
      kick: 'o..o....o.....o.',
      snare: '......o.......oo',
    },
  ],
  parts: [
    ['doubleBass', 31, 0.95, 'r---2---f---a---', { chorus: 'r---2---f-f-a---', pan: -0.05 }],
    ['piano', 58, 0.5, '......x-......x-', { chorus: 'x-....x-...x--..', chordSize: 5, pan: -0.35, reverb: 0.2 }],
  ],
  lead: ['reed', 58, 0.44, { pan: 0.2, reverb: 0.28, delay: 0.04 }],
  rhythms: ['x-x-x---x-x-x-x-x-----x-x-......', '..x-x-x-x---....x-x-x-x-x-x-x---'],
  reverb: { seconds: 1.7, damping: 0.5 },
  delay: { steps: 4, feedback: 0.1 },
  loudness: -13,
};

import type { Style } from './style.ts';

export const soul: Style = {
  bpm: [78, 92],
  steps: 16,
  swing: { on: 16, by: 0.2 },
  loose: 7,
  modes: ['dorian', 'major'],
  progressions: [
    [0, 3, 2, 5],
    [3, 2, 1, 0],
    [1, 4, 0, 5],
  ],
  drums: { kit: 'soft', gain: 0.76, room: 0.1 },
  beats: [
    { rim: '....x.......x...', hat: 'x.x.x.x.x.x.x.x.' },
    { kick: 'X......xx.x.....', snare: '....X..o.o..X...', hat: 'x.xox.xox.xox.xo' },
    {
      kick: 'X..x...xx.x..o..',
      snare: '....X..o.o..X..o',
      hat: 'xoxoxoxoxoxoxoxo',
      open: '..............x.',
      shaker: 'o.x.o.x.o.x.o.x.',
    },
  ],
  parts: [
    ['finger', 33, 0.74, 'r--.r-.uf-..r-a-', { from: 1 }],
    ['tine', 57, 0.6, 'x------.x-----..', { chorus: 'x---.x--x---.x--', tones: 5, room: 0.18, pan: -0.15 }],
    ['clean', 64, 0.36, '....x......x....', { tones: 3, pan: 0.5, room: 0.2, from: 1 }],
    ['organ', 60, 0.2, 'x---------------', { tones: 3, room: 0.2, pan: -0.4, from: 2 }],
    ['horns', 62, 0.26, '................', { chorus: '......x-..x---..', tones: 3, room: 0.25, pan: 0.25, from: 2 }],
  ],
  lead: ['high', 60, 0.56, { room: 0.24, echo: 0.14 }],
  rhythms: ['..x-x--x-x------..x-x--x-x-x----', 'x--x-x--x-----..x--x-x--x-------'],
  room: { seconds: 1.6, damping: 0.45 },
  echo: { steps: 3, feedback: 0.3 },
  duck: 0.1,
  loudness: -11.5,
};

export const hipHop: Style = {
  bpm: [84, 94],
  steps: 16,
  swing: { on: 16, by: 0.22 },
  loose: 6,
  modes: ['minor', 'dorian'],
  progressions: [
    [0, 5, 0, 4],
    [0, 0, 3, 3],
    [0, 3, 5, 4],
  ],
  drums: { kit: 'dusty', gain: 0.86, room: 0.06 },
  beats: [
    { hat: 'x.x.x.x.x.x.x.x.' },
    { kick: 'X..x......x.....X.....xx..x.....', snare: '....X.......X..o', hat: 'x.x.x.x.x.x.x.x.' },
    {
      kick: 'X..x...x..x.....X.....xx..x..x..',
      snare: '....X.......X..o',
      hat: 'x.xox.x.x.xox.xx',
      open: '..............x.',
      shaker: 'o.o.o.o.o.o.o.o.',
    },
  ],
  parts: [
    ['upright', 33, 0.85, 'r--r....r-..f-a.', { from: 1 }],
    ['tine', 60, 0.5, 'x-----..........', { chorus: 'x-----...x-.....', tones: 4, room: 0.15, echo: 0.12, pan: -0.2 }],
    ['vibes', 67, 0.3, '........3.2.1...', { tones: 4, room: 0.3, echo: 0.3, pan: 0.4 }],
    ['strings', 65, 0.22, 'x---------------', { tones: 3, room: 0.3, from: 2 }],
  ],
  lead: ['spoken', 47, 0.66, { room: 0.06, echo: 0.07 }],
  rhythms: ['x.xxx.x.xx.x.x..x.xx.xx.x.x.x...', 'xx.xx.x.x.xx.x..xx.xx.xxx.x.....'],
  room: { seconds: 1.1, damping: 0.5 },
  echo: { steps: 4, feedback: 0.3 },
  duck: 0.12,
  loudness: -10.5,
};

export const trap: Style = {
  bpm: [68, 74],
  steps: 16,
  loose: 0,
  modes: ['minor'],
  progressions: [
    [0, 0, 5, 4],
    [0, 5, 3, 4],
  ],
  drums: { kit: 'boom', gain: 0.8, room: 0.06 },
  beats: [
    { hat: 'x.x.x.x.x.x.x.x.' },
    { kick: 'X......x..x.....', clap: '........X.......', hat: 'x.x.x.xxx.x.xxx.' },
    {
      kick: 'X..x...x..x..x..',
      clap: '........X.......',
      snare: '........x.......',
      hat: 'xxxxx.xxxxxxx.xx',
      open: '......x.........',
    },
  ],
  parts: [
    ['slide', 29, 0.72, 'r------r--r-----', { chorus: 'r--r---r--u--f--', from: 1 }],
    ['bell', 67, 0.34, '0...2..1..3.2...', { tones: 4, room: 0.3, echo: 0.2, pan: -0.2 }],
    ['haze', 57, 0.3, 'x---------------', { tones: 3, room: 0.3 }],
    ['muted', 62, 0.4, '..1...2...1.3...', { tones: 3, echo: 0.25, pan: 0.4, from: 2 }],
  ],
  lead: ['spoken', 50, 0.6, { room: 0.1, echo: 0.16 }],
  rhythms: ['x.xx.xx.x.xx.xx.x.xx.xx.x-......', 'xxx.xxx.xxx.x...xxx.xxx.x.x-....'],
  room: { seconds: 1.9, damping: 0.4 },
  echo: { steps: 3, feedback: 0.35 },
  duck: 0.25,
  loudness: -9.5,
};

export const jazz: Style = {
  bpm: [104, 126],
  steps: 16,
  swing: { on: 8, by: 0.3 },
  loose: 8,
  modes: ['major', 'dorian'],
  progressions: [
    [1, 4, 0, 5],
    [0, 5, 1, 4],
    [2, 5, 1, 4],
  ],
  drums: { kit: 'soft', gain: 0.7, room: 0.16 },
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
    ['upright', 31, 0.95, 'r---2---f---a---', { chorus: 'r---2---f-f-a---', pan: -0.05 }],
    ['piano', 58, 0.5, '......x-......x-', { chorus: 'x-....x-...x--..', tones: 5, pan: -0.35, room: 0.2 }],
  ],
  lead: ['reed', 58, 0.44, { pan: 0.2, room: 0.28, echo: 0.04 }],
  rhythms: ['x-x-x---x-x-x-x-x-----x-x-......', '..x-x-x-x---....x-x-x-x-x-x-x---'],
  room: { seconds: 1.7, damping: 0.5 },
  echo: { steps: 4, feedback: 0.1 },
  duck: 0,
  loudness: -13,
};

import type { Style } from './style.ts';

export const ambient: Style = {
  bpm: [62, 72],
  steps: 16,
  loose: 14,
  modes: ['lydian', 'major', 'minor'],
  progressions: [
    [0, 4, 1, 0],
    [0, 2, 5, 3],
    [3, 0, 5, 4],
  ],
  drums: { kit: 'soft', gain: 0.5, room: 0.4 },
  beats: [{}, { shaker: 'o.......o.......' }, { kick: 'x.........o.....', shaker: 'o...o...o...o...' }],
  parts: [
    ['haze', 55, 0.6, 'x---------------', { tones: 4, room: 0.5 }],
    ['warm', 48, 0.34, 'x---------------', { tones: 3, room: 0.3, from: 1 }],
    ['sub', 34, 0.36, 'r---------------', { from: 1 }],
    ['bell', 72, 0.2, '0.....2...1.....3....1......2...', { tones: 4, room: 0.5, echo: 0.5, pan: 0.3 }],
    ['felt', 60, 0.34, '..1...3.....2...', { tones: 4, room: 0.5, echo: 0.3, pan: -0.3, from: 1 }],
  ],
  lead: ['flute', 67, 0.2, { room: 0.6, echo: 0.4 }],
  rhythms: ['x-------x-----------------------', '....x-------x-------x-----------'],
  room: { seconds: 5.5, damping: 0.3 },
  echo: { steps: 6, feedback: 0.6 },
  duck: 0,
  loudness: -14,
};

export const folk: Style = {
  bpm: [92, 108],
  steps: 16,
  loose: 8,
  modes: ['major', 'mixolydian'],
  progressions: [
    [0, 3, 0, 4],
    [0, 5, 3, 4],
    [5, 3, 0, 4],
  ],
  drums: { kit: 'soft', gain: 0.55, room: 0.15 },
  beats: [
    {},
    { shaker: 'x.o.x.o.x.o.x.o.' },
    { kick: 'x.......x.......', shaker: 'xoxoxoxoxoxoxoxo', brush: '....x.......x...' },
  ],
  parts: [
    ['steel', 52, 0.72, '0-2-1-3-0-2-3-1-', { tones: 4, pan: -0.3, room: 0.14 }],
    ['steel', 57, 0.4, 'x-----x-x---x-x-', { tones: 4, pan: 0.45, room: 0.14, from: 2 }],
    ['upright', 33, 0.7, 'r-------f-------', { from: 1 }],
    ['strings', 62, 0.2, 'x---------------', { tones: 3, room: 0.3, from: 2 }],
  ],
  lead: ['high', 60, 0.52, { room: 0.22, echo: 0.04 }],
  rhythms: ['x---x-x-x---x---x---x-x-x-------', '..x-x-x-x---x-----x-x-x-x-------'],
  room: { seconds: 1.5, damping: 0.45 },
  echo: { steps: 4, feedback: 0.15 },
  duck: 0,
  loudness: -13,
};

export const waltz: Style = {
  bpm: [96, 116],
  steps: 12,
  loose: 9,
  modes: ['minor', 'major'],
  progressions: [
    [0, 3, 4, 0],
    [0, 5, 3, 4],
    [0, 6, 5, 4],
  ],
  drums: { kit: 'soft', gain: 0.5, room: 0.2 },
  beats: [{}, { brush: '....x...x...' }, { kick: 'x...........', brush: '....x...x.o.' }],
  parts: [
    ['nylon', 52, 0.75, '0---2-1-3-2-', { tones: 4, pan: -0.2, room: 0.16 }],
    ['upright', 33, 0.75, 'r-----------', { from: 1 }],
    ['nylon', 60, 0.42, '....x---x---', { tones: 3, pan: 0.4, room: 0.16, from: 1 }],
    ['strings', 62, 0.26, 'x-----------', { tones: 3, room: 0.35, from: 2 }],
  ],
  lead: ['low', 52, 0.54, { room: 0.24, echo: 0.04 }],
  rhythms: ['x-----x-x---x-----------', '..x-x-x-x---x---x-------'],
  room: { seconds: 1.8, damping: 0.45 },
  echo: { steps: 4, feedback: 0.15 },
  duck: 0,
  loudness: -13.5,
};

export const neoclassical: Style = {
  bpm: [84, 104],
  steps: 12,
  loose: 10,
  modes: ['minor', 'lydian'],
  progressions: [
    [0, 5, 2, 6],
    [0, 2, 5, 4],
    [5, 2, 0, 6],
  ],
  drums: { kit: 'soft', gain: 0.3, room: 0.3 },
  beats: [{}, {}, {}],
  parts: [
    ['felt', 55, 0.85, '0-2-3-1-2-3-', { chorus: '0-3-2-4-3-1-', tones: 5, pan: -0.15, room: 0.3 }],
    ['felt', 36, 0.7, 'r-----------', { room: 0.25 }],
    ['strings', 55, 0.34, 'x-----------', { tones: 4, room: 0.5, from: 1 }],
    ['harp', 67, 0.4, '............', { chorus: '3-.2-.1-.0-.', tones: 4, room: 0.4, pan: 0.4, from: 2 }],
  ],
  lead: ['piano', 67, 0.5, { pan: 0.1, room: 0.35, echo: 0.06 }],
  rhythms: ['x-----x-----x---x-x-----', 'x---x---x---x-----------'],
  room: { seconds: 3.2, damping: 0.45 },
  echo: { steps: 6, feedback: 0.2 },
  duck: 0,
  loudness: -14,
};

export const kalimbaPop: Style = {
  bpm: [98, 106],
  steps: 16,
  swing: { on: 16, by: 0.08 },
  loose: 4,
  modes: ['major', 'lydian'],
  progressions: [
    [0, 4, 5, 3],
    [3, 4, 2, 5],
    [0, 2, 3, 4],
  ],
  drums: { kit: 'tight', gain: 0.7, room: 0.08 },
  beats: [
    { rim: '....x.......x...' },
    { kick: 'X.....x...x.....', rim: '....x.......x...', shaker: 'xoxoxoxoxoxoxoxo' },
    { kick: 'X.....x.X.x.....', clap: '....X.......X...', shaker: 'XoxoXoxoXoxoXoxo', hat: '..x...x...x...x.' },
  ],
  parts: [
    ['kalimba', 67, 0.42, '0.2.1.3.2.0.3.1.', { tones: 4, room: 0.2, echo: 0.2, pan: -0.25 }],
    ['sub', 33, 0.6, 'r-----r-..r-....', { ducked: true, from: 1 }],
    ['warm', 55, 0.36, 'x---------------', { tones: 4, room: 0.2, ducked: true, from: 1 }],
    ['muted', 62, 0.4, '2.2.1.1.3.3.2.2.', { tones: 4, room: 0.1, pan: 0.4, from: 2 }],
    [
      'supersaw',
      60,
      0.22,
      '................',
      { chorus: 'x-----x-----x---', tones: 4, room: 0.2, ducked: true, from: 2 },
    ],
  ],
  lead: ['high', 62, 0.54, { room: 0.2, echo: 0.16 }],
  rhythms: ['x-x-x-x---x-....x-x-x-x-x-------', '..x-x-x-x-x-----..x-x-x-x---x---'],
  room: { seconds: 1.6, damping: 0.35 },
  echo: { steps: 3, feedback: 0.35 },
  duck: 0.3,
  loudness: -10,
};

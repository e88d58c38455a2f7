import type { Style } from './style.ts';

export const indie: Style = {
  bpm: [118, 138],
  steps: 16,
  loose: 5,
  modes: ['major', 'mixolydian'],
  progressions: [
    [0, 4, 5, 3],
    [0, 3, 5, 4],
    [3, 0, 4, 5],
  ],
  drums: { kit: 'room', gain: 0.78, room: 0.16 },
  beats: [
    { hat: 'x...x...x...x...', kick: 'x...............' },
    { kick: 'X.....x.X.......', snare: '....X.......X...', hat: 'x.o.x.o.x.o.x.o.' },
    { kick: 'X.....x.X.x.....', snare: '....X.......X..o', ride: 'x.o.x.o.x.o.x.o.', open: '..............x.' },
  ],
  parts: [
    ['finger', 33, 0.7, 'r-r-r-r-r-r-r-r-', { chorus: 'r-r-r-r-r-r-f-a-', from: 1 }],
    ['clean', 60, 0.5, '0-2-1-3-2-1-3-1-', { tones: 4, pan: -0.45, room: 0.22, echo: 0.16 }],
    ['clean', 57, 0.42, 'x-------x-----x-', { chorus: 'x-x-x-x-x-x-x-x-', tones: 3, pan: 0.5, room: 0.14, from: 1 }],
    ['fuzz', 45, 0.34, 'x---------------', { chorus: 'x-------x-------', tones: 3, pan: 0.6, room: 0.12, from: 2 }],
    ['fuzz', 50, 0.32, 'x---------------', { chorus: 'x-----x-x-----x-', tones: 3, pan: -0.6, room: 0.12, from: 2 }],
  ],
  lead: ['low', 54, 0.56, { room: 0.2, echo: 0.1 }],
  rhythms: ['..x-x-x-x---x---..x-x-x-x-------', 'x---x-x-x-----..x---x-x-x-------'],
  room: { seconds: 1.3, damping: 0.35 },
  echo: { steps: 4, feedback: 0.25 },
  duck: 0,
  loudness: -10,
};

export const punk: Style = {
  bpm: [172, 188],
  steps: 16,
  loose: 4,
  modes: ['major', 'mixolydian'],
  progressions: [
    [0, 3, 4, 3],
    [0, 4, 5, 3],
    [0, 0, 3, 4],
  ],
  drums: { kit: 'room', gain: 0.82, room: 0.14 },
  beats: [
    { kick: 'x.......x.......', hat: 'x...x...x...x...' },
    { kick: 'X...x...X...x...', snare: '....X.......X...', open: 'x...x...x...x...' },
    {
      kick: 'X..xx..xX..xx...',
      snare: '....X.......X...',
      crash: 'x...............o...............',
      ride: 'x...x...x...x...',
    },
  ],
  parts: [
    ['finger', 33, 0.7, 'r-r-r-r-r-r-r-r-'],
    ['fuzz', 45, 0.44, 'x-x-x-x-x-x-x-x-', { chorus: 'x---x---x---x-x-', tones: 3, pan: -0.65, room: 0.1 }],
    ['fuzz', 52, 0.4, 'x---x---x---x---', { tones: 3, pan: 0.65, room: 0.1, from: 1 }],
  ],
  lead: ['low', 57, 0.6, { room: 0.14, echo: 0.06 }],
  rhythms: ['x-x-x-x-x---x---x-x-x-x-x-------', '..x-x-x-x-x-x---..x-x-x-x-------'],
  room: { seconds: 0.9, damping: 0.3 },
  echo: { steps: 2, feedback: 0.2 },
  duck: 0,
  loudness: -9,
};

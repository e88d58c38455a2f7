import type { DemoTrack } from './release.ts';

export const radioEdit = (title: string): DemoTrack => ({
  title,
  version: 'Radio edit',
  arrangement: 'radio',
  seconds: 13,
});

export const instrumental = (title: string): DemoTrack => ({
  title,
  version: 'Instrumental',
  arrangement: 'instrumental',
  seconds: 15,
});

export const clubMix = (title: string, seconds = 28): DemoTrack => ({
  title,
  version: 'Club mix',
  arrangement: 'club',
  seconds,
});

import type { DemoTrack } from './release.ts';

/** The short version for stations. */
export const radio = (title: string): DemoTrack => ({ title, version: 'Radio edit', take: 'radio', seconds: 19 });

/** The version without its voice. */
export const instrumental = (title: string): DemoTrack => ({
  title,
  version: 'Instrumental',
  take: 'instrumental',
  seconds: 22,
});

/** The long version for the floor; `seconds` as long as it shall be. */
export const club = (title: string, seconds = 28): DemoTrack => ({ title, version: 'Club mix', take: 'club', seconds });

import { albums } from './albums.ts';
import { eps } from './eps.ts';
import { moreSingles } from './moreSingles.ts';
import { newestSingles } from './newestSingles.ts';
import { recentSingles } from './recentSingles.ts';
import type { DemoRelease } from './release.ts';

/** The demo's releases: what can be heard already, the newest first, then what is still to come. */
export const catalogue: DemoRelease[] = [
  ...[...newestSingles, ...recentSingles, ...moreSingles].map((single) => ({ ...single, type: 'Single' as const })),
  ...eps.map((ep) => ({ ...ep, type: 'EP' as const })),
  ...albums.map((album) => ({ ...album, type: 'Album' as const })),
].toSorted((one, other) => rank(one) - rank(other));

function rank({ days: { available } }: DemoRelease): number {
  return available > 0 ? 1000 + available : -available;
}

/** Packages of the demo beside "Everyone". */
export const packageNames = ['Radio', 'Press', 'Clubs', 'Urban', 'Sync'] as const;

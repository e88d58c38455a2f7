import { albums } from './albums.ts';
import { eps } from './eps.ts';
import { moreSingles } from './moreSingles.ts';
import { newestSingles } from './newestSingles.ts';
import { recentSingles } from './recentSingles.ts';
import type { DemoRelease } from './release.ts';

/** The demo releases: available ones from newest to oldest, then upcoming ones. */
export const catalogue: DemoRelease[] = [
  ...[...newestSingles, ...recentSingles, ...moreSingles].map((single) => ({ ...single, type: 'Single' as const })),
  ...eps.map((ep) => ({ ...ep, type: 'EP' as const })),
  ...albums.map((album) => ({ ...album, type: 'Album' as const })),
].toSorted((a, b) => getSortKey(a) - getSortKey(b));

/** The same releases with the full length of their songs. */
export const fullCatalogue: DemoRelease[] = catalogue.map((release) => ({
  ...release,
  tracks: release.tracks.map((track) => ({ ...track, ...(track.fullSeconds && { seconds: track.fullSeconds }) })),
}));

function getSortKey({ dayOffsets: { available } }: DemoRelease): number {
  return available > 0 ? 1000 + available : -available;
}

/** Packages of the demo in addition to "Everyone". */
export const packageNames = ['Radio', 'Press', 'Clubs', 'Urban', 'Sync'] as const;

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

/** Releases that the first start waits for; the others follow while the service runs. */
export const INITIAL_RELEASES = 12;
const LONG_SECONDS = 60;

/** The newest releases without a long song, which are made quickly. */
export const listInitial = (releases: DemoRelease[]): DemoRelease[] =>
  releases.filter(({ tracks }) => tracks.every(({ seconds = 0 }) => seconds < LONG_SECONDS)).slice(0, INITIAL_RELEASES);

function getSortKey({ dayOffsets: { available } }: DemoRelease): number {
  return available > 0 ? 1000 + available : -available;
}

/** Packages of the demo in addition to "Everyone". */
export const packageNames = ['Radio', 'Press', 'Clubs', 'Urban', 'Sync'] as const;

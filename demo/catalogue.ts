import { albums } from './albums.ts';
import { eps } from './eps.ts';
import { moreSingles } from './moreSingles.ts';
import { newestSingles } from './newestSingles.ts';
import { recentSingles } from './recentSingles.ts';
import { DEFAULT_SECONDS, type DemoRelease, type DemoTrack } from './release.ts';

const releases: DemoRelease[] = [
  ...[...newestSingles, ...recentSingles, ...moreSingles].map((single) => ({ ...single, type: 'Single' as const })),
  ...eps.map((ep) => ({ ...ep, type: 'EP' as const })),
  ...albums.map((album) => ({ ...album, type: 'Album' as const })),
].toSorted((a, b) => getSortKey(a) - getSortKey(b));

/** Releases that the first start waits for; the others follow while the service runs. */
export const INITIAL_RELEASES = 12;
/** Length of songs in tests. */
const SHORT_SECONDS = 5;
/** Length of the songs that tests wait for. */
const INITIAL_SECONDS = 12;
/** Length of the songs that the first start waits for; longer ones would delay it. */
const FIRST_START_SECONDS = 8;

const unlimited = releases.map((release) => setLengths(release, ({ fullSeconds, seconds }) => fullSeconds ?? seconds));
const initial = listInitial(unlimited);

/** The demo releases: available ones from newest to oldest, then upcoming ones. */
export const fullCatalogue: DemoRelease[] = unlimited.map((release) =>
  initial.includes(release) ? setLengths(release, () => FIRST_START_SECONDS) : release,
);

/** The same releases with shorter songs, for tests; those that tests listen to for a while are longer. */
export const catalogue: DemoRelease[] = releases.map((release, index) => {
  if (index === 0) return release;
  return setLengths(release, () => (index < INITIAL_RELEASES ? INITIAL_SECONDS : SHORT_SECONDS));
});

/** The available releases with the least music, which are made quickly. */
export function listInitial(from: DemoRelease[]): DemoRelease[] {
  return from
    .filter(({ dayOffsets }) => dayOffsets.available <= 0)
    .toSorted((a, b) => countSeconds(a) - countSeconds(b))
    .slice(0, INITIAL_RELEASES);
}

function countSeconds({ tracks }: DemoRelease): number {
  return tracks.reduce((sum, { seconds = DEFAULT_SECONDS }) => sum + seconds, 0);
}

function setLengths(release: DemoRelease, getSeconds: (track: DemoTrack) => number | undefined): DemoRelease {
  return { ...release, tracks: release.tracks.map((track) => ({ ...track, seconds: getSeconds(track) })) };
}

function getSortKey({ dayOffsets: { available } }: DemoRelease): number {
  return available > 0 ? 1000 + available : -available;
}

/** Packages of the demo in addition to "Everyone". */
export const packageNames = ['Radio', 'Press', 'Clubs', 'Urban', 'Sync'] as const;

const labelSide = {
  type: 'Single',
  label: 'tides',
  credits: { writers: 'Marta Ferrer Roig', producer: 'Callum Reeve' },
  style: 'house',
  tags: { genres: 'House, Pop', moods: 'Bright', instruments: 'Synthesiser, Piano' },
  audience: { markets: 'uk, de', packages: 'Radio, Clubs' },
} as const;

/** What only the console of its label shows: a draft whose audience is undecided, and a withdrawn release. */
export const labelReleases: { draft: DemoRelease; withdrawn: DemoRelease } = {
  draft: {
    ...labelSide,
    id: 'slack-water',
    artist: 'Palma Social',
    title: 'Slack Water',
    dayOffsets: { available: 3, impact: 17 },
    cover: { design: 'glow', palette: 3, secondLine: 'Slack Water' },
    tracks: [
      { title: 'Slack Water', seconds: 12 },
      { title: 'Neap', seconds: 10 },
    ],
  },
  withdrawn: {
    ...labelSide,
    id: 'low-lantern',
    artist: 'Palma Social',
    title: 'Low Lantern',
    dayOffsets: { available: -12, impact: -2 },
    cover: { design: 'rings', palette: 5 },
    tracks: [{ title: 'Low Lantern', seconds: 10 }],
  },
};

import type { TrackSource } from './described.ts';
import { type NamedTrack, readFileName } from './fileName.ts';

/** A track and where it stands. */
export type Placed = TrackSource & { named: NamedTrack; place: { disc: number; ordinal: number | undefined } };

/**
 * Tracks by disc and number. The disc comes from sidecar, folder, tag, file name; the number from sidecar, tag, file name;
 * numbers of tags that contradict each other yield to those of the file names. What has no number stands behind, by name.
 */
export function inPlayingOrder(sources: TrackSource[], warnings: string[]): Placed[] {
  const read = sources.map((source) => ({ ...source, named: readFileName(source.path) }));
  const byTag = read.map((source) => placed(source, source.tags.track ?? source.named.ordinal));
  if (!hasDoubles(byTag)) return sorted(byTag);
  const byName = read.map((source) => placed(source, source.named.ordinal));
  warnings.push('Two tracks have the same number; the file names decided.');
  return sorted(byName);
}

function placed(source: TrackSource & { named: NamedTrack }, ordinal: number | undefined): Placed {
  const { said, disc, tags, named } = source;
  return {
    ...source,
    place: { disc: said?.disc ?? disc ?? tags.disc ?? named.disc ?? 1, ordinal: said?.ordinal ?? ordinal },
  };
}

function hasDoubles(tracks: Placed[]): boolean {
  const places = tracks
    .filter(({ place }) => place.ordinal !== undefined)
    .map(({ place }) => `${place.disc}.${place.ordinal}`);
  return new Set(places).size < places.length;
}

const sorted = (tracks: Placed[]) =>
  tracks.toSorted(
    (a, b) =>
      a.place.disc - b.place.disc ||
      (a.place.ordinal ?? Number.MAX_SAFE_INTEGER) - (b.place.ordinal ?? Number.MAX_SAFE_INTEGER),
  );

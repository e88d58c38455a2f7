import type { Explicit } from '@promenade/contract/catalogue';
import type { DeliveredTrack } from '@promenade/contract/delivery';
import { factsOf, trackFacts } from '@promenade/contract/releaseFields';
import type { DraftTrack, TrackMedia } from '../../catalogue/document/releaseDraft.ts';
import {
  addFeaturedArtist,
  isNumber,
  normalizeVersion,
  type ParsedFileName,
  parseFileName,
  parseTitle,
} from './parseNames.ts';
import type { Tags } from './tags.ts';

export interface TrackFile {
  /** Relative to the delivery. */
  path: string;
  /** Number in the name of its disc folder. */
  disc: number | null;
  tags: Tags;
  assettype: DraftTrack['assettype'];
}

export type TrackSource = TrackFile & { sidecar: DeliveredTrack | undefined };

interface OrderedTrack extends TrackSource {
  fileName: ParsedFileName;
  position: { disc: number; ordinal: number | undefined };
}

export interface TrackMetadata extends Omit<DraftTrack, keyof TrackMedia> {
  path: string;
  lyricsFile: string | null;
  lyricsText: string | undefined;
}

/**
 * Sorts tracks by disc and number. The disc comes from sidecar, folder, tag or file name; the number from sidecar, tag or
 * file name. Duplicate numbers in the tags give way to the file names. Tracks without a number come last, by name.
 */
export function sortTracks(sources: TrackSource[], warnings: string[]): OrderedTrack[] {
  const tracks = sources.map((source) => ({ ...source, fileName: parseFileName(source.path) }));
  const byTag = tracks.map((track) => withPosition(track, track.tags.track ?? track.fileName.ordinal));
  if (!hasDuplicates(byTag)) return byTag.toSorted(comparePositions);
  warnings.push('Two tracks have the same number; the file names decided.');
  return tracks.map((track) => withPosition(track, track.fileName.ordinal)).toSorted(comparePositions);
}

function withPosition(track: Omit<OrderedTrack, 'position'>, number: number | undefined): OrderedTrack {
  const { sidecar, disc, tags, fileName } = track;
  return {
    ...track,
    position: {
      disc: sidecar?.disc ?? disc ?? tags.disc ?? fileName.disc ?? 1,
      ordinal: sidecar?.ordinal ?? number,
    },
  };
}

function hasDuplicates(tracks: OrderedTrack[]): boolean {
  const numbered = tracks.filter(({ position }) => position.ordinal !== undefined);
  return new Set(numbered.map(({ position }) => `${position.disc}.${position.ordinal}`)).size < numbered.length;
}

const comparePositions = ({ position: a }: OrderedTrack, { position: b }: OrderedTrack) =>
  a.disc - b.disc || (a.ordinal ?? Number.MAX_SAFE_INTEGER) - (b.ordinal ?? Number.MAX_SAFE_INTEGER);

interface ReleaseDefaults {
  artist: string;
  label: string;
  streamOnly: boolean | undefined;
  language: string | undefined;
  /** For a file whose name says nothing. */
  title: string | undefined;
}

/** Takes each field from the sidecar, else the tag, else the file name. */
export function buildTrackMetadata(track: OrderedTrack, release: ReleaseDefaults): TrackMetadata {
  const { sidecar, tags, fileName, position, path, assettype } = track;
  const parsed = parseTitle(tags.title ?? ((isNumber(fileName.title) && release.title) || fileName.title));
  const suffix = ` (${tags.version})`;
  if (parsed.version === '' && tags.version && parsed.title.endsWith(suffix))
    parsed.title = parsed.title.slice(0, -suffix.length);
  return {
    path,
    disc: position.disc,
    number: position.ordinal,
    title: sidecar?.title ?? parsed.title,
    version: normalizeVersion(sidecar?.version?.trim() || parsed.version || tags.version || ''),
    artist: sidecar?.artist ?? addFeaturedArtist(tags.artist ?? fileName.artist ?? release.artist, parsed.featured),
    explicit: sidecar?.explicit ?? firstKnown(tags.explicit, parsed.explicit),
    assettype,
    candownload: canDownload(sidecar?.stream_only ?? release.streamOnly),
    ...factsOf(trackFacts, sidecar ?? {}, {
      ...tags,
      ...tags.markers,
      language: tags.language ?? release.language,
      composer: tags.composers.join(', ') || undefined,
      publishing: tags.publisher,
    }),
    work: sidecar?.work ? `${release.label}/${sidecar.work}`.toLowerCase() : null,
    writers: sidecar?.writers ?? (tags.writers.length > 0 ? tags.writers : tags.composers),
    canadian: sidecar?.canadian ?? {},
    lyrics: tags.lyrics ?? '',
    lyricsFile: sidecar?.lyrics ?? null,
    lyricsText: sidecar?.lyrics_text,
    hook_start: sidecar?.hookstart ?? tags.markers.hookstart ?? null,
    guessed: {
      title: (sidecar?.title ?? tags.title) === undefined,
      artist: (sidecar?.artist ?? tags.artist ?? fileName.artist) === undefined,
    },
  };
}

export const canDownload = (streamOnly: boolean | undefined) => (streamOnly === undefined ? undefined : !streamOnly);

const firstKnown = (...values: Explicit[]): Explicit => values.find((value) => value !== 'unknown') ?? 'unknown';

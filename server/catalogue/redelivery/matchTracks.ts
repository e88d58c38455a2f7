import type { ReleaseDocument } from '@promenade/contract/delivery';
import type { KnownTrack } from '../publishTrackQueries.ts';
import { type DraftTrack, deliveredFileOf } from '../releaseDraft.ts';

/** A stored track as its last delivery described it, with its number on its disc. */
export interface DescribedTrack extends KnownTrack {
  number: number;
}

/** @param documents what deliveries said, the latest first */
export function describeTracks(tracks: KnownTrack[], documents: ReleaseDocument[]): DescribedTrack[] {
  return tracks.map((track) => {
    const siblings = documents.find(({ tracks }) => track.trackid in tracks)?.tracks ?? {};
    const said = siblings[track.trackid];
    // A delivery is compared with the last one, not with what was edited since.
    if (!said) return { ...track, number: track.ordinal };
    const { title = '', version = '', disc = 1, isrc = null, ordinal = track.ordinal, stream_only } = said;
    const onDisc = Object.values(siblings).filter((sibling) => (sibling.disc ?? 1) === disc);
    const number = onDisc.filter((sibling) => (sibling.ordinal ?? 0) <= ordinal).length;
    return { ...track, title, version, disc, isrc, ordinal, candownload: !stream_only, number };
  });
}

type Named = Pick<DraftTrack, 'title' | 'version' | 'assettype'>;

const nameOf = ({ title, version, assettype }: Named): string | undefined =>
  title.trim() === ''
    ? undefined
    : JSON.stringify([assettype, ...[title, version].map((text) => text.normalize('NFKC').trim().toLowerCase())]);

/**
 * For each delivered track the id of the stored track that it continues, if any: by ISRC, recording, number and title,
 * title alone where only one track has it, and place.
 * @param byPlace false when the delivery does not hold all tracks; a track that the release lost has no place
 */
export function matchTracks(before: DescribedTrack[], tracks: DraftTrack[], byPlace: boolean): (number | undefined)[] {
  const unmatched = new Set(before);
  const ids: (number | undefined)[] = tracks.map(() => undefined);
  const names = new Map<DescribedTrack | DraftTrack, string | undefined>(
    [...before, ...tracks].map((track) => [track, nameOf(track)]),
  );
  const hasSameName = (known: DescribedTrack, track: DraftTrack) =>
    names.get(track) !== undefined && names.get(track) === names.get(known);
  const isOnlyOne = (known: DescribedTrack, track: DraftTrack) =>
    [...unmatched].every((other) => other === known || !hasSameName(other, track)) &&
    tracks.every((other, index) => other === track || ids[index] !== undefined || !hasSameName(known, other));
  const rules: ((known: DescribedTrack, track: DraftTrack, index: number) => boolean)[] = [
    (known, { isrc, assettype }) => isrc !== null && known.isrc === isrc && known.assettype === assettype,
    (known, track) => known.file !== null && known.file === deliveredFileOf(track),
    (known, track) => known.disc === track.disc && known.number === track.number && hasSameName(known, track),
    (known, track) => hasSameName(known, track) && isOnlyOne(known, track),
    (known, _track, index) => byPlace && !known.isRemoved && known.ordinal === index + 1,
  ];
  for (const isSame of rules) {
    for (const [index, track] of tracks.entries()) {
      if (ids[index] !== undefined) continue;
      const match = [...unmatched].find((known) => isSame(known, track, index));
      if (!match) continue;
      ids[index] = match.id;
      unmatched.delete(match);
    }
  }
  return ids;
}

import type { ReleaseDocument } from '@promenade/contract/delivery';
import { type DraftTrack, deliveredFileOf } from '../document/releaseDraft.ts';
import type { KnownTrack } from '../publishTrackQueries.ts';

/** A stored track as its last delivery described it, with its number on its disc. */
export interface DescribedTrack extends KnownTrack {
  number: number;
  /** What it is called now, which people may have edited. */
  shown: Pick<KnownTrack, 'title' | 'version' | 'assettype' | 'isrc'>;
}

/** @param documents what deliveries said, the latest first */
export function describeTracks(tracks: KnownTrack[], documents: ReleaseDocument[]): DescribedTrack[] {
  return tracks.map((track) => {
    const siblings = documents.find(({ tracks }) => track.trackid in tracks)?.tracks ?? {};
    const said = siblings[track.trackid];
    const shown = track;
    // A delivery is compared with the last one, and then with what was edited since.
    if (!said) return { ...track, shown, number: track.ordinal };
    const { title = '', version = '', disc = 1, isrc = null, ordinal = track.ordinal, stream_only } = said;
    const onDisc = Object.values(siblings).filter((sibling) => (sibling.disc ?? 1) === disc);
    const number = onDisc.filter((sibling) => (sibling.ordinal ?? 0) <= ordinal).length;
    return { ...track, shown, title, version, disc, isrc, ordinal, candownload: !stream_only, number };
  });
}

type Named = Pick<DraftTrack, 'title' | 'version' | 'assettype'>;

const nameOf = ({ title, version, assettype }: Named): string | undefined =>
  title.trim() === ''
    ? undefined
    : JSON.stringify([assettype, ...[title, version].map((text) => text.normalize('NFKC').trim().toLowerCase())]);

/** Whether one title is the other with words behind it: `Two`, `Two v2`. */
function continuesTitle(one: string, other: string): boolean {
  const [short = '', long = ''] = [one, other].map((text) => `${foldTitle(text)} `).sort((a, b) => a.length - b.length);
  return short.trim() !== '' && long.startsWith(short);
}

const foldTitle = (title: string) =>
  title
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();

/**
 * For each delivered track the id of the stored track that it continues, if any: by ISRC, recording, number and title,
 * title alone where only one track has it, and place.
 * @param byPlace false when the delivery does not hold all tracks: a number counts with the beginning of a title then; a
 *   track that the release lost has no place
 */
export function matchTracks(before: DescribedTrack[], tracks: DraftTrack[], byPlace: boolean): (number | undefined)[] {
  const unmatched = new Set(before);
  const ids: (number | undefined)[] = tracks.map(() => undefined);
  const names = new Map(tracks.map((track) => [track, nameOf(track)]));
  const namesOfKnown = new Map(before.map((known) => [known, [nameOf(known), nameOf(known.shown)]]));
  const hasSameName = (known: DescribedTrack, track: DraftTrack) =>
    names.get(track) !== undefined && (namesOfKnown.get(known)?.includes(names.get(track)) ?? false);
  const hasNumber = (known: DescribedTrack, track: DraftTrack) =>
    known.disc === track.disc && known.number === track.number && known.assettype === track.assettype;
  const isOnlyOne = (known: DescribedTrack, track: DraftTrack) =>
    [...unmatched].every((other) => other === known || !hasSameName(other, track)) &&
    tracks.every((other, index) => other === track || ids[index] !== undefined || !hasSameName(known, other));
  const rules: ((known: DescribedTrack, track: DraftTrack, index: number) => boolean)[] = [
    (known, { isrc, assettype }) => isrc !== null && known.isrc === isrc && known.assettype === assettype,
    (known, { isrc, assettype }) => isrc !== null && known.shown.isrc === isrc && known.assettype === assettype,
    (known, track) => known.file !== null && known.file === deliveredFileOf(track),
    (known, track) => known.disc === track.disc && known.number === track.number && hasSameName(known, track),
    (known, track) => hasSameName(known, track) && isOnlyOne(known, track),
    (known, track) =>
      !byPlace &&
      !known.isRemoved &&
      hasNumber(known, track) &&
      [known, known.shown].some(({ title }) => continuesTitle(title, track.title)),
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

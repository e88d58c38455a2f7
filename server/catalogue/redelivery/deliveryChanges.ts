import type { ReleaseDocument } from '@promenade/contract/delivery';
import type { FewerTracks } from '../deliveryTarget.ts';
import type { IdentifiedTrack } from '../document/document.ts';
import { diffPatch } from '../document/mergePatch.ts';
import { deliveredFileOf } from '../document/releaseDraft.ts';
import type { DescribedTrack } from './matchTracks.ts';

/** What becomes of a release, by the titles of its tracks. */
export interface DeliveryChanges {
  /** The delivery holds fewer tracks than the release. */
  fewer?: FewerTracks;
  /** Tracks that get another recording. */
  exchanged: string[];
  added: string[];
  removed: string[];
  /** Tracks that the delivery does not hold, and that stay. */
  kept: string[];
  /** Of the release and of tracks that stay. */
  facts: FactChange[];
}

interface FactChange {
  /** Null: of the release. */
  track: string | null;
  field: string;
  /** Values; undefined when the field had none, or its values are not shown (long texts, files, people). */
  before?: unknown;
  after?: unknown;
}

export function listTrackChanges(before: DescribedTrack[], after: IdentifiedTrack[], delivered: IdentifiedTrack[]) {
  const present = before.filter(({ isRemoved }) => !isRemoved);
  const findIn = <Track extends { trackid: string }>(list: Track[], { trackid }: { trackid: string }) =>
    list.find((track) => track.trackid === trackid);
  const hasOther = (track: IdentifiedTrack) => {
    const former = findIn(present, track);
    return former !== undefined && (former.file ?? null) !== (deliveredFileOf(track) ?? null);
  };
  return {
    exchanged: after.filter(hasOther).map(titleOf),
    added: after.filter((track) => !findIn(present, track)).map(titleOf),
    removed: present.filter((track) => !findIn(after, track)).map(titleOf),
    kept: after.filter((track) => !findIn(delivered, track)).map(titleOf),
  };
}

const titleOf = ({ title = '', version }: { title?: string | undefined; version?: string | undefined }) =>
  version ? `${title} (${version})` : title;

/** Long texts, files and people, whose values are not listed. */
const NAMED_ONLY = ['promo', 'lyrics', 'cover', 'attachments', 'recipients'];

export function listFactChanges(before: ReleaseDocument, after: ReleaseDocument): FactChange[] {
  const inBoth = ({ tracks, ...fields }: ReleaseDocument, other: ReleaseDocument) => ({
    fields,
    tracks: Object.fromEntries(Object.entries(tracks).filter(([trackid]) => trackid in other.tracks)),
  });
  const [old, now] = [inBoth(before, after), inBoth(after, before)];
  const compare = (track: string | null, old: Record<string, unknown>, now: Record<string, unknown>): FactChange[] =>
    Object.keys(diffPatch(old, now)).map((field) => ({
      track,
      field,
      ...(!NAMED_ONLY.includes(field) && { before: old[field], after: now[field] }),
    }));
  return [
    ...compare(null, old.fields, now.fields),
    ...Object.entries(old.tracks).flatMap(([trackid, track]) =>
      compare(titleOf(track), track, now.tracks[trackid] ?? {}),
    ),
  ];
}

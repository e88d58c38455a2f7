import type { ReleaseDocument } from '@promenade/contract/delivery';
import { withoutMarkers } from '@promenade/contract/releaseFields';
import type { IdentifiedDraft, IdentifiedTrack } from '../document/document.ts';
import { deliveredFileOf } from '../document/releaseDraft.ts';

/** What files alone do not say stays: facts without a tag, the cover, texts and attachments. */
export function keepUnsaid(
  said: ReleaseDocument,
  last: ReleaseDocument,
  stored: IdentifiedDraft,
  draft: IdentifiedDraft,
): ReleaseDocument {
  const { title, artist } = draft.keepsUnsaid ?? {};
  const tracks = draft.tracks.map((track) => {
    const former = last.tracks[track.trackid] ?? {};
    const isOther = isOtherRecording(
      stored.tracks.find(({ trackid }) => trackid === track.trackid),
      track,
    );
    const { title, artist } = track.guessed ?? {};
    const filled = fillIn(said.tracks[track.trackid] ?? {}, isOther ? withoutMarkers(former) : former);
    const named = { ...(title && pick(former, 'title', 'version')), ...(artist && pick(former, 'artist')) };
    return [track.trackid, { ...filled, ...named }] as const;
  });
  const isDrawn = said.cover?.[0]?.drawn ?? true;
  return {
    ...fillIn(said, last),
    ...(isDrawn && pick(last, 'cover')),
    ...(title && pick(last, 'title')),
    ...(artist && pick(last, 'artist', 'artists')),
    tracks: Object.fromEntries(tracks),
  };
}

/** Adds what only the other object says. */
export const fillIn = <Fields extends object>(said: Fields, other: Fields): Fields => ({
  ...said,
  ...Object.fromEntries(
    Object.entries(other).filter(([field, value]) => isUnsaid(Reflect.get(said, field)) && !isUnsaid(value)),
  ),
});

const isUnsaid = (value: unknown): boolean =>
  value === undefined ||
  value === '' ||
  value === 'unknown' ||
  (typeof value === 'object' && value !== null && Object.keys(value).length === 0);

const pick = <Fields extends object>(fields: Fields, ...names: (keyof Fields)[]): Partial<Fields> =>
  Object.fromEntries(
    names.flatMap((name) => (isUnsaid(fields[name]) ? [] : [[name, fields[name]]])),
  ) as Partial<Fields>;

type Recorded = Pick<IdentifiedTrack, 'renditions'>;

export const isOtherRecording = (before: Recorded | undefined, after: Recorded | undefined) =>
  before !== undefined && after !== undefined && deliveredFileOf(before) !== deliveredFileOf(after);

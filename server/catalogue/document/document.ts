import type { DocumentPatch, DocumentTrack, ReleaseDocument } from '@promenade/contract/delivery';
import { factsOf, ofEachKind, releaseFacts, trackFacts } from '@promenade/contract/releaseFields';
import { mergePatch } from './mergePatch.ts';
import type { DraftTrack, ReleaseDraft } from './releaseDraft.ts';

/** A track of a draft with the id that its row has or will have. */
export type IdentifiedTrack = DraftTrack & { trackid: string };
export type IdentifiedDraft = Omit<ReleaseDraft, 'tracks'> & { tracks: IdentifiedTrack[] };

/** Packages by name, people by playerid. Without packages nobody has decided who receives it. */
export type Audience = Pick<ReleaseDocument, 'packages' | 'recipients'>;

/** What counts: what was delivered, with what people changed since. Edits of tracks that are gone wait for their return. */
export function mergeDocument(delivered: ReleaseDocument, edits: DocumentPatch): ReleaseDocument {
  const present = Object.entries(edits.tracks ?? {}).filter(([trackid]) => trackid in delivered.tracks);
  return mergePatch(delivered, { ...edits, tracks: Object.fromEntries(present) }) as ReleaseDocument;
}

/** What a draft says, as a document. */
export function documentOf(draft: IdentifiedDraft, audience: Audience, releaseid: string): ReleaseDocument {
  const { title, artist, artists, release_type, markets, tracks } = draft;
  return {
    ...(title !== '' && { title }),
    ...(artist !== '' && { artist }),
    artists,
    release_type,
    ...known({
      ...factsOf(releaseFacts, draft),
      impactdate: draft.impact_date,
      ends: draft.ends && draft.ends.toISOString(),
    }),
    promo: draft.promoinfo(releaseid),
    ...audience,
    ...ofEachKind((kind) => draft[kind]),
    markets,
    ...(!draft.keepsDate && { available: draft.available.toISOString() }),
    stream_only: !draft.candownload,
    allow_sharing: draft.allow_sharing,
    commenting_enabled: draft.commenting_enabled,
    ...(draft.mark && { mark: true }),
    ...documentFilesOf(draft),
    tracks: Object.fromEntries(tracks.map((track, index) => [track.trackid, documentTrackOf(track, index + 1)])),
  };
}

export const documentFilesOf = (draft: IdentifiedDraft): Required<Pick<ReleaseDocument, 'cover' | 'attachments'>> => ({
  cover: draft.cover_hash === null ? [] : [documentCoverOf({ ...draft, cover_hash: draft.cover_hash })],
  attachments: draft.attachments,
});

type DraftCover = Pick<ReleaseDraft, 'color' | 'cover_width' | 'cover_height' | 'cover_drawn'> & { cover_hash: string };

export const documentCoverOf = (cover: DraftCover): NonNullable<ReleaseDocument['cover']>[number] => ({
  hash: cover.cover_hash,
  color: cover.color,
  width: cover.cover_width,
  height: cover.cover_height,
  drawn: cover.cover_drawn ?? false,
});

export function documentTrackOf(track: DraftTrack, ordinal: number): DocumentTrack {
  const { title, version, artist, disc, explicit, writers, canadian, lyrics, candownload } = track;
  return {
    ...known({ title: title || null, artist: artist || null }),
    version,
    disc,
    ordinal,
    explicit,
    ...known({ ...factsOf(trackFacts, track), hookstart: track.hook_start }),
    writers,
    canadian,
    lyrics,
    stream_only: candownload === false,
  };
}

type Known<Fields> = { [Name in keyof Fields]?: NonNullable<Fields[Name]> };

const known = <Fields extends object>(fields: Fields): Known<Fields> =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null)) as Known<Fields>;

/**
 * Gives the draft the values of the document, and puts its tracks in the order of their ordinals; of equal ones the order
 * of the delivery decides.
 */
export function applyDocument(
  draft: IdentifiedDraft,
  document: ReleaseDocument,
  delivered: ReleaseDocument,
): IdentifiedDraft {
  const { available, ends, promo = '', tracks } = document;
  const ordinalIn = (said: ReleaseDocument, { trackid }: IdentifiedTrack) =>
    said.tracks[trackid]?.ordinal ?? Number.MAX_SAFE_INTEGER;
  return {
    ...draft,
    title: document.title ?? '',
    artist: document.artist ?? '',
    artists: document.artists ?? [],
    release_type: document.release_type ?? draft.release_type,
    ...factsOf(releaseFacts, document),
    impact_date: document.impactdate ?? null,
    ...ofEachKind((kind) => document[kind] ?? []),
    markets: document.markets ?? [],
    available: available === undefined ? draft.available : new Date(available),
    ends: ends === undefined ? null : new Date(ends),
    promoinfo: () => promo,
    candownload: !document.stream_only,
    allow_sharing: document.allow_sharing ?? true,
    commenting_enabled: document.commenting_enabled ?? true,
    mark: document.mark ?? false,
    ...(document.cover && draftCoverOf(document.cover)),
    attachments: document.attachments ?? draft.attachments,
    tracks: draft.tracks
      .map((track) => applyTrack(track, tracks[track.trackid] ?? {}))
      .toSorted(
        (a, b) => ordinalIn(document, a) - ordinalIn(document, b) || ordinalIn(delivered, a) - ordinalIn(delivered, b),
      ),
  };
}

const draftCoverOf = ([cover]: NonNullable<ReleaseDocument['cover']>) => ({
  cover_hash: cover?.hash ?? null,
  ...(cover && { color: cover.color }),
  cover_width: cover?.width ?? null,
  cover_height: cover?.height ?? null,
  cover_drawn: cover?.drawn ?? false,
});

const applyTrack = (track: IdentifiedTrack, said: DocumentTrack): IdentifiedTrack => ({
  ...track,
  title: said.title ?? '',
  version: said.version ?? '',
  artist: said.artist ?? '',
  disc: said.disc ?? 1,
  explicit: said.explicit ?? 'unknown',
  ...factsOf(trackFacts, said),
  writers: said.writers ?? [],
  canadian: said.canadian ?? {},
  lyrics: said.lyrics ?? '',
  candownload: !said.stream_only,
  hook_start: said.hookstart ?? null,
});

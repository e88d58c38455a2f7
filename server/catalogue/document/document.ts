import type { DocumentPatch, DocumentTrack, ReleaseDocument } from '@promenade/contract/delivery';
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
  const { title, artist, artists, release_type, genres, markets, moods, instruments, tracks } = draft;
  return {
    ...(title !== '' && { title }),
    ...(artist !== '' && { artist }),
    artists,
    release_type,
    ...known({
      upc: draft.upc,
      catalognumber: draft.catalognumber,
      impactdate: draft.impact_date,
      copyrightyear: draft.copyrightyear,
      p_line: draft.p_line,
      c_line: draft.c_line,
      language: draft.language,
      ends: draft.ends && draft.ends.toISOString(),
    }),
    promo: draft.promoinfo(releaseid),
    ...audience,
    genres,
    markets,
    moods,
    instruments,
    ...(!draft.keepsDate && { available: draft.available.toISOString() }),
    stream_only: !draft.candownload,
    allow_sharing: draft.allow_sharing,
    commenting_enabled: draft.commenting_enabled,
    ...documentFilesOf(draft),
    tracks: Object.fromEntries(tracks.map((track, index) => [track.trackid, documentTrackOf(track, index + 1)])),
  };
}

/** The cover and the attachments of a draft. */
export const documentFilesOf = (draft: IdentifiedDraft): Required<Pick<ReleaseDocument, 'cover' | 'attachments'>> => ({
  cover: draft.cover_hash === null ? [] : [documentCoverOf({ ...draft, cover_hash: draft.cover_hash })],
  attachments: draft.attachments.map(({ title, filename, file, bytes, crc32, media_type }) => ({
    title,
    filename,
    file,
    bytes,
    crc32,
    media_type,
  })),
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
    ...known({
      isrc: track.isrc,
      language: track.language,
      composer: track.composer,
      publishing: track.publishing,
      producer: track.producer,
      hookstart: track.hook_start,
      bpm: track.bpm,
      key: track.key,
    }),
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
    upc: document.upc ?? null,
    catalognumber: document.catalognumber ?? null,
    impact_date: document.impactdate ?? null,
    copyrightyear: document.copyrightyear ?? null,
    p_line: document.p_line ?? null,
    c_line: document.c_line ?? null,
    language: document.language ?? null,
    genres: document.genres ?? [],
    markets: document.markets ?? [],
    moods: document.moods ?? [],
    instruments: document.instruments ?? [],
    available: available === undefined ? draft.available : new Date(available),
    ends: ends === undefined ? null : new Date(ends),
    promoinfo: () => promo,
    candownload: !document.stream_only,
    allow_sharing: document.allow_sharing ?? true,
    commenting_enabled: document.commenting_enabled ?? true,
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
  isrc: said.isrc ?? null,
  language: said.language ?? null,
  composer: said.composer ?? null,
  writers: said.writers ?? [],
  publishing: said.publishing ?? null,
  producer: said.producer ?? null,
  canadian: said.canadian ?? {},
  lyrics: said.lyrics ?? '',
  candownload: !said.stream_only,
  hook_start: said.hookstart ?? null,
  bpm: said.bpm ?? null,
  key: said.key ?? null,
});

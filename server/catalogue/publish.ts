import type { Explicit, ReleaseType } from '@promenade/contract/catalogue';
import type { Db } from '../platform/db.ts';
import { fragmentOf } from './fragment.ts';
import * as queries from './publishQueries.ts';

/** A file in storage. `crc32` is of the whole file. */
export interface StoredFile {
  file: string;
  bytes: number;
  crc32: number;
  media_type: string;
}

export interface DraftRendition extends StoredFile {
  kind: 'original' | 'mp3' | 'wav' | 'video';
  source: string | null;
  data_offset: number;
  data_bytes: number;
  sample_rate: number | null;
  channels: number | null;
  bits: number | null;
}

export interface DraftTrack {
  disc: number;
  title: string;
  version: string;
  artist: string;
  explicit: Explicit;
  assettype: 'audio' | 'video';
  /** Seconds. */
  duration: number;
  candownload: boolean;
  isrc: string | null;
  /** Tracks with the same work are versions of one recording. */
  work: string | null;
  language: string | null;
  composer: string | null;
  writers: string[];
  publishing: string | null;
  producer: string | null;
  canadian: Record<string, string>;
  lyrics: string;
  bpm: number | null;
  hook_start: number | null;
  loudness: number | null;
  loudness_range: number | null;
  peak: number | null;
  waveform_hash: string | null;
  renditions: DraftRendition[];
}

/** A release with all its files safe in storage, ready to be seen. Tracks stand in their order. */
export interface ReleaseDraft {
  /** Names the release on a second import. */
  identity: string;
  /** Over everything delivered; the same means nothing changed. */
  fingerprint: string;
  title: string;
  artist: string;
  /** Each credited artist by name, the main one first. */
  artists: string[];
  labels: { name: string; logo_hash: string | null; contact: string | null }[];
  release_type: ReleaseType;
  upc: string | null;
  catalognumber: string | null;
  copyrightyear: number | null;
  p_line: string | null;
  c_line: string | null;
  language: string | null;
  available: Date;
  /** `YYYY-MM-DD`. */
  impact_date: string | null;
  candownload: boolean;
  allow_sharing: boolean;
  commenting_enabled: boolean;
  cover_hash: string | null;
  /** #rrggbb. */
  color: string;
  /** Sanitised; its pictures stand below `/api/promo/<releaseid>/`. */
  promoinfo: (releaseid: string) => string;
  promoPictures: { name: string; file: string; media_type: string }[];
  genres: string[];
  markets: string[];
  moods: string[];
  instruments: string[];
  /** Names; unknown ones are made. */
  packages: string[];
  /** Addresses; those without an account are passed over. */
  recipients: string[];
  tracks: DraftTrack[];
  attachments: (StoredFile & { title: string; filename: string })[];
}

export interface Published {
  releaseid: string;
  result: 'created' | 'updated' | 'unchanged';
}

/**
 * The one way a release is written: all its rows, the fragment that lists show and the audience, in one transaction.
 * A known identity is updated and keeps its ids; a track keeps its own by ISRC, then by its audio, then by its place.
 */
export function publishRelease(db: Db, draft: ReleaseDraft, now: Date): Promise<Published> {
  return db.transaction().execute(async (db) => {
    const known = await queries.lockRelease(db, draft.identity);
    if (known?.fingerprint === draft.fingerprint) return { releaseid: known.releaseid, result: 'unchanged' };
    const releaseid = known?.releaseid ?? crypto.randomUUID();
    const ids = await name(db, draft);
    const audio = draft.tracks.filter(({ assettype }) => assettype === 'audio');
    const facts = {
      explicit: draft.tracks.some(({ explicit }) => explicit === 'explicit'),
      duration: audio.reduce((sum, { duration }) => sum + duration, 0),
      trackcount: audio.length,
    };
    const fragment = fragmentOf(releaseid, { ...draft, ...facts });
    const audience = [...ids.packages, ...ids.recipients.map((id) => -id)];
    const id = await queries.putRelease(db, { releaseid, draft, facts, ids, audience, fragment }, now);
    await queries.putLinks(db, id, ids);
    await putTracks(db, id, draft.tracks);
    await queries.putAttachments(db, id, draft.attachments);
    await queries.putPromoPictures(db, id, draft.promoPictures);
    return { releaseid, result: known ? 'updated' : 'created' };
  });
}

/** The ids behind the names of a draft. */
export type Named = Awaited<ReturnType<typeof name>>;

async function name(db: Db, draft: ReleaseDraft) {
  return {
    labels: await queries.nameLabels(db, draft.labels),
    artists: await queries.nameIn(db, 'artists', draft.artists),
    genres: await queries.nameIn(db, 'genres', draft.genres),
    moods: await queries.nameIn(db, 'moods', draft.moods),
    instruments: await queries.nameIn(db, 'instruments', draft.instruments),
    packages: await queries.nameIn(db, 'packages', draft.packages),
    markets: await queries.nameMarkets(db, draft.markets),
    recipients: await queries.findRecipients(db, draft.recipients),
  };
}

async function putTracks(db: Db, releaseId: number, tracks: DraftTrack[]): Promise<void> {
  const before = await queries.takeTracks(db, releaseId);
  const trackIds = matchTracks(before, tracks);
  await queries.dropTracks(db, releaseId, trackIds.filter((id) => id !== undefined));
  for (const [index, track] of tracks.entries()) {
    const workId = track.work === null ? null : await queries.nameWork(db, track.work);
    const id = await queries.putTrack(db, { id: trackIds[index], releaseId, ordinal: index + 1, workId, track });
    await queries.putRenditions(db, id, track.renditions);
  }
}

/** For each delivered track the one it continues, if any. */
export function matchTracks(before: queries.KnownTrack[], tracks: DraftTrack[]): (number | undefined)[] {
  const left = new Set(before);
  const found: (number | undefined)[] = tracks.map(() => undefined);
  const audioOf = ({ renditions }: DraftTrack) => renditions.find(({ kind }) => kind === 'original' || kind === 'video')?.file;
  const rules: ((known: queries.KnownTrack, track: DraftTrack, index: number) => boolean)[] = [
    (known, { isrc }) => isrc !== null && known.isrc === isrc,
    (known, track) => known.file !== null && known.file === audioOf(track),
    (known, _track, index) => known.ordinal === index + 1,
  ];
  for (const same of rules) {
    for (const [index, track] of tracks.entries()) {
      if (found[index] !== undefined) continue;
      const match = [...left].find((known) => same(known, track, index));
      if (!match) continue;
      found[index] = match.id;
      left.delete(match);
    }
  }
  return found;
}

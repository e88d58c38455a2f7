import type { DocumentPatch, ReleaseDocument } from '@promenade/contract/delivery';
import {
  type Markers,
  type ProposedKind,
  type proposedNames,
  type ReleaseFacts,
  type TrackFacts,
} from '@promenade/contract/releaseFields';
import type { ColumnType, Generated } from 'kysely';

interface Named {
  id: Generated<number>;
  name: string;
}

interface VocabularyName extends Named {
  /** A label brought it: no filter until an operator accepts it. */
  proposed: Generated<boolean>;
}

type SaidColumns = ReleaseFacts & Record<`${(typeof proposedNames)[ProposedKind]}_ids`, Generated<number[]>>;

/** A search entry: the folded title or name (`head`) and its text search vector. */
interface SearchEntry {
  head: string;
  tsv: string;
}

/** The catalogue, the search index derived from it, and the marks and plays of accounts. */
export interface CatalogueTables extends Record<ProposedKind, VocabularyName> {
  labels: {
    id: Generated<number>;
    labelid: Generated<string>;
    name: string;
    logo_hash: string | null;
    contact: string | null;
    /** New releases are marked. */
    mark: Generated<boolean>;
  };
  artists: {
    id: Generated<number>;
    artistid: Generated<string>;
    name: string;
    picture_hash: string | null;
  };
  markets: {
    id: string;
    name: string;
  };
  packages: Named & { open: Generated<boolean> };
  account_package: {
    account_id: number;
    package_id: number;
    since: Generated<Date>;
    source: Generated<'hand' | 'rule'>;
  };
  release_documents: {
    release_id: number;
    delivered: ColumnType<ReleaseDocument, string, string>;
    /** A merge patch over `delivered`. */
    edits: ColumnType<DocumentPatch, string | undefined, string>;
    fingerprint: string;
    version: Generated<number>;
  };
  former_releases: {
    audit_id: number;
    release_id: number;
    at: Date;
    delivered: ColumnType<ReleaseDocument, string, string>;
    fingerprint: string;
    draft: ColumnType<unknown, string, string>;
  };
  former_files: {
    audit_id: number;
    file: string;
  };
  release_address: {
    release_id: number;
    address: string;
    at: Date;
  };
  release_announcements: {
    release_id: number;
    mail_at: Date | null;
    /** The mails follow the date of the release, not before `mail_at`. */
    with_release: Generated<boolean>;
    subject: Generated<string>;
    message: Generated<string>;
  };
  releases: SaidColumns & {
    id: Generated<number>;
    releaseid: Generated<string>;
    identity: string;
    /** Whose deliveries may change the release. */
    owner_label_id: number | null;
    fingerprint: string;
    state: Generated<'draft' | 'available' | 'withdrawn'>;
    title: string;
    artist: string;
    release_type: 'Album' | 'EP' | 'Single';
    available_at: Date;
    impact_date: string | null;
    explicit: boolean;
    /** Seconds of all audio tracks. */
    duration: number;
    trackcount: number;
    candownload: boolean;
    allow_sharing: boolean;
    commenting_enabled: boolean;
    /** Copies of its sound say whose they are. */
    mark: Generated<boolean>;
    trending: Generated<boolean>;
    cover_hash: string | null;
    cover_drawn: Generated<boolean>;
    /** Pixels as delivered; null: no cover, or not measured. */
    cover_width: number | null;
    cover_height: number | null;
    /** `#rrggbb` */
    color: string;
    promoinfo: Generated<string>;
    market_ids: Generated<string[]>;
    versions: Generated<string[]>;
    popular_7: Generated<number>;
    popular_30: Generated<number>;
    /** Of the audio tracks; tempos in whole beats per minute. */
    tempos: Generated<number[]>;
    keys: Generated<string[]>;
    audience: number[];
    /** Generated column; null when audience or exclusions are too long for an index. */
    short_audience: ColumnType<number[] | null, never, never>;
    /** Negative ids of excluded accounts; null for none. */
    excluded: number[] | null;
    ends_at: Date | null;
    withdrawn_at: Date | null;
    fragment: string;
    sort_title: string;
    sort_artist: string;
    created_at: Generated<Date>;
    updated_at: Generated<Date>;
  };
  release_label: {
    release_id: number;
    label_id: number;
    position: number;
  };
  release_artist: {
    release_id: number;
    artist_id: number;
    position: number;
  };
  release_package: {
    release_id: number;
    package_id: number;
  };
  release_exclusion: {
    release_id: number;
    account_id: number;
    at: Date;
  };
  release_recipient: {
    release_id: number;
    account_id: number;
  };
  tracks: TrackFacts & {
    id: Generated<number>;
    trackid: Generated<string>;
    /** Null once the track was removed from its release. */
    release_id: number | null;
    removed_from: Generated<number | null>;
    removed_at: Generated<Date | null>;
    /** When its recording was replaced. */
    recorded_at: Generated<Date | null>;
    work_id: number | null;
    disc: Generated<number>;
    ordinal: number;
    title: string;
    version: Generated<string>;
    artist: string;
    explicit: 'explicit' | 'clean' | 'unknown';
    assettype: 'audio' | 'video';
    /** Seconds. */
    duration: number;
    candownload: boolean;
    writers: Generated<string[]>;
    /** Role of the Canadian content rules (MAPL) to the name in it. */
    canadian: ColumnType<Record<string, string>, string | undefined, string>;
    lyrics: Generated<string>;
    hook_start: number | null;
    /** Other moments of the song, in seconds. */
    soundstart: number | null;
    introend: number | null;
    outrostart: number | null;
    soundend: number | null;
    /** In LUFS; the range in LU, the peak in dBFS. */
    loudness: number | null;
    loudness_range: number | null;
    /** The longest run of full-scale samples of one channel; null: not measured. */
    clipped_samples: number | null;
    /** The longer silence at an end, in seconds; null: not measured. */
    edge_silence: number | null;
    peak: number | null;
    /** 0: not measured yet. */
    analysis_version: Generated<number>;
    /** Seconds, beats per minute and key that were computed. */
    hook_found: number | null;
    tempo_found: number | null;
    key_found: string | null;
    /** Moments that were found, without the hook. */
    markers_found: Markers | null;
    /** dBTP */
    true_peak: number | null;
    /** Of the stereo that is streamed. */
    stream_loudness: number | null;
    stream_true_peak: number | null;
    waveform_hash: string | null;
    fragment: Generated<string>;
  };
  renditions: {
    track_id: number;
    kind: 'original' | 'mp3' | 'wav' | 'flac' | 'video';
    file: string;
    bytes: number;
    crc32: number;
    media_type: string;
    source: string | null;
    data_offset: Generated<number>;
    data_bytes: number;
    sample_rate: number | null;
    channels: number | null;
    bits: number | null;
  };
  attachments: {
    id: Generated<number>;
    attachmentid: Generated<string>;
    release_id: number;
    position: number;
    title: string;
    filename: string;
    file: string;
    bytes: number;
    crc32: number;
    media_type: string;
  };
  promo_pictures: {
    release_id: number;
    name: string;
    file: string;
    media_type: string;
  };
  marks: {
    account_id: number;
    release_id: number;
    flagged_at: Date | null;
    archived_at: Date | null;
  };
  plays: {
    account_id: number;
    track_id: number;
    release_id: number;
    played_at: Date;
    listened_at: Date | null;
  };
  search_releases: SearchEntry & {
    release_id: number;
    upc: string | null;
    catalognumber: string | null;
  };
  search_tracks: SearchEntry & {
    track_id: number;
    release_id: number;
    isrc: string | null;
  };
  search_popular_releases: SearchEntry & {
    release_id: number;
    popular: number;
    newest: Date;
  };
  search_popular_tracks: SearchEntry & {
    track_id: number;
    release_id: number;
    popular: number;
    newest: Date;
  };
  search_words: {
    word: string;
    tracks: number;
    artists: number;
    labels: number;
    releases: number;
  };
}

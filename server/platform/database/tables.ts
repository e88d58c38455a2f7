import type { VideoFormat } from '@promenade/contract/downloads';
import type { AudioFormat } from '@promenade/contract/fields';
import type { Markers } from '@promenade/contract/releaseFields';
import type { CheckedRelease } from '@promenade/contract/uploads';
import type { ColumnType, Generated, GeneratedAlways, Selectable } from 'kysely';
import type { CatalogueTables } from './catalogueTables.ts';
import type { MailTables } from './mailTables.ts';

/** jsonb: parsed when read, written as JSON text. */
type Json<Shape> = ColumnType<Shape, string | null | undefined, string | null>;
type RequiredJson<Shape> = ColumnType<Shape, string, string>;

/** The tables that the query builder uses: bigint is a number, timestamptz a Date, date `YYYY-MM-DD`. */
export interface Tables extends CatalogueTables, MailTables {
  installation: {
    name: string;
    value: RequiredJson<unknown>;
  };
  accounts: {
    id: Generated<number>;
    playerid: Generated<string>;
    status: Generated<'pending' | 'active' | 'disabled'>;
    verified: Generated<boolean>;
    label_staff: Generated<boolean>;
    operator: Generated<boolean>;
    password_hash: string | null;
    firstname: Generated<string>;
    lastname: Generated<string>;
    phone: Generated<string>;
    website: Generated<string>;
    title: Generated<string>;
    company: Generated<string>;
    country: Generated<string>;
    /** What rules of packages read; null until an operator has approved the account. */
    approved_country: string | null;
    refused_country: string | null;
    /** The company that an operator vouched for. */
    approved_company: string | null;
    state: Generated<string>;
    city: Generated<string>;
    language: Generated<string>;
    mailto: string | null;
    mailpref: Generated<'none' | 'daily' | 'weekly' | 'per-release'>;
    format: Generated<AudioFormat>;
    timezone: Generated<string>;
    mails_since: Generated<Date>;
    told_at: Date | null;
    created_at: Generated<Date>;
  };
  account_label: {
    account_id: number;
    label_id: number;
    role: 'editor' | 'viewer';
    since: Date;
    granted_by: string;
  };
  account_emails: {
    email: string;
    account_id: number;
    added_at: Generated<Date>;
  };
  sessions: {
    id: Generated<string>;
    account_id: number;
    username: string;
    publicdevice: boolean;
    created_at: Date;
    expires_at: Date;
    ended_at: Date | null;
  };
  api_tokens: {
    tokenid: Generated<string>;
    account_id: number;
    name: string;
    hash: Buffer;
    created_at: Date;
    expires_at: Date;
    used_at: Date | null;
  };
  refresh_tokens: {
    hash: Buffer;
    session_id: string;
    issued_at: Date;
    rotated_at: Date | null;
  };
  one_time_links: {
    hash: Buffer;
    kind: 'sign-in' | 'reset' | 'welcome' | 'merge' | 'split' | 'email';
    email: string;
    account_id: number | null;
    expires_at: Date;
    used_at: Date | null;
    publicdevice: boolean;
  };
  audit: {
    id: Generated<number>;
    at: Date;
    actor: string;
    action: string;
    subject: string;
    before: Json<unknown>;
    after: Json<unknown>;
  };
  account_deletions: {
    account_id: number;
    requested_at: Date;
  };
  signup_codes: {
    email: string;
    hash: Buffer;
    attempts: Generated<number>;
    expires_at: Date;
  };
  applications: {
    account_id: number;
    answers: RequiredJson<unknown>;
    created_at: Date;
    decided_at: Date | null;
    decision: 'approved' | 'rejected' | null;
  };
  application_halves: {
    email: string;
    half: 1 | 2;
    answers: RequiredJson<unknown>;
    at: Date;
  };
  invitations: {
    id: Generated<string>;
    inviter_id: number;
    email: string;
    relationship: 'industry-contact' | 'coworker' | 'other';
    hash: Buffer;
    created_at: Date;
    expires_at: Date;
    accepted_at: Date | null;
    accepted_by: number | null;
  };
  connections: {
    account_id: number;
    other_id: number;
    since: Date;
    removed_at: Date | null;
    told_at: Date | null;
    shares_mailed_at: Date | null;
  };
  shares: {
    release_id: number;
    from_id: number;
    to_id: number;
    message: string;
    at: Date;
    mail_waits: Generated<boolean>;
  };
  comments: {
    id: Generated<string>;
    release_id: number;
    account_id: number;
    player_email: string;
    type_id: number;
    message: string;
    at: Date;
  };
  comment_clicks: {
    id: GeneratedAlways<number>;
    release_id: number;
    account_id: number;
    at: Date;
  };
  devices: {
    endpoint: string;
    account_id: number;
    session_id: string | null;
    subscription: RequiredJson<unknown>;
    created_at: Date;
  };
  account_notes: {
    noteid: Generated<string>;
    account_id: number;
    at: Date;
    actor: string;
    note: string;
  };
  label_package: {
    label_id: number;
    package_id: number;
    since: Date;
    granted_by: string;
  };
  deliveries: {
    id: Generated<number>;
    deliveryid: Generated<string>;
    label_id: number;
    account_id: number | null;
    release_id: Generated<number | null>;
    state: Generated<'uploading' | 'importing' | 'imported' | 'refused' | 'discarded'>;
    name: Generated<string>;
    /** `[{ path, reason }]` */
    problems: ColumnType<{ path: string; reason: string; isnote?: boolean }[], string | undefined, string>;
    twins: Generated<'refuse' | 'replace' | 'new'>;
    twin_id: Generated<number | null>;
    /** 0 to 1. */
    progress: Generated<number>;
    purpose: Generated<'release' | 'edit'>;
    /** Whether `importing` is only a check. */
    is_check: Generated<boolean>;
    checked: Json<CheckedRelease[] | null>;
    /** Of the track whose recording it replaces. */
    trackid: Generated<string | null>;
    /** What happens when it holds fewer tracks than its release. */
    fewer_choice: Generated<'ask' | 'exchange' | 'remove'>;
    fewer: Json<{ delivered: number; tracks: number } | null>;
    sent_at: Date | null;
    runs: Generated<number>;
    created_at: Date;
    updated_at: Date;
  };
  delivery_files: {
    id: Generated<number>;
    uploadid: Generated<string>;
    delivery_id: number;
    path: string;
    folded_path: string;
    bytes: number;
    received: Generated<number>;
    parts: Generated<string[]>;
    state: Generated<'uploading' | 'complete' | 'refused'>;
    problem: string | null;
    created_at: Date;
  };
  decoded_media: {
    file: string;
    version: string;
    /** What the importer knows of the audio file of a track, as JSON. */
    media: ColumnType<unknown, string, string>;
    warning: string | null;
    delivery_id: number | null;
    used_at: Date;
  };
  known_networks: {
    account_id: number;
    network: string;
    last_at: Date;
  };
  once_calls: {
    id: Buffer;
    account_id: number | null;
    answer: string | null;
    at: Date;
  };
  rate_limits: {
    key: string;
    count: number;
    until: Date;
  };
  playlists: {
    id: Generated<number>;
    playlistid: Generated<string>;
    account_id: number;
    name: string;
    desc: Generated<string>;
    default: Generated<boolean>;
    created_at: Date;
    pinned_at: Date | null;
    tracks: Generated<number[]>;
  };
  downloaded_tracks: {
    account_id: number;
    track_id: number;
    release_id: number;
    format: VideoFormat;
    downloaded_at: Date;
    first_at: Generated<Date | null>;
    etag: Generated<string>;
    reportable: Generated<boolean>;
  };
  zip_links: {
    account_id: number;
    /** Public id of the release or playlist. */
    object_id: string;
    format: AudioFormat;
    at: Date;
  };
  naming: {
    account_id: number;
    naming: ColumnType<unknown, string, string>;
  };
  track_markers: {
    account_id: number;
    track_id: number;
    markers: ColumnType<Markers, string, string>;
    at: Date;
  };
  company_naming: {
    company: string;
    naming: ColumnType<unknown, string, string>;
  };
  pickups: {
    id: Generated<number>;
    pickupid: Generated<string>;
    account_id: number;
    company: string | null;
    name: string;
    format: AudioFormat;
    naming: ColumnType<unknown, string, never>;
    created_at: Date;
  };
  pickup_files: {
    pickup_id: number;
    ordinal: number;
    track_id: number | null;
    path: string;
    number: number | null;
  };
  swapped_checksums: {
    file: string;
    crc32: number;
  };
  sound_marks: {
    id: GeneratedAlways<number>;
    original: string;
    key: Buffer;
    method: Generated<number>;
    segments: number;
    prints: Generated<string>;
    refused: string | null;
    trackids: Generated<string[]>;
    title: Generated<string>;
    created_at: Date;
    unused_since: Date | null;
  };
  sound_pairs: {
    mark_id: number;
    kind: 'mp3' | 'wav';
    file: string;
    head_bytes: number;
    ends: Buffer;
    copy_bytes: number;
    crc_a: number;
    crc_b: Buffer;
    format: Generated<Buffer>;
  };
  sound_codes: {
    code: Buffer;
    account_id: number | null;
    playerid: string;
    created_at: Date;
  };
  media_ledger: {
    id: string;
    account_id: number | null;
    playerid: string;
    session_id: string;
    purpose: 'stream' | 'download' | 'zip';
    object_kind: 'track' | 'release' | 'playlist' | 'pickup';
    object_id: string;
    trackids: string[];
    format: VideoFormat;
    etag: string;
    taking: Buffer | null;
    ranges: string;
    total: number;
    started_at: Date;
    network: string | null;
    sent: string | null;
    bytes_sent: number | null;
    ended_at: Date | null;
    outcome: 'complete' | 'closed' | 'cut' | 'failed' | null;
  };
}

export type Rows = { [Table in keyof Tables]: Selectable<Tables[Table]> };

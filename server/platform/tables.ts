import type { ColumnType, Generated } from 'kysely';

type Json<Shape> = ColumnType<Shape, string | null | undefined, string | null>;
type RequiredJson<Shape> = ColumnType<Shape, string, string>;
/** A day is text `YYYY-MM-DD` both ways. */
type Day = string;

interface Installation {
  name: string;
  value: RequiredJson<unknown>;
}

interface Accounts {
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
  state: Generated<string>;
  city: Generated<string>;
  language: Generated<string>;
  mailto: string | null;
  mailpref: Generated<'none' | 'daily' | 'weekly' | 'per-release'>;
  format: Generated<'wav' | 'mp3'>;
  created_at: Generated<Date>;
}

interface AccountEmails {
  email: string;
  account_id: number;
  added_at: Generated<Date>;
}

interface Sessions {
  id: Generated<string>;
  account_id: number;
  username: string;
  publicdevice: boolean;
  created_at: Date;
  expires_at: Date;
  ended_at: Date | null;
}

interface RefreshTokens {
  hash: Buffer;
  session_id: string;
  issued_at: Date;
  rotated_at: Date | null;
}

interface OneTimeLinks {
  hash: Buffer;
  kind: 'sign-in' | 'reset' | 'welcome' | 'merge' | 'split' | 'email';
  email: string;
  account_id: number | null;
  expires_at: Date;
  used_at: Date | null;
}

interface Audit {
  id: Generated<number>;
  at: Date;
  actor: string;
  action: string;
  subject: string;
  before: Json<unknown>;
  after: Json<unknown>;
}

interface Labels {
  id: Generated<number>;
  labelid: Generated<string>;
  name: string;
  logo_hash: string | null;
  contact: string | null;
}

interface Artists {
  id: Generated<number>;
  artistid: Generated<string>;
  name: string;
  picture_hash: string | null;
}

interface Named {
  id: Generated<number>;
  name: string;
}

interface Markets {
  id: string;
  name: string;
}

interface AccountPackage {
  account_id: number;
  package_id: number;
}

interface Works {
  id: Generated<number>;
  key: string;
}

interface Releases {
  id: Generated<number>;
  releaseid: Generated<string>;
  identity: string;
  fingerprint: string;
  state: Generated<'draft' | 'available' | 'withdrawn'>;
  title: string;
  artist: string;
  release_type: 'Album' | 'EP' | 'Single';
  upc: string | null;
  catalognumber: string | null;
  copyrightyear: number | null;
  p_line: string | null;
  c_line: string | null;
  language: string | null;
  available_at: Date;
  impact_date: Day | null;
  explicit: boolean;
  duration: number;
  trackcount: number;
  candownload: boolean;
  allow_sharing: boolean;
  commenting_enabled: boolean;
  trending: Generated<boolean>;
  cover_hash: string | null;
  color: string;
  promoinfo: Generated<string>;
  genre_ids: Generated<number[]>;
  market_ids: Generated<string[]>;
  mood_ids: Generated<number[]>;
  instrument_ids: Generated<number[]>;
  audience: number[];
  fragment: string;
  sort_title: string;
  sort_artist: string;
  created_at: Generated<Date>;
  updated_at: Generated<Date>;
}

interface ReleaseLabel {
  release_id: number;
  label_id: number;
  position: number;
}

interface ReleaseArtist {
  release_id: number;
  artist_id: number;
  position: number;
}

interface ReleasePackage {
  release_id: number;
  package_id: number;
}

interface ReleaseRecipient {
  release_id: number;
  account_id: number;
}

interface Tracks {
  id: Generated<number>;
  trackid: Generated<string>;
  release_id: number;
  work_id: number | null;
  disc: Generated<number>;
  ordinal: number;
  title: string;
  version: Generated<string>;
  artist: string;
  explicit: 'explicit' | 'clean' | 'unknown';
  assettype: 'audio' | 'video';
  duration: number;
  candownload: boolean;
  isrc: string | null;
  language: string | null;
  composer: string | null;
  writers: Generated<string[]>;
  publishing: string | null;
  producer: string | null;
  canadian: ColumnType<Record<string, string>, string | undefined, string>;
  lyrics: Generated<string>;
  bpm: number | null;
  hook_start: number | null;
  loudness: number | null;
  loudness_range: number | null;
  peak: number | null;
  waveform_hash: string | null;
}

interface Renditions {
  track_id: number;
  kind: 'original' | 'mp3' | 'wav' | 'video';
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
}

interface Attachments {
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
}

interface PromoPictures {
  release_id: number;
  name: string;
  file: string;
  media_type: string;
}

interface Marks {
  account_id: number;
  release_id: number;
  flagged_at: Date | null;
  archived_at: Date | null;
}

interface TrackMarks {
  account_id: number;
  release_id: number;
  track_id: number;
  flagged_at: Date | null;
}

interface SignupCodes {
  email: string;
  hash: Buffer;
  attempts: Generated<number>;
  expires_at: Date;
}

interface Applications {
  account_id: number;
  answers: RequiredJson<unknown>;
  created_at: Date;
  decided_at: Date | null;
  decision: 'approved' | 'rejected' | null;
}

interface ApplicationHalves {
  email: string;
  half: 1 | 2;
  answers: RequiredJson<unknown>;
  at: Date;
}

interface Invitations {
  id: Generated<string>;
  inviter_id: number;
  email: string;
  relationship: 'industry-contact' | 'coworker' | 'other';
  hash: Buffer;
  created_at: Date;
  expires_at: Date;
  accepted_at: Date | null;
  accepted_by: number | null;
}

interface Connections {
  account_id: number;
  other_id: number;
  since: Date;
  removed_at: Date | null;
  told_at: Date | null;
}

interface Shares {
  release_id: number;
  from_id: number;
  to_id: number;
  message: string;
  at: Date;
}

interface Comments {
  id: Generated<string>;
  release_id: number;
  account_id: number;
  player_email: string;
  type_id: number;
  message: string;
  at: Date;
}

interface CommentClicks {
  release_id: number;
  account_id: number;
  at: Date;
}

interface Devices {
  endpoint: string;
  account_id: number;
  subscription: RequiredJson<unknown>;
  created_at: Date;
}

interface Mails {
  id: Generated<string>;
  kind: string;
  recipient: string;
  reply_to: string | null;
  subject: string;
  html: string | null;
  body: string | null;
  created_at: Date;
  sent_at: Date | null;
  problem: string | null;
}

interface RateLimits {
  key: string;
  count: number;
  until: Date;
}

/**
 * The tables of server/migrations, column for column: bigint as number, timestamptz as Date, date as `YYYY-MM-DD`,
 * jsonb parsed when read and written as JSON text.
 */
export interface Tables {
  installation: Installation;
  accounts: Accounts;
  account_emails: AccountEmails;
  sessions: Sessions;
  refresh_tokens: RefreshTokens;
  one_time_links: OneTimeLinks;
  audit: Audit;
  labels: Labels;
  artists: Artists;
  genres: Named;
  moods: Named;
  instruments: Named;
  markets: Markets;
  packages: Named;
  account_package: AccountPackage;
  works: Works;
  releases: Releases;
  release_label: ReleaseLabel;
  release_artist: ReleaseArtist;
  release_package: ReleasePackage;
  release_recipient: ReleaseRecipient;
  tracks: Tracks;
  renditions: Renditions;
  attachments: Attachments;
  promo_pictures: PromoPictures;
  marks: Marks;
  track_marks: TrackMarks;
  signup_codes: SignupCodes;
  applications: Applications;
  application_halves: ApplicationHalves;
  invitations: Invitations;
  connections: Connections;
  shares: Shares;
  comments: Comments;
  comment_clicks: CommentClicks;
  devices: Devices;
  mails: Mails;
  rate_limits: RateLimits;
}

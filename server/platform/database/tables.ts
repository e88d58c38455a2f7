import type { ColumnType, Generated, Selectable } from 'kysely';
import type { CatalogueTables } from './catalogueTables.ts';

/** jsonb: parsed when read, written as JSON text. */
type Json<Shape> = ColumnType<Shape, string | null | undefined, string | null>;
type RequiredJson<Shape> = ColumnType<Shape, string, string>;

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
  timezone: Generated<string>;
  mails_since: Generated<Date>;
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
  pictures: Generated<string[]>;
  unsubscribe: string | null;
  created_at: Date;
  sent_at: Date | null;
  problem: string | null;
}

interface RateLimits {
  key: string;
  count: number;
  until: Date;
}

interface Playlists {
  id: Generated<number>;
  playlistid: Generated<string>;
  account_id: number;
  name: string;
  desc: Generated<string>;
  default: Generated<boolean>;
  created_at: Date;
  pinned_at: Date | null;
  tracks: Generated<number[]>;
}

interface Downloads {
  account_id: number;
  track_id: number;
  release_id: number;
  format: 'mp3' | 'wav' | 'mp4';
  downloaded_at: Date;
}

/** The tables that the query builder uses: bigint is a number, timestamptz a Date, date `YYYY-MM-DD`. */
export interface Tables extends CatalogueTables {
  installation: Installation;
  accounts: Accounts;
  account_emails: AccountEmails;
  sessions: Sessions;
  refresh_tokens: RefreshTokens;
  one_time_links: OneTimeLinks;
  audit: Audit;
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
  playlists: Playlists;
  downloads: Downloads;
}

export type Rows = { [Table in keyof Tables]: Selectable<Tables[Table]> };

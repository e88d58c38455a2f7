import type { ReleaseSort } from '@promenade/contract/catalogue';
import { type RawBuilder, sql } from 'kysely';
import type { Caller } from '../platform/caller.ts';
import type { Db } from '../platform/db.ts';

type Hearer = Pick<Caller, 'accountid' | 'audience'>;

/** Which of the releases an account may hear. */
export interface Choice extends Hearer {
  /** `active` is the gallery; a release is flagged while it or one of its tracks is (C-FLAG-04). */
  which: 'active' | 'flagged' | 'archived';
  /** Words that title or artist must hold, in any case. */
  filter?: string;
}

/** An account's list: a release as JSON members, and what this account did with it. */
export interface ListedRelease {
  fragment: string;
  flagged: boolean;
  archived: boolean;
  flaggedtrackcount: number;
  /** JSON text; null when nobody passed it on to this account. */
  shared_by: string | null;
}

const ORDER: Record<ReleaseSort, string> = {
  date: 'r.available_at, r.id',
  '-date': 'r.available_at desc, r.id desc',
  artist: 'r.sort_artist, r.id',
  '-artist': 'r.sort_artist desc, r.id desc',
  title: 'r.sort_title, r.id',
  '-title': 'r.sort_title desc, r.id desc',
  duration: 'r.duration, r.id',
  '-duration': 'r.duration desc, r.id desc',
};

/**
 * What an account may hear now. The coalesce keeps the planner on the index of the order instead of collecting the
 * whole audience first; the database's own clock, unlike a parameter, lets it keep one plan: planning took longer
 * than the page.
 */
const audible = ({ audience }: Hearer) =>
  sql`r.state = 'available' and r.available_at <= now() and coalesce(r.audience && ${audience}::int[], false)`;

const marks = ({ accountid }: Hearer) => sql`
  m.flagged_at is not null as flagged,
  m.archived_at is not null as archived,
  (select count(*)::int from track_marks t
    where t.account_id = ${accountid} and t.release_id = r.id and t.flagged_at is not null) as flaggedtrackcount,
  sh.shared_by`;

/** The newest share of each release to an account, once for the whole page: there are few. */
const shares = ({ accountid }: Hearer) => sql`
  left join (
    select distinct on (s.release_id) s.release_id, json_build_object('name', coalesce(
        nullif(trim(a.firstname || ' ' || a.lastname), ''),
        (select email from account_emails where account_id = a.id order by added_at, email limit 1), ''),
      'message', s.message)::text as shared_by
    from shares s join accounts a on a.id = s.from_id
    where s.to_id = ${accountid} order by s.release_id, s.at desc
  ) sh on sh.release_id = r.id`;

/** The few that an account marked are found by its marks, not by looking for marks along the catalogue. */
const chosen: Record<Choice['which'], (hearer: Hearer) => RawBuilder<unknown>> = {
  active: ({ accountid }) => sql`not exists (
  select from marks m where m.account_id = ${accountid} and m.release_id = r.id and m.archived_at is not null)`,
  flagged: ({ accountid }) => sql`r.id in (
  select release_id from marks where account_id = ${accountid} and flagged_at is not null
  union select release_id from track_marks where account_id = ${accountid} and flagged_at is not null)`,
  archived: ({ accountid }) => sql`r.id in (
  select release_id from marks where account_id = ${accountid} and archived_at is not null)`,
};

/** Lower case by Unicode, whatever the database's own locale knows of it. */
const lower = (text: RawBuilder<unknown>) => sql`lower(${text} collate "und-x-icu")`;

function holding(filter = '') {
  const words = filter.split(/\s+/).filter(Boolean);
  if (words.length === 0) return sql``;
  return sql` and not exists (select from unnest(${words}::text[]) word
    where strpos(${lower(sql`(r.title || ' ' || r.artist)`)}, ${lower(sql`word`)}) = 0)`;
}

const isListed = ({ which, filter, ...hearer }: Choice) =>
  sql`${audible(hearer)} and ${chosen[which](hearer)}${holding(filter)}`;

/**
 * One page, cut before anything is joined, so that the planner walks the index of the gallery's order. `pagesize` stays
 * literal and the first page has no offset: as parameters they hide the size of the page from the planner.
 */
export async function listReleases(
  db: Db,
  { page, pagesize, sort, ...choice }: Choice & { page: number; pagesize: number; sort: ReleaseSort },
): Promise<ListedRelease[]> {
  const order = sql.raw(ORDER[sort]);
  const skipped = page === 1 ? sql`` : sql`offset ${(page - 1) * pagesize}`;
  const { rows } = await sql<ListedRelease>`
    select r.fragment, ${marks(choice)}
    from (
      select r.* from releases r where ${isListed(choice)}
      order by ${order} limit ${sql.lit(pagesize)} ${skipped}
    ) r
    left join marks m on m.account_id = ${choice.accountid} and m.release_id = r.id
    ${shares(choice)}
    order by ${order}`.execute(db);
  return rows;
}

/** How many releases the pages of `listReleases` hold together. */
export async function countReleases(db: Db, choice: Choice): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    select count(*)::int as total from releases r where ${isListed(choice)}`.execute(db);
  return rows[0]?.total ?? 0;
}

/** What decides whether an account may see a release; undefined when there is none. */
export interface Standing {
  id: number;
  state: 'draft' | 'available' | 'withdrawn';
  available_at: Date;
  delivered: boolean;
}

const standing = ({ audience }: Pick<Caller, 'audience'>) => sql`
  r.id, r.state, r.available_at, coalesce(r.audience && ${audience}::int[], false) as delivered`;

/** By the public id. */
export async function findStanding(
  db: Db,
  { audience, releaseid }: Pick<Caller, 'audience'> & { releaseid: string },
): Promise<Standing | undefined> {
  const { rows } = await sql<Standing>`
    select ${standing({ audience })} from releases r where r.releaseid = ${releaseid}`.execute(db);
  return rows[0];
}

/** A release as a list shows it. */
export interface StandingRelease extends ListedRelease, Standing {
  /** This account once flagged or archived it. */
  marked: boolean;
}

/** Undefined when there is no such release; whether it may be seen is the caller's question. */
export async function findListed(
  db: Db,
  { releaseid, ...hearer }: Hearer & { releaseid: string },
): Promise<StandingRelease | undefined> {
  const { rows } = await sql<StandingRelease>`
    select ${standing(hearer)}, r.fragment, ${marks(hearer)}, m.account_id is not null as marked
    from releases r left join marks m on m.account_id = ${hearer.accountid} and m.release_id = r.id
    ${shares(hearer)}
    where r.releaseid = ${releaseid}`.execute(db);
  return rows[0];
}

/** A release with its songs and attachments; the arrays come as JSON text so that nothing is parsed on the way. */
export interface DetailedRelease extends ListedRelease, Standing {
  promoinfo: string;
  songs: string;
  attachments: string;
}

/** Undefined when there is no such release; whether it may be seen is the caller's question. */
export async function findDetail(
  db: Db,
  { releaseid, ...hearer }: Hearer & { releaseid: string },
): Promise<DetailedRelease | undefined> {
  const { rows } = await sql<DetailedRelease>`
    select ${standing(hearer)}, r.fragment, ${marks(hearer)}, r.promoinfo,
      (select coalesce(json_agg(${song} order by t.ordinal), '[]')::text from tracks t
        left join track_marks tm on tm.account_id = ${hearer.accountid} and tm.release_id = r.id and tm.track_id = t.id
        where t.release_id = r.id) as songs,
      (select coalesce(json_agg(json_build_object('title', f.title, 'url', '/api/attachment/' || f.attachmentid, 'size', f.bytes)
        order by f.position), '[]')::text from attachments f where f.release_id = r.id) as attachments
    from releases r
    left join marks m on m.account_id = ${hearer.accountid} and m.release_id = r.id
    ${shares(hearer)}
    cross join lateral (select ('{' || r.fragment || '}')::json as members) listed
    where r.releaseid = ${releaseid}`.execute(db);
  return rows[0];
}

/** A track in the words of the contract; in two halves because a function takes at most a hundred arguments. */
const song = sql`
  (json_build_object('trackid', t.trackid, 'id', t.trackid, 'index', t.ordinal - 1, 'releaseid', r.releaseid,
    'title', t.title, 'version', t.version, 'artist', t.artist, 'explicit', t.explicit = 'explicit', 'ordinal', t.ordinal,
    'duration', t.duration, 'coverart', listed.members->'coverart', 'assettype', t.assettype,
    'candownload', t.candownload and r.candownload, 'flagged', tm.flagged_at is not null,
    'labels', listed.members->'labels', 'genres', listed.members->'genres',
    'available', listed.members->'available', 'impactdate', listed.members->'impactdate',
    'mediaURL', case t.assettype when 'audio' then '/api/audio/stream/' || t.trackid || '.mp3' else '/api/video/stream/' || t.trackid end,
    'market_tags', listed.members->'market_tags',
    'waveform', '/api/waveform/' || t.trackid || '/' || t.waveform_hash || '.bin',
    'album', r.title, 'language', coalesce(t.language, r.language, ''), 'composer', coalesce(t.composer, ''),
    'isrc', coalesce(t.isrc, ''), 'upcnumber', coalesce(r.upc, ''), 'catalognumber', coalesce(r.catalognumber, ''),
    'copyrightyear', r.copyrightyear, 'canadian', t.canadian, 'writers', to_json(t.writers),
    'publishing', coalesce(t.publishing, ''), 'producer', coalesce(t.producer, ''), 'lyrics', t.lyrics))`;

/** Whether this is the cover of that release: a hash alone opens nothing. */
export async function hasCover(db: Db, { releaseid, hash }: { releaseid: string; hash: string }): Promise<boolean> {
  const { rows } = await sql`select from releases where releaseid = ${releaseid} and cover_hash = ${hash}`.execute(db);
  return rows.length > 0;
}

/** Whether a label of that release has this logo. */
export async function hasLogo(db: Db, { releaseid, hash }: { releaseid: string; hash: string }): Promise<boolean> {
  const { rows } = await sql`
    select from releases r join release_label rl on rl.release_id = r.id join labels l on l.id = rl.label_id
    where r.releaseid = ${releaseid} and l.logo_hash = ${hash}`.execute(db);
  return rows.length > 0;
}

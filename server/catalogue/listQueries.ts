import type { ReleaseSort } from '@promenade/contract/catalogue';
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../platform/db.ts';
import { audible, type Hearer, type ListedRelease, markedBy, marks } from './rowQueries.ts';

/** Which of the releases an account may hear. */
export interface Choice extends Hearer {
  /** `active` is the gallery; a release is flagged while it or one of its tracks is (C-FLAG-04). */
  which: 'active' | 'flagged' | 'archived';
  /** Words that title or artist must hold, in any case. */
  filter?: string;
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
  popular: 'r.popular_30, r.available_at, r.id',
  '-popular': 'r.popular_30 desc, r.available_at desc, r.id desc',
  trending: 'r.popular_7, r.available_at, r.id',
  '-trending': 'r.popular_7 desc, r.available_at desc, r.id desc',
};

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
    select r.fragment, ${marks}
    from (
      select r.* from releases r where ${isListed(choice)}
      order by ${order} limit ${sql.lit(pagesize)} ${skipped}
    ) r
    ${markedBy(choice)}
    order by ${order}`.execute(db);
  return rows;
}

/** How many releases the pages of `listReleases` hold together. */
export async function countReleases(db: Db, choice: Choice): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    select count(*)::int as total from releases r where ${isListed(choice)}`.execute(db);
  return rows[0]?.total ?? 0;
}

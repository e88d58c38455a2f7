import type { ReleaseSort } from '@promenade/contract/catalogue';
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../platform/database/db.ts';
import { shaped } from '../platform/database/shaped.ts';
import type { Sought } from './filter.ts';
import { fits } from './filterQueries.ts';
import { audible, audibleOfMany, isTouched, itsMark, seen, UNTOUCHED, type Viewer } from './rowQueries.ts';

/** Which of the releases an account may hear. */
export interface Choice extends Viewer {
  /** `active` is the gallery; a release is flagged while it or one of its tracks is (C-FLAG-04). */
  which: 'active' | 'flagged' | 'archived';
  /** Undefined: all of them. */
  sought?: Sought | undefined;
  /** The account hears few of them: looking for these along all would take longer. */
  hearsFew: boolean;
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

/** Without their directions; the last one is the id. */
const columnsOf = (sort: ReleaseSort) => ORDER[sort].replaceAll(' desc', '');

/** The few that an account marked are found by its marks, not by looking for marks along the catalogue. */
const chosen: Record<Exclude<Choice['which'], 'active'>, (hearer: Viewer) => RawBuilder<unknown>> = {
  flagged: ({ accountid }) => sql`r.id in (
  select release_id from marks where account_id = ${accountid} and flagged_at is not null
  union select release_id from track_marks where account_id = ${accountid} and flagged_at is not null)`,
  archived: ({ accountid }) => sql`r.id in (
  select release_id from marks where account_id = ${accountid} and archived_at is not null)`,
};

/**
 * A page stands beside `itsMark`; who passes over many looks through the archived ones once. The coalesce keeps the
 * planner from expecting hardly any: then it would sort the whole catalogue.
 */
function isChosen({ which, ...hearer }: Choice, isMany: boolean): RawBuilder<unknown> {
  if (which !== 'active') return chosen[which](hearer);
  return isMany ? sql`not (${chosen.archived(hearer)})` : sql`coalesce(m.archived_at is null, true)`;
}

/** Where to look; a fence, or the planner would walk the index of the order all the same. */
const source = ({ audience, hearsFew }: Choice) =>
  hearsFew ? sql`(select *, xmin from releases where audience && ${audience}::int[] offset 0)` : sql`releases`;

const fitsOf = (choice: Choice, isMany: boolean) => fits(choice.sought ?? {}, choice, isMany);

function isListed(choice: Choice, isMany = false): RawBuilder<unknown> {
  const { held, others } = fitsOf(choice, isMany);
  return sql`${isMany ? audibleOfMany(choice) : audible(choice)} and ${isChosen(choice, isMany)}${held}${others}`;
}

/** Where a page is looked for, in which order and for what. */
function look(choice: Choice, sort: ReleaseSort): Record<'from' | 'order' | 'where', RawBuilder<unknown>> {
  const order = ORDER[sort];
  if (!isFoundInDates(choice, sort))
    return { from: sql`${source(choice)} r`, order: sql.raw(order), where: isListed(choice) };
  const { held, others } = fitsOf(choice, false);
  return {
    from: sql`(
      select r.available_at, r.id from releases r where ${audibleOfMany(choice)}${held}
      order by ${sql.raw(order)} offset 0
    ) walked join releases r on r.id = walked.id`,
    order: sql.raw(order.replaceAll('r.', 'walked.')),
    where: sql`${isChosen(choice, false)}${others}`,
  };
}

/** Whether the index of the dates leaves so little that it is walked by itself, and rows are read for what fits it. */
function isFoundInDates({ which, hearsFew, sought = {} }: Choice, sort: ReleaseSort): boolean {
  const { artist, label, genres, moods, instruments, release_types } = sought;
  if (!sort.endsWith('date') || which !== 'active' || hearsFew || artist || label) return false;
  return Boolean(genres ?? moods ?? instruments ?? release_types);
}

interface Cut extends Choice {
  sort: ReleaseSort;
  /** How many releases to pass over. */
  skip: number;
}

/** What a list shows of a release. */
export interface SeenRelease {
  id: number;
  /** Another one each time that its row is written. */
  version: string;
  /** What differs by account, as JSON text; empty: nothing does, it did not touch the release. */
  seen: string;
}

interface PageShape extends Omit<Choice, keyof Viewer> {
  sort: ReleaseSort;
  pagesize: number;
  isFurther: boolean;
  isFrom: boolean;
}
type PageValues = Viewer & { skip: number; from: number | undefined };

/**
 * One page, cut before anything more is looked up, so that the planner walks the index of the gallery's order.
 * `pagesize` stays literal for the same reason, and an offset of nothing is left out. It comes as one text: reading
 * forty rows took the service an eighth of the page.
 * @param from the release to begin at; none: the first one
 */
export async function listReleases(
  db: Db,
  { accountid, audience, skip, from, ...page }: Cut & { pagesize: number; from?: number | undefined },
): Promise<SeenRelease[]> {
  const shape = { ...page, isFurther: skip > 0, isFrom: from !== undefined };
  const values = { accountid, audience, skip, from };
  const rows = page.sought ? (await pageOf(shape, values).execute(db)).rows : await wholePage(db, shape, values);
  return rows[0]?.lines?.split('\n').map(seenRelease) ?? [];
}

function pageOf(
  { sort, pagesize, isFurther, isFrom, ...choice }: PageShape,
  values: PageValues,
): RawBuilder<{ lines: string | null }> {
  const { accountid, audience, skip, from } = values;
  const { from: source, where, order } = look({ ...choice, accountid, audience }, sort);
  return sql`
    select string_agg(line, E'\n') as lines from (
      select r.id || ' ' || r.version || ' ' || case when ${isTouched} then ${seen(values)} else '' end as line
      from (
        select ${sql.raw(columnsOf(sort))}, r.xmin::text as version, r.trackcount,
          m.flagged_at, m.archived_at, m.has_more
        from ${source} ${itsMark(values)}
        where ${where}${isFrom ? notBefore(from, sort) : sql``}
        order by ${order} limit ${sql.lit(pagesize)} ${isFurther ? sql`offset ${skip}` : sql``}
      ) r cross join lateral (select r.flagged_at, r.archived_at, r.has_more) m
      order by ${sql.raw(ORDER[sort])}
    ) r`;
}

const wholePage = shaped(pageOf);

/** @param line the three members, a space between them; the last one may hold others */
function seenRelease(line: string): SeenRelease {
  const [id = '', version = ''] = line.split(' ', 2);
  return { id: Number(id), version, seen: line.slice(id.length + version.length + 2) };
}

/** Every column of an order goes the same way, so that one comparison of rows finds the place in its index. */
function notBefore(id: number | undefined, sort: ReleaseSort): RawBuilder<unknown> {
  const columns = columnsOf(sort);
  const place = columns.split(', ').map((column) => sql`(select ${sql.raw(column)} from releases r where id = ${id})`);
  return sql` and (${sql.raw(columns)}) ${sql.raw(sort.startsWith('-') ? '<=' : '>=')} (${sql.join(place)})`;
}

/** The release that stands behind so many others; undefined when there are fewer. */
export async function findPlace(db: Db, { skip, sort, ...choice }: Cut): Promise<number | undefined> {
  const { rows } = await sql<{ id: number }>`
    select r.id from ${source(choice)} r where ${isListed(choice, true)}
    order by ${sql.raw(ORDER[sort])} limit 1 offset ${skip}`.execute(db);
  return rows[0]?.id;
}

/** What is the same for everyone, as JSON members between no braces. */
export interface Fragment extends Pick<SeenRelease, 'id' | 'version'> {
  fragment: string;
  /** `seen` of an account that did not touch it. */
  untouched: string;
}

/** Of those releases that are still there. */
export async function findFragments(db: Db, ids: number[]): Promise<Fragment[]> {
  const { rows } = await sql<Fragment>`
    select r.id, r.xmin::text as version, r.fragment, ${UNTOUCHED} as untouched
    from releases r where r.id = any(${ids}::int[])`.execute(db);
  return rows;
}

/** How many releases the pages of `listReleases` hold together. */
export async function countReleases(db: Db, choice: Choice): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    select count(*)::int as total from ${source(choice)} r where ${isListed(choice, true)}`.execute(db);
  return rows[0]?.total ?? 0;
}

/** Milliseconds until another release becomes available; undefined when none waits. */
export async function untilNext(db: Db): Promise<number | undefined> {
  const { rows } = await sql<{ ms: number | null }>`
    select extract(epoch from min(available_at) - clock_timestamp())::float8 * 1000 as ms
    from releases where state = 'available' and available_at > now()`.execute(db);
  return rows[0]?.ms ?? undefined;
}

import type { ReleaseSort } from '@promenade/contract/catalogue';
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../platform/database/db.ts';
import type { ParsedFilter } from './filter.ts';
import { doneBy, filterConditions } from './filterQueries.ts';
import {
  joinMark,
  joinViewerState,
  releaseJson,
  removedTracks,
  type Viewer,
  visibleForCounting,
  visibleToViewer,
} from './rowQueries.ts';

export interface ReleaseList extends Viewer {
  /**
   * `active` is the gallery; `flagged` includes releases with a flagged track (C-FLAG-04); `done` is what is not to hear;
   * `all` ignores marks.
   */
  kind: 'all' | 'active' | 'flagged' | 'archived' | 'done';
  filter: ParsedFilter | undefined;
  /** The viewer sees so few releases that they are collected first, instead of walking an index past all others. */
  isSmall: boolean;
}

export interface ReleasePage extends ReleaseList {
  sort: ReleaseSort;
  offset: number;
  pagesize: number;
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
  // Each direction has its index, because unknown ones are last in both.
  bpm: 'coalesce(r.tempos[1],32767), r.id',
  '-bpm': 'coalesce(r.tempos[1],0) desc, r.id desc',
  key: "coalesce(r.keys[1],'~'), r.id",
  '-key': "coalesce(r.keys[1],'') desc, r.id desc",
};
/** Without directions. */
const columnsOf = (sort: ReleaseSort) => ORDER[sort].replaceAll(' desc', '');

/** `offset 0` keeps PostgreSQL from walking the index of the order all the same. */
const source = ({ audience, isSmall }: ReleaseList) =>
  isSmall ? sql`(select * from releases where audience && ${audience}::int[] offset 0)` : sql`releases`;

const archivedBy = ({ accountid }: Viewer) => sql`
  select release_id from marks where account_id = ${accountid} and archived_at is not null`;

const flaggedBy = ({ accountid }: Viewer) => sql`
  select release_id from marks where account_id = ${accountid} and flagged_at is not null
  union select release_id from track_marks
  where account_id = ${accountid} and flagged_at is not null and track_id not in ${removedTracks}`;

/** These are few, so they are found by their marks. */
const marked = { flagged: flaggedBy, archived: archivedBy, done: doneBy };

/** Whether release `r` is in the list by the marks of the viewer; `isActive` is the condition of the gallery. */
function isListed(list: ReleaseList, isActive: RawBuilder<unknown>): RawBuilder<unknown> {
  if (list.kind === 'all') return sql``;
  return list.kind === 'active' ? sql`and ${isActive}` : sql`and r.id in (${marked[list.kind](list)})`;
}

/** In these orders the releases of a few tempos or keys stand together, often far from the first row. */
const BY_FOUND: readonly ReleaseSort[] = ['bpm', '-bpm', 'key', '-key'];
const FEW_TEMPOS = 100;
const FEW_KEYS = 12;
const isFound = ({ tempos = [], keys = [] }: ParsedFilter, sort: ReleaseSort): boolean =>
  BY_FOUND.includes(sort) && tempos.length <= FEW_TEMPOS && keys.length <= FEW_KEYS;

/** The condition of a page; mark `m` is joined. The coalesce keeps the planner from sorting the whole catalogue. */
const isOnPage = (list: ReleaseList, sort: ReleaseSort) => sql`${visibleToViewer(list)}
  ${isListed(list, sql`coalesce(m.archived_at is null, true)`)}
  ${list.filter ? filterConditions(list.filter, list, isFound(list.filter, sort)) : sql``}`;

/** The same condition for reading many rows: the viewer's marks are read once instead of once per row. */
const isInList = (list: ReleaseList) => sql`${visibleForCounting(list)}
  ${isListed(list, sql`r.id not in (${archivedBy(list)})`)}
  ${list.filter ? filterConditions(list.filter, list, true) : sql``}`;

/**
 * Returns `Release`s of the contract as JSON text, separated by commas. `pagesize` is a literal so that the planner knows it.
 * @param start internal id of the release to begin at
 */
export async function listReleases(
  db: Db,
  { sort, offset, pagesize, ...list }: ReleasePage,
  start?: number,
): Promise<string> {
  const order = sql.raw(ORDER[sort]);
  const { rows } = await sql<{ json: string }>`
    with page as materialized (
      select r.id, r.fragment, r.trackcount, r.tempos, r.keys, ${sql.raw(columnsOf(sort).replace(', r.id', ''))}
      from ${source(list)} r ${joinMark(list)}
      where ${isOnPage(list, sort)} ${start === undefined ? sql`` : startsAt(start, sort)}
      order by ${order} limit ${sql.lit(pagesize)} ${offset > 0 ? sql`offset ${offset}` : sql``}
    )
    select coalesce(string_agg(${releaseJson}, ',' order by ${order}), '') as json
    from page r ${joinViewerState(list)}`.execute(db);
  return rows[0]?.json ?? '';
}

/** The public ids of the first releases of a list, in its order. */
export async function listReleaseIds(
  db: Db,
  { sort, pagesize, ...list }: Omit<ReleasePage, 'offset'>,
): Promise<string[]> {
  const { rows } = await sql<{ releaseid: string }>`
    select r.releaseid from ${source(list)} r ${joinMark(list)}
    where ${isOnPage(list, sort)} order by ${sql.raw(ORDER[sort])} limit ${sql.lit(pagesize)}`.execute(db);
  return rows.map(({ releaseid }) => releaseid);
}

/** All columns of an order have the same direction, so one row comparison finds the start in its index. */
function startsAt(start: number, sort: ReleaseSort): RawBuilder<unknown> {
  const columns = columnsOf(sort);
  const values = columns
    .split(', ')
    .map((column) => sql`(select ${sql.raw(column)} from releases r where id = ${start})`);
  return sql`and (${sql.raw(columns)}) ${sql.raw(sort.startsWith('-') ? '<=' : '>=')} (${sql.join(values)})`;
}

/** Finds the internal id of the release at an offset; undefined behind the end. */
export async function findReleaseAt(
  db: Db,
  { sort, offset, ...list }: Omit<ReleasePage, 'pagesize'>,
): Promise<number | undefined> {
  const { rows } = await sql<{ id: number }>`
    select r.id from ${source(list)} r where ${isInList(list)}
    order by ${sql.raw(ORDER[sort])} limit 1 offset ${offset}`.execute(db);
  return rows[0]?.id;
}

export async function countReleases(db: Db, list: ReleaseList): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    select count(*)::int as total from ${source(list)} r where ${isInList(list)}`.execute(db);
  return rows[0]?.total ?? 0;
}

/** Counts the releases of some packages, at most `max`. */
export async function countAudienceReleases(db: Db, packages: number[], max: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count
    from (select from releases r where r.audience && ${packages}::int[] limit ${max}) r`.execute(db);
  return rows[0]?.count ?? 0;
}

import type { Check, ReleaseState, StaffRelease, StaffReleaseSort, StaffRole } from '@promenade/contract/label';
import { type RawBuilder, sql } from 'kysely';
import { isLabelOf, roleOf, type StaffMember } from '../access/staffQueries.ts';
import type { Db } from '../platform/database/db.ts';
import { type Page, type PageOf, searchedPage } from '../platform/database/page.ts';
import { likeWord, splitSearch } from '../platform/database/searchWords.ts';
import { sortText } from './publishQueries.ts';
import { countSets, reachSets } from './recipientQueries.ts';
import { isMarkPending } from './soundPairQueries.ts';

/** The state of release `r` (requirements decision 39). */
export const releaseState = (now: Date) => sql<ReleaseState>`case
  when r.state <> 'available' then r.state
  when r.ends_at <= ${now}::timestamptz then 'ended'
  when r.available_at > ${now}::timestamptz then 'scheduled'
  else 'available' end`;

export interface OwnedRelease {
  /** Internal. */
  id: number;
  releaseid: string;
  title: string;
  artist: string;
  /** Internal id of the owner. */
  labelId: number | null;
  labelid: string | null;
  role: StaffRole;
  state: ReleaseState;
}

/** Undefined when the caller does not work for its owner. */
export async function findStaffRelease(
  db: Db,
  caller: StaffMember,
  releaseid: string,
  now: Date,
): Promise<OwnedRelease | undefined> {
  const { rows } = await sql<OwnedRelease>`
    select r.id, r.releaseid, r.title, r.artist, r.owner_label_id as "labelId",
      (select labelid from labels where id = r.owner_label_id) as labelid, ${roleOf(caller, sql`r.owner_label_id`)} as role,
      ${releaseState(now)} as state
    from releases r where r.releaseid = ${releaseid} and ${isLabelOf(caller, sql`r.owner_label_id`)}`.execute(db);
  return rows[0];
}

export async function isStaffOf(db: Db, caller: StaffMember, id: number): Promise<boolean> {
  const { rows } = await sql`
    select from releases r where r.id = ${id} and ${isLabelOf(caller, sql`r.owner_label_id`)}`.execute(db);
  return rows.length > 0;
}

/** Internal ids of those of the releases whose owner the caller works for. */
export async function listStaffReleaseIds(db: Db, caller: StaffMember, releaseids: string[]): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select r.id from releases r
    where r.releaseid = any(${releaseids}::uuid[]) and ${isLabelOf(caller, sql`r.owner_label_id`)}`.execute(db);
  return rows.map(({ id }) => id);
}

interface StaffReleaseFilter extends Page {
  labelid?: string | undefined;
  state?: ReleaseState | undefined;
  filter?: string | undefined;
  sort: StaffReleaseSort;
}

const orders: Record<StaffReleaseSort, RawBuilder<unknown>> = {
  date: sql`r.available_at, r.id`,
  '-date': sql`r.available_at desc, r.id desc`,
  title: sql`r.sort_title, r.id`,
  '-title': sql`r.sort_title desc, r.id desc`,
  artist: sql`r.sort_artist, r.id`,
  '-artist': sql`r.sort_artist desc, r.id desc`,
  impact: sql`r.impact_date, r.id`,
  '-impact': sql`r.impact_date desc nulls last, r.id desc`,
};

/** A release of the table, without what is counted: its internal id, and its fields as JSON text without the braces. */
export interface StaffReleaseRow {
  id: number;
  fields: string;
}

/** One page of the releases that the caller's labels own. */
export async function listStaffReleases(
  db: Db,
  caller: StaffMember,
  { labelid, state, filter, sort, ...page }: StaffReleaseFilter,
  now: Date,
): Promise<PageOf<StaffReleaseRow>> {
  const words = splitSearch(filter);
  const conditions = [
    ...(caller.operator
      ? []
      : [sql`r.owner_label_id in (select label_id from account_label where account_id = ${caller.accountid})`]),
    ...(labelid ? [sql`r.owner_label_id = (select id from labels where labelid = ${labelid})`] : []),
    ...(state ? [sql`${releaseState(now)} = ${state}`] : []),
  ];
  const isListed = sql.join([sql`true`, ...conditions], sql` and `);
  const hasWord = (word: string) => {
    const pattern = likeWord(sortText(word));
    // Nothing else has the digits of a UPC.
    const upc = sql`select from releases where upc = ${word}`;
    return {
      inRow: sql`(r.sort_title like ${pattern} or r.sort_artist like ${pattern} or r.upc = ${word})`,
      inIndexes: sql`r.id in (
        select id from releases where upc = ${word}
        union all select id from releases where sort_title like ${pattern} and not exists (${upc})
        union all select id from releases where sort_artist like ${pattern} and not exists (${upc}))`,
    };
  };
  const hasWords = (where: keyof ReturnType<typeof hasWord>) =>
    sql.join(
      words.map((word) => hasWord(word)[where]),
      sql` and `,
    );
  const search = words.length > 0 && {
    hits: sql`select r.id from releases r where ${isListed} and ${hasWords('inIndexes')}`,
    isHit: hasWords('inRow'),
  };
  return searchedPage(db, page, {
    table: sql`releases r`,
    id: sql`r.id`,
    columns: sql`r.id, trim(both '{}' from json_build_object(
      'releaseid', r.releaseid, 'title', r.title, 'artist', r.artist,
      'thumbnail', (('{' || r.fragment || '}')::json)->>'thumbnail',
      'labelid', l.labelid, 'label', l.name, 'state', ${releaseState(now)},
      'available', to_char(r.available_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
      'impact', r.impact_date,
      'tracks', (select count(*) from tracks t where t.release_id = r.id)
    )::text) as fields`,
    joins: sql`left join labels l on l.id = r.owner_label_id`,
    isListed,
    order: orders[sort],
    search: search || undefined,
  });
}

const countedSets = ['recipients', 'opened', 'heard', 'downloaded'] as const;
export type ReleaseCounts = Pick<StaffRelease, (typeof countedSets)[number]>;

/** By internal id. */
export async function countReleases(db: Db, ids: number[]): Promise<Map<number, ReleaseCounts>> {
  const { rows } = await sql<ReleaseCounts & { id: number }>`
    with ${reachSets(ids)}
    select release.id, ${sql.join(countedSets.map((sets) => sql`${countSets(sets)} as ${sql.ref(sets)}`))}
    from release left join reached on release_id = release.id group by release.id`.execute(db);
  return new Map(rows.map(({ id, ...counts }) => [id, counts]));
}

type OtherRelease = NonNullable<Check['other']>;

/** Other releases of the owner with an ISRC of this release, or with its artist and title. */
export async function findSimilar(
  db: Db,
  id: number,
): Promise<{ sameRecordings: { trackid: string; other: OtherRelease }[]; twin: OtherRelease | undefined }> {
  const other = sql`json_build_object('releaseid', o.releaseid, 'title', o.title)`;
  const sameRecordings = await sql<{ trackid: string; other: OtherRelease }>`
    select distinct on (t.ordinal) t.trackid, ${other} as other
    from releases r join tracks t on t.release_id = r.id
    join tracks same on same.isrc = t.isrc and same.release_id <> r.id
    join releases o on o.id = same.release_id and o.owner_label_id is not distinct from r.owner_label_id
    where r.id = ${id} order by t.ordinal, o.id`.execute(db);
  // Materialized: otherwise the order would walk all releases.
  const twins = await sql<{ other: OtherRelease }>`
    with twins as materialized (
      select o.id, o.releaseid, o.title from releases r
      join releases o on twin_key(o.artist, o.title) = twin_key(r.artist, r.title)
        and o.owner_label_id is not distinct from r.owner_label_id and o.id <> r.id
      where r.id = ${id})
    select ${other} as other from twins o order by o.id limit 1`.execute(db);
  return { sameRecordings: sameRecordings.rows, twin: twins.rows[0]?.other };
}

/** The contact address of a label, and the path of its logo. */
interface LabelFacts {
  contact: string | null;
  logo: string | null;
  mark: boolean;
}

export async function findLabelFacts(db: Db, id: number): Promise<LabelFacts> {
  const { rows } = await sql<LabelFacts>`
    select l.contact, l.mark, (
      select '/api/logo/' || r.releaseid || '/' || l.logo_hash || '.webp' from releases r
      where r.owner_label_id = l.id order by r.id desc limit 1) as logo
    from labels l where l.id = ${id}`.execute(db);
  return rows[0] ?? { contact: null, logo: null, mark: false };
}

/** A marked release has sound that is not marked yet: why, when it was tried. */
export async function findPendingMark(db: Db, id: number): Promise<{ reason: string | null } | undefined> {
  const { rows } = await sql<{ reason: string | null }>`
    select (select min(m.refused) from tracks t join renditions o on o.track_id = t.id and o.kind = 'original'
      join sound_marks m on m.original = o.file where t.release_id = r.id) as reason
    from releases r where r.id = ${id} and ${isMarkPending}`.execute(db);
  return rows[0];
}

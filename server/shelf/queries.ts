import type { Shelf, ShelfFilter, ShelfSort, ShelfState, ShelfVote } from '@promenade/contract/shelf';
import { type RawBuilder, sql } from 'kysely';
import type * as z from 'zod/mini';
import {
  audienceOfAccount,
  isAvailable,
  isDeliveredTo,
  joinViewerState,
  nameOfAccount,
  releaseJson,
  removedTracks,
  type Viewer,
  visibleToViewer,
} from '../catalogue/rowQueries.ts';
import type { Db } from '../platform/database/db.ts';
import { mapPage, type Page, type PageOf, readPage } from '../platform/database/page.ts';

// The shelf is no list of its own: it is read from what colleagues flag, take, say, vote and decide, so that whoever leaves
// takes everything along, and each reader finds only releases that were delivered to that person.

export type ShelfQuery = z.infer<typeof ShelfFilter>;
const SHOWS_MAX = 200;

/** SQL condition: the account `a` is active, and an operator still vouches for the company of its row `m` in `shelf_members`. */
const isSharing = sql`(a.status = 'active' and fold_name(a.approved_company) = m.company)`;

/** The company whose shelf the account shares; null without one. */
const companyOf = (accountid: number) => sql`(select shelf_company(${accountid}))`;

/** Tables `members`, what they `given` since they share, and the releases with it, `listed`. */
const shelfTables = ({ accountid }: Viewer, person: string | undefined) => sql`
  members as materialized (
    select m.account_id, m.company, m.since, a.playerid, ${nameOfAccount} as name
    from shelf_members m join accounts a on a.id = m.account_id and ${isSharing}
    where m.company = ${companyOf(accountid)}),
  given as materialized (
    select playerid, name, release_id, flagged_at as at, 'flag' as kind, null as word, '' as note, true as puts
    from members join marks using (account_id) where flagged_at >= since
    union all select playerid, name, release_id, flagged_at, 'flag', null, '', true
    from members join track_marks using (account_id) where flagged_at >= since and track_id not in ${removedTracks}
    union all select playerid, name, release_id, downloaded_at, 'download', null, '', true
    from members join downloaded_tracks using (account_id) where downloaded_at >= since
    union all select playerid, name, release_id, at, 'reaction', kind, '', kind <> 'not-for-us'
    from members join reactions using (account_id) where at >= since
    union all select playerid, name, release_id, at, 'vote', vote, note, coalesce(vote = 'for', false)
    from members join shelf_votes using (account_id)
    union all select playerid, name, release_id, at, 'decision', null, '', true
    from members join shelf_items using (account_id, company)),
  listed as (
    select release_id, max(at) as at, count(*) filter (where word = 'for') - count(*) filter (where word = 'against') as votes
    from given group by release_id
    having bool_or(puts) ${person === undefined ? sql`` : sql`and bool_or(playerid = ${person} and kind <> 'decision')`})`;

/** Releases `r` of the shelf with their place `s` in it, and what the company decided, `i`. */
const shelfOf = (viewer: Viewer) => sql`
  listed s join releases r on r.id = s.release_id and ${visibleToViewer(viewer)}
  left join shelf_items i on i.release_id = r.id and i.company = ${companyOf(viewer.accountid)}`;

const stateOfItem = sql`coalesce(i.state, 'proposed')`;

function isWanted({ state, show, filter }: Pick<ShelfQuery, 'state' | 'show' | 'filter'>): RawBuilder<unknown> {
  const words = filter.split(/\s+/).filter(Boolean);
  return sql.join(
    [
      state === undefined ? sql`${stateOfItem} <> 'off'` : sql`${stateOfItem} = ${state}`,
      ...(show === undefined ? [] : [sql`i.show = ${show}`]),
      ...words.map((word) => sql`position(fold_name(${word}) in fold_name(r.title || ' ' || r.artist)) > 0`),
    ],
    sql` and `,
  );
}

const ORDER: Record<ShelfSort, RawBuilder<unknown>> = {
  at: sql`s.at, r.id`,
  '-at': sql`s.at desc, r.id desc`,
  artist: sql`r.sort_artist, r.id`,
  '-artist': sql`r.sort_artist desc, r.id desc`,
  title: sql`r.sort_title, r.id`,
  '-title': sql`r.sort_title desc, r.id desc`,
  day: sql`i.day nulls last, r.id`,
  '-day': sql`i.day desc nulls last, r.id desc`,
  votes: sql`s.votes, r.id`,
  '-votes': sql`s.votes desc, s.at desc, r.id desc`,
};

/** Each item is the JSON text of a `ShelfItem` of the contract. */
export async function listShelf(db: Db, query: Viewer & Page & ShelfQuery): Promise<PageOf<string>> {
  const { person, sort, ...viewer } = query;
  return readItems(db, viewer, query, { person, condition: isWanted(query), order: ORDER[sort] });
}

/** The same of some releases, whatever their state; those that the viewer does not have are left out. */
export async function listShelfItems(db: Db, viewer: Viewer, releaseids: string[]): Promise<string[]> {
  const condition = sql`r.releaseid = any(${releaseids}::uuid[])`;
  const page = { page: 1, pagesize: releaseids.length };
  return (await readItems(db, viewer, page, { person: undefined, condition, order: ORDER['-at'] })).items;
}

async function readItems(
  db: Db,
  viewer: Viewer,
  page: Page,
  list: { person: string | undefined; condition: RawBuilder<unknown>; order: RawBuilder<unknown> },
): Promise<PageOf<string>> {
  const found = await readPage<{ json: string }>(
    db,
    page,
    (limit) => sql`
    with ${shelfTables(viewer, list.person)},
    page as materialized (
      select r.id, r.fragment, r.trackcount, r.tempos, r.keys, s.at, ${stateOfItem} as state, coalesce(i.show, '') as show, i.day,
        i.account_id as decider, row_number() over (order by ${list.order}) as number, count(*) over ()::int as total
      from ${shelfOf(viewer)} where ${list.condition} order by ${list.order} ${limit}),
    people as (
      select release_id, json_agg(json_build_object('playerid', playerid, 'name', name, 'flagged', flagged,
        'reaction', reaction, 'downloaded', downloaded, 'vote', vote, 'note', note) order by name, playerid) as json
      from (
        select release_id, playerid, name, bool_or(kind = 'flag') as flagged, bool_or(kind = 'download') as downloaded,
          max(word) filter (where kind = 'reaction') as reaction, max(word) filter (where kind = 'vote') as vote,
          max(note) as note
        from given where kind <> 'decision' and release_id = any(array(select id from page)) group by 1, 2, 3
      ) each group by release_id)
    select left(${releaseJson}, -1) || ',"shelf":' || json_build_object('state', r.state, 'show', r.show, 'day', r.day,
        'decidedby', coalesce(decider.name, ''), 'at', to_char(r.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
        'people', coalesce(people.json, '[]'))::text || '}' as json, r.total
    from page r ${joinViewerState(viewer)} left join people on people.release_id = r.id
      left join members decider on decider.account_id = r.decider
    order by r.number`,
  );
  return mapPage(found, ({ json }) => json);
}

/** The releases of the shelf in its order with their shows, at most `max`, and how many it has. */
export async function listShelfReleaseIds(
  db: Db,
  { person, sort, ...query }: Viewer & ShelfQuery,
  max: number,
): Promise<{ releaseids: string[]; shows: string[]; listed: number }> {
  const { rows } = await sql<{ releaseids: string[]; shows: string[]; listed: number }>`
    with ${shelfTables(query, person)}
    select coalesce((array_agg(r.releaseid order by ${ORDER[sort]}))[:${sql.lit(max)}], '{}') as releaseids,
      coalesce((array_agg(coalesce(i.show, '') order by ${ORDER[sort]}))[:${sql.lit(max)}], '{}') as shows,
      count(*)::int as listed
    from ${shelfOf(query)} where ${isWanted(query)}`.execute(db);
  return rows[0] ?? { releaseids: [], shows: [], listed: 0 };
}

export async function getShelf(db: Db, viewer: Viewer): Promise<Shelf> {
  const { rows } = await sql<Shelf>`
    with ${shelfTables(viewer, undefined)}
    select coalesce(a.approved_company, '') as company, ${companyOf(viewer.accountid)} is not null as ison,
      coalesce((select json_agg(json_build_object('playerid', playerid, 'name', name) order by name, playerid)
        from members where account_id <> a.id), '[]') as people,
      array(select distinct i.show from ${shelfOf(viewer)} where i.show <> '' order by 1 limit ${sql.lit(SHOWS_MAX)}) as shows
    from accounts a where a.id = ${viewer.accountid}`.execute(db);
  return rows[0] ?? { company: '', ison: false, people: [], shows: [] };
}

export async function isOnShelf(db: Db, accountid: number): Promise<boolean> {
  const { rows } = await sql<{ ison: boolean }>`select ${companyOf(accountid)} is not null as ison`.execute(db);
  return rows[0]?.ison === true;
}

/** Begins to share the shelf of the company that an operator vouched for; one that is shared already stays. */
export async function insertMember(db: Db, accountid: number, now: Date): Promise<string | undefined> {
  // What was given to the shelf of a former company goes.
  await sql`
    delete from shelf_members m using accounts a
    where a.id = m.account_id and a.id = ${accountid} and not coalesce(${isSharing}, false)`.execute(db);
  const { rows } = await sql<{ company: string }>`
    insert into shelf_members as m (account_id, company, since)
    select id, fold_name(approved_company), ${now}::timestamptz from accounts
    where id = ${accountid} and fold_name(approved_company) <> ''
    on conflict (account_id) do update set since = m.since returning company`.execute(db);
  return rows[0]?.company;
}

/** Takes all that the account gave away; with the last member goes what the company decided. */
export async function deleteMember(db: Db, accountid: number): Promise<string | undefined> {
  const { rows } = await sql<{ company: string }>`
    delete from shelf_members where account_id = ${accountid} returning company`.execute(db);
  const company = rows[0]?.company;
  await sql`
    delete from shelf_items where company = ${company ?? null}
      and not exists (select from shelf_members where company = ${company ?? null})`.execute(db);
  return company;
}

export interface ShelfDecision {
  releaseids: string[];
  state?: ShelfState | undefined;
  show?: string | undefined;
  day?: string | null | undefined;
}

/** Decides about the releases that the viewer has. */
export async function upsertItems(
  db: Db,
  viewer: Viewer,
  { releaseids, state, show, day }: ShelfDecision,
  now: Date,
): Promise<void> {
  await sql`
    insert into shelf_items as i (company, release_id, state, show, day, account_id, at)
    select ${companyOf(viewer.accountid)}, r.id, ${state ?? 'proposed'}, ${show ?? ''}, ${day ?? null}::date,
      ${viewer.accountid}::int, ${now}::timestamptz
    from releases r where r.releaseid = any(${releaseids}::uuid[]) and ${visibleToViewer(viewer)} order by r.id
    on conflict (company, release_id) do update set state = coalesce(${state ?? null}, i.state),
      show = coalesce(${show ?? null}, i.show), day = ${day === undefined ? sql`i.day` : sql`excluded.day`},
      account_id = excluded.account_id, at = excluded.at`.execute(db);
}

export async function upsertVote(
  db: Db,
  { accountid, release, vote, note }: { accountid: number; release: number; vote: ShelfVote | null; note: string },
  now: Date,
): Promise<void> {
  if (vote === null && note === '')
    await sql`delete from shelf_votes where account_id = ${accountid} and release_id = ${release}`.execute(db);
  else
    await sql`
      insert into shelf_votes (account_id, release_id, vote, note, at)
      values (${accountid}, ${release}, ${vote}, ${note}, ${now})
      on conflict (account_id, release_id) do update set vote = excluded.vote, note = excluded.note, at = excluded.at`.execute(
      db,
    );
}

/** Which of the accounts share the shelf of the company and may hear at least one of the releases; null: any release. */
export async function listShelfReaders(
  db: Db,
  { company, releases }: { company: string; releases: number[] | null },
  accountids: number[],
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select a.id from shelf_members m join accounts a on a.id = m.account_id and ${isSharing}
    where m.company = ${company} and a.id = any(${accountids}::int[]) and (${releases === null} or exists (
      select from releases r where r.id = any(${releases}::int[]) and ${isAvailable} and ${isDeliveredTo(audienceOfAccount)}))`.execute(
    db,
  );
  return rows.map(({ id }) => id);
}

import type { RecipientCounts } from '@promenade/contract/label';
import { Figure } from '@promenade/contract/reports';
import { sql } from 'kysely';
import type { Db } from '../platform/database/db.ts';
import { audienceOfAccount, isDeliveredTo } from './rowQueries.ts';

// Who is a recipient, for every place that counts or lists people of a release: active accounts to which it is or was
// delivered. Staff of its owner, operators and accounts that are not active are counted apart.

/** Account `a` works for the owner of release `r`; reports show it apart. */
export const isOwnStaff = sql`exists (
  select from account_label s where s.account_id = a.id and s.label_id = r.owner_label_id)`;

const deliveredByAudience = sql`
  select p.account_id from account_package p
  where p.package_id = any(r.audience) and (least(r.withdrawn_at, r.ends_at) <= least(now(), p.since)) is not true
    and (-p.account_id = any(r.excluded)) is not true
  union all select -id from unnest(r.audience) id where id < 0 and (id = any(r.excluded)) is not true
    and (r.state <> 'draft' or exists (
      select from release_recipient n where n.release_id = r.id and n.account_id = -id))`;

/**
 * Ids of the accounts to whom release `r` is or was delivered, as a subquery: the same accounts as `hadRelease` once the
 * release is available, and before that those who will have it. An account of a typed address is left out of a draft:
 * it would tell who has the address.
 */
export const deliveredTo = sql`(
  ${deliveredByAudience} union select account_id from release_former_recipient where release_id = r.id)`;

/** Account `a`, to which release `r` is or was delivered, is a recipient. */
export const isCounted = sql`(a.status = 'active' and not a.operator and not ${isOwnStaff})`;

/**
 * CTEs about the releases whose ids the parameter has: `reached` has, for each release and block of 256 accounts, the set
 * of its recipients, and of them those of each figure (`release_reach`). Releases with one audience share its set.
 */
export const reachSets = (releaseIds: number[]) => sql`
  release as materialized (
    select id, owner_label_id, state, audience, excluded, withdrawn_at, ends_at
    from releases where id = any(${releaseIds}::int[])
  ), audience as (
    select min(id) as id, array_agg(id) as ids, owner_label_id, state, audience, excluded, withdrawn_at, ends_at from release
    group by owner_label_id, state, audience, excluded, withdrawn_at, ends_at, case when state = 'draft' then id end
  ), recipients as (
    select release_id, block, bit_or(accounts) as recipients from (
      select unnest(r.ids) as release_id, block, accounts from audience r cross join lateral (
        select a.id >> 8 as block, bit_or(account_set(a.id)) as accounts
        from (${deliveredByAudience}) delivered join accounts a on a.id = delivered.account_id where ${isCounted} group by 1
      ) sets
      union all select r.id, a.id >> 8, account_set(a.id)
      from release r join release_former_recipient f on f.release_id = r.id join accounts a on a.id = f.account_id
      where ${isCounted}
    ) delivered group by release_id, block
  ), reached as materialized (
    select release_id, block, recipients, ${sql.join(
      Figure.options.map((figure) => sql`recipients & ${sql.ref(`reach.${figure}`)} as ${sql.ref(figure)}`),
    )}
    from recipients left join (
      select * from release_reach where release_id = any(${releaseIds}::int[])
    ) reach using (release_id, block)
  )`;

/** The size of all sets of a group of rows of `reached`. */
export const countSets = (sets: 'recipients' | Figure) => sql`coalesce(sum(bit_count(${sql.ref(sets)})), 0)::int`;

/** Account `a` had release `r` and lost it. */
export const hasLost = sql`(exists (
  select from release_former_recipient f where f.release_id = r.id and f.account_id = a.id)
  and not ${isDeliveredTo(audienceOfAccount)})`;

/** The people of releases, each counted once and with what counts for most: a recipient of one is a recipient. */
export async function countRecipients(db: Db, releaseIds: number[]): Promise<RecipientCounts> {
  const { rows } = await sql<RecipientCounts>`
    select (count(*) filter (where kind = 3))::int as recipients, (count(*) filter (where kind = 3 and lost))::int as former,
      (count(*) filter (where kind = 2))::int as ownstaff, (count(*) filter (where kind = 1))::int as operators,
      (count(*) filter (where kind = 0))::int as inactive,
      (select count(distinct address)::int from release_address where release_id = any(${releaseIds}::int[])) as addresses
    from (
      select a.id, bool_and(${hasLost}) as lost, max(case
        when ${isCounted} then 3 when a.status <> 'active' then 0 when a.operator then 1 else 2 end) as kind
      from releases r cross join lateral ${deliveredTo} delivered join accounts a on a.id = delivered.account_id
      where r.id = any(${releaseIds}::int[]) group by a.id
    ) people`.execute(db);
  const [counts] = rows;
  if (!counts) throw new Error('A count has one row.');
  return counts;
}

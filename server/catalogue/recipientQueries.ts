import type { RecipientCounts } from '@promenade/contract/label';
import { sql } from 'kysely';
import type { Db } from '../platform/database/db.ts';
import { audienceOfAccount, isDeliveredTo } from './rowQueries.ts';

// Who is a recipient, for every place that counts or lists people of a release: active accounts to which it is or was
// delivered. Staff of its owner, operators and accounts that are not active are counted apart.

/** Account `a` works for the owner of release `r`; reports show it apart. */
export const isOwnStaff = sql`exists (
  select from account_label s where s.account_id = a.id and s.label_id = r.owner_label_id)`;

/**
 * Ids of the accounts to whom release `r` is or was delivered, as a subquery: the same accounts as `hadRelease` once the
 * release is available, and before that those who will have it. An account of a typed address is left out of a draft:
 * it would tell who has the address.
 */
export const deliveredTo = sql`(
  select p.account_id from account_package p
  where p.package_id = any(r.audience) and (least(r.withdrawn_at, r.ends_at) <= least(now(), p.since)) is not true
    and (-p.account_id = any(r.excluded)) is not true
  union select -id from unnest(r.audience) id where id < 0 and (id = any(r.excluded)) is not true
    and (r.state <> 'draft' or exists (
      select from release_recipient n where n.release_id = r.id and n.account_id = -id))
  union select account_id from release_former_recipient where release_id = r.id)`;

/** Account `a`, to which release `r` is or was delivered, is a recipient. */
export const isCounted = sql`(a.status = 'active' and not a.operator and not ${isOwnStaff})`;

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

import { sql } from 'kysely';

/** Account `a` works for the owner of release `r`; reports show it apart. */
export const isOwnStaff = sql`exists (
  select from account_label s where s.account_id = a.id and s.label_id = r.owner_label_id)`;

/**
 * Ids of the accounts to whom release `r` is or was delivered, as a subquery: the same accounts as `hadRelease` once the
 * release is available, and before that those who will have it.
 */
export const deliveredTo = sql`(
  select p.account_id from account_package p
  where p.package_id = any(r.audience) and (least(r.withdrawn_at, r.ends_at) <= least(now(), p.since)) is not true
    and (-p.account_id = any(r.excluded)) is not true
  union select -id from unnest(r.audience) id where id < 0 and (id = any(r.excluded)) is not true
  union select account_id from release_former_recipient where release_id = r.id)`;

/** Account `a` counts as a recipient in reports. */
export const isCounted = sql`(a.status = 'active' and not a.operator and not ${isOwnStaff})`;

import type { Connection, SkipReason } from '@promenade/contract/network';
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../platform/database/db.ts';

const CONNECTIONS_MAX = 1_000;

/** Selects the accounts of a subquery with `other_id`, by name, without disabled ones. */
const selectConnections = (otherIds: RawBuilder<unknown>) => sql<Connection>`
  select playerid as player_id, playerid as connected_player_id, firstname as first_name, lastname as last_name,
    coalesce(named.name, address.email) as full_name, address.email, verified
  from (${otherIds}) c
  join accounts on accounts.id = c.other_id and accounts.status <> 'disabled'
  cross join lateral (select nullif(trim(firstname || ' ' || lastname), '') as name) named
  cross join lateral (
    select email from account_emails where account_id = accounts.id order by added_at, email limit 1) address
  order by coalesce(named.name, address.email) collate "und-x-icu", playerid
  limit ${CONNECTIONS_MAX}`;

export async function listConnections(db: Db, accountid: number): Promise<Connection[]> {
  const otherIds = sql`select other_id from connections where account_id = ${accountid} and removed_at is null`;
  return (await selectConnections(otherIds).execute(db)).rows;
}

/** Ends both sides; false when this account has no such connection. */
export async function endConnection(db: Db, accountid: number, playerid: string, now: Date): Promise<boolean> {
  const { rows } = await sql`
    update connections as c set removed_at = ${now} from accounts o
    where o.playerid = ${playerid} and c.removed_at is null
      and ((c.account_id = ${accountid} and c.other_id = o.id) or (c.account_id = o.id and c.other_id = ${accountid}))
    returning 1`.execute(db);
  return rows.length > 0;
}

/**
 * Inserts both sides of every accepted invitation that this account sent or received. An ended connection is renewed
 * only by an invitation accepted after its end. Rows are ordered to avoid deadlocks.
 */
export async function connectAccepted(db: Db, accountid: number): Promise<void> {
  await sql`
    insert into connections (account_id, other_id, since)
    select side.account_id, side.other_id, max(i.accepted_at)
    from invitations i
    cross join lateral (values (i.inviter_id, i.accepted_by), (i.accepted_by, i.inviter_id)) side (account_id, other_id)
    where (i.inviter_id = ${accountid} or i.accepted_by = ${accountid}) and i.accepted_at is not null
      and i.inviter_id <> i.accepted_by
      and not exists (
        select from connections c where c.account_id = side.account_id and c.other_id = side.other_id
          and (c.removed_at is null or c.removed_at >= i.accepted_at))
    group by side.account_id, side.other_id
    order by side.account_id, side.other_id
    on conflict (account_id, other_id) do update set removed_at = null, since = excluded.since, told_at = null
    where connections.removed_at < excluded.since`.execute(db);
}

/** Returns the connections that this account has not been notified of, and marks them as notified. */
export async function claimNewConnections(db: Db, accountid: number, now: Date): Promise<Connection[]> {
  const { rows } = await sql<Connection>`
    with claimed as (
      update connections set told_at = ${now}
      where account_id = ${accountid} and told_at is null and removed_at is null returning other_id)
    ${selectConnections(sql`select other_id from claimed`)}`.execute(db);
  return rows;
}

/** Connects two accounts without notifying them; an existing connection stays unchanged. */
export async function insertConnection(db: Db, accountid: number, otherId: number, now: Date): Promise<void> {
  const times = { since: now, told_at: now };
  await db
    .insertInto('connections')
    .values([
      { account_id: accountid, other_id: otherId, ...times },
      { account_id: otherId, other_id: accountid, ...times },
    ])
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

interface KnownAddress {
  email: string;
  language: string;
  /** Null: neither an address of the account itself nor of a connection. */
  relation: SkipReason | null;
}

export async function findKnownAddresses(
  db: Db,
  accountid: number,
  emails: string[],
): Promise<Map<string, KnownAddress>> {
  // In a statement of its own: a known address takes no more accesses than an unknown one.
  const { rows: connected } = await sql<{ id: number }>`
    select other_id as id from connections where account_id = ${accountid} and removed_at is null`.execute(db);
  const ids = connected.map(({ id }) => id);
  const { rows } = await sql<KnownAddress>`
    select e.email, a.language, case
      when a.id = ${accountid} then 'own' when a.id = any(${ids}::bigint[]) then 'connected' end as relation
    from account_emails e join accounts a on a.id = e.account_id
    where e.email = any(${emails}::text[])`.execute(db);
  return new Map(rows.map((row) => [row.email, row]));
}

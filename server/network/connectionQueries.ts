import type { Connection } from '@promenade/contract/network';
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../platform/database/db.ts';

const LISTED_AT_MOST = 1_000;

/** The accounts with these `other_id`s by name, those that may no longer act left out. */
const shown = (others: RawBuilder<unknown>) => sql<Connection>`
  select playerid as player_id, playerid as connected_player_id, firstname as first_name, lastname as last_name,
    coalesce(named.name, address.email) as full_name, address.email, verified
  from (${others}) c
  join accounts on accounts.id = c.other_id and accounts.status <> 'disabled'
  cross join lateral (select nullif(trim(firstname || ' ' || lastname), '') as name) named
  cross join lateral (
    select email from account_emails where account_id = accounts.id order by added_at, email limit 1) address
  order by coalesce(named.name, address.email) collate "und-x-icu", playerid
  limit ${LISTED_AT_MOST}`;

/** By name; at most 1,000. */
export async function listConnections(db: Db, accountid: number): Promise<Connection[]> {
  const others = sql`select other_id from connections where account_id = ${accountid} and removed_at is null`;
  return (await shown(others).execute(db)).rows;
}

/** Ends both sides; false when this account has no such connection. */
export async function endConnection(db: Db, accountid: number, playerid: string, at: Date): Promise<boolean> {
  const { rows } = await sql`
    update connections c set removed_at = ${at} from accounts o
    where o.playerid = ${playerid} and c.removed_at is null
      and ((c.account_id = ${accountid} and c.other_id = o.id) or (c.account_id = o.id and c.other_id = ${accountid}))
    returning 1`.execute(db);
  return rows.length > 0;
}

/**
 * Both sides of every accepted invitation that this account sent or accepted. A connection that was ended stays so
 * until an invitation is accepted after its end. Rows are taken in one order, so that two people never wait for each other.
 */
export async function putConnections(db: Db, accountid: number): Promise<void> {
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

/** The connections that this account was not told of; from now on it was. */
export async function tellConnections(db: Db, accountid: number, at: Date): Promise<Connection[]> {
  const { rows } = await sql<Connection>`
    with told as (
      update connections set told_at = ${at}
      where account_id = ${accountid} and told_at is null and removed_at is null returning other_id)
    ${shown(sql`select other_id from told`)}`.execute(db);
  return rows;
}

/** Connects two accounts that need no telling; what was between them stays as it is. */
export async function putKnownConnection(db: Db, one: number, other: number, at: Date): Promise<void> {
  const row = { since: at, told_at: at };
  await db
    .insertInto('connections')
    .values([
      { account_id: one, other_id: other, ...row },
      { account_id: other, other_id: one, ...row },
    ])
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** What is known of an address that is to be invited. */
interface KnownAddress {
  email: string;
  /** Of its account. */
  language: string;
  /** It is one of the inviter's, or of somebody connected with them. */
  near: boolean;
}

/** Those of the addresses that have an account. */
export async function findKnown(db: Db, accountid: number, emails: string[]): Promise<Map<string, KnownAddress>> {
  const { rows } = await sql<KnownAddress>`
    select e.email, a.language, a.id = ${accountid} or exists (
      select from connections c where c.account_id = ${accountid} and c.other_id = a.id and c.removed_at is null) as near
    from account_emails e join accounts a on a.id = e.account_id
    where e.email = any(${emails}::text[])`.execute(db);
  return new Map(rows.map((row) => [row.email, row]));
}

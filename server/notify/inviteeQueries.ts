import type { MailedLabel } from '@promenade/contract/unsubscribe';
import { sql } from 'kysely';
import type { Db } from '../platform/database/db.ts';

export interface Invitee {
  labelId: number;
  labelid: string;
  label: string;
  /** Where answers go; null: nobody reads them. */
  contact: string | null;
  address: string;
}

/**
 * Notes whom labels invite, and returns them: people of the lists of releases that are out and whose mails went, who have no
 * account and were not invited by that label, whose address gets mails, and who did not leave that label. Excluding wins.
 */
export async function insertInvitees(db: Db, now: Date, max: number): Promise<Invitee[]> {
  const { rows } = await sql<Invitee>`
    with due as materialized (
      select r.id, r.owner_label_id as label_id from releases r left join release_announcements n on n.release_id = r.id
      where r.state = 'available' and r.available_at <= ${now} and (r.ends_at <= ${now}) is not true
        and (n.release_id is null or n.mail_at <= ${now})
        and exists (select from release_lists x where x.release_id = r.id and not x.excluded)),
    used as (
      select distinct x.list_id from due join release_lists x on x.release_id = due.id and not x.excluded),
    candidates as materialized (
      select p.id, p.label_id, p.address from listed_people p
      where p.id in (select listed.id from used cross join lateral list_people(used.list_id) listed (id))
        and not exists (select from listed_addresses o join account_emails e on e.email = o.address where o.person_id = p.id)
        and not exists (select from suppressions s where s.address = p.address)
        and not exists (select from label_left o where o.label_id = p.label_id and o.address = p.address)
        and not exists (select from label_invitations i where i.label_id = p.label_id and i.address = p.address)),
    invited as (
      insert into label_invitations (label_id, address, sent_at)
      select p.label_id, p.address, ${now}::timestamptz from candidates p
      where exists (
        select from due join release_lists x on x.release_id = due.id and not x.excluded
        where due.label_id = p.label_id and exists (select from list_people(x.list_id) listed (id) where listed.id = p.id)
          and not exists (
            select from release_lists k cross join lateral list_people(k.list_id) kept_out (id)
            where k.release_id = due.id and k.excluded and kept_out.id = p.id))
      limit ${max}
      on conflict do nothing returning label_id, address)
    select l.id as "labelId", l.labelid, l.name as label, l.contact, i.address from invited i join labels l on l.id = i.label_id
    order by l.id, i.address`.execute(db);
  return rows;
}

export async function insertLeft(db: Db, labelid: string, address: string, now: Date): Promise<void> {
  await sql`
    insert into label_left (label_id, address, at) select id, ${address}, ${now}::timestamptz from labels where labelid = ${labelid}
    on conflict do nothing`.execute(db);
}

export async function deleteLeft(db: Db, labelid: string, address: string): Promise<void> {
  await sql`
    delete from label_left where address = ${address} and label_id = (select id from labels where labelid = ${labelid})`.execute(
    db,
  );
}

/** The label of an invitation, as the invited address sees it; undefined when it is gone. */
export async function findInvitingLabel(db: Db, labelid: string, address: string): Promise<MailedLabel | undefined> {
  const { rows } = await sql<MailedLabel>`
    select l.labelid, l.name,
      exists (select from label_left o where o.label_id = l.id and o.address = ${address}) as stopped
    from labels l where l.labelid = ${labelid}`.execute(db);
  return rows[0];
}

/** Gives another label the addresses that left or were invited by this one. */
export async function moveInvitees(db: Db, from: number, into: number): Promise<void> {
  for (const [table, at] of [
    ['label_left', 'at'],
    ['label_invitations', 'sent_at'],
  ] as const) {
    await sql`
      insert into ${sql.table(table)} (label_id, address, ${sql.ref(at)})
      select ${into}, address, ${sql.ref(at)} from ${sql.table(table)} where label_id = ${from} on conflict do nothing`.execute(
      db,
    );
    await sql`delete from ${sql.table(table)} where label_id = ${from}`.execute(db);
  }
}

/** Deletes what is stored of addresses whose account is deleted. */
export async function deleteInvitees(db: Db, addresses: string[]): Promise<void> {
  await sql`delete from label_left where address = any(${addresses}::text[])`.execute(db);
  await sql`delete from label_invitations where address = any(${addresses}::text[])`.execute(db);
}

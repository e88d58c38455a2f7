import type { MailedLabel } from '@promenade/contract/unsubscribe';
import { type RawBuilder, sql } from 'kysely';
import { notificationEmailOf } from '../access/queries.ts';
import { visibleToViewer } from '../catalogue/rowQueries.ts';
import type { Db } from '../platform/database/db.ts';
import type { Caller } from '../platform/http/caller.ts';

/** Account `account` stopped the mails of the owner of release `r`. */
export const hasStoppedLabel = (account: RawBuilder<unknown>) => sql`exists (
  select from account_label_mail stop where stop.account_id = ${account} and stop.label_id = r.owner_label_id)`;

/** Account `a` wants no mails, or none of the owner of release `r`. */
export const wantsNoMails = sql`(a.mailpref = 'none' or ${hasStoppedLabel(sql`a.id`)})`;

/** Mails to account `a` came back. */
export const isSuppressed = sql`exists (select from suppressions where address = ${notificationEmailOf('a')})`;

const isStopped = (accountid: number) =>
  sql<boolean>`exists (select from account_label_mail stop where stop.account_id = ${accountid} and stop.label_id = l.id)`;

/** The owners of the releases mailed to an account; with `second`, in the mails of this second of 1970. */
const mailedOwners = (accountid: number, second?: number) => sql`
  select r.owner_label_id from release_mails m join releases r on r.id = m.release_id
  where m.account_id = ${accountid} and r.owner_label_id is not null
    ${second === undefined ? sql`` : sql`and date_trunc('second', m.told_at) = to_timestamp(${second})`}`;

async function listLabels(db: Db, accountid: number, condition: RawBuilder<unknown>): Promise<MailedLabel[]> {
  const { rows } = await sql<MailedLabel>`
    select l.labelid, l.name, ${isStopped(accountid)} as stopped from labels l where ${condition}
    order by stopped desc, l.name collate "und-x-icu", l.id limit 500`.execute(db);
  return rows;
}

export const listMailedLabels = (db: Db, accountid: number): Promise<MailedLabel[]> =>
  listLabels(db, accountid, sql`l.id in (${mailedOwners(accountid)}) or ${isStopped(accountid)}`);

/** The labels of the mail that an account got in this second of 1970. */
export const listLabelsOfMail = (db: Db, accountid: number, second: number): Promise<MailedLabel[]> =>
  listLabels(db, accountid, sql`l.id in (${mailedOwners(accountid, second)})`);

export const findLabels = (db: Db, accountid: number, labelid: string): Promise<MailedLabel[]> =>
  listLabels(db, accountid, sql`l.labelid = ${labelid}`);

/** Undefined for a label that neither mailed the account nor owns a release that it can hear. */
export async function findOwnLabel(db: Db, caller: Caller, labelid: string): Promise<MailedLabel | undefined> {
  const { accountid } = caller;
  const [label] = await listLabels(
    db,
    accountid,
    sql`l.labelid = ${labelid} and (${isStopped(accountid)} or l.id in (${mailedOwners(accountid)})
      or exists (select from releases r where r.owner_label_id = l.id and ${visibleToViewer(caller)}))`,
  );
  return label;
}

export async function insertLabelStop(db: Db, accountid: number, labelid: string, now: Date): Promise<void> {
  await sql`
    insert into account_label_mail (account_id, label_id, stopped_at)
    select ${accountid}, id, ${now} from labels where labelid = ${labelid}
    on conflict do nothing`.execute(db);
}

export async function deleteLabelStop(db: Db, accountid: number, labelid: string): Promise<void> {
  await sql`
    delete from account_label_mail
    where account_id = ${accountid} and label_id = (select id from labels where labelid = ${labelid})`.execute(db);
}

/** Who wants no mails of one label gets none of the other. */
export async function moveLabelStops(db: Db, from: number, into: number): Promise<void> {
  await sql`
    insert into account_label_mail (account_id, label_id, stopped_at)
    select account_id, ${into}, stopped_at from account_label_mail where label_id = ${from} on conflict do nothing`.execute(
    db,
  );
  await sql`delete from account_label_mail where label_id = ${from}`.execute(db);
}

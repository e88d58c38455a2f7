import { sql } from 'kysely';
import type { Db } from '../platform/database/db.ts';

/** Lists accounts with the answers of their application, sorted by address. */
export function listAccounts(db: Db, { pending }: { pending: boolean }) {
  const answer = (path: string) => sql<string | null>`applications.answers #>> ${sql.lit(path)}::text[]`;
  return db
    .selectFrom('accounts')
    .leftJoin('account_emails', 'account_emails.account_id', 'accounts.id')
    .leftJoin('applications', 'applications.account_id', 'accounts.id')
    .$if(pending, (accounts) => accounts.where('status', '=', 'pending'))
    .groupBy(['accounts.id', 'applications.account_id'])
    .select(sql<string[]>`array_remove(array_agg(email order by added_at, email), null)`.as('emails'))
    .select(['status', 'verified', 'label_staff', 'operator', 'firstname', 'lastname', 'company', 'country'])
    .select(sql<boolean>`password_hash is not null`.as('haspassword'))
    .select(['applications.created_at as appliedat', answer('{industry}').as('industry')])
    .select([answer('{inviter,email}').as('inviter'), answer('{relationship}').as('relationship')])
    .orderBy('emails')
    .execute();
}

/** The oldest address of an account. */
export async function findEmailOfPlayer(db: Db, playerid: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('account_emails')
    .innerJoin('accounts', 'accounts.id', 'account_emails.account_id')
    .where('playerid', '=', playerid)
    .orderBy('added_at')
    .orderBy('email')
    .select('email')
    .executeTakeFirst();
  return row?.email;
}

export interface NamedLabel {
  /** Internal. */
  id: number;
  labelid: string;
  name: string;
}

/** Labels with this labelid or name, ignoring case, at most two. */
export async function listNamedLabels(db: Db, name: string): Promise<NamedLabel[]> {
  const { rows } = await sql<NamedLabel>`
    select id, labelid, name from labels where labelid::text = lower(${name}) or fold_name(name) = fold_name(${name})
    order by name = ${name} desc, id limit 2`.execute(db);
  return rows;
}

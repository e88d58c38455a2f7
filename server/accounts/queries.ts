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

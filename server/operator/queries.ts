import { sql } from 'kysely';
import type { Db } from '../platform/database/db.ts';

/** A line of the audit trail; `before` and `after` hold what changed. */
export interface Change {
  at: Date;
  /** `command` for the command line, else the playerid. */
  actor: string;
  /** `account.make`, `account.change` … */
  action: string;
  /** What was changed: a playerid, a releaseid. */
  subject: string;
  before?: unknown;
  after?: unknown;
}

/** Every change an operator makes leaves a line that nothing removes. */
export async function putAudit(db: Db, { before, after, ...line }: Change): Promise<void> {
  const json = (state: unknown) => (state === undefined ? null : JSON.stringify(state));
  await db
    .insertInto('audit')
    .values({ ...line, before: json(before), after: json(after) })
    .execute();
}

/** Every account by its first address, in its order, with what its application told; `pending` only those that wait. */
export function listAccounts(db: Db, { pending }: { pending: boolean }) {
  const answer = (path: string) => sql<string | null>`applications.answers #>> ${sql.lit(path)}::text[]`;
  return db
    .selectFrom('accounts')
    .leftJoin('account_emails', 'account_emails.account_id', 'accounts.id')
    .leftJoin('applications', 'applications.account_id', 'accounts.id')
    .$if(pending, (accounts) => accounts.where('status', '=', 'pending'))
    .groupBy(['accounts.id', 'applications.account_id'])
    .select(sql<string>`coalesce(string_agg(email, ', ' order by added_at, email), '(no address)')`.as('emails'))
    .select(['status', 'verified', 'label_staff', 'operator', 'firstname', 'lastname', 'company', 'country'])
    .select(sql<boolean>`password_hash is not null`.as('haspassword'))
    .select(['applications.created_at as appliedat', answer('{industry}').as('industry')])
    .select([answer('{inviter,email}').as('inviter'), answer('{relationship}').as('relationship')])
    .orderBy('emails')
    .execute();
}

import type { Insertable } from 'kysely';
import { mailbox } from '../access/queries.ts';
import type { Db } from '../platform/database/db.ts';
import type { Rows, Tables } from '../platform/database/tables.ts';

/** What a release says about passing it on and asking about it. */
export interface Terms extends Pick<Rows['releases'], 'title' | 'artist' | 'allow_sharing' | 'commenting_enabled'> {
  /** Of its first label. */
  contact: string | null;
}

/** By the internal id of a release that is there. */
export function findTerms(db: Db, id: number): Promise<Terms> {
  return db
    .selectFrom('releases')
    .where('id', '=', id)
    .select(['title', 'artist', 'allow_sharing', 'commenting_enabled'])
    .select((from) =>
      from
        .selectFrom('release_label')
        .innerJoin('labels', 'labels.id', 'release_label.label_id')
        .whereRef('release_label.release_id', '=', 'releases.id')
        .orderBy('release_label.position')
        .limit(1)
        .select('labels.contact')
        .as('contact'),
    )
    .executeTakeFirstOrThrow();
}

/** Somebody a release can be passed on to. */
export interface Recipient {
  accountid: number;
  mailto: string;
  language: string;
}

/** Those of the players who are connected with this account, verified and active. */
export function findRecipients(db: Db, accountid: number, playerids: string[]): Promise<Recipient[]> {
  return db
    .selectFrom('connections')
    .innerJoin('accounts', 'accounts.id', 'connections.other_id')
    .where('connections.account_id', '=', accountid)
    .where('connections.removed_at', 'is', null)
    .where('accounts.playerid', 'in', playerids)
    .where('accounts.verified', '=', true)
    .where('accounts.status', '=', 'active')
    .select(['accounts.id as accountid', mailbox.as('mailto'), 'accounts.language'])
    .orderBy('accounts.id')
    .execute();
}

/** Keeps who passed a release on to whom; a newer message takes the older one's place. */
export async function putShares(
  db: Db,
  release_id: number,
  from_id: number,
  to: number[],
  message: string,
  at: Date,
): Promise<void> {
  await db
    .insertInto('shares')
    .values(to.map((to_id) => ({ release_id, from_id, to_id, message, at })))
    .onConflict((conflict) => conflict.columns(['to_id', 'release_id', 'from_id']).doUpdateSet({ message, at }))
    .execute();
}

/** Where the operators of the service read their mail. */
export async function findOperatorMailboxes(db: Db): Promise<string[]> {
  const rows = await db
    .selectFrom('accounts')
    .where('operator', '=', true)
    .where('status', '=', 'active')
    .select(mailbox.as('mailto'))
    .execute();
  return rows.map(({ mailto }) => mailto);
}

/** Keeps a contact request. */
export async function putComment(db: Db, comment: Insertable<Tables['comments']>): Promise<void> {
  await db.insertInto('comments').values(comment).execute();
}

/** One row for each time the contact form was opened. */
export async function putCommentClick(db: Db, release_id: number, account_id: number, at: Date): Promise<void> {
  await db.insertInto('comment_clicks').values({ release_id, account_id, at }).execute();
}

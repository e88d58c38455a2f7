import type { Profile } from '@promenade/contract/profile';
import { type Insertable, sql } from 'kysely';
import { getProfile } from '../access/queries.ts';
import type { Db } from '../platform/database/db.ts';
import type { Rows, Tables } from '../platform/database/tables.ts';
import type { Caller } from '../platform/http/caller.ts';

/** The caller's profile with a display name; without a name it is the address in use. */
export async function getSender(db: Db, { accountid, username }: Caller): Promise<Profile & { name: string }> {
  const profile = await getProfile(db, accountid, username);
  return { ...profile, name: `${profile.firstname} ${profile.lastname}`.trim() || username };
}

interface ReleaseTerms extends Pick<Rows['releases'], 'title' | 'artist' | 'allow_sharing' | 'commenting_enabled'> {
  /** Address of the first label for contact requests. */
  contact: string | null;
}

export function getReleaseTerms(db: Db, id: number): Promise<ReleaseTerms> {
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

interface ShareRecipient {
  accountid: number;
  /** From this release. */
  isExcluded: boolean;
}

/** Lists those of the players who are connected with this account, verified and active. */
export function listShareRecipients(
  db: Db,
  accountid: number,
  playerids: string[],
  releaseId: number,
): Promise<ShareRecipient[]> {
  const isExcluded = sql<boolean>`exists (
    select from release_exclusion x where x.account_id = accounts.id and x.release_id = ${releaseId})`;
  return db
    .selectFrom('connections')
    .innerJoin('accounts', 'accounts.id', 'connections.other_id')
    .where('connections.account_id', '=', accountid)
    .where('connections.removed_at', 'is', null)
    .where('accounts.playerid', 'in', playerids)
    .where('accounts.verified', '=', true)
    .where('accounts.status', '=', 'active')
    .select(['accounts.id as accountid', isExcluded.as('isExcluded')])
    .orderBy('accounts.id')
    .execute();
}

/** Stores one share per recipient, whose mail waits; a repeated share replaces the message. */
export async function upsertShares(
  db: Db,
  release_id: number,
  from_id: number,
  toIds: number[],
  message: string,
  now: Date,
): Promise<void> {
  await db
    .insertInto('shares')
    .values(toIds.map((to_id) => ({ release_id, from_id, to_id, message, at: now, mail_waits: true })))
    .onConflict((conflict) =>
      conflict.columns(['to_id', 'release_id', 'from_id']).doUpdateSet({ message, at: now, mail_waits: true }),
    )
    .execute();
}

export async function insertComment(db: Db, comment: Insertable<Tables['comments']>): Promise<void> {
  await db.insertInto('comments').values(comment).execute();
}

/** Records that the contact form was opened. */
export async function insertCommentClick(db: Db, release_id: number, account_id: number, now: Date): Promise<void> {
  await db.insertInto('comment_clicks').values({ release_id, account_id, at: now }).execute();
}

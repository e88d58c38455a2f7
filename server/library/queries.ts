import { sql } from 'kysely';
import type { Db } from '../platform/database/db.ts';

/** An account and a release, by their internal ids. */
export interface Mark {
  accountid: number;
  release: number;
}

/**
 * Locks the mark of the release until the transaction ends; with `at` it is flagged, unless it was before.
 * @returns false when it is archived
 */
export async function holdUnarchived(db: Db, { accountid, release }: Mark, at: Date | null): Promise<boolean> {
  const { rows } = await sql`
    insert into marks (account_id, release_id, flagged_at) values (${accountid}, ${release}, ${at})
    on conflict (account_id, release_id) do update set flagged_at = coalesce(marks.flagged_at, excluded.flagged_at), marked = true
    where marks.archived_at is null
    returning 1`.execute(db);
  return rows.length > 0;
}

/** Takes the flag of the release; its tracks keep theirs. */
export async function dropFlag(db: Db, { accountid, release }: Mark): Promise<void> {
  await sql`
    update marks set flagged_at = null where account_id = ${accountid} and release_id = ${release}`.execute(db);
}

/** Takes the flags of all its tracks. Lock the mark of the release first. */
export async function dropTrackFlags(db: Db, { accountid, release }: Mark): Promise<void> {
  await sql`
    update track_marks set flagged_at = null
    where account_id = ${accountid} and release_id = ${release} and flagged_at is not null`.execute(db);
}

/** The internal id; undefined when the release has no such track. */
export async function findTrack(
  db: Db,
  { release, trackid }: { release: number; trackid: string },
): Promise<number | undefined> {
  const { rows } = await sql<{ id: number }>`
    select id from tracks where release_id = ${release} and trackid = ${trackid}`.execute(db);
  return rows[0]?.id;
}

/** A track that is flagged already keeps its time. */
export async function putTrackFlag(db: Db, { accountid, release }: Mark, track: number, at: Date): Promise<void> {
  await sql`
    insert into track_marks (account_id, release_id, track_id, flagged_at)
    values (${accountid}, ${release}, ${track}, ${at})
    on conflict (account_id, release_id, track_id)
      do update set flagged_at = coalesce(track_marks.flagged_at, excluded.flagged_at)`.execute(db);
}

/** Takes the flag of one track. */
export async function dropTrackFlag(db: Db, { accountid, release }: Mark, track: number): Promise<void> {
  await sql`
    update track_marks set flagged_at = null
    where account_id = ${accountid} and release_id = ${release} and track_id = ${track}`.execute(db);
}

/** Takes every flag of an account; how many releases had one, of their own or of a track. */
export async function dropAllFlags(db: Db, accountid: number): Promise<number> {
  const { rows } = await sql<{ cleared: number }>`
    with own as (
      update marks set flagged_at = null where account_id = ${accountid} and flagged_at is not null
      returning release_id),
    tracks as (
      update track_marks set flagged_at = null where account_id = ${accountid} and flagged_at is not null
      returning release_id)
    select count(*)::int as cleared from (select release_id from own union select release_id from tracks) r`.execute(
    db,
  );
  return rows[0]?.cleared ?? 0;
}

/** Locks the mark of the release until the transaction ends; its own flag goes, the time it was first archived stays. */
export async function putArchived(db: Db, { accountid, release }: Mark, at: Date): Promise<void> {
  await sql`
    insert into marks (account_id, release_id, archived_at) values (${accountid}, ${release}, ${at})
    on conflict (account_id, release_id)
      do update set flagged_at = null, archived_at = coalesce(marks.archived_at, excluded.archived_at), marked = true`.execute(
    db,
  );
}

/** Brings one release back. */
export async function dropArchived(db: Db, { accountid, release }: Mark): Promise<void> {
  await sql`
    update marks set archived_at = null where account_id = ${accountid} and release_id = ${release}`.execute(db);
}

/** Brings every release back; how many. */
export async function dropAllArchived(db: Db, accountid: number): Promise<number> {
  const { rows } = await sql`
    update marks set archived_at = null where account_id = ${accountid} and archived_at is not null
    returning 1`.execute(db);
  return rows.length;
}

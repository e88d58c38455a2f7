import type { Reaction } from '@promenade/contract/catalogue';
import { sql } from 'kysely';
import { joinTrackMark, removedTracks, trackJson, type Viewer, visibleToViewer } from '../catalogue/rowQueries.ts';
import type { Db } from '../platform/database/db.ts';
import { onPage } from '../platform/database/page.ts';
import type { LibraryPage } from './pageQueries.ts';

/** Internal ids of an account and a release. */
export interface Mark {
  accountid: number;
  release: number;
}

/**
 * Locks the mark of the release until the transaction ends. With `flaggedAt` the release is flagged; an earlier flag
 * keeps its time.
 * @returns false if the release is archived
 */
export async function lockUnarchivedMark(
  db: Db,
  { accountid, release }: Mark,
  flaggedAt: Date | null,
): Promise<boolean> {
  const { rows } = await sql`
    insert into marks (account_id, release_id, flagged_at) values (${accountid}, ${release}, ${flaggedAt})
    on conflict (account_id, release_id) do update set flagged_at = coalesce(marks.flagged_at, excluded.flagged_at)
    where marks.archived_at is null
    returning 1`.execute(db);
  return rows.length > 0;
}

/** Flags a release, archived or not. An earlier flag keeps its time. Lock the mark first. */
export async function setFlagged(db: Db, { accountid, release }: Mark, at: Date): Promise<void> {
  await sql`
    update marks set flagged_at = coalesce(flagged_at, ${at}), archived_at = null
    where account_id = ${accountid} and release_id = ${release}`.execute(db);
}

/** Clears the flag of the release, not those of its tracks. */
export async function clearFlag(db: Db, { accountid, release }: Mark): Promise<void> {
  await sql`
    update marks set flagged_at = null where account_id = ${accountid} and release_id = ${release}`.execute(db);
}

/** Clears the flags of all tracks. Lock the mark of the release first. */
export async function clearTrackFlags(db: Db, { accountid, release }: Mark): Promise<void> {
  await sql`
    update track_marks set flagged_at = null
    where account_id = ${accountid} and release_id = ${release} and flagged_at is not null`.execute(db);
}

/** Finds the internal id of a track in this release. */
export async function findTrackId(
  db: Db,
  { release, trackid }: { release: number; trackid: string },
): Promise<number | undefined> {
  const { rows } = await sql<{ id: number }>`
    select id from tracks where release_id = ${release} and trackid = ${trackid}`.execute(db);
  return rows[0]?.id;
}

/** An earlier flag keeps its time. */
export async function setTrackFlag(db: Db, { accountid, release }: Mark, track: number, at: Date): Promise<void> {
  await sql`
    insert into track_marks (account_id, release_id, track_id, flagged_at)
    values (${accountid}, ${release}, ${track}, ${at})
    on conflict (account_id, release_id, track_id)
      do update set flagged_at = coalesce(track_marks.flagged_at, excluded.flagged_at)`.execute(db);
}

export async function clearTrackFlag(db: Db, { accountid, release }: Mark, track: number): Promise<void> {
  await sql`
    update track_marks set flagged_at = null
    where account_id = ${accountid} and release_id = ${release} and track_id = ${track}`.execute(db);
}

/** Clears all flags of an account. Returns the number of releases that were flagged or had a flagged track. */
export async function clearFlags(db: Db, accountid: number): Promise<number> {
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

const visibleFlaggedTracks = (viewer: Viewer) => sql`
  from track_marks mark join releases r on r.id = mark.release_id
  where mark.account_id = ${viewer.accountid} and mark.flagged_at is not null and ${visibleToViewer(viewer)}
    and mark.track_id not in ${removedTracks}`;

/** Tracks as JSON text with the time of their flag, newest first. */
export async function listFlaggedTrackRows(db: Db, page: LibraryPage): Promise<{ song: string; flagged_at: Date }[]> {
  const { rows } = await sql<{ song: string; flagged_at: Date }>`
    select ${trackJson(page)} as song, mark.flagged_at
    from (
      select mark.track_id, mark.flagged_at ${visibleFlaggedTracks(page)}
      order by mark.flagged_at desc, mark.track_id desc
      ${onPage(page)}
    ) mark
    join tracks t on t.id = mark.track_id
    ${joinTrackMark(page)}
    order by mark.flagged_at desc, mark.track_id desc`.execute(db);
  return rows;
}

export async function countFlaggedTracks(db: Db, viewer: Viewer): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    select count(*)::int as total ${visibleFlaggedTracks(viewer)}`.execute(db);
  return rows[0]?.total ?? 0;
}

export async function countPlaylists(db: Db, accountid: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from playlists where account_id = ${accountid}`.execute(db);
  return rows[0]?.count ?? 0;
}

/** Locks the mark until the transaction ends and clears its flag. An archived release keeps its time. */
export async function setArchived(db: Db, { accountid, release }: Mark, at: Date): Promise<void> {
  await sql`
    insert into marks (account_id, release_id, archived_at) values (${accountid}, ${release}, ${at})
    on conflict (account_id, release_id)
      do update set flagged_at = null, archived_at = coalesce(marks.archived_at, excluded.archived_at)`.execute(db);
}

export async function clearArchived(db: Db, { accountid, release }: Mark): Promise<void> {
  await sql`
    update marks set archived_at = null where account_id = ${accountid} and release_id = ${release}`.execute(db);
}

/** Restores all releases of an account and returns their number. */
export async function clearArchive(db: Db, accountid: number): Promise<number> {
  const { rows } = await sql`
    update marks set archived_at = null where account_id = ${accountid} and archived_at is not null
    returning 1`.execute(db);
  return rows.length;
}

export async function upsertReaction(
  db: Db,
  { accountid, release }: Mark,
  { kind, version, note, track, second, named }: Omit<Reaction, 'trackid'> & { track: number | null },
  at: Date,
): Promise<void> {
  await sql`
    insert into reactions (account_id, release_id, kind, version, note, track_id, second, named, at)
    values (${accountid}, ${release}, ${kind}, ${version}, ${note}, ${track}, ${second}, ${named}, ${at})
    on conflict (account_id, release_id) do update set kind = excluded.kind, version = excluded.version,
      note = excluded.note, track_id = excluded.track_id, second = excluded.second, named = excluded.named, at = excluded.at`.execute(
    db,
  );
}

export async function deleteReaction(db: Db, { accountid, release }: Mark): Promise<void> {
  await sql`delete from reactions where account_id = ${accountid} and release_id = ${release}`.execute(db);
}

/** The marks, track flags and reaction with their times, as JSON text. Lock the mark of the release first. */
export async function getMarkState(db: Db, { accountid, release }: Mark): Promise<string> {
  // Without a zone the text is the same on every connection.
  const { rows } = await sql<{ state: string }>`
    select jsonb_build_object(
      'flagged', m.flagged_at at time zone 'UTC', 'archived', m.archived_at at time zone 'UTC',
      'tracks', (select jsonb_object_agg(track_id, flagged_at at time zone 'UTC') from track_marks
        where account_id = ${accountid} and release_id = ${release} and flagged_at is not null),
      'reaction', (select to_jsonb(x) || jsonb_build_object('at', x.at at time zone 'UTC') from reactions x
        where account_id = ${accountid} and release_id = ${release}))::text as state
    from marks m where account_id = ${accountid} and release_id = ${release}`.execute(db);
  return rows[0]?.state ?? '';
}

/** Writes what `getMarkState` returned. */
export async function setMarkState(db: Db, mark: Mark, text: string): Promise<void> {
  const { accountid, release } = mark;
  const state = sql`(${text}::jsonb)`;
  await sql`
    update marks set flagged_at = (${state} ->> 'flagged')::timestamp at time zone 'UTC',
      archived_at = (${state} ->> 'archived')::timestamp at time zone 'UTC'
    where account_id = ${accountid} and release_id = ${release}`.execute(db);
  await sql`
    update track_marks set flagged_at = (${state} #>> array['tracks', track_id::text])::timestamp at time zone 'UTC'
    where account_id = ${accountid} and release_id = ${release}
      and (flagged_at is not null or ${state} #> array['tracks', track_id::text] is not null)`.execute(db);
  await deleteReaction(db, mark);
  await sql`
    insert into reactions (account_id, release_id, kind, version, note, track_id, second, named, at)
    select x.account_id, x.release_id, x.kind, x.version, x.note, t.id, x.second, x.named,
      (${state} #>> '{reaction,at}')::timestamp at time zone 'UTC'
    from jsonb_populate_record(null::reactions, nullif(${state} -> 'reaction', 'null')) x
    left join tracks t on t.id = x.track_id
    where x.account_id is not null`.execute(db);
}

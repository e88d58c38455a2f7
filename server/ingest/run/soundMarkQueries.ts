import { sql } from 'kysely';
import type { DraftRendition } from '../../catalogue/document/releaseDraft.ts';
import { noteStoredFiles } from '../../catalogue/document/storedFileQueries.ts';
import type { Db } from '../../platform/database/db.ts';
import type { Pair } from '../mark/makePairs.ts';

/** A delivered file whose copies shall say whose they are. */
export interface Sound {
  /** Its storage key. */
  original: string;
  /** Of a track that has it. */
  title: string;
  renditions: DraftRendition[];
}

interface KnownMark {
  key: Buffer;
  /** Formats with a pair. */
  kinds: string[];
  /** Storage keys of the pairs and the prints. */
  files: string[];
}

export async function findSoundMark(db: Db, original: string): Promise<KnownMark | undefined> {
  const { rows } = await sql<KnownMark>`
    select m.key, array(select kind from sound_pairs where mark_id = m.id) as kinds,
      array(select file from sound_pairs where mark_id = m.id) || array_remove(array[m.prints], '') as files
    from sound_marks m where m.original = ${original} and m.refused is null`.execute(db);
  return rows[0];
}

interface NewMark {
  original: string;
  title: string;
  key: Buffer;
  segments: number;
  prints: string;
}

/** Does nothing when another import has marked the sound meanwhile. */
export async function insertSoundMark(
  db: Db,
  { original, title, key, segments, prints }: NewMark,
  pairs: (Pair & { format: Buffer })[],
  now: Date,
): Promise<void> {
  const { rows } = await sql<{ id: number }>`
    insert into sound_marks as m (original, title, key, segments, prints, created_at)
    values (${original}, ${title}, ${key}, ${segments}, ${prints}, ${now})
    on conflict (original) do update set title = excluded.title, key = excluded.key, segments = excluded.segments,
      prints = excluded.prints, refused = null, unused_since = null, created_at = excluded.created_at
    where m.key = excluded.key or m.refused is not null
    returning id`.execute(db);
  const [mark] = rows;
  if (!mark) return;
  await db.deleteFrom('sound_pairs').where('mark_id', '=', mark.id).execute();
  await db
    .insertInto('sound_pairs')
    .values(
      pairs.map(({ kind, file, headBytes, ends, copyBytes, crcA, crcB, format }) => ({
        mark_id: mark.id,
        kind,
        file,
        head_bytes: headBytes,
        ends,
        copy_bytes: copyBytes,
        crc_a: crcA,
        crc_b: crcB,
        format,
      })),
    )
    .execute();
}

/** Stores why a sound cannot be marked, unless it is marked already. */
export async function refuseSound(
  db: Db,
  { original, title, reason }: { original: string; title: string; reason: string },
  now: Date,
): Promise<void> {
  await sql`
    insert into sound_marks as m (original, title, key, segments, refused, created_at)
    values (${original}, ${title}, ${Buffer.alloc(32)}, 0, ${reason}, ${now})
    on conflict (original) do update set refused = excluded.refused, created_at = excluded.created_at
    where m.refused is not null`.execute(db);
}

/**
 * Sounds of marked releases that have no pairs yet, those that were refused since `before` left out.
 * @param release internal id of one that is marked or will be; undefined: all that are marked
 */
export async function listUnmarkedSounds(
  db: Db,
  { release, before, limit }: { release?: number | undefined; before: Date; limit: number },
): Promise<Sound[]> {
  const { rows } = await sql<Sound>`
    select distinct on (o.file) o.file as original, '"' || t.title || '" by ' || t.artist as title,
      (select json_agg(to_jsonb(x) - 'track_id') from renditions x where x.track_id = t.id) as renditions
    from tracks t join releases r on r.id = t.release_id join renditions o on o.track_id = t.id and o.kind = 'original'
    where t.assettype = 'audio' and ${release === undefined ? sql`r.mark` : sql`r.id = ${release}`}
      and exists (select from renditions f ${joinUnpaired} where f.track_id = t.id and f.kind in ('mp3', 'wav') and p.file is null)
      and not exists (select from sound_marks x where x.original = o.file and x.refused is not null
        and x.created_at > ${before})
    order by o.file, t.id desc limit ${limit}`.execute(db);
  return rows;
}
const joinUnpaired = sql`
  left join (sound_marks m join sound_pairs p on p.mark_id = m.id) on m.original = o.file and p.kind = f.kind`;

export async function hasSoundMarks(db: Db): Promise<boolean> {
  return (await db.selectFrom('sound_marks').select('id').limit(1).executeTakeFirst()) !== undefined;
}

/** Stores which tracks use a marked sound, or since when no track does. */
export async function updateMarkedTracks(db: Db, now: Date): Promise<void> {
  await sql`
    update sound_marks m set unused_since = null, title = has.title,
      trackids = array(select distinct id from unnest(m.trackids || has.trackids) id)
    from (select o.file, array_agg(t.trackid) as trackids, (array_agg('"' || t.title || '" by ' || t.artist order by t.id desc))[1] as title
      from sound_marks s join renditions o on o.file = s.original and o.kind = 'original' join tracks t on t.id = o.track_id
      group by o.file) has
    where has.file = m.original
      and (m.unused_since is not null or m.title <> has.title or not m.trackids @> has.trackids)`.execute(db);
  await sql`
    update sound_marks m set unused_since = ${now} where unused_since is null
      and not exists (select from renditions o where o.file = m.original and o.kind = 'original')
      and not exists (select from former_files f where f.file = m.original)`.execute(db);
}

/**
 * Deletes pairs that no marked release needs and that were made before a time, and marks that nobody has used since another
 * one. Their files stay for the grace time.
 */
export async function deleteUnusedMarks(
  db: Db,
  { madeBefore, unusedBefore }: { madeBefore: Date; unusedBefore: Date },
  now: Date,
): Promise<void> {
  const { rows: pairs } = await sql<{ file: string }>`
    delete from sound_pairs p using sound_marks m
    where m.id = p.mark_id and m.created_at < ${madeBefore}
      and not exists (select from renditions o join tracks t on t.id = o.track_id join releases r on r.id = t.release_id
        where o.file = m.original and o.kind = 'original' and r.mark)
      and not exists (select from former_files f where f.file = m.original)
    returning p.file`.execute(db);
  const { rows: marks } = await sql<{ original: string; prints: string }>`
    delete from sound_marks where unused_since < ${unusedBefore} or (refused is not null and unused_since is not null)
    returning original, prints`.execute(db);
  const keys = [...pairs.map(({ file }) => file), ...marks.flatMap(({ original, prints }) => [original, prints])];
  await noteStoredFiles(db, keys.filter(Boolean), now);
}

/** A marked sound that a file may be a copy of. */
export interface TracedMark {
  id: number;
  title: string;
  original: string;
  key: Buffer;
  segments: number;
  prints: string;
  /** Public ids of the tracks that have or had it. */
  trackids: string[];
}

/** Marked sounds in order, after one. @param release internal id; null: of all releases */
export async function listTracedMarks(
  db: Db,
  release: number | null,
  after: number,
  limit: number,
): Promise<TracedMark[]> {
  const { rows } = await sql<TracedMark>`
    select m.id, m.title, m.original, m.key, m.segments, m.prints,
      array(select distinct id from unnest(m.trackids || array(
        select t.trackid from renditions o join tracks t on t.id = o.track_id
        where o.file = m.original and o.kind = 'original')) id) as trackids
    from sound_marks m where m.refused is null and m.id > ${after} and (${release}::int is null or exists (
      select from renditions o join tracks t on t.id = o.track_id
      where o.file = m.original and o.kind = 'original' and t.release_id = ${release}))
    order by m.id limit ${limit}`.execute(db);
  return rows;
}

/** The codes of all accounts; `first`: the ledger names one of the tracks. */
export async function listCodes(db: Db, trackids: string[]): Promise<{ code: Buffer; first: boolean }[]> {
  const { rows } = await sql<{ code: Buffer; first: boolean }>`
    select c.code, exists (select from media_ledger l
      where l.playerid = c.playerid and l.trackids && ${trackids}::uuid[]) as first
    from sound_codes c`.execute(db);
  return rows;
}

export interface CodeOwner {
  playerid: string;
  /** Null when the account was deleted. */
  email: string | null;
  name: string | null;
  transfers: { started_at: Date; purpose: string; format: string; network: string | null }[];
}

const TRANSFERS_MAX = 20;

/** Whose code it is, and the newest answers that sent that account these tracks, oldest first. */
export async function findCodeOwner(db: Db, code: Buffer, trackids: string[]): Promise<CodeOwner | undefined> {
  const { rows } = await sql<Omit<CodeOwner, 'transfers'>>`
    select c.playerid, nullif(trim(a.firstname || ' ' || a.lastname), '') as name,
      (select e.email from account_emails e where e.account_id = a.id order by e.added_at limit 1) as email
    from sound_codes c left join accounts a on a.id = c.account_id where c.code = ${code}`.execute(db);
  const [owner] = rows;
  if (!owner) return undefined;
  const transfers = await sql<CodeOwner['transfers'][number]>`
    select started_at, purpose, format, network::text as network from media_ledger
    where playerid = ${owner.playerid} and trackids && ${trackids}::uuid[]
    order by started_at desc limit ${TRANSFERS_MAX}`.execute(db);
  return { ...owner, transfers: transfers.rows.toReversed() };
}

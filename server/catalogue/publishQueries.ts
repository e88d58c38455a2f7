import { sql } from 'kysely';
import type { Db } from '../platform/db.ts';
import type { DraftRendition, DraftTrack, Named, ReleaseDraft } from './publish.ts';

/** Two imports of one release wait for each other, before there is a row to lock, too. */
export async function lockRelease(db: Db, identity: string): Promise<{ releaseid: string; fingerprint: string } | undefined> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${identity}, 0))`.execute(db);
  return db.selectFrom('releases').select(['releaseid', 'fingerprint']).where('identity', '=', identity).executeTakeFirst();
}

interface Written {
  releaseid: string;
  draft: ReleaseDraft;
  facts: { explicit: boolean; duration: number; trackcount: number };
  ids: Named;
  audience: number[];
  fragment: string;
}

/** Returns the internal id. */
export async function putRelease(db: Db, { releaseid, draft, facts, ids, audience, fragment }: Written, now: Date): Promise<number> {
  const row = {
    fingerprint: draft.fingerprint,
    title: draft.title,
    artist: draft.artist,
    release_type: draft.release_type,
    upc: draft.upc,
    catalognumber: draft.catalognumber,
    copyrightyear: draft.copyrightyear,
    p_line: draft.p_line,
    c_line: draft.c_line,
    language: draft.language,
    available_at: draft.available,
    impact_date: draft.impact_date,
    ...facts,
    candownload: draft.candownload,
    allow_sharing: draft.allow_sharing,
    commenting_enabled: draft.commenting_enabled,
    cover_hash: draft.cover_hash,
    color: draft.color,
    promoinfo: draft.promoinfo(releaseid),
    genre_ids: ids.genres,
    market_ids: ids.markets,
    mood_ids: ids.moods,
    instrument_ids: ids.instruments,
    audience,
    fragment,
    sort_title: sortText(draft.title),
    sort_artist: sortText(draft.artist),
    updated_at: now,
  };
  const { id } = await db
    .insertInto('releases')
    .values({ identity: draft.identity, releaseid, created_at: now, ...row })
    .onConflict((conflict) => conflict.column('identity').doUpdateSet(row))
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** How a title sorts: without accents, case and marks in front. */
export const sortText = (text: string) =>
  text
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase()
    .replace(/^[^\p{L}\p{N}]+/u, '');

type NameTable = 'artists' | 'genres' | 'moods' | 'instruments' | 'packages';

/** Ids of names in their order, whatever their case; new ones are made. */
export async function nameIn(db: Db, table: NameTable, names: string[]): Promise<number[]> {
  const ids: number[] = [];
  for (const name of names) {
    const { rows } = await sql<{ id: number }>`
      insert into ${sql.table(table)} as t (name) values (${name})
      on conflict (lower(name)) do update set name = t.name returning id`.execute(db);
    for (const { id } of rows) if (!ids.includes(id)) ids.push(id);
  }
  return ids;
}

export async function nameLabels(db: Db, labels: ReleaseDraft['labels']): Promise<number[]> {
  const ids: number[] = [];
  for (const { name, logo_hash, contact } of labels) {
    const { rows } = await sql<{ id: number }>`
      insert into labels as l (name, logo_hash, contact) values (${name}, ${logo_hash}, ${contact})
      on conflict (lower(name)) do update set
        logo_hash = coalesce(excluded.logo_hash, l.logo_hash), contact = coalesce(excluded.contact, l.contact)
      returning id`.execute(db);
    for (const { id } of rows) if (!ids.includes(id)) ids.push(id);
  }
  return ids;
}

/** Markets are ids already; an unknown one gets its id as its name. */
export async function nameMarkets(db: Db, ids: string[]): Promise<string[]> {
  const rows = ids.map((id) => ({ id, name: id.toUpperCase() }));
  if (rows.length > 0) await db.insertInto('markets').values(rows).onConflict((conflict) => conflict.doNothing()).execute();
  return ids;
}

export async function nameWork(db: Db, key: string): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    insert into works as w (key) values (${key}) on conflict (key) do update set key = w.key returning id`.execute(db);
  const [row] = rows;
  if (!row) throw new Error('A work without an id.');
  return row.id;
}

export async function findRecipients(db: Db, emails: string[]): Promise<number[]> {
  if (emails.length === 0) return [];
  const addresses = emails.map((email) => email.toLowerCase());
  const rows = await db.selectFrom('account_emails').select('account_id').distinct().where('email', 'in', addresses).execute();
  return rows.map(({ account_id }) => account_id);
}

/** Who and what a release stands with; replaces what stood there. */
export async function putLinks(db: Db, release_id: number, ids: Named): Promise<void> {
  await db.deleteFrom('release_label').where('release_id', '=', release_id).execute();
  await db.deleteFrom('release_artist').where('release_id', '=', release_id).execute();
  await db.deleteFrom('release_package').where('release_id', '=', release_id).execute();
  await db.deleteFrom('release_recipient').where('release_id', '=', release_id).execute();
  const labels = ids.labels.map((label_id, position) => ({ release_id, label_id, position }));
  const artists = ids.artists.map((artist_id, position) => ({ release_id, artist_id, position }));
  if (labels.length > 0) await db.insertInto('release_label').values(labels).execute();
  if (artists.length > 0) await db.insertInto('release_artist').values(artists).execute();
  if (ids.packages.length > 0) {
    await db.insertInto('release_package').values(ids.packages.map((package_id) => ({ release_id, package_id }))).execute();
  }
  if (ids.recipients.length > 0) {
    await db.insertInto('release_recipient').values(ids.recipients.map((account_id) => ({ release_id, account_id }))).execute();
  }
}

/** A track as it stands before a second import; `file` is what was delivered. */
export interface KnownTrack {
  id: number;
  ordinal: number;
  isrc: string | null;
  file: string | null;
}

/** The tracks of a release, their places freed so that new ones can stand there. */
export async function takeTracks(db: Db, releaseId: number): Promise<KnownTrack[]> {
  const { rows } = await sql<KnownTrack>`
    select t.id, t.ordinal, t.isrc, f.file from tracks t
    left join renditions f on f.track_id = t.id and f.kind in ('original', 'video')
    where t.release_id = ${releaseId} order by t.ordinal`.execute(db);
  await db.updateTable('tracks').set({ ordinal: sql`-ordinal` }).where('release_id', '=', releaseId).execute();
  return rows;
}

export async function dropTracks(db: Db, releaseId: number, kept: number[]): Promise<void> {
  await sql`delete from tracks where release_id = ${releaseId} and id <> all(${kept}::int[])`.execute(db);
}

interface WrittenTrack {
  /** The track this one continues. */
  id: number | undefined;
  releaseId: number;
  ordinal: number;
  workId: number | null;
  track: DraftTrack;
}

/** Returns the internal id. */
export async function putTrack(db: Db, { id, releaseId, ordinal, workId, track }: WrittenTrack): Promise<number> {
  const { renditions: _renditions, work: _work, canadian, ...columns } = track;
  const row = { ...columns, canadian: JSON.stringify(canadian), release_id: releaseId, work_id: workId, ordinal };
  const written =
    id === undefined
      ? db.insertInto('tracks').values(row).returning('id')
      : db.updateTable('tracks').set(row).where('id', '=', id).returning('id');
  return (await written.executeTakeFirstOrThrow()).id;
}

export async function putRenditions(db: Db, track_id: number, renditions: DraftRendition[]): Promise<void> {
  await db.deleteFrom('renditions').where('track_id', '=', track_id).execute();
  if (renditions.length > 0) await db.insertInto('renditions').values(renditions.map((row) => ({ ...row, track_id }))).execute();
}

export async function putAttachments(db: Db, release_id: number, attachments: ReleaseDraft['attachments']): Promise<void> {
  await db.deleteFrom('attachments').where('release_id', '=', release_id).execute();
  const rows = attachments.map((attachment, position) => ({ ...attachment, release_id, position }));
  if (rows.length > 0) await db.insertInto('attachments').values(rows).execute();
}

export async function putPromoPictures(db: Db, release_id: number, pictures: ReleaseDraft['promoPictures']): Promise<void> {
  await db.deleteFrom('promo_pictures').where('release_id', '=', release_id).execute();
  if (pictures.length > 0) await db.insertInto('promo_pictures').values(pictures.map((row) => ({ ...row, release_id }))).execute();
}

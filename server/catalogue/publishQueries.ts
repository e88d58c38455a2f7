import type { NamedArtist } from '@promenade/contract/catalogue';
import { factsOf, ProposedKind, releaseFacts } from '@promenade/contract/releaseFields';
import { sql } from 'kysely';
import type { Db } from '../platform/database/db.ts';
import { Refusal } from '../platform/http/refusal.ts';
import type { IdentifiedDraft } from './document/document.ts';
import { listMarketReadings, marketId, marketName } from './names/marketNames.ts';
import type { StoredLabel } from './names/ownerQueries.ts';
import { idColumns } from './rowQueries.ts';

export interface DraftIds extends Record<ProposedKind, number[]> {
  labels: StoredLabel[];
  artists: number[];
  packages: number[];
  markets: string[];
  recipients: number[];
}

interface ReleaseRow {
  releaseid: string;
  /** Internal id of the release to update; undefined: a new one. */
  known: number | undefined;
  draft: IdentifiedDraft;
  facts: { explicit: boolean; duration: number; trackcount: number };
  ids: DraftIds;
  audience: number[];
  fragment: string;
  /** Of a new release. */
  isDraft: boolean;
}

/** Returns the internal id. */
export async function upsertRelease(
  db: Db,
  { releaseid, known, draft, facts, ids, audience, fragment, isDraft }: ReleaseRow,
  now: Date,
): Promise<number> {
  const row = {
    identity: draft.identity,
    owner_label_id: ids.labels[0]?.id ?? null,
    fingerprint: draft.fingerprint,
    title: draft.title,
    artist: draft.artist,
    release_type: draft.release_type,
    ...factsOf(releaseFacts, draft),
    available_at: draft.available,
    impact_date: draft.impact_date,
    ...facts,
    candownload: draft.candownload,
    allow_sharing: draft.allow_sharing,
    commenting_enabled: draft.commenting_enabled,
    mark: draft.mark,
    cover_hash: draft.cover_hash,
    cover_drawn: draft.cover_drawn ?? false,
    cover_width: draft.cover_width,
    cover_height: draft.cover_height,
    color: draft.color,
    promoinfo: draft.promoinfo(releaseid),
    ...Object.fromEntries(ProposedKind.options.map((kind) => [idColumns[kind], ids[kind]])),
    market_ids: ids.markets,
    versions: [...new Set(draft.tracks.map(({ version }) => version))].filter(Boolean),
    audience,
    fragment,
    sort_title: sortText(draft.title),
    sort_artist: sortText(draft.artist),
    updated_at: now,
  };
  const written =
    known === undefined
      ? db
          .insertInto('releases')
          .values({ releaseid, created_at: now, ...(isDraft && { state: 'draft' }), ...row })
          .returning('id')
      : db.updateTable('releases').set(row).where('id', '=', known).returning('id');
  return (await written.executeTakeFirstOrThrow(() => new Refusal('RELEASE_NOT_FOUND'))).id;
}

/** Text to sort by: without accents, case and leading punctuation. */
export const sortText = (text: string) =>
  text
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase()
    .replace(/^[^\p{L}\p{N}]+/u, '');

type NameTable = 'artists' | 'packages';

/**
 * Returns the ids of names in their order, ignoring case, and inserts new ones. All imports lock rows in one order, which
 * prevents deadlocks.
 */
export async function upsertNames(db: Db, table: NameTable, names: string[]): Promise<number[]> {
  const ids = new Map<string, number>();
  for (const name of inLockOrder(names)) {
    const { rows } = await sql<{ id: number }>`
      insert into ${sql.table(table)} as t (name) values (${name})
      on conflict (fold_name(name)) do update set name = t.name returning id`.execute(db);
    for (const { id } of rows) ids.set(name, id);
  }
  return [...new Set(names.map((name) => ids.get(name)))].filter((id) => id !== undefined);
}

/** The same for vocabulary: names that are new are proposed, unless they are accepted. */
export async function upsertVocabulary(
  db: Db,
  table: ProposedKind,
  names: string[],
  accepted: string[],
): Promise<number[]> {
  const ids = new Map<string, number>();
  for (const name of inLockOrder(names)) {
    const { rows } = await sql<{ id: number }>`
      insert into ${sql.table(table)} as t (name, proposed) values (${name}, ${!accepted.includes(name)})
      on conflict (fold_name(name)) do update set proposed = t.proposed and excluded.proposed returning id`.execute(db);
    for (const { id } of rows) ids.set(name, id);
  }
  return [...new Set(names.map((name) => ids.get(name)))].filter((id) => id !== undefined);
}

const inLockOrder = (names: string[]) => names.toSorted((a, b) => (a.toLowerCase() < b.toLowerCase() ? -1 : 1));

/** In the order of the ids. */
export async function listNamedArtists(db: Db, ids: number[]): Promise<NamedArtist[]> {
  const { rows } = await sql<NamedArtist>`
    select artistid, name from artists where id = any(${ids}::int[])
    order by array_position(${ids}::int[], id)`.execute(db);
  return rows;
}

/** An artist's earlier picture stays. */
export async function setArtistPictures(db: Db, pictures: Record<string, string>): Promise<void> {
  for (const name of inLockOrder(Object.keys(pictures))) {
    await sql`update artists set picture_hash = ${pictures[name]} where fold_name(name) = fold_name(${name}) and picture_hash is null`.execute(
      db,
    );
  }
}

/** Finds the id of each market by its id or English name; null: no country, and no market that exists. */
export async function findMarkets(db: Db, names: string[]): Promise<{ name: string; id: string | null }[]> {
  const readings = names.map(listMarketReadings);
  const known = await db
    .selectFrom('markets')
    .select('id')
    .where('id', 'in', ['', ...readings.flat()])
    .execute();
  const isStored = (id: string) => known.some((market) => market.id === id);
  return readings.map((reading, index) => ({
    name: names[index] ?? '',
    id: reading.find(isStored) ?? reading.find((id) => marketName(id) !== undefined) ?? null,
  }));
}

/** A market that is no country and does not exist yet gets its id as its name. */
export async function upsertMarkets(db: Db, names: string[]): Promise<string[]> {
  const ids = (await findMarkets(db, names)).map(({ name, id }) => id ?? marketId(name));
  const rows = [...new Set(ids)].map((id) => ({ id, name: id.toUpperCase() }));
  if (rows.length > 0)
    await db
      .insertInto('markets')
      .values(rows)
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  return rows.map(({ id }) => id);
}

/** Internal ids of the accounts with these addresses; unknown addresses are ignored. */
export async function findRecipients(db: Db, emails: string[]): Promise<number[]> {
  const addresses = emails.map((email) => email.toLowerCase());
  const { rows } = await sql<{ account_id: number }>`
    select distinct account_id from account_emails where email = any(${addresses}::text[])`.execute(db);
  return rows.map(({ account_id }) => account_id);
}

/** Those of the addresses that no account has. */
export async function listUnknownAddresses(db: Db, emails: string[]): Promise<string[]> {
  const { rows } = await sql<{ given: string }>`
    select given from unnest(${emails}::text[]) given
    where not exists (select from account_emails where email = lower(given)) order by given`.execute(db);
  return rows.map(({ given }) => given);
}

/** Replaces labels, artists, packages and recipients of a release. */
export async function replaceLinks(db: Db, release_id: number, ids: DraftIds): Promise<void> {
  await db.deleteFrom('release_label').where('release_id', '=', release_id).execute();
  await db.deleteFrom('release_artist').where('release_id', '=', release_id).execute();
  await db.deleteFrom('release_package').where('release_id', '=', release_id).execute();
  await db.deleteFrom('release_recipient').where('release_id', '=', release_id).execute();
  const labels = ids.labels.map(({ id: label_id }, position) => ({ release_id, label_id, position }));
  const artists = ids.artists.map((artist_id, position) => ({ release_id, artist_id, position }));
  if (labels.length > 0) await db.insertInto('release_label').values(labels).execute();
  if (artists.length > 0) await db.insertInto('release_artist').values(artists).execute();
  if (ids.packages.length > 0) {
    await db
      .insertInto('release_package')
      .values(ids.packages.map((package_id) => ({ release_id, package_id })))
      .execute();
  }
  if (ids.recipients.length > 0) {
    await db
      .insertInto('release_recipient')
      .values(ids.recipients.map((account_id) => ({ release_id, account_id })))
      .execute();
  }
}

/** Ends the state of a draft. */
export async function setAvailable(db: Db, id: number, now: Date): Promise<void> {
  await db.updateTable('releases').set({ state: 'available', updated_at: now }).where('id', '=', id).execute();
}

export async function deleteRelease(db: Db, id: number): Promise<void> {
  await db.deleteFrom('releases').where('id', '=', id).execute();
}

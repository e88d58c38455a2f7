import { sql } from 'kysely';
import type { Db } from '../../platform/database/db.ts';
import type { ReleaseDraft } from '../document/releaseDraft.ts';

/** What a delivery says about itself. */
export interface DeliveryClaim {
  /** Name of the owner. */
  label: string | null;
  identity: string;
  artist: string;
  title: string;
  /** Storage keys of its delivered audio and video. */
  files: string[];
  /** Internal id of the release that it delivers again, whatever it says about itself. */
  target?: number | undefined;
}

/** A release with the identity of a delivery, or with its artist and title under the same owner. */
export interface ClaimedRelease {
  id: number;
  releaseid: string;
  title: string;
  artist: string;
  fingerprint: string;
  trending: boolean;
  available_at: Date;
  candownload: boolean;
  allow_sharing: boolean;
  commenting_enabled: boolean;
  /** As delivered. */
  mark: boolean;
  /** With what people edited. */
  isMarked: boolean;
  tracks: number;
  /** Name of the owner. */
  label: string | null;
  hasIdentity: boolean;
  hasOwner: boolean;
  sharesFiles: boolean;
}

export async function listClaimedReleases(
  db: Db,
  { label, identity, artist, title, files, target }: DeliveryClaim,
): Promise<ClaimedRelease[]> {
  const hasIdentity = sql`r.identity = ${identity}`;
  const hasOwner = sql`fold_name(l.name) is not distinct from fold_name(${label})`;
  const { rows } = await sql<ClaimedRelease>`
    select r.id, r.releaseid, r.title, r.artist, r.fingerprint, r.trending,
      coalesce((d.delivered->>'available')::timestamptz, r.available_at) as available_at,
      not coalesce((d.delivered->>'stream_only')::boolean, not r.candownload) as candownload,
      coalesce((d.delivered->>'allow_sharing')::boolean, r.allow_sharing) as allow_sharing,
      coalesce((d.delivered->>'commenting_enabled')::boolean, r.commenting_enabled) as commenting_enabled,
      case when d.release_id is null then r.mark else coalesce((d.delivered->>'mark')::boolean, false) end as mark, r.mark as "isMarked",
      (select count(*)::int from tracks t where t.release_id = r.id) as tracks, l.name as label,
      ${hasIdentity} as "hasIdentity", ${hasOwner} as "hasOwner",
      exists (select from tracks t join renditions f on f.track_id = t.id
        where t.release_id = r.id and f.kind in ('original', 'video') and f.file = any(${files}::text[])) as "sharesFiles"
    from releases r left join labels l on l.id = r.owner_label_id
    left join release_documents d on d.release_id = r.id and d.fingerprint = r.fingerprint
    where ${target !== undefined ? sql`r.id = ${target}` : sql`${hasIdentity} or (twin_key(r.artist, r.title) = twin_key(${artist}, ${title}) and ${hasOwner})`}
    order by l.name is not distinct from ${label} desc, r.id`.execute(db);
  return rows;
}

/**
 * Serializes imports of one identity and of one artist and title, which may have no row yet, and waits for the popularity
 * update (`lockPublishing`).
 */
export async function lockClaim(
  db: Db,
  { identity, artist, title }: Pick<DeliveryClaim, 'identity' | 'artist' | 'title'>,
): Promise<void> {
  await sql`select pg_advisory_xact_lock_shared(hashtextextended('popular', 0))`.execute(db);
  await sql`select pg_advisory_xact_lock(hashtextextended(${identity}, 0))`.execute(db);
  await sql`select pg_advisory_xact_lock(hashtextextended(twin_key(${artist}, ${title}), 1))`.execute(db);
}

export interface StoredLabel {
  id: number;
  labelid: string;
  name: string;
  logo_hash: string | null;
}

/**
 * Finds or inserts labels. Only the first one, the owner, gets the logo and the contact address of the delivery. A new logo
 * is written to all releases of its label. A drawn placeholder never replaces another logo.
 */
export async function upsertLabels(db: Db, labels: ReleaseDraft['labels']): Promise<StoredLabel[]> {
  const stored: StoredLabel[] = [];
  for (const [index, label] of labels.entries()) {
    await sql`select pg_advisory_xact_lock(hashtextextended('label ' || fold_name(${label.name}), 0))`.execute(db);
    const known = await findLabel(db, label.name);
    const details = index === 0 ? label : { ...label, contact: null, logo_hash: label.drawn ? label.logo_hash : null };
    const written = known
      ? index === 0
        ? await updateLabel(db, known, label)
        : known
      : await insertLabel(db, details);
    if (!stored.some(({ id }) => id === written.id)) stored.push(written);
  }
  return stored;
}

export const getLabelName = (db: Db, id: number): Promise<{ name: string }> =>
  db.selectFrom('labels').where('id', '=', id).select('name').executeTakeFirstOrThrow();

/** The labels of a release, its owner first. */
export async function listLabels(db: Db, releaseId: number): Promise<StoredLabel[]> {
  const { rows } = await sql<StoredLabel>`
    select l.id, l.labelid, l.name, l.logo_hash from release_label rl join labels l on l.id = rl.label_id
    where rl.release_id = ${releaseId} order by rl.position`.execute(db);
  return rows;
}

async function findLabel(db: Db, name: string): Promise<StoredLabel | undefined> {
  const { rows } = await sql<StoredLabel>`
    select id, labelid, name, logo_hash from labels where fold_name(name) = fold_name(${name})
    order by name = ${name} desc, id limit 1 for update`.execute(db);
  return rows[0];
}

type DraftLabel = ReleaseDraft['labels'][number];

const insertLabel = (db: Db, { name, logo_hash, contact }: DraftLabel): Promise<StoredLabel> =>
  db
    .insertInto('labels')
    .values({ name, logo_hash, contact })
    .returning(['id', 'labelid', 'name', 'logo_hash'])
    .executeTakeFirstOrThrow();

async function updateLabel(
  db: Db,
  known: StoredLabel,
  { logo_hash, contact, drawn }: DraftLabel,
): Promise<StoredLabel> {
  const logo = drawn ? (known.logo_hash ?? logo_hash) : (logo_hash ?? known.logo_hash);
  await db
    .updateTable('labels')
    .set({ logo_hash: logo, ...(contact !== null && { contact }) })
    .where('id', '=', known.id)
    .execute();
  const label = { ...known, logo_hash: logo };
  if (known.logo_hash && known.logo_hash !== logo) await replaceLogo(db, label, known.logo_hash);
  return label;
}

/** Returns what it was. */
export async function updateLogo(db: Db, id: number, logo_hash: string): Promise<string | null> {
  const known = await db
    .selectFrom('labels')
    .where('id', '=', id)
    .select(['id', 'labelid', 'name', 'logo_hash'])
    .forUpdate()
    .executeTakeFirstOrThrow();
  await updateLabel(db, known, { name: known.name, logo_hash, contact: null });
  return known.logo_hash;
}

/** Replaces the URL of the logo in the fragments of the label's releases and tracks. */
async function replaceLogo(db: Db, { id, logo_hash }: StoredLabel, before: string): Promise<void> {
  const replaced = sql`replace(fragment, ${`/${before}.webp`}, ${`/${logo_hash}.webp`})`;
  const itsReleases = sql`select release_id from release_label where label_id = ${id}`;
  await sql`update releases set fragment = ${replaced} where id in (${itsReleases})`.execute(db);
  await sql`update tracks set fragment = ${replaced} where release_id in (${itsReleases})`.execute(db);
}

export interface FoundPackage {
  /** As delivered. */
  given: string;
  /** Null: there is no such package. */
  id: number | null;
}

/** Finds packages by name or former name, ignoring case, spaces and invisible characters. */
export async function findPackages(db: Db, names: string[]): Promise<FoundPackage[]> {
  const { rows } = await sql<FoundPackage>`
    select given, p.id from unnest(${names}::text[]) with ordinality names (given, position)
    left join lateral (
      select id from packages where fold_name(name) = fold_name(given)
      union all select id::int from former_names where kind = 'packages' and name = fold_name(given) limit 1
    ) p on true
    order by position`.execute(db);
  return rows;
}

/** The label may deliver to package `p`. */
export const isGrantedTo = (labelId: number) => sql`(p.open or exists (
  select from label_package g where g.package_id = p.id and g.label_id = ${labelId}))`;

/** Those of the packages that are neither open nor granted to the label. */
export async function listMissingGrants(db: Db, labelId: number, names: string[]): Promise<string[]> {
  const ids = (await findPackages(db, names)).flatMap(({ id }) => id ?? []);
  const { rows } = await sql<{ name: string }>`
    select name from packages p where id = any(${ids}::int[]) and not ${isGrantedTo(labelId)}
    order by name`.execute(db);
  return rows.map(({ name }) => name);
}

/** In the order of the ids. */
export async function listPackageNames(db: Db, ids: number[]): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select name from packages where id = any(${ids}::int[]) order by array_position(${ids}::int[], id)`.execute(db);
  return rows.map(({ name }) => name);
}

/** Inserts packages that `findPackages` does not find, and returns the ids of all. */
export async function upsertPackages(db: Db, names: string[]): Promise<number[]> {
  await sql`select pg_advisory_xact_lock(hashtextextended('packages', 0))`.execute(db);
  const ids: number[] = [];
  for (const name of names) {
    const [known] = await findPackages(db, [name]);
    const inserted = db.insertInto('packages').values({ name }).returning('id');
    ids.push(known?.id ?? (await inserted.executeTakeFirstOrThrow()).id);
  }
  return [...new Set(ids)];
}

/** What the audit trail says about a release. */
export async function describeRelease(db: Db, id: number): Promise<object> {
  const { rows } = await sql<{ description: object }>`
    select json_build_object('label', l.name, 'identity', r.identity, 'artist', r.artist, 'title', r.title,
      'available', r.available_at,
      'packages', (select coalesce(json_agg(p.name order by p.name), '[]') from release_package rp
        join packages p on p.id = rp.package_id where rp.release_id = r.id),
      'recipients', (select count(*) from release_recipient rr where rr.release_id = r.id)) as description
    from releases r left join labels l on l.id = r.owner_label_id where r.id = ${id}`.execute(db);
  return rows[0]?.description ?? {};
}

/** Whether every label may deliver to the package. Returns whether it was so before. */
export async function setPackageOpen(db: Db, packageId: number, isOpen: boolean): Promise<boolean> {
  const before = await db
    .selectFrom('packages')
    .where('id', '=', packageId)
    .forUpdate()
    .select('open')
    .executeTakeFirstOrThrow();
  await db.updateTable('packages').set({ open: isOpen }).where('id', '=', packageId).execute();
  return before.open;
}

/** Whether new releases of the label with this name are marked. */
export async function marksNewReleases(db: Db, name: string): Promise<boolean> {
  const { rows } = await sql`select from labels where fold_name(name) = fold_name(${name}) and mark`.execute(db);
  return rows.length > 0;
}

/** Returns what it was before. */
export async function updateMark(db: Db, id: number, mark: boolean): Promise<boolean> {
  const { rows } = await sql<{ mark: boolean }>`
    update labels l set mark = ${mark} from (select id, mark from labels where id = ${id} for update) before
    where l.id = before.id returning before.mark`.execute(db);
  return rows[0]?.mark ?? false;
}

/** Returns false when nothing changed. */
export async function setLabelTrusted(db: Db, labelId: number, isTrusted: boolean): Promise<boolean> {
  const { rows } = await sql`
    update labels set trusted = ${isTrusted} where id = ${labelId} and trusted <> ${isTrusted} returning id`.execute(
    db,
  );
  return rows.length > 0;
}

import type { NameKind, NameSort } from '@promenade/contract/operatorCatalogue';
import { ofEachKind, ProposedKind } from '@promenade/contract/releaseFields';
import { sql } from 'kysely';
import type { Db } from '../../platform/database/db.ts';
import { type Page, type PageOf, readPage } from '../../platform/database/page.ts';
import { buildFragment } from '../fragment.ts';
import { idColumns } from '../rowQueries.ts';

/** A label, package, genre, mood, instrument or market. */
export interface NamedRow {
  /** Internal; of a market its tag. */
  key: number | string;
  /** For URLs. */
  id: string;
  name: string;
}

const publicId = (kind: NameKind) => sql.ref(kind === 'labels' ? 'n.labelid' : 'n.id');

/** The internal id and the release of each reference. */
const links = (kind: NameKind) =>
  kind === 'labels'
    ? sql`select label_id as key, release_id from release_label`
    : kind === 'packages'
      ? sql`select package_id as key, release_id from release_package`
      : sql`select unnest(${sql.ref(idColumns[kind])}) as key, id as release_id from releases`;

const people = (kind: NameKind) =>
  kind === 'labels'
    ? sql`(select count(*)::int from account_label s where s.label_id = n.id)`
    : kind === 'packages'
      ? sql`(select count(*)::int from account_package h where h.package_id = n.id)`
      : sql`null::int`;

/**
 * Locks the one of a kind with this id, else with this name, else the one that had it before.
 * @param isName it is no id
 */
export async function findNamed(
  db: Db,
  kind: NameKind,
  text: string,
  { isName = false }: { isName?: boolean } = {},
): Promise<(NamedRow & { isFormer: boolean }) | undefined> {
  const hasId = isName ? sql`n.id is null` : sql`${publicId(kind)}::text = lower(${text})`;
  const hasName = sql`fold_name(n.name) = fold_name(${text})`;
  const { rows } = await sql<NamedRow & { isFormer: boolean }>`
    select n.id as key, ${publicId(kind)}::text as id, n.name, not (${hasId} or ${hasName}) as "isFormer"
    from ${sql.table(kind)} n
    where ${hasId} or ${hasName}
      or n.id::text = (select id from former_names where kind = ${kind} and name = fold_name(${text}))
    order by ${hasId} desc, ${hasName} desc limit 1 for update`.execute(db);
  return rows[0];
}

export async function listAllNames(db: Db, kind: NameKind): Promise<{ id: string; name: string }[]> {
  const { rows } = await sql<{ id: string; name: string }>`
    select ${publicId(kind)}::text as id, n.name from ${sql.table(kind)} n order by n.name, n.id`.execute(db);
  return rows;
}

interface NamePage extends Page {
  filter?: string | undefined;
  /** Only these ids. */
  ids?: string[] | undefined;
  /** Only what labels propose. */
  proposed?: boolean;
  sort: NameSort;
}

/** Releases by internal id, as text. */
export interface ReleaseCount {
  key: string;
  releases: number;
}

/** Reads every reference: half a second for 100,000 releases. */
export async function countReleasesOfNames(db: Db, kind: NameKind): Promise<ReleaseCount[]> {
  const { rows } = await sql<ReleaseCount>`
    select key::text, count(*)::int as releases from (${links(kind)}) link group by key`.execute(db);
  return rows;
}

type CountedName = Pick<NamedRow, 'id' | 'name'> & { releases: number; people: number | null; proposed: boolean };

const isProposed = (kind: NameKind) => (ProposedKind.safeParse(kind).success ? sql`n.proposed` : sql`false`);

export async function listNamePage(
  db: Db,
  kind: NameKind,
  { filter, ids, proposed = false, sort, ...page }: NamePage,
  counts: ReleaseCount[],
): Promise<PageOf<CountedName>> {
  const direction = sort.startsWith('-') ? sql`desc` : sql`asc`;
  const isByCount = sort.endsWith('releases');
  const order = sql`${isByCount ? sql`releases ${direction},` : sql``} n.name collate "und-x-icu" ${isByCount ? sql`` : direction}, n.id`;
  return readPage(
    db,
    page,
    (limit) => sql`
    with listed as (
      select n.*, coalesce(c.releases, 0) as releases, count(*) over ()::int as total
      from ${sql.table(kind)} n
      left join unnest(${counts.map(({ key }) => key)}::text[], ${counts.map(({ releases }) => releases)}::int[])
        c (key, releases) on c.key = n.id::text
      where ${filter === undefined ? sql`true` : sql`strpos(fold_name(n.name), fold_name(${filter})) > 0`}
        and ${ids === undefined ? sql`true` : sql`${publicId(kind)}::text = any(${ids}::text[])`}
        and ${proposed ? isProposed(kind) : sql`true`}
      order by ${order} ${limit})
    select ${publicId(kind)}::text as id, n.name, n.total, n.releases, ${people(kind)} as people,
      ${isProposed(kind)} as proposed from listed n
    order by ${order}`,
  );
}

export async function insertNamed(
  db: Db,
  kind: 'labels' | 'packages',
  name: string,
): Promise<{ id: string; name: string }> {
  const { rows } = await sql<{ id: string; name: string }>`
    insert into ${sql.table(kind)} as n (name) values (${name}) returning ${publicId(kind)}::text as id, n.name`.execute(
    db,
  );
  return rows[0] as { id: string; name: string };
}

export async function updateName(db: Db, kind: NameKind, { key }: NamedRow, name: string): Promise<void> {
  await sql`update ${sql.table(kind)} set name = ${name} where id = ${key}`.execute(db);
}

export async function deleteNamed(db: Db, kind: NameKind, { key }: NamedRow): Promise<void> {
  await sql`delete from ${sql.table(kind)} where id = ${key}`.execute(db);
}

/** False when it is vocabulary already. */
export async function acceptNamed(db: Db, kind: ProposedKind, { key }: NamedRow): Promise<boolean> {
  const { rows } = await sql`
    update ${sql.table(kind)} set proposed = false where id = ${key} and proposed returning 1`.execute(db);
  return rows.length > 0;
}

/** What is kept of two is vocabulary if one of them is. */
export async function acceptMerged(db: Db, kind: ProposedKind, from: NamedRow, into: NamedRow): Promise<void> {
  await sql`
    update ${sql.table(kind)} set proposed = false
    where id = ${into.key} and exists (select from ${sql.table(kind)} where id = ${from.key} and not proposed)`.execute(
    db,
  );
}

/** The names of a release that are not accepted yet. */
export async function listProposed(db: Db, releaseId: number): Promise<Record<ProposedKind, string[]>> {
  const of = (kind: ProposedKind) => sql`
    array(select name from ${sql.table(kind)} where id = any(r.${sql.ref(idColumns[kind])}) and proposed order by name)
      as ${sql.ref(kind)}`;
  const { rows } = await sql<Record<ProposedKind, string[]>>`
    select ${sql.join(ProposedKind.options.map(of))} from releases r where r.id = ${releaseId}`.execute(db);
  return rows[0] ?? ofEachKind(() => []);
}

/** Accepted names that begin with these letters, and then those that have them elsewhere. */
export async function findVocabulary(db: Db, kind: ProposedKind, filter: string, limit: number): Promise<string[]> {
  const position = sql`strpos(fold_name(name), fold_name(${filter}))`;
  const { rows } = await sql<{ name: string }>`
    select name from ${sql.table(kind)} where not proposed and ${position} > 0
    order by ${position} > 1, name collate "und-x-icu" limit ${limit}`.execute(db);
  return rows.map(({ name }) => name);
}

/** Deliveries may go on to use `name` for `row`; another one that takes the name ends that. */
export async function insertFormerName(db: Db, kind: NameKind, name: string, { key }: NamedRow): Promise<void> {
  await sql`
    insert into former_names (kind, name, id) values (${kind}, fold_name(${name}), ${key}::text)
    on conflict (kind, name) do update set id = excluded.id`.execute(db);
}

export async function moveFormerNames(db: Db, kind: NameKind, from: NamedRow, into: NamedRow): Promise<void> {
  await sql`
    update former_names set id = ${into.key}::text where kind = ${kind} and id = ${from.key}::text`.execute(db);
}

export async function deleteFormerName(db: Db, kind: NameKind, name: string): Promise<void> {
  await sql`delete from former_names where kind = ${kind} and name = fold_name(${name})`.execute(db);
}

/** A market goes by its id. */
const namedKinds = ['labels', 'packages', ...ProposedKind.options] as const;
const joinKind = (kind: NameKind) =>
  sql`left join ${sql.table(kind)} on f.kind = ${sql.lit(kind)} and ${sql.ref(`${kind}.id`)}::text = f.id`;

/** What former names are called now, by kind and name as given. */
export async function findFormerNames(
  db: Db,
  given: { kind: NameKind; name: string }[],
): Promise<{ kind: NameKind; name: string; now: string }[]> {
  const { rows } = await sql<{ kind: NameKind; name: string; now: string }>`
    select g.kind, g.name, coalesce(${sql.join(namedKinds.map((kind) => sql.ref(`${kind}.name`)))}, f.id) as now
    from unnest(${given.map(({ kind }) => kind)}::text[], ${given.map(({ name }) => name)}::text[]) g (kind, name)
    join former_names f on f.kind = g.kind and f.name = fold_name(g.name)
    ${sql.join(namedKinds.map(joinKind), sql` `)}`.execute(db);
  return rows;
}

/** Internal ids. */
export async function listReleasesOf(db: Db, kind: NameKind, { key }: NamedRow): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select distinct release_id as id from (${links(kind)}) link where key = ${key} order by 1`.execute(db);
  return rows.map(({ id }) => id);
}

/** Replaces a name in what was delivered and edited, and leaves out a second one that is equal. */
export async function replaceInDocuments(
  db: Db,
  kind: NameKind,
  { from, into, releaseIds }: { from: string[]; into: string; releaseIds: number[] },
): Promise<void> {
  const replaced = (column: 'delivered' | 'edits') => sql`
    ${sql.ref(column)} = case when jsonb_typeof(${sql.ref(column)}->${kind}) = 'array'
      then jsonb_set(${sql.ref(column)}, array[${kind}], (
        select coalesce(jsonb_agg(name order by position), '[]') from (
          select (array_agg(name order by position))[1] as name, min(position) as position from (
            select case when fold_name(given) = any(select fold_name(f) from unnest(${from}::text[]) f) then ${into} else given end as name,
              position
            from jsonb_array_elements_text(${sql.ref(column)}->${kind}) with ordinality e (given, position)) named
          group by fold_name(name)) merged))
      else ${sql.ref(column)} end`;
  await sql`
    update release_documents set ${replaced('delivered')}, ${replaced('edits')}, version = version + 1
    where release_id = any(${releaseIds}::int[])`.execute(db);
}

/** Replaces an id in all releases. */
export async function replaceVocabulary(
  db: Db,
  kind: keyof typeof idColumns,
  from: NamedRow,
  into: NamedRow,
): Promise<void> {
  const column = sql.ref(idColumns[kind]);
  const type = sql.raw(kind === 'markets' ? 'text' : 'int');
  await sql`
    update releases set ${column} = array(
      select id from (
        select case when given = ${from.key}::${type} then ${into.key}::${type} else given end as id, min(position) as position
        from unnest(${column}) with ordinality u (given, position) group by 1) merged order by position)
    where ${column} @> array[${from.key}::${type}]`.execute(db);
}

/** Releases hold the other package, if they held this one. */
export async function movePackageReleases(db: Db, from: NamedRow, into: NamedRow): Promise<void> {
  await sql`
    insert into release_package (release_id, package_id)
    select release_id, ${into.key} from release_package where package_id = ${from.key} on conflict do nothing`.execute(
    db,
  );
  await sql`delete from release_package where package_id = ${from.key}`.execute(db);
  await sql`
    update releases set audience = array_remove(array_remove(audience, ${into.key}::int), ${from.key}::int) || ${into.key}::int
    where audience @> array[${from.key}::int]`.execute(db);
}

/**
 * Releases belong to the other label, at the place of the first of both. Where both own a release with one UPC or id, the
 * other label's keeps it: later deliveries continue that one.
 */
export async function moveLabelReleases(db: Db, from: NamedRow, into: NamedRow): Promise<void> {
  await sql`
    update releases r set owner_label_id = ${into.key},
      identity = case when ${hasDouble(into)} then 'merged:' || r.releaseid else r.identity end
    where owner_label_id = ${from.key}`.execute(db);
  await sql`
    insert into release_label as rl (release_id, label_id, position)
    select release_id, ${into.key}, position from release_label where label_id = ${from.key}
    on conflict (release_id, label_id) do update set position = least(rl.position, excluded.position)`.execute(db);
  await sql`delete from release_label where label_id = ${from.key}`.execute(db);
}

/** The label owns another release with the UPC or id of release `r`. */
const hasDouble = ({ key }: NamedRow) => sql`exists (
  select from releases o where o.owner_label_id = ${key} and o.identity = r.identity)`;

/** Moves the works of a label that is merged into another. One whose key the other label has gets a new key. */
export async function moveWorks(db: Db, from: NamedRow, into: NamedRow): Promise<void> {
  const moved = sql`${`${into.id}/`} || substr(w.key, ${from.id.length + 2})`;
  await sql`
    update works w set key = case when exists (select from works o where o.key = ${moved})
      then ${`${into.id}/`} || w.key else ${moved} end
    where starts_with(w.key, ${`${from.id}/`})`.execute(db);
}

/** The other label takes logo and contact address when it has none. */
export async function fillLabel(db: Db, from: NamedRow, into: NamedRow): Promise<void> {
  await sql`
    update labels l set logo_hash = coalesce(l.logo_hash, f.logo_hash), contact = coalesce(l.contact, f.contact)
    from labels f where f.id = ${from.key} and l.id = ${into.key}`.execute(db);
}

/** Returns what it was. */
export async function updateContact(db: Db, id: number, contact: string | null): Promise<string | null> {
  const { rows } = await sql<{ contact: string | null }>`
    update labels l set contact = ${contact} from (select id, contact from labels where id = ${id} for update) before
    where l.id = before.id returning before.contact`.execute(db);
  return rows[0]?.contact ?? null;
}

export interface MergeCounts {
  releases: number;
  doubles: number;
  people: number;
  inboth: number;
  grants: number;
  works: number;
  deliveries: number;
  mailstops: number;
}

/** What a merge would move. */
export async function countMerge(db: Db, kind: NameKind, from: NamedRow, into: NamedRow): Promise<MergeCounts> {
  const releases = sql`(select count(distinct release_id)::int from (${links(kind)}) link where key = ${from.key})`;
  const link = kind === 'labels' ? 'label_id' : 'package_id';
  const held = sql`${sql.table(kind === 'labels' ? 'account_label' : 'account_package')} h where h.${sql.ref(link)}`;
  const isLabel = kind === 'labels';
  const hasPeople = isLabel || kind === 'packages';
  const zero = sql`0`;
  const { rows } = await sql<MergeCounts>`
    select ${releases} as releases,
      ${isLabel ? sql`(select count(*)::int from releases r where r.owner_label_id = ${from.key} and ${hasDouble(into)})` : zero} as doubles,
      ${hasPeople ? sql`(select count(*)::int from ${held} = ${from.key})` : zero} as people,
      ${
        hasPeople
          ? sql`(select count(*)::int from ${held} = ${from.key}
              and h.account_id in (select h.account_id from ${held} = ${into.key}))`
          : zero
      } as inboth,
      ${hasPeople ? sql`(select count(*)::int from label_package g where g.${sql.ref(link)} = ${from.key})` : zero} as grants,
      ${isLabel ? sql`(select count(*)::int from works where starts_with(key, ${`${from.id}/`}))` : zero} as works,
      ${isLabel ? sql`(select count(*)::int from deliveries where label_id = ${from.key})` : zero} as deliveries,
      ${isLabel ? sql`(select count(*)::int from account_label_mail where label_id = ${from.key})` : zero} as mailstops`.execute(
    db,
  );
  return rows[0] as MergeCounts;
}

type Source = Parameters<typeof buildFragment>[1] & { id: number; releaseid: string };

/** Writes the fragments of releases again from their rows. */
export async function updateFragments(db: Db, releaseIds: number[]): Promise<void> {
  const { rows } = await sql<Source>`
    select r.id, r.releaseid, r.title, r.artist, r.cover_hash, r.color, r.available_at as available, r.impact_date,
      r.release_type, r.candownload, r.allow_sharing, r.commenting_enabled, r.mark, r.explicit, r.duration, r.trackcount, r.trending,
      r.market_ids as markets,
      array(select name from genres where id = any(r.genre_ids) order by array_position(r.genre_ids, id)) as genres,
      (select coalesce(json_agg(json_build_object('labelid', l.labelid, 'name', l.name, 'logo_hash', l.logo_hash)
          order by rl.position), '[]')
        from release_label rl join labels l on l.id = rl.label_id where rl.release_id = r.id) as labels,
      (select coalesce(json_agg(json_build_object('artistid', a.artistid, 'name', a.name) order by ra.position), '[]')
        from release_artist ra join artists a on a.id = ra.artist_id where ra.release_id = r.id) as artists
    from releases r where r.id = any(${releaseIds}::int[]) order by r.id for update of r`.execute(db);
  const fragments = rows.map(({ id: _id, releaseid, ...source }) => buildFragment(releaseid, source));
  await sql`
    update releases r set fragment = f.fragment
    from unnest(${rows.map(({ id }) => id)}::int[], ${fragments}::text[]) f (id, fragment) where r.id = f.id`.execute(
    db,
  );
}

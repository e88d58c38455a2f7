import { Vocabulary } from '@promenade/contract/operatorCatalogue';
import type { FilterChoice } from '@promenade/contract/options';
import { ofEachKind, ProposedKind } from '@promenade/contract/releaseFields';
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../platform/database/db.ts';
import { idColumns, visibleToViewer } from './rowQueries.ts';

/** Ids that occur in some releases. */
export interface FilterIds extends Record<ProposedKind, number[]> {
  markets: string[];
  labels: number[];
}

/** `condition` is one of releases `r`. */
const distinctIds = (condition: RawBuilder<unknown>) => sql`
  with visible as materialized (
    select distinct ${sql.join(Vocabulary.options.map((kind) => sql.ref(`r.${idColumns[kind]}`)))} from releases r where ${condition})
  select ${sql.join(Vocabulary.options.map((kind) => sql`array(select distinct unnest(${sql.ref(idColumns[kind])}) from visible) as ${sql.ref(kind)}`))},
    array(select distinct link.label_id from releases r join release_label link on link.release_id = r.id
      where ${condition}) as labels`;

const noIds: FilterIds = { ...ofEachKind(() => []), markets: [], labels: [] };

/** Reads all releases of the audience; in a transaction, so that short statements do not wait for it. */
export async function listFilterIds(db: Db, audience: number[]): Promise<FilterIds> {
  const { rows } = await db
    .transaction()
    .execute((db) => sql<FilterIds>`${distinctIds(visibleToViewer({ audience }))}`.execute(db));
  return rows[0] ?? noIds;
}

/** The same of releases delivered to the account itself, and whether it is excluded from any release. */
export async function listOwnFilterIds(db: Db, audience: number[]): Promise<FilterIds & { excluded: boolean }> {
  const own = audience.filter((id) => id < 0);
  const { rows } = await sql<FilterIds & { excluded: boolean }>`
    select *, exists (select from release_exclusion where -account_id = any(${own}::int[])) as excluded
    from (${distinctIds(sql`r.audience && ${own}::int[] and ${visibleToViewer({ audience })}`)}) ids`.execute(db);
  return rows[0] ?? { ...noIds, excluded: true };
}

/** Sorted by name. */
export interface FilterChoices extends Record<ProposedKind, FilterChoice[]> {
  markets: FilterChoice[];
  packages: FilterChoice[];
  labels: FilterChoice[];
}

const listed = (table: keyof FilterChoices, ids: RawBuilder<unknown>, id = 'id') => sql`(
  select coalesce(json_agg(json_build_object('id', ${sql.ref(id)}::text, 'name', name) order by name collate "und-x-icu", id), '[]')
  from ${sql.table(table)} where id = any(${ids})
    ${ProposedKind.safeParse(table).success ? sql`and not proposed` : sql``}) as ${sql.ref(table)}`;

export async function listFilterChoices(db: Db, ids: FilterIds, audience: number[]): Promise<FilterChoices> {
  const { rows } = await sql<FilterChoices>`
    select ${sql.join(ProposedKind.options.map((kind) => listed(kind, sql`${ids[kind]}::int[]`)))},
      ${listed('markets', sql`${ids.markets}::text[]`)}, ${listed('packages', sql`${audience}::int[]`)},
      ${listed('labels', sql`${ids.labels}::int[]`, 'labelid')}`.execute(db);
  return rows[0] ?? { ...ofEachKind(() => []), markets: [], packages: [], labels: [] };
}

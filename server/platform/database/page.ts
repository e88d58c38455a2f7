import { type RawBuilder, sql } from 'kysely';
import type { Db } from './db.ts';

/** Of a list; `page` from 1. */
export interface Page {
  page: number;
  pagesize: number;
}

/** What a page has, and how long its list is. */
export interface PageOf<Item> extends Page {
  items: Item[];
  total: number;
}

export const mapPage = <From, To>(found: PageOf<From>, map: (item: From) => To): PageOf<To> => ({
  ...found,
  items: found.items.map(map),
});

/** `pagesize` is a literal so that the planner knows it. */
export const onPage = ({ page, pagesize }: Page) => sql`limit ${sql.lit(pagesize)} offset ${(page - 1) * pagesize}`;

/**
 * Reads a page by a statement whose rows have the length of the list as `total`. A page behind the last row has none, so
 * that the first row tells it.
 */
export async function readPage<Item>(
  db: Db,
  { page, pagesize }: Page,
  statement: (limit: RawBuilder<unknown>) => RawBuilder<unknown>,
): Promise<PageOf<Item>> {
  const read = async (page: Page) => (await statement(onPage(page)).execute(db)).rows as (Item & { total: number })[];
  const rows = await read({ page, pagesize });
  const [first] = rows.length > 0 || page === 1 ? rows : await read({ page: 1, pagesize: 1 });
  return { items: rows.map(({ total: _total, ...item }) => item as Item), total: first?.total ?? 0, page, pagesize };
}

/** Reads a whole list, as many rows at once. */
export async function readAll<Item>(pagesize: number, read: (page: Page) => Promise<PageOf<Item>>): Promise<Item[]> {
  const items: Item[] = [];
  for (let page = 1, isLast = false; !isLast; page++) {
    const found = await read({ page, pagesize });
    items.push(...found.items);
    isLast = page * pagesize >= found.total;
  }
  return items;
}

/**
 * Lists in batches, each after the last item of the one before. For jobs: what a killed run left, the next one does.
 * @param list the items after this one, or the first ones
 */
export async function* inBatches<Item>(list: (last: Item | undefined) => Promise<Item[]>): AsyncGenerator<Item[]> {
  for (let batch = await list(undefined); batch.length > 0; batch = await list(batch.at(-1))) yield batch;
}

/** More hits of a search are not counted. */
export const HITS_MAX = 1_000;

/** A list in which one can search; `table` is an SQL table with its alias, to which the other parts refer. */
interface SearchedList {
  table: RawBuilder<unknown>;
  id: RawBuilder<unknown>;
  columns: RawBuilder<unknown>;
  joins: RawBuilder<unknown>;
  /** Of all rows. */
  isListed: RawBuilder<unknown>;
  order: RawBuilder<unknown>;
  /** `hits`: a statement of ids; `isHit`: the same as a condition. Undefined without a search. */
  search: { hits: RawBuilder<unknown>; isHit: RawBuilder<unknown> } | undefined;
}

/**
 * Reads a page whose ids are found in an index alone, and then their columns: sorts and skipped rows cost no row of the table.
 * The few hits of a search are sorted; many are met soon along the order.
 */
export function searchedPage<Item>(
  db: Db,
  page: Page,
  { table, id, columns, joins, isListed, order, search }: SearchedList,
): Promise<PageOf<Item>> {
  const isFew = sql`(select count(*) from found) < ${HITS_MAX}`;
  const found = search
    ? sql`found as materialized (${search.hits} limit ${HITS_MAX})`
    : sql`found as (select from ${table} where ${isListed})`;
  const ids = (limit: RawBuilder<unknown>) =>
    search
      ? sql`
        select * from (
          select ${id} from found join ${table} on ${id} = found.id order by ${order} ${limit}) few where ${isFew}
        union all
        select * from (
          select ${id} from ${table} where ${isListed} and ${search.isHit} order by ${order} ${limit}) many where not ${isFew}`
      : sql`select ${id} from ${table} where ${isListed} order by ${order} ${limit}`;
  return readPage(
    db,
    page,
    (limit) => sql`
    with ${found}, page as (${ids(limit)})
    select ${columns}, (select count(*)::int from found) as total
    from page join ${table} on ${id} = page.id ${joins} order by ${order}`,
  );
}

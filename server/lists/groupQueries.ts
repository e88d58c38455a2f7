import type { GroupCondition, ListCounts } from '@promenade/contract/lists/lists';
import { sql } from 'kysely';
import type { Db } from '../platform/database/db.ts';

/** Undefined when the label has a list of this name. Empty: a group that only counts, whose transaction is taken back. */
export async function insertGroup(
  db: Db,
  labelId: number,
  name: string,
  { tags, companies, countries, did }: GroupCondition,
  now: Date,
): Promise<{ id: number; listid: string } | undefined> {
  const folded = (texts: string[]) => sql`array(select fold_name(text) from unnest(${texts}::text[]) text)`;
  const { rows } = await sql<{ id: number; listid: string }>`
    insert into label_lists (label_id, name, is_group, tags, companies, countries, company_keys, country_keys, did, did_artist,
      did_last, created_at, updated_at)
    values (${labelId}, ${name}, true, ${tags}, ${companies}, ${countries}, ${folded(companies)}, ${folded(countries)},
      ${did?.kind ?? null}, ${did?.artist ?? ''}, ${did?.last ?? null}, ${now}, ${now})
    on conflict (label_id, fold_name(name)) do nothing returning id, listid`.execute(db);
  return rows[0];
}

/** Internal ids of lists of a label. */
export async function findListIds(db: Db, labelId: number, listids: string[]): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select id from label_lists where label_id = ${labelId} and listid = any(${listids}::uuid[])`.execute(db);
  return rows.map(({ id }) => id);
}

export async function countPeople(
  db: Db,
  { lists, excluded }: { lists: number[]; excluded: number[] },
): Promise<ListCounts> {
  const people = (ids: number[]) =>
    sql`(select distinct p.id from unnest(${ids}::int[]) list (id), list_people(list.id) p (id))`;
  const accounts = (ids: number[]) =>
    sql`(select distinct a.id from unnest(${ids}::int[]) list (id), group_accounts(list.id) a (id))`;
  const { rows } = await sql<ListCounts>`
    with kept_out as materialized ${people(excluded)},
    listed as materialized (
      select p.id, p.label_id, p.address, k.id is not null as is_out
      from ${people(lists)} l join listed_people p on p.id = l.id left join kept_out k on k.id = l.id),
    counted as (
      select is_out, s.address is not null as suppressed, o.address is not null as unsubscribed
      from listed p left join suppressions s on s.address = p.address
      left join label_left o on o.label_id = p.label_id and o.address = p.address)
    select (count(*) filter (where not is_out))::int as listed,
      (count(*) filter (where not is_out and not suppressed and not unsubscribed))::int as mailed,
      (count(*) filter (where not is_out and suppressed))::int as suppressed,
      (count(*) filter (where not is_out and unsubscribed and not suppressed))::int as unsubscribed,
      (count(*) filter (where is_out))::int as excluded,
      (select count(*)::int from (select id from ${accounts(lists)} a except select id from ${accounts(excluded)} b) r) as recipients
    from counted`.execute(db);
  const [counts] = rows;
  if (!counts) throw new Error('A count has one row.');
  return counts;
}

interface Choices {
  tags: string[];
  companies: string[];
  countries: string[];
  artists: string[];
}

export async function listChoices(db: Db, labelId: number): Promise<Choices> {
  const values = (column: 'company' | 'country') => sql`array(
    select ${sql.ref(column)} from listed_people where label_id = ${labelId} and ${sql.ref(column)} <> ''
    group by 1 order by 1 limit 200)`;
  const { rows } = await sql<Choices>`
    select array(
        select tag from listed_people p cross join unnest(p.tags) tag where p.label_id = ${labelId}
        group by tag order by tag limit 200) as tags,
      ${values('company')} as companies, ${values('country')} as countries,
      array(select a.name from releases r join release_artist ra on ra.release_id = r.id join artists a on a.id = ra.artist_id
        where r.owner_label_id = ${labelId} and r.state <> 'draft' group by a.name order by a.name limit 200) as artists`.execute(
    db,
  );
  return rows[0] ?? { tags: [], companies: [], countries: [], artists: [] };
}

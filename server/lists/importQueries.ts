import { sql } from 'kysely';
import type { Db } from '../platform/database/db.ts';
import type { ReadPerson } from './listedRows.ts';
import type { ListColumn } from './queries.ts';

/** One import of a label after another: an address is one person. */
export async function lockLists(db: Db, labelId: number): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('label_lists'), ${labelId})`.execute(db);
}

interface KnownAddress {
  address: string;
  personId: number;
  isMember: boolean;
}

/** Addresses that are on a list of the label. */
export async function findKnown(
  db: Db,
  { id, labelId }: { id: number; labelId: number },
  addresses: string[],
): Promise<Map<string, KnownAddress>> {
  const { rows } = await sql<KnownAddress>`
    select o.address, o.person_id as "personId",
      exists (select from list_members m where m.person_id = o.person_id and m.list_id = ${id}) as "isMember"
    from listed_addresses o where o.label_id = ${labelId} and o.address = any(${addresses}::text[])`.execute(db);
  return new Map(rows.map((row) => [row.address, row]));
}

/** Of these addresses, those to which mails came back, and those that left the mails of the label. */
export async function findUnmailed(
  db: Db,
  labelId: number,
  addresses: string[],
): Promise<{ suppressed: Set<string>; unsubscribed: Set<string> }> {
  const { rows } = await sql<{ suppressed: string[]; unsubscribed: string[] }>`
    select array(select address from suppressions where address = any(${addresses}::text[])) as suppressed,
      array(select address from label_left where label_id = ${labelId} and address = any(${addresses}::text[])) as unsubscribed`.execute(
    db,
  );
  return { suppressed: new Set(rows[0]?.suppressed), unsubscribed: new Set(rows[0]?.unsubscribed) };
}

/** Of a person who is known, `personId`. */
export type ImportedPerson = ReadPerson & { personId: number | null; position: number };

const record = sql`(position int, "personId" int, address text, also text[], name text, firstname text, lastname text,
  company text, role text, country text, note text, tags text[], cells jsonb)`;
const TEXTS = ['name', 'firstname', 'lastname', 'company', 'role', 'country', 'note'] as const;

/** Adds people to a list: facts that a row has replace those of a person who is known, tags are added. */
export async function insertPeople(
  db: Db,
  { id, labelId }: { id: number; labelId: number },
  people: ImportedPerson[],
  now: Date,
): Promise<{ added: number; changed: number }> {
  const json = JSON.stringify(people);
  const given = sql`given as materialized (select * from jsonb_to_recordset(${json}::jsonb) as g ${record})`;
  const merged = TEXTS.map((field) => sql`coalesce(nullif(${sql.ref(`g.${field}`)}, ''), ${sql.ref(`p.${field}`)})`);
  const tags = sql`(p.tags || array(select tag from unnest(g.tags) tag where tag <> all(p.tags)))`;
  const columns = sql.join(TEXTS.map((field) => sql.ref(field)));
  const { rows: changed } = await sql<{ id: number }>`
    with ${given}
    update listed_people p set (${columns}, tags, updated_at) = (${sql.join(merged)}, ${tags}, ${now}::timestamptz)
    from given g where p.id = g."personId" and (${sql.join(TEXTS.map((field) => sql.ref(`p.${field}`)))}, p.tags)
      is distinct from (${sql.join(merged)}, ${tags}) returning p.id`.execute(db);
  await sql`
    with ${given}
    insert into listed_people (label_id, address, ${columns}, tags, added_at, updated_at)
    select ${labelId}, address, ${columns}, tags, ${now}, ${now} from given where "personId" is null order by position`.execute(
    db,
  );
  await sql`
    with ${given}
    insert into listed_addresses (label_id, address, person_id)
    select ${labelId}, o.address, g.id from (
      select p.id, g.address, g.also from given g join listed_people p on p.label_id = ${labelId} and p.address = g.address
      where g."personId" is null
      union all select "personId", address, also from given where "personId" is not null) g
    cross join lateral unnest(g.address || g.also) o (address) on conflict do nothing`.execute(db);
  const { rows: added } = await sql<{ isNew: boolean }>`
    with ${given}
    insert into list_members as m (list_id, person_id, position, cells)
    select ${id}, o.person_id, coalesce((select max(position) from list_members where list_id = ${id}), 0) + g.position, g.cells
    from given g join listed_addresses o on o.label_id = ${labelId} and o.address = g.address
    on conflict (list_id, person_id) do update set cells = m.cells || excluded.cells
      where m.cells || excluded.cells <> m.cells
    returning xmax = 0 as "isNew"`.execute(db);
  const joined = added.filter(({ isNew }) => isNew).length;
  return { added: joined, changed: Math.max(changed.length, added.length - joined) };
}

/** Adds the headings that the list does not have yet. */
export async function updateColumns(db: Db, listId: number, columns: ListColumn[], now: Date): Promise<void> {
  await sql`update label_lists set columns = ${JSON.stringify(columns)}, updated_at = ${now} where id = ${listId}`.execute(
    db,
  );
}

import type { ListChange, ListedPerson, PeopleList } from '@promenade/contract/lists/lists';
import { sql } from 'kysely';
import { isLabelOf, type OwnLabel, roleOf, type StaffMember } from '../access/staffQueries.ts';
import type { Db } from '../platform/database/db.ts';
import { mapPage, type Page, type PageOf, readPage } from '../platform/database/page.ts';
import { splitPeopleSearch } from '../platform/database/searchWords.ts';

/** A column of what was imported. */
export interface ListColumn {
  heading: string;
  field: string | null;
}

export interface OwnList {
  /** Internal. */
  id: number;
  listid: string;
  labelId: number;
  name: string;
  role: OwnLabel['role'];
  columns: ListColumn[];
  isGroup: boolean;
  /** A group of recipients, by what they did. */
  isOfRecipients: boolean;
}

const condition = sql`case when s.is_group then json_build_object('tags', s.tags, 'companies', s.companies,
  'countries', s.countries, 'did', case when s.did is not null then
    json_build_object('kind', s.did, 'artist', s.did_artist, 'last', s.did_last) end) end`;

/** How many people list or group `s` has. */
export const sizeOfList = sql`((select count(*)::int from list_people(s.id)) + case when s.did is null then 0
  else (select count(*)::int from group_accounts(s.id)) end)`;

const list = sql`json_build_object('listid', s.listid, 'labelid', l.labelid, 'name', s.name, 'condition', ${condition},
  'updated', s.updated_at, 'people', ${sizeOfList})`;
type ListJson = Omit<PeopleList, 'updated'> & { updated: string };

const toList = ({ updated, ...row }: ListJson): PeopleList => ({ ...row, updated: new Date(updated).toISOString() });

/** Undefined when the caller does not work for its label. */
export async function findList(db: Db, caller: StaffMember, listid: string): Promise<OwnList | undefined> {
  const { rows } = await sql<OwnList>`
    select s.id, s.listid, s.label_id as "labelId", s.name, s.columns, s.is_group as "isGroup",
      s.did is not null as "isOfRecipients", ${roleOf(caller)} as role
    from label_lists s join labels l on l.id = s.label_id where s.listid = ${listid} and ${isLabelOf(caller)}`.execute(
    db,
  );
  return rows[0];
}

export async function readLists(db: Db, labelId: number, page: Page): Promise<PageOf<PeopleList>> {
  const found = await readPage<{ list: ListJson }>(
    db,
    page,
    (limit) => sql`
    select ${list} as list, count(*) over ()::int as total from label_lists s join labels l on l.id = s.label_id
    where s.label_id = ${labelId} order by s.name collate "und-x-icu", s.id ${limit}`,
  );
  return mapPage(found, (row) => toList(row.list));
}

export async function getList(db: Db, listId: number): Promise<PeopleList> {
  const { rows } = await sql<{ list: ListJson }>`
    select ${list} as list from label_lists s join labels l on l.id = s.label_id where s.id = ${listId}`.execute(db);
  const [row] = rows;
  if (!row) throw new Error(`There is no list ${listId}.`);
  return toList(row.list);
}

/** Undefined when the label has a list of this name. */
export async function insertList(
  db: Db,
  labelId: number,
  name: string,
  now: Date,
): Promise<{ id: number; listid: string } | undefined> {
  const { rows } = await sql<{ id: number; listid: string }>`
    insert into label_lists (label_id, name, created_at, updated_at) values (${labelId}, ${name}, ${now}, ${now})
    on conflict (label_id, fold_name(name)) do nothing returning id, listid`.execute(db);
  return rows[0];
}

/** False when another list of the label has this name. */
export async function updateListName(db: Db, { id, labelId }: OwnList, name: string, now: Date): Promise<boolean> {
  const { rows } = await sql`
    update label_lists set name = ${name}, updated_at = ${now}
    where id = ${id} and not exists (
      select from label_lists o where o.label_id = ${labelId} and o.id <> ${id} and fold_name(o.name) = fold_name(${name}))
    returning id`.execute(db);
  return rows.length > 0;
}

export async function deleteListRow(db: Db, listId: number): Promise<void> {
  await sql`delete from label_lists where id = ${listId}`.execute(db);
}

/** Forgets people of a label who are on none of its lists. */
export async function deleteUnlisted(db: Db, labelId: number): Promise<void> {
  await sql`
    delete from listed_people p where p.label_id = ${labelId}
      and not exists (select from list_members m where m.person_id = p.id)`.execute(db);
}

export async function listTags(db: Db, listId: number): Promise<string[]> {
  const { rows } = await sql<{ tag: string }>`
    select tag from list_people(${listId}) m (id) join listed_people p on p.id = m.id cross join unnest(p.tags) tag
    group by tag order by tag collate "und-x-icu" limit 200`.execute(db);
  return rows.map(({ tag }) => tag);
}

/** Whether mails to the address of person `p` came back, and whether it left the mails of the label. */
const state = sql`
  exists (select from suppressions s where s.address = p.address) as suppressed,
  exists (select from label_left o where o.label_id = p.label_id and o.address = p.address) as unsubscribed`;

const person = sql`p.personid, p.name, p.company, p.role, p.address, p.country, p.note, p.tags,
  array(select o.address from listed_addresses o where o.person_id = p.id and o.address <> p.address order by o.address) as also,
  ${state}`;

/** The people of a list with all words, by name; one page. */
export function readPeople(
  db: Db,
  listId: number,
  { filter, tag, ...page }: Page & { filter: string; tag?: string | undefined },
): Promise<PageOf<ListedPerson>> {
  const conditions = [
    sql`true`,
    ...(tag === undefined ? [] : [sql`p.tags @> array[${tag}]::text[]`]),
    ...splitPeopleSearch(filter).map((word) => sql`position(fold_name(${word}) in p.search_text) > 0`),
  ];
  return readPage<ListedPerson>(
    db,
    page,
    (limit) => sql`
    with page as (
      select p.id, count(*) over ()::int as total from list_people(${listId}) m (id) join listed_people p on p.id = m.id
      where ${sql.join(conditions, sql` and `)} order by p.sort_name, p.id ${limit})
    select ${person}, page.total from page join listed_people p on p.id = page.id order by p.sort_name, p.id`,
  );
}

/** The recipients of a group, by name, never with an address (requirements decision 35); one page. */
export function readRecipients(
  db: Db,
  listId: number,
  { filter, ...page }: Page & { filter: string },
): Promise<PageOf<ListedPerson>> {
  const text = sql`fold_name(a.firstname || ' ' || a.lastname || ' ' || a.title || ' ' || a.company)`;
  const conditions = [
    sql`true`,
    ...splitPeopleSearch(filter).map((word) => sql`position(fold_name(${word}) in ${text}) > 0`),
  ];
  return readPage<ListedPerson>(
    db,
    page,
    (limit) => sql`
    select a.playerid as personid, trim(a.firstname || ' ' || a.lastname) as name, a.company, a.title as role, a.country,
      '' as address, array[]::text[] as also, '' as note, array[]::text[] as tags, false as suppressed, false as unsubscribed,
      count(*) over ()::int as total
    from group_accounts(${listId}) g (id) join accounts a on a.id = g.id
    where ${sql.join(conditions, sql` and `)} order by a.sort_name, a.id ${limit}`,
  );
}

export async function findPerson(db: Db, listId: number, personid: string): Promise<ListedPerson | undefined> {
  const { rows } = await sql<ListedPerson>`
    select ${person} from list_members m join listed_people p on p.id = m.person_id
    where m.list_id = ${listId} and p.personid = ${personid}`.execute(db);
  return rows[0];
}

type PersonChange = Partial<Pick<ListedPerson, 'name' | 'company' | 'role' | 'country' | 'note' | 'tags'>>;

/** False when the list has no such person. A typed name replaces first and last name. */
export async function updatePerson(
  db: Db,
  listId: number,
  personid: string,
  change: PersonChange,
  now: Date,
): Promise<boolean> {
  const sets = Object.entries(change).map(([column, value]) =>
    column === 'tags' ? sql`tags = ${value}::text[]` : sql`${sql.ref(column)} = ${value}`,
  );
  const halves = change.name === undefined ? [] : [sql`firstname = ''`, sql`lastname = ''`];
  const { rows } = await sql`
    update listed_people p set ${sql.join([...sets, ...halves, sql`updated_at = ${now}`])}
    from list_members m where m.person_id = p.id and m.list_id = ${listId} and p.personid = ${personid} returning p.id`.execute(
    db,
  );
  return rows.length > 0;
}

/** False when the list has no such person. */
export async function deleteMember(db: Db, listId: number, personid: string): Promise<boolean> {
  const { rows } = await sql`
    delete from list_members m using listed_people p
    where p.id = m.person_id and m.list_id = ${listId} and p.personid = ${personid} returning p.id`.execute(db);
  return rows.length > 0;
}

export async function touchList(db: Db, listId: number, now: Date): Promise<void> {
  await sql`update label_lists set updated_at = ${now} where id = ${listId}`.execute(db);
}

/** A row of the export. */
export interface ExportedPerson extends ListedPerson {
  firstname: string;
  lastname: string;
  cells: Record<string, string>;
}

export async function listExported(db: Db, listId: number): Promise<ExportedPerson[]> {
  const { rows } = await sql<ExportedPerson>`
    select ${person}, p.firstname, p.lastname, coalesce(m.cells, '{}') as cells
    from list_people(${listId}) o (id) join listed_people p on p.id = o.id
    left join list_members m on m.list_id = ${listId} and m.person_id = p.id order by m.position, p.id`.execute(db);
  return rows;
}

/** The latest changes first. */
export async function readListHistory(db: Db, listid: string, page: Page): Promise<PageOf<ListChange>> {
  const found = await readPage<Omit<ListChange, 'at'> & { at: Date }>(
    db,
    page,
    (limit) => sql`
    select t.at, t.action, nullif(trim(a.firstname || ' ' || a.lastname), '') as by, t.after->>'name' as name,
      coalesce((t.after->>'added')::int, 0) as added, coalesce((t.after->>'people')::int, 0) as people,
      (select count(*)::int from audit where subject = ${listid}) as total
    from audit t left join accounts a on a.playerid::text = t.actor
    where t.subject = ${listid} order by t.id desc ${limit}`,
  );
  return mapPage(found, ({ at, ...change }) => ({ ...change, at: at.toISOString() }));
}

/** Deletes the people who have one of these addresses from all lists. Returns the lists, with how many each lost. */
export async function deletePeopleOfAddresses(
  db: Db,
  addresses: string[],
): Promise<{ listid: string; people: number }[]> {
  const { rows } = await sql<{ listid: string; people: number }>`
    with gone as (select distinct person_id from listed_addresses where address = any(${addresses}::text[])),
    lists as (
      select s.listid, count(*)::int as people from gone join list_members m using (person_id)
      join label_lists s on s.id = m.list_id group by s.listid),
    deleted as (delete from listed_people where id in (select person_id from gone))
    select * from lists`.execute(db);
  return rows;
}

/** Gives the lists of a label to another one: people whom both know stay one person each. */
export async function moveLists(db: Db, from: number, into: number): Promise<void> {
  await sql`
    update label_lists s set name = s.name || ' (' || (select name from labels where id = ${from}) || ')'
    where s.label_id = ${from} and exists (
      select from label_lists o where o.label_id = ${into} and fold_name(o.name) = fold_name(s.name))`.execute(db);
  await sql`update label_lists set label_id = ${into} where label_id = ${from}`.execute(db);
  const twins = sql`twins as (
    select f.person_id as former, min(i.person_id) as person_id
    from listed_addresses f join listed_addresses i on i.address = f.address and i.label_id = ${into}
    where f.label_id = ${from} group by f.person_id)`;
  await sql`
    with ${twins} insert into list_members (list_id, person_id, position, cells)
    select m.list_id, t.person_id, min(m.position), jsonb_object_agg(m.person_id, m.cells) -> min(m.person_id)::text
    from twins t join list_members m on m.person_id = t.former group by m.list_id, t.person_id
    on conflict do nothing`.execute(db);
  await sql`with ${twins} delete from listed_people p using twins t where p.id = t.former`.execute(db);
  await sql`update listed_addresses set label_id = ${into} where label_id = ${from}`.execute(db);
  await sql`update listed_people set label_id = ${into} where label_id = ${from}`.execute(db);
}

import type { AudienceMember } from '@promenade/contract/audience';
import type { StaffAudience, StaffPerson } from '@promenade/contract/label';
import { sql } from 'kysely';
import type { Db } from '../platform/database/db.ts';
import { mapPage, type Page, type PageOf, readPage } from '../platform/database/page.ts';
import { splitSearch } from '../platform/database/searchWords.ts';
import type { Audience } from './document/document.ts';
import { isGrantedTo } from './names/ownerQueries.ts';
import { deliveredTo, hasLost, isCounted } from './recipientQueries.ts';
import { nameOfAccount } from './rowQueries.ts';

/** What labels see of account `a`, never its addresses (requirements decision 35). */
const person = sql`json_build_object('playerid', a.playerid,
  'name', ${nameOfAccount}, 'title', a.title,
  'company', trim(a.company), 'country', a.country)`;

const named = (isMeant: ReturnType<typeof sql>) => sql`
  (select coalesce(json_agg(${person} order by a.lastname, a.firstname, a.id), '[]') from accounts a where ${isMeant})`;

type NamedAudience = Pick<StaffAudience, 'people' | 'excluded' | 'addresses' | 'lists' | 'excludedlists'>;

/** Lists and groups of a release, with their people. */
const listsOf = (releaseId: number, isExcluded: boolean) => sql`(
  select coalesce(json_agg(json_build_object('listid', s.listid, 'name', s.name, 'people',
    (select count(*) from list_people(s.id)) + (select count(*) from group_accounts(s.id)))
    order by s.name collate "und-x-icu", s.id), '[]')
  from release_lists x join label_lists s on s.id = x.list_id
  where x.release_id = ${releaseId} and x.excluded = ${sql.lit(isExcluded)})`;

/** The people whom a document names, with the excluded ones and the typed addresses, which are no part of it. */
export async function findAudience(db: Db, releaseId: number, { recipients = [] }: Audience): Promise<NamedAudience> {
  const isExcluded = sql`a.id in (select account_id from release_exclusion where release_id = ${releaseId} and not by_list)`;
  const isNamed = sql`a.playerid = any(${recipients}::uuid[])`;
  const { rows } = await sql<NamedAudience>`
    select ${named(isNamed)} as people, ${named(isExcluded)} as excluded,
      array(select address from release_address where release_id = ${releaseId} order by address) as addresses,
      ${listsOf(releaseId, false)} as lists, ${listsOf(releaseId, true)} as excludedlists`.execute(db);
  const [audience] = rows;
  if (!audience) throw new Error(`There is no release ${releaseId}.`);
  return audience;
}

export async function insertAddresses(db: Db, releaseId: number, addresses: string[], now: Date): Promise<void> {
  await sql`
    insert into release_address (release_id, address, at)
    select distinct ${releaseId}::int, lower(address), ${now}::timestamptz from unnest(${addresses}::text[]) address
    on conflict do nothing`.execute(db);
}

/** Packages that are open or granted to a label, by name, with the people who would be recipients; one page. */
export async function listGrantedPackages(
  db: Db,
  labelId: number,
  page: Page,
): Promise<PageOf<{ name: string; people: number }>> {
  return readPage(
    db,
    page,
    (limit) => sql`
    select p.name, count(*) over ()::int as total, (
      select count(*)::int from account_package h join accounts a on a.id = h.account_id
      where h.package_id = p.id and ${isCounted}) as people
    from packages p cross join (select ${labelId}::int as owner_label_id) r
    where ${isGrantedTo(labelId)}
    order by p.name collate "und-x-icu", p.id ${limit}`,
  );
}

/** Account `a` was delivered a release of the label, or holds a package that the label may deliver to. */
const isKnownTo = (labelId: number) => sql`(
  exists (select from account_package h join packages p on p.id = h.package_id where h.account_id = a.id
    and ${isGrantedTo(labelId)})
  or exists (select from release_recipient rr join releases r on r.id = rr.release_id
    where rr.account_id = a.id and r.owner_label_id = ${labelId})
  or exists (select from release_package rp join releases r on r.id = rp.release_id
    join account_package h on h.package_id = rp.package_id
    where h.account_id = a.id and r.owner_label_id = ${labelId}))`;

/** Conditions: name, job title or company of account `a` has each word. */
const haveWords = (words: string[]) => {
  const text = sql`fold_name(a.firstname || ' ' || a.lastname || ' ' || a.title || ' ' || a.company)`;
  return words.map((word) => sql`position(fold_name(${word}) in ${text}) > 0`);
};

/** The recipients of a release with all words, by name; one page. */
export async function listAudience(
  db: Db,
  releaseId: number,
  { filter, ...page }: Page & { filter: string },
): Promise<PageOf<AudienceMember>> {
  const found = await readPage<{ member: AudienceMember }>(
    db,
    page,
    (limit) => sql`
    with page as (
      select a.id, count(*) over ()::int as total
      from releases r cross join lateral ${deliveredTo} delivered join accounts a on a.id = delivered.account_id
      where r.id = ${releaseId} and ${sql.join([isCounted, ...haveWords(splitSearch(filter))], sql` and `)}
      order by a.sort_name, a.id ${limit})
    select page.total, ${person}::jsonb || jsonb_build_object('former', ${hasLost},
      'packages', array(select p.name from packages p join account_package h on h.package_id = p.id
        where h.account_id = a.id and p.id = any(r.audience) order by p.name collate "und-x-icu")) as member
    from page join accounts a on a.id = page.id join releases r on r.id = ${releaseId}
    order by a.sort_name, a.id`,
  );
  return mapPage(found, ({ member }) => member);
}

/** Active accounts known to a label whose name, job title or company has all words. */
export async function listLabelPeople(db: Db, labelId: number, words: string[], limit: number): Promise<StaffPerson[]> {
  const { rows } = await sql<{ person: StaffPerson }>`
    select ${person} as person from accounts a
    where ${sql.join([sql`a.status = 'active'`, ...haveWords(words), isKnownTo(labelId)], sql` and `)}
    order by a.lastname, a.firstname, a.id limit ${limit}`.execute(db);
  return rows.map(({ person }) => person);
}

/** Internal ids of these accounts by playerid; with a label only those known to it. */
export async function findKnownAccounts(
  db: Db,
  playerids: string[],
  labelId: number | undefined,
): Promise<Map<string, number>> {
  const { rows } = await sql<{ playerid: string; id: number }>`
    select a.playerid, a.id from accounts a where a.playerid = any(${playerids}::uuid[])
      and ${labelId === undefined ? sql`true` : isKnownTo(labelId)}`.execute(db);
  return new Map(rows.map(({ playerid, id }) => [playerid, id]));
}

/** Accounts of the lists and groups of a release; an account is that of any address of a person. */
const accountsOfLists = (releaseId: number, isExcluded: boolean) => sql`(
  select e.account_id as id from release_lists x cross join lateral list_people(x.list_id) p (id)
    join listed_addresses o on o.person_id = p.id join account_emails e on e.email = o.address
    where x.release_id = ${releaseId} and x.excluded = ${sql.lit(isExcluded)}
  union select g.id from release_lists x cross join lateral group_accounts(x.list_id) g (id)
    where x.release_id = ${releaseId} and x.excluded = ${sql.lit(isExcluded)})`;

/** Accounts of the typed addresses and lists of a release, without those whom an excluded list keeps out. */
export async function listAddressedAccounts(db: Db, releaseId: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select e.account_id as id from release_address ra join account_emails e on e.email = ra.address
    where ra.release_id = ${releaseId}
    union select id from ${accountsOfLists(releaseId, false)} listed
    except select id from ${accountsOfLists(releaseId, true)} kept_out`.execute(db);
  return rows.map(({ id }) => id);
}

/** Accounts that lists keep out of a release, and accounts that they no longer keep out. */
export async function listExclusionChanges(db: Db, releaseId: number): Promise<{ added: number[]; gone: number[] }> {
  const { rows } = await sql<{ added: number[]; gone: number[] }>`
    with kept_out as materialized ${accountsOfLists(releaseId, true)}
    select array(select id from kept_out except select account_id from release_exclusion where release_id = ${releaseId}) as added,
      array(select account_id from release_exclusion where release_id = ${releaseId} and by_list
        except select id from kept_out) as gone`.execute(db);
  return rows[0] ?? { added: [], gone: [] };
}

/** Decides which lists and groups a release goes to, and which are kept out. */
export async function replaceLists(db: Db, releaseId: number, lists: number[], isExcluded: boolean): Promise<void> {
  await sql`
    with gone as (
      delete from release_lists where release_id = ${releaseId} and excluded = ${isExcluded} and list_id <> all(${lists}::int[]))
    insert into release_lists (release_id, list_id, excluded)
    select ${releaseId}, id, ${isExcluded} from unnest(${lists}::int[]) id
    on conflict (release_id, list_id) do update set excluded = excluded.excluded`.execute(db);
}

/** Gives a release the lists and groups of another one, instead of its own. */
export async function copyLists(db: Db, from: number, to: number): Promise<void> {
  await sql`delete from release_lists where release_id = ${to}`.execute(db);
  await sql`
    insert into release_lists (release_id, list_id, excluded)
    select ${to}, list_id, excluded from release_lists where release_id = ${from}`.execute(db);
}

/** Releases with lists, drafts apart, that are not over. */
export async function listReleasesWithLists(db: Db): Promise<{ id: number; releaseid: string }[]> {
  const { rows } = await sql<{ id: number; releaseid: string }>`
    select r.id, r.releaseid from releases r
    where r.state = 'available' and (r.ends_at <= now()) is not true
      and exists (select from release_lists x where x.release_id = r.id) order by r.id`.execute(db);
  return rows;
}

/** Of these accounts, those that the audience of the release does not name singly. */
export async function listMissingRecipients(db: Db, releaseId: number, accountids: number[]): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select unnest(${accountids}::int[]) as id
    except select -a.id from releases r cross join unnest(r.audience) a (id) where r.id = ${releaseId}`.execute(db);
  return rows.map(({ id }) => id);
}

/** Returns how many there were. */
export async function replaceAddresses(db: Db, releaseId: number, addresses: string[], now: Date): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    with deleted as (
      delete from release_address where release_id = ${releaseId} and address <> all(${addresses}::text[]) returning 1),
    inserted as (
      insert into release_address (release_id, address, at)
      select ${releaseId}, address, ${now} from unnest(${addresses}::text[]) address on conflict do nothing)
    select count(*)::int from release_address where release_id = ${releaseId}`.execute(db);
  return rows[0]?.count ?? 0;
}

/** Releases with a typed address whose account is not in their audience. */
export async function listUnaddedAddresses(db: Db): Promise<{ id: number; accountids: number[] }[]> {
  const { rows } = await sql<{ id: number; accountids: number[] }>`
    select r.id, array_agg(distinct e.account_id) as accountids
    from release_address ra join releases r on r.id = ra.release_id join account_emails e on e.email = ra.address
    where not r.audience @> array[-e.account_id] group by r.id`.execute(db);
  return rows;
}

export async function deleteAddresses(db: Db, emails: string[]): Promise<void> {
  await sql`delete from release_address where address = any(${emails}::text[])`.execute(db);
}

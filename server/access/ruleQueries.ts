import type { RuleCondition } from '@promenade/contract/operatorCatalogue';
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../platform/database/db.ts';
import { onPage, type Page } from '../platform/database/page.ts';
import { emailOfAccount } from './packageQueries.ts';

interface RuleRow {
  condition: RuleCondition;
  /** The name of a person, else `command` or the playerid of a deleted account. */
  by: string;
  at: Date;
}

export async function findRule(db: Db, packageId: number): Promise<RuleRow | undefined> {
  const { rows } = await sql<RuleRow>`
    select r.condition, r.at, coalesce(nullif(trim(a.firstname || ' ' || a.lastname), ''), r.made_by) as "by"
    from package_rules r left join accounts a
      on a.playerid = case when pg_input_is_valid(r.made_by, 'uuid') then r.made_by::uuid end where r.package_id = ${packageId}`.execute(
    db,
  );
  return rows[0];
}

/** Null deletes the rule. */
export async function replaceRule(
  db: Db,
  packageId: number,
  condition: RuleCondition | null,
  madeBy: string,
  now: Date,
): Promise<void> {
  await sql`delete from package_rules where package_id = ${packageId}`.execute(db);
  if (condition)
    await sql`
      insert into package_rules (package_id, condition, made_by, at)
      values (${packageId}, ${JSON.stringify(condition)}, ${madeBy}, ${now})`.execute(db);
}

const matchesField = (name: keyof RuleCondition, values: RawBuilder<unknown>) =>
  sql`(r.condition->${sql.lit(name)} is null or r.condition->${sql.lit(name)} ?| ${values})`;

/** Rule `r` fits active account `a` with application `p`, by the country that the account told; no rule fits nobody. */
const matchesTold = sql`((r.condition is not null and a.status = 'active'
  and ${matchesField('industries', sql`array[p.answers->>'industry']`)}
  and ${matchesField('roles', sql`array[p.answers->>'role']`)}
  and ${matchesField(
    'formats',
    sql`array[p.answers->>'primary_format', p.answers->>'secondary_format', p.answers->>'additional_format']`,
  )}
  and ${matchesField('countries', sql`array[a.country]`)}) is true)`;

/** Also by what an operator approved: another country takes a package away at once, and gives none by itself. */
const matches = sql`((${matchesTold} and a.approved_country is not null
  and ${matchesField('countries', sql`array[a.approved_country]`)}) is true)`;

/**
 * Packages with a rule, and those with members whom a rule added before it was removed: nobody meets a rule that is null.
 */
const storedRules = sql`
  select k.id as package_id, s.condition from packages k left join package_rules s on s.package_id = k.id
  where s.package_id is not null or exists (select from account_package where package_id = k.id and source = 'rule')`;

/** Who would come to and go from the packages of these rules. Disabled accounts stay as they are. */
const changesBy = (rules: RawBuilder<unknown>, isMeant: RawBuilder<unknown> = sql`true`) => sql`
  select a.id as accountid, r.package_id as packageid, h.account_id is null as comes
  from (${rules}) r cross join accounts a
  left join applications p on p.account_id = a.id
  left join account_package h on h.account_id = a.id and h.package_id = r.package_id
  where a.status <> 'disabled' and ${isMeant} and case
    when h.account_id is null then ${matches} and not exists (
      select from package_removals x where x.account_id = a.id and x.package_id = r.package_id)
    else h.source = 'rule' and not ${matches} end`;

/** Names of the packages that account `a` would get if its country was approved. */
const waitingPackages = sql`
  select k.name from package_rules r join packages k on k.id = r.package_id left join applications p on p.account_id = a.id
  where ${matchesTold}
    and not exists (select from account_package h where (h.account_id, h.package_id) = (a.id, r.package_id))
    and not exists (select from package_removals x where (x.account_id, x.package_id) = (a.id, r.package_id))`;

/** Account `a` waits for an operator, who has not refused this country. */
export const waitsForCountry = sql`(a.country is distinct from a.approved_country
  and a.country is distinct from a.refused_country and exists (${waitingPackages}))`;

/** For `Profile.countrycheck`, of the row of `accounts`. */
export const countryCheck = sql<'waiting' | 'refused' | null>`(
  select case when a.refused_country = a.country then 'refused' else 'waiting' end from accounts a
  where a.id = accounts.id and a.country is distinct from a.approved_country and exists (${waitingPackages}))`;

interface CountryCheckRow {
  country: string;
  approved: string | null;
  refused: string | null;
  /** Names of the packages that an approval would give. */
  packages: string[];
}

export async function findCountryCheck(db: Db, accountid: number): Promise<CountryCheckRow | undefined> {
  const { rows } = await sql<CountryCheckRow>`
    select country, approved_country as approved, refused_country as refused,
      array(${waitingPackages} order by k.name collate "und-x-icu") as packages
    from accounts a where a.id = ${accountid} and country is distinct from approved_country`.execute(db);
  return rows[0];
}

/** Null: not approved. */
export async function setApprovedCountry(db: Db, accountid: number, country: string | null): Promise<void> {
  await sql`
    update accounts set approved_country = ${country}, refused_country = null where id = ${accountid}`.execute(db);
}

export async function setRefusedCountry(db: Db, accountid: number, country: string): Promise<void> {
  await sql`update accounts set refused_country = ${country} where id = ${accountid}`.execute(db);
}

/** What the rules give to and take from an account. */
export async function listRuleChanges(db: Db, accountid: number): Promise<{ packageid: number; comes: boolean }[]> {
  const { rows } = await sql<{ packageid: number; comes: boolean }>`
    select packageid, comes from (${changesBy(storedRules, sql`a.id = ${accountid}`)}) x`.execute(db);
  return rows;
}

/** Accounts that do not hold what the rules say, by id, after one. */
export async function listUnruledAccounts(db: Db, after: number, limit: number): Promise<number[]> {
  const { rows } = await sql<{ accountid: number }>`
    select distinct accountid from (${changesBy(storedRules, sql`a.id > ${after}`)}) x
    order by accountid limit ${limit}`.execute(db);
  return rows.map(({ accountid }) => accountid);
}

interface RuleChangeRow {
  playerid: string;
  name: string;
  email: string;
  company: string;
  country: string;
  comes: boolean;
}

interface RuleChanges {
  comes: number;
  goes: number;
  items: RuleChangeRow[];
}

/** Who would come to and go from a package, one page, first those who go. */
export async function previewRuleChanges(
  db: Db,
  packageId: number,
  condition: RuleCondition | null,
  page: Page,
): Promise<RuleChanges> {
  const rule = sql`select ${packageId}::int as package_id, ${condition && JSON.stringify(condition)}::jsonb as condition`;
  const { rows } = await sql<RuleChanges>`
    with x as (${changesBy(rule)}), listed as (
      select a.playerid, trim(a.firstname || ' ' || a.lastname) as name, a.company, a.country, x.comes,
        ${emailOfAccount} as email
      from x join accounts a on a.id = x.accountid
      order by x.comes, a.sort_name, a.id ${onPage(page)})
    select count(*) filter (where comes)::int as comes, count(*) filter (where not comes)::int as goes,
      (select coalesce(json_agg(l), '[]') from listed l) as items
    from x`.execute(db);
  return rows[0] ?? { comes: 0, goes: 0, items: [] };
}

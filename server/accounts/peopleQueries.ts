import type { accounts, applicants } from '@promenade/contract/operatorPeople';
import type { MailFrequency } from '@promenade/contract/profile';
import type { RouteInput } from '@promenade/contract/route';
import { type RawBuilder, sql } from 'kysely';
import { EVERYONE } from '../access/accounts.ts';
import { emailOfAccount, isFoundBy } from '../access/packageQueries.ts';
import { waitsForCountry } from '../access/ruleQueries.ts';
import type { Db } from '../platform/database/db.ts';
import { HITS_MAX, type Page, type PageOf, searchedPage } from '../platform/database/page.ts';
import { likeWord, splitPeopleSearch } from '../platform/database/searchWords.ts';

const name = sql`trim(a.firstname || ' ' || a.lastname)`;
/** Signed-in browsers renew their tokens; sign-ins are known by their network. */
const seenAt = sql`greatest(
  (select max(t.issued_at) from sessions s join refresh_tokens t on t.session_id = s.id
    where s.account_id = a.id and s.ended_at is null),
  (select max(last_at) from known_networks where account_id = a.id))`;

/** Each word is part of a name or company, or of an address; or the only one is a playerid. */
const matches = (words: string[]) => {
  const patterns = words.map(likeWord);
  const isNamed = sql.join(
    patterns.map((pattern) => sql`a.search_text like ${pattern}`),
    sql` and `,
  );
  return {
    named: words.length > 1 ? isNamed : sql`(${isNamed} or a.playerid::text = ${words[0]?.toLowerCase()})`,
    addressed: sql`select account_id as id from account_emails where email like any(${patterns}::text[])`,
    /** Of accounts with an address that has one of the words. */
    hasRest: words.length > 1 ? sql.join(patterns.map(isFoundBy), sql` and `) : sql`true`,
  };
};

/** Of accounts with several addresses enough for as many hits. */
const ADDRESSES_MAX = 10_000;

function readAccounts<Row>(
  db: Db,
  columns: RawBuilder<unknown>,
  {
    filter,
    conditions,
    order,
  }: { filter: string | undefined; conditions: RawBuilder<unknown>[]; order: RawBuilder<unknown> },
  page: Page,
): Promise<PageOf<Row>> {
  // "is true" keeps the order of the index: the planner would join and sort.
  const isListed = sql.join([sql`true`, ...conditions.map((condition) => sql`(${condition}) is true`)], sql` and `);
  const words = splitPeopleSearch(filter);
  const { named, addressed, hasRest } = matches(words);
  // One word is met by enough of these addresses; several words may be met by any of them.
  const some = words.length > 1 ? sql`` : sql`limit ${ADDRESSES_MAX}`;
  const hits = sql`
        with named as materialized (select a.id from accounts a where ${isListed} and ${named} limit ${HITS_MAX})
        select id from named
        union
        select a.id from (${addressed} ${some}) e join accounts a on a.id = e.id
        where ${isListed} and ${hasRest} and (select count(*) from named) < ${HITS_MAX}`;
  const isHit = sql`(${named} or (a.id in (${addressed}) and ${hasRest}))`;
  return searchedPage(db, page, {
    table: sql`accounts a`,
    id: sql`a.id`,
    columns,
    joins: sql`left join applications p on p.account_id = a.id`,
    isListed,
    order,
    search: words.length > 0 ? { hits, isHit } : undefined,
  });
}

export interface AccountRow {
  playerid: string;
  name: string;
  email: string;
  company: string;
  status: 'pending' | 'active' | 'disabled';
  verified: boolean;
  label_staff: boolean;
  operator: boolean;
  seenat: Date | null;
}

const accountColumns = sql`a.playerid, ${name} as name, ${emailOfAccount} as email, a.company, a.status, a.verified, a.label_staff,
  a.operator, ${seenAt} as seenat`;

const accountOrders = {
  name: sql`a.sort_name, a.id`,
  '-name': sql`a.sort_name desc, a.id desc`,
  company: sql`a.sort_company, a.id`,
  '-company': sql`a.sort_company desc, a.id desc`,
  created: sql`a.id`,
  '-created': sql`a.id desc`,
};

export function listAccountPage(db: Db, query: RouteInput<typeof accounts>['query']): Promise<PageOf<AccountRow>> {
  const { filter, status, role, package: packageName, mails, waits, sort, ...page } = query;
  const conditions = [
    ...(status ? [sql`a.status = ${status}`] : []),
    ...(role ? [sql`${sql.ref(`a.${role}`)}`] : []),
    ...(packageName && packageName !== EVERYONE
      ? [
          sql`a.id in (select account_id from account_package
            where package_id = (select id from packages where fold_name(name) = fold_name(${packageName}) limit 1))`,
        ]
      : []),
    ...(waits ? [waitsForCountry] : []),
    ...(mails ? [sql`a.id in (select account_id from account_emails join suppressions on address = email)`] : []),
  ];
  return readAccounts(db, accountColumns, { filter, conditions, order: accountOrders[sort] }, page);
}

export interface ApplicantRow {
  playerid: string;
  name: string;
  email: string;
  company: string;
  appliedat: Date | null;
  answers: Record<string, unknown> | null;
  samecompany: number;
  samedomain: number;
  company_people: { playerid: string; name: string }[];
  domain_people: { playerid: string; name: string }[];
  decided: {
    decision: 'approved' | 'rejected';
    at: string;
    actor: string;
    by: string;
    reason: string;
    packages: string[];
    verified: boolean;
  } | null;
}

const COUNT_MAX = 100;

const NAMES_MAX = 5;

const ofCompany = sql`from accounts o where a.company <> '' and o.status = 'active' and o.id <> a.id
  and o.sort_company = a.sort_company`;
const ofDomain = sql`from account_emails e join accounts o on o.id = e.account_id and o.status = 'active' and o.id <> a.id
  where split_part(e.email, '@', 2) = split_part(${emailOfAccount}, '@', 2)`;
const countSome = (people: RawBuilder<unknown>) =>
  sql`(select count(*)::int from (select ${people} limit ${sql.lit(COUNT_MAX)}) x)`;
const nameSome = (people: RawBuilder<unknown>) => sql`(
  select coalesce(json_agg(json_build_object('playerid', playerid, 'name', name)), '[]') from (
    select o.playerid, trim(o.firstname || ' ' || o.lastname) as name ${people} limit ${sql.lit(NAMES_MAX)}) x)`;

/** The last decision about an account, as the audit trail has it. */
const lastDecision = sql`select d.* from audit d where d.subject = a.playerid::text and a.status <> 'pending'
  and d.action in ('account.approved', 'account.rejected') order by d.id desc limit 1`;

const applicantColumns = sql`a.playerid, ${name} as name, ${emailOfAccount} as email, a.company, p.created_at as appliedat,
  p.answers, ${countSome(ofCompany)} as samecompany, ${countSome(ofDomain)} as samedomain,
  ${nameSome(ofCompany)} as company_people, ${nameSome(ofDomain)} as domain_people,
  (select json_build_object('decision', split_part(d.action, '.', 2), 'at', d.at, 'actor', d.actor,
    'by', coalesce((select nullif(trim(firstname || ' ' || lastname), '') from accounts where playerid::text = d.actor), d.actor),
    'reason', coalesce(d.after->>'reason', ''), 'packages', coalesce(d.after->'packages', '[]'),
    'verified', coalesce((d.after->>'verified')::boolean, false)) from (${lastDecision}) d) as decided`;

/** Accounts that were approved or rejected since; also those that an operator made without an application. */
const decidedSince = (since: Date) =>
  sql`a.status <> 'pending' and a.playerid::text in (select subject from audit where at >= ${since}
    and action in ('account.approved', 'account.rejected'))`;

const decidedAs = (decision: 'approved' | 'rejected') =>
  sql`a.status = ${{ approved: 'active', rejected: 'disabled' }[decision]}
    and a.playerid::text in (select subject from audit where action = ${`account.${decision}`})
    and (select action from (${lastDecision}) d) = ${`account.${decision}`}`;

export function listApplicantPage(
  db: Db,
  { filter, sort, state, ...page }: RouteInput<typeof applicants>['query'],
  since: Date,
): Promise<PageOf<ApplicantRow>> {
  const conditions =
    state === 'waiting' ? [sql`a.status = 'pending'`] : [state === 'decided' ? decidedSince(since) : decidedAs(state)];
  const order = sort === 'applied' ? sql`a.id` : sql`a.id desc`;
  return readAccounts(db, applicantColumns, { filter, conditions, order }, page);
}

export interface AccountDetailRow extends AccountRow {
  accountid: number;
  version: string;
  firstname: string;
  lastname: string;
  title: string;
  country: string;
  phone: string;
  haspassword: boolean;
  createdat: Date;
  companyapproved: boolean;
  emails: string[];
  packages: string[];
  labels: { labelid: string; name: string; role: 'editor' | 'viewer' }[];
  deletionat: Date | null;
  mailpref: MailFrequency;
  stoppedlabels: { labelid: string; name: string }[];
}

/** `version` is a digest of what operators change, whoever changed it. */
export async function findAccountDetail(db: Db, playerid: string): Promise<AccountDetailRow | undefined> {
  const { rows } = await sql<AccountDetailRow>`
    select x.*, md5(jsonb_build_array(x.status, x.verified, x.label_staff, x.operator, x.emails, x.packages, x.labels, x.firstname,
        x.lastname, x.company, x.companyapproved, x.mailpref, x.stoppedlabels)::text)
      as version
    from (
      select a.id as accountid, ${accountColumns}, a.firstname, a.lastname, a.mailpref, a.title, a.country, a.phone, a.created_at as createdat,
        a.password_hash is not null as haspassword,
        a.company <> '' and fold_name(a.approved_company) is not distinct from fold_name(a.company) as companyapproved,
        array(select email from account_emails where account_id = a.id order by added_at, email) as emails,
        array(select k.name from account_package h join packages k on k.id = h.package_id where h.account_id = a.id
          order by k.name collate "und-x-icu") as packages,
        coalesce((select jsonb_agg(jsonb_build_object('labelid', l.labelid, 'name', l.name, 'role', s.role) order by l.name)
          from account_label s join labels l on l.id = s.label_id where s.account_id = a.id), '[]') as labels,
        coalesce((select jsonb_agg(jsonb_build_object('labelid', l.labelid, 'name', l.name) order by l.name)
          from account_label_mail s join labels l on l.id = s.label_id where s.account_id = a.id), '[]') as stoppedlabels,
        (select requested_at from account_deletions where account_id = a.id) as deletionat
      from accounts a where a.playerid = ${playerid}
    ) x`.execute(db);
  return rows[0];
}

interface SessionRow {
  startedat: Date;
  seenat: Date;
  username: string;
  publicdevice: boolean;
}

/** Sessions that live, the newest first. */
export async function listAccountSessions(db: Db, accountid: number, now: Date): Promise<SessionRow[]> {
  const { rows } = await sql<SessionRow>`
    select s.created_at as startedat, s.username, s.publicdevice,
      coalesce((select max(issued_at) from refresh_tokens where session_id = s.id), s.created_at) as seenat
    from sessions s where s.account_id = ${accountid} and s.ended_at is null and s.expires_at > ${now}
    order by seenat desc limit 50`.execute(db);
  return rows;
}

interface LockRow {
  at: Date;
  limit: string;
  network: string;
}

/** Limits of attempts that these addresses hit since then, newest first. */
export async function listLocks(db: Db, emails: string[], since: Date): Promise<LockRow[]> {
  const { rows } = await sql<LockRow>`
    select at, coalesce(after->>'limit', '') as "limit", coalesce(after->>'network', '') as network from audit
    where subject = any(${emails}::text[]) and action = 'account.locked' and at >= ${since}
    order by id desc limit 20`.execute(db);
  return rows;
}

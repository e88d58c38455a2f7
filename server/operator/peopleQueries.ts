import type { accounts, applicants } from '@promenade/contract/operatorPeople';
import type { RouteInput } from '@promenade/contract/route';
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../platform/database/db.ts';

type Page<Row> = Promise<{ rows: Row[]; total: number }>;

const name = sql`trim(a.firstname || ' ' || a.lastname)`;
const sortName = sql`lower(a.lastname || ' ' || a.firstname) collate "und-x-icu"`;
const sortCompany = sql`lower(a.company) collate "und-x-icu"`;
const email = sql`coalesce((select email from account_emails where account_id = a.id order by added_at, email limit 1), '')`;
/** Signed-in browsers renew their tokens; sign-ins are known by their network. */
const seenAt = sql`greatest(
  (select max(t.issued_at) from sessions s join refresh_tokens t on t.session_id = s.id
    where s.account_id = a.id and s.ended_at is null),
  (select max(last_at) from known_networks where account_id = a.id))`;

const escapeLike = (text: string): string => text.toLowerCase().replaceAll(/[\\%_]/g, String.raw`\$&`);

/** Part of a name, company or address, or a playerid. */
const matches = (text: string) => {
  const pattern = `%${escapeLike(text)}%`;
  return sql`(lower(a.firstname || ' ' || a.lastname) like ${pattern} or lower(a.company) like ${pattern}
    or a.id in (select account_id from account_emails where email like ${pattern})
    or a.playerid::text = ${text.toLowerCase()})`;
};

async function readPage<Row>(
  db: Db,
  columns: RawBuilder<unknown>,
  conditions: RawBuilder<unknown>[],
  { order, page, pagesize }: { order: RawBuilder<unknown>; page: number; pagesize: number },
): Page<Row> {
  const where = sql.join([sql`true`, ...conditions], sql` and `);
  const [{ rows }, counted] = await Promise.all([
    sql<Row>`
      select ${columns} from accounts a left join applications p on p.account_id = a.id
      where ${where} order by ${order} limit ${pagesize} offset ${(page - 1) * pagesize}`.execute(db),
    sql<{ total: number }>`select count(*)::int as total from accounts a where ${where}`.execute(db),
  ]);
  return { rows, total: counted.rows[0]?.total ?? 0 };
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

const accountColumns = sql`a.playerid, ${name} as name, ${email} as email, a.company, a.status, a.verified, a.label_staff,
  a.operator, ${seenAt} as seenat`;

const accountOrders = {
  name: sql`${sortName}, a.id`,
  '-name': sql`${sortName} desc, a.id desc`,
  company: sql`${sortCompany}, a.id`,
  '-company': sql`${sortCompany} desc, a.id desc`,
  created: sql`a.id`,
  '-created': sql`a.id desc`,
};

export function listAccountPage(db: Db, query: RouteInput<typeof accounts>['query']): Page<AccountRow> {
  const { filter, status, role, package: packageName, mails, sort, ...page } = query;
  const conditions = [
    ...(filter ? [matches(filter)] : []),
    ...(status ? [sql`a.status = ${status}`] : []),
    ...(role ? [sql`${sql.ref(`a.${role}`)}`] : []),
    ...(packageName
      ? [
          sql`exists (select from account_package h join packages k on k.id = h.package_id
            where h.account_id = a.id and fold_name(k.name) = fold_name(${packageName}))`,
        ]
      : []),
    ...(mails ? [sql`a.id in (select account_id from account_emails join suppressions on address = email)`] : []),
  ];
  return readPage(db, accountColumns, conditions, { order: accountOrders[sort], ...page });
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
  decision: 'approved' | 'rejected' | null;
}

const COUNT_MAX = 100;

const applicantColumns = sql`a.playerid, ${name} as name, ${email} as email, a.company, p.created_at as appliedat,
  p.answers, case a.status when 'active' then 'approved' when 'disabled' then 'rejected' end as decision,
  (select count(*)::int from (select from accounts o where a.company <> '' and o.status = 'active'
    and (lower(o.company) collate "und-x-icu") = (lower(a.company) collate "und-x-icu") limit ${sql.lit(COUNT_MAX)}) x) as samecompany,
  (select count(*)::int from (select from account_emails e join accounts o on o.id = e.account_id and o.status = 'active'
    where split_part(e.email, '@', 2) = split_part(${email}, '@', 2) limit ${sql.lit(COUNT_MAX)}) x) as samedomain`;

export function listApplicantPage(
  db: Db,
  { filter, sort, state, ...page }: RouteInput<typeof applicants>['query'],
  decidedSince: Date,
): Page<ApplicantRow> {
  const conditions = [
    state === 'waiting'
      ? sql`a.status = 'pending'`
      : // Also of accounts without the answers of an application.
        sql`a.status <> 'pending' and a.playerid::text in (select subject from audit where at >= ${decidedSince}
          and action in ('account.approved', 'account.rejected'))`,
    ...(filter ? [matches(filter)] : []),
  ];
  const order = sort === 'applied' ? sql`a.id` : sql`a.id desc`;
  return readPage(db, applicantColumns, conditions, { order, ...page });
}

export interface AccountDetailRow extends AccountRow {
  accountid: number;
  version: string;
  firstname: string;
  title: string;
  country: string;
  phone: string;
  haspassword: boolean;
  createdat: Date;
  emails: string[];
  packages: string[];
  labels: { labelid: string; name: string; role: 'editor' | 'viewer' }[];
  deletionat: Date | null;
}

/** `version` is a digest of what operators change, whoever changed it. */
export async function findAccountDetail(db: Db, playerid: string): Promise<AccountDetailRow | undefined> {
  const { rows } = await sql<AccountDetailRow>`
    select x.*, md5(jsonb_build_array(x.status, x.verified, x.label_staff, x.operator, x.emails, x.packages, x.labels)::text)
      as version
    from (
      select a.id as accountid, ${accountColumns}, a.firstname, a.title, a.country, a.phone, a.created_at as createdat,
        a.password_hash is not null as haspassword,
        array(select email from account_emails where account_id = a.id order by added_at, email) as emails,
        array(select k.name from account_package h join packages k on k.id = h.package_id where h.account_id = a.id
          order by k.name collate "und-x-icu") as packages,
        coalesce((select jsonb_agg(jsonb_build_object('labelid', l.labelid, 'name', l.name, 'role', s.role) order by l.name)
          from account_label s join labels l on l.id = s.label_id where s.account_id = a.id), '[]') as labels,
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

interface MailRow {
  mailid: string;
  subject: string;
  createdat: Date;
  sentat: Date | null;
  problem: string | null;
}

/** Mails of the last days to these addresses, newest first. */
export async function listMailsOf(db: Db, emails: string[]): Promise<MailRow[]> {
  const { rows } = await sql<MailRow>`
    select id as mailid, subject, created_at as createdat, sent_at as sentat, problem from mails
    where recipient = any(${emails}::text[]) order by created_at desc limit 20`.execute(db);
  return rows;
}

/** By name, one page. */
export async function listAllPackages(
  db: Db,
  { page, pagesize }: { page: number; pagesize: number },
): Promise<{ items: { name: string }[]; total: number }> {
  const { rows } = await sql<{ name: string; total: number }>`
    select name, count(*) over ()::int as total from packages order by name collate "und-x-icu"
    limit ${pagesize} offset ${(page - 1) * pagesize}`.execute(db);
  return { items: rows.map(({ name }) => ({ name })), total: rows[0]?.total ?? 0 };
}

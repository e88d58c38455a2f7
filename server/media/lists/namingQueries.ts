import { Naming } from '@promenade/contract/downloads';
import { sql } from 'kysely';
import type { Db } from '../../platform/database/db.ts';

/** How the station of an account names files: the company whose shelf it shares, else the account alone. What was never saved has its default. */
export async function getNaming(db: Db, accountid: number): Promise<Naming> {
  const { rows } = await sql<{ own: object; shared: object }>`
    select coalesce(n.naming, '{}') as own, coalesce(c.naming, '{}') as shared
    from accounts a left join naming n on n.account_id = a.id
    left join company_naming c on c.company = shelf_company(a.id) where a.id = ${accountid}`.execute(db);
  const { data } = Naming.safeParse({ ...rows[0]?.own, ...rows[0]?.shared });
  return data ?? Naming.parse({});
}

/** The folder on the computer of the person is nobody else's. */
export async function upsertNaming(db: Db, accountid: number, naming: Naming): Promise<Naming> {
  const { place, ...shared } = naming;
  await sql`
    with own as (
      insert into naming (account_id, naming) values (${accountid}, ${JSON.stringify(naming)})
      on conflict (account_id) do update set naming = excluded.naming)
    insert into company_naming (company, naming)
    select company, ${JSON.stringify(shared)}::jsonb from (select shelf_company(${accountid}) as company) station
    where company is not null
    on conflict (company) do update set naming = excluded.naming`.execute(db);
  return naming;
}

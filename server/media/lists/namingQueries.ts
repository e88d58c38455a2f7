import { Naming } from '@promenade/contract/downloads';
import type { Db } from '../../platform/database/db.ts';

/** How an account names files. What it has never saved has its default. */
export async function getNaming(db: Db, accountid: number): Promise<Naming> {
  const row = await db.selectFrom('naming').where('account_id', '=', accountid).select('naming').executeTakeFirst();
  const { data } = Naming.safeParse(row?.naming ?? {});
  return data ?? Naming.parse({});
}

export async function upsertNaming(db: Db, accountid: number, naming: Naming): Promise<Naming> {
  const values = { naming: JSON.stringify(naming) };
  await db
    .insertInto('naming')
    .values({ account_id: accountid, ...values })
    .onConflict((conflict) => conflict.column('account_id').doUpdateSet(values))
    .execute();
  return naming;
}

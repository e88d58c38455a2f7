import type { registerDevice } from '@promenade/contract/profile';
import type { Asked } from '@promenade/contract/route';
import type { Db } from '../platform/database/db.ts';

/** Keeps a Web Push subscription; a browser belongs to whoever registered it last. */
export async function putDevice(
  db: Db,
  accountid: number,
  subscription: Asked<typeof registerDevice>['body'],
  at: Date,
): Promise<Record<string, never>> {
  const device = { account_id: accountid, subscription: JSON.stringify(subscription) };
  await db
    .insertInto('devices')
    .values({ ...device, endpoint: subscription.endpoint, created_at: at })
    .onConflict((conflict) => conflict.column('endpoint').doUpdateSet(device))
    .execute();
  return {};
}

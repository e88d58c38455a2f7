import type { TestProject } from 'vitest/node';
import type { Db } from '../server/platform/database/db.ts';
import { describeMissingChromium, findChromium } from './chromium.ts';
import { setPassword } from './createAccount.ts';
import { withDatabase } from './database.ts';
import { operate } from './runCommand.ts';
import { PROGRAMMERS } from './signIn.ts';
import { type Service, startService } from './startService.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** URL of the demo service of this run; empty without a browser. */
    address: string;
    /** Data folder of the demo service; empty without a browser. */
    dataDir: string;
  }
}

/** Starts one demo service for all journeys of a run, because making the demo is slow. */
export async function setup({ provide }: TestProject): Promise<(() => Promise<void>) | undefined> {
  if (!findChromium(process.env)) {
    console.warn(describeMissingChromium(process.env));
    provide('address', '');
    provide('dataDir', '');
    return undefined;
  }
  const service = await startService();
  await createSecondProgrammer(service);
  provide('address', service.address);
  provide('dataDir', service.dataDir);
  return () => service.stop();
}

/** Creates an account with the packages of the first programmer. */
async function createSecondProgrammer(service: Service): Promise<void> {
  const [first, second] = PROGRAMMERS;
  await setPassword(service.address, second, await operate(['account', second, '--verified'], service));
  await withDatabase(
    (db) =>
      db
        .insertInto('account_package')
        .columns(['account_id', 'package_id'])
        .expression(
          db
            .selectFrom('account_package')
            .where('account_id', '=', accountId(db, first))
            .select([accountId(db, second).as('account_id'), 'package_id']),
        )
        .onConflict((conflict) => conflict.doNothing())
        .execute(),
    service.dataDir,
  );
}

const accountId = (db: Db, email: string) =>
  db.selectFrom('account_emails').where('email', '=', email).select('account_id');

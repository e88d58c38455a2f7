import type { TestProject } from 'vitest/node';
import { openDb } from '../server/platform/database/db.ts';
import { joinEmbeddedPostgres } from '../server/platform/postgres/embeddedPostgres.ts';
import { findChromium, whySkipped } from './chromium.ts';
import { command } from './command.ts';
import { PROGRAMMERS } from './enter.ts';
import { setPassword } from './newAccount.ts';
import { type Service, startService } from './startService.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Where the demo service of this run answers; empty without a browser. */
    address: string;
    /** The data folder of that service, for commands that run beside it. */
    dataDir: string;
  }
}

/** One demo service for all journeys of a run: making the demo is the slow part. */
export async function setup({ provide }: TestProject): Promise<(() => Promise<void>) | undefined> {
  if (!findChromium(process.env)) {
    console.warn(whySkipped(process.env));
    provide('address', '');
    provide('dataDir', '');
    return undefined;
  }
  const service = await startService();
  await openSecondProgrammer(service);
  provide('address', service.address);
  provide('dataDir', service.dataDir);
  return () => service.stop();
}

/** An account that hears what the first programmer hears. */
async function openSecondProgrammer(service: Service): Promise<void> {
  const [first, second] = PROGRAMMERS;
  const said = await command('server/operator.ts', ['account', second, '--verified'], service);
  await setPassword(service.address, second, said);
  const { connection, leave } = await joinEmbeddedPostgres(service.dataDir);
  const { db, close } = openDb(connection, 1);
  const accountOf = (email: string) => db.selectFrom('account_emails').where('email', '=', email).select('account_id');
  await db
    .insertInto('account_package')
    .columns(['account_id', 'package_id'])
    .expression(
      db
        .selectFrom('account_package')
        .where('account_id', '=', accountOf(first))
        .select([accountOf(second).as('account_id'), 'package_id']),
    )
    .onConflict((known) => known.doNothing())
    .execute();
  await close();
  await leave();
}

import { sql } from 'kysely';
import { afterAll, expect, test } from 'vitest';
import { createTestDatabase } from '../../testing/database.ts';
import { startDatabaseProxy } from '../../testing/databaseProxy.ts';
import { openDb } from './db.ts';
import { listen } from './listen.ts';

const direct = await createTestDatabase();
const proxy = await startDatabaseProxy(direct.connection);
const { pool, close } = openDb(proxy.connection, 1);
afterAll(close);

test('a listener whose connection died silently connects again, says so and hears the next notification', async () => {
  const heard: string[] = [];
  let reconnected = 0;
  const stop = await listen(pool, 'news', {
    onNotification: (payload) => heard.push(payload),
    onReconnect: () => (reconnected += 1),
  });
  const notify = (payload: string) => sql`select pg_notify('news', ${payload})`.execute(direct.db);
  await notify('first');
  await expect.poll(() => heard).toEqual(['first']);
  proxy.silence();
  await notify('unheard');
  await expect.poll(() => reconnected).toBe(1);
  await notify('last');
  await expect.poll(() => heard).toEqual(['first', 'last']);
  await stop();
});

import { expect, test } from 'vitest';
import { migrate } from './platform/database/migrate.ts';
import { startTestServer } from './testing/testServer.ts';

const server = await startTestServer();

test('releases of an older database belong to their first label, whose name leaves their identity', async () => {
  const label = { name: 'Harbour: North', contact: null };
  const make = async (identity: string, labels = [{ ...label, logo_hash: null }]) =>
    (await server.release({ identity, title: identity, facts: { labels } })).releaseid;
  const ids = [
    await make('id:harbour: north:7:a'),
    await make('id::8', []),
    await make('upc:9'),
    await make('id:other:7'),
  ];
  await server.pool.query(`
    alter table releases drop owner_label_id;
    drop function twin_key, fold_name cascade;
    alter table releases add constraint releases_identity_key unique (identity);
    delete from schema_migrations where name like '%_delivery_owner.sql'`);
  expect(await migrate(server.pool)).toEqual([expect.stringMatching(/_delivery_owner\.sql$/)]);
  const rows = await server.db
    .selectFrom('releases')
    .leftJoin('labels', 'labels.id', 'owner_label_id')
    .select(['releaseid', 'identity', 'labels.name'])
    .execute();
  expect(ids.map((id) => rows.find(({ releaseid }) => releaseid === id))).toMatchObject([
    { identity: 'id:7:a', name: 'Harbour: North' },
    { identity: 'id:8', name: null },
    { identity: 'upc:9', name: 'Harbour: North' },
    { identity: 'id:other:7', name: 'Harbour: North' },
  ]);
});

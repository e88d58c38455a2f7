import { expect, test } from 'vitest';
import { migrate } from '../platform/database/migrate.ts';
import { startTestServer } from '../testing/testServer.ts';

const server = await startTestServer();
const newRelease = (name: string) =>
  server.release({
    label: { name, contact: null },
    songs: [{ work: 'night ferry' }, { work: 'night ferry', title: 'Edit' }],
  });

/** The id of the work of each track. */
async function listWorks(): Promise<(number | null)[]> {
  const { rows } = await server.pool.query<{ work_id: number | null }>('select work_id from tracks order by id');
  return rows.map(({ work_id }) => work_id);
}

test('two labels may use one name for a work; works of an older database are divided', async () => {
  await newRelease('Harbour');
  await newRelease('Other');
  const isDivided = async () => {
    const [first, edit, other, otherEdit] = await listWorks();
    return first !== null && first === edit && other === otherEdit && first !== other;
  };
  expect(await isDivided()).toBe(true);
  await server.pool.query(`
    insert into works (key) values ('harbour/night ferry');
    update tracks set work_id = (select id from works where key = 'harbour/night ferry');
    alter table works drop column workid;
    delete from schema_migrations where name like '%_works.sql'`);
  expect(new Set(await listWorks()).size).toBe(1);
  expect(await migrate(server.pool)).toEqual([expect.stringMatching(/_works\.sql$/)]);
  expect(await isDivided()).toBe(true);
  const { rows } = await server.pool.query('select from works');
  expect(rows.length).toBe(2);
});

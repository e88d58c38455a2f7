import { beforeEach, expect, test } from 'vitest';
import { testDb } from '../../testing/database.ts';
import { demoIsMade, planDemo } from './planDemo.ts';

const { db } = await testDb();
const here = { host: '127.0.0.1', production: false, demo: undefined };

beforeEach(async () => {
  await db.deleteFrom('installation').execute();
  await db.deleteFrom('accounts').execute();
});

test('a new installation that only this machine reaches gets the demo, and an interrupted making goes on', async () => {
  expect(await planDemo(db, here)).toBe('make');
  await db.insertInto('accounts').defaultValues().execute();
  expect(await planDemo(db, here)).toBe('make');
  await demoIsMade(db);
  expect(await planDemo(db, here)).toBe('made');
});

test('DEMO=0 is remembered', async () => {
  expect(await planDemo(db, { ...here, demo: false })).toBe('none');
  expect(await planDemo(db, here)).toBe('none');
});

test('an installation in use, or one that others reach, gets none by itself', async () => {
  expect(await planDemo(db, { ...here, host: '0.0.0.0' })).toBe('none');
  await db.deleteFrom('installation').execute();
  expect(await planDemo(db, { ...here, production: true })).toBe('none');
  await db.deleteFrom('installation').execute();
  await db.insertInto('accounts').defaultValues().execute();
  expect(await planDemo(db, here)).toBe('none');
  await expect(planDemo(db, { ...here, demo: true })).rejects.toThrow(/^DEMO=1 needs an empty database/);
});

test('accounts whose passwords everybody knows are not shown to others', async () => {
  await expect(planDemo(db, { ...here, demo: true, host: '0.0.0.0' })).rejects.toThrow(
    /does not go with HOST=0\.0\.0\.0\.$/,
  );
  await planDemo(db, here);
  await demoIsMade(db);
  await expect(planDemo(db, { ...here, host: '192.168.0.1' })).rejects.toThrow(
    /does not start with HOST=192\.168\.0\.1\.$/,
  );
  await expect(planDemo(db, { ...here, production: true })).rejects.toThrow(
    /does not start with NODE_ENV=production\.$/,
  );
});

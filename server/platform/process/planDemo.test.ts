import { beforeEach, expect, test } from 'vitest';
import { createTestDatabase } from '../../testing/database.ts';
import { markDemoCreated, planDemo } from './planDemo.ts';

const { db } = await createTestDatabase();
const local = {
  host: '127.0.0.1',
  production: false,
  demo: undefined,
  publicUrl: undefined,
  trustProxy: false as const,
};

beforeEach(async () => {
  await db.deleteFrom('installation').execute();
  await db.deleteFrom('accounts').execute();
});

test('a new installation on a loopback host gets the demo, and an interrupted demo continues', async () => {
  expect(await planDemo(db, local)).toBe('make');
  await db.insertInto('accounts').defaultValues().execute();
  expect(await planDemo(db, local)).toBe('make');
  await markDemoCreated(db);
  expect(await planDemo(db, local)).toBe('made');
});

test('DEMO=0 is remembered', async () => {
  expect(await planDemo(db, { ...local, demo: false })).toBe('none');
  expect(await planDemo(db, local)).toBe('none');
});

test('an installation in use or reachable by others gets no demo by default', async () => {
  expect(await planDemo(db, { ...local, host: '0.0.0.0' })).toBe('none');
  await db.deleteFrom('installation').execute();
  expect(await planDemo(db, { ...local, production: true })).toBe('none');
  await db.deleteFrom('installation').execute();
  await db.insertInto('accounts').defaultValues().execute();
  expect(await planDemo(db, local)).toBe('none');
  await expect(planDemo(db, { ...local, demo: true })).rejects.toThrow(/^DEMO=1 needs an empty database/);
});

test('an installation with demo accounts does not start where others can reach it', async () => {
  await expect(planDemo(db, { ...local, demo: true, host: '0.0.0.0' })).rejects.toThrow(
    /does not go with HOST=0\.0\.0\.0\.$/,
  );
  await planDemo(db, local);
  await markDemoCreated(db);
  await expect(planDemo(db, { ...local, host: '192.168.0.1' })).rejects.toThrow(
    /does not start with HOST=192\.168\.0\.1\.$/,
  );
  await expect(planDemo(db, { ...local, production: true })).rejects.toThrow(
    /does not start with NODE_ENV=production\.$/,
  );
});

const proxies: [string, { publicUrl?: string; trustProxy?: string[] }][] = [
  ['PUBLIC_URL=https://music.example', { publicUrl: 'https://music.example' }],
  ['TRUST_PROXY', { trustProxy: ['127.0.0.1'] }],
];

test.each(proxies)('behind a proxy (%s) only DEMO=1 makes or starts a demo', async (name, proxy) => {
  expect(await planDemo(db, { ...local, ...proxy })).toBe('none');
  await db.deleteFrom('installation').execute();
  expect(await planDemo(db, { ...local, ...proxy, demo: true })).toBe('make');
  await markDemoCreated(db);
  expect(await planDemo(db, { ...local, ...proxy, demo: true })).toBe('made');
  await expect(planDemo(db, { ...local, ...proxy })).rejects.toThrow(`does not start with ${name} without DEMO=1.`);
});

test('an address of this machine as PUBLIC_URL is no proxy', async () => {
  for (const publicUrl of ['http://localhost:4040', 'http://127.0.0.1', 'http://[::1]:8080']) {
    await db.deleteFrom('installation').execute();
    expect(await planDemo(db, { ...local, publicUrl }), publicUrl).toBe('make');
  }
});

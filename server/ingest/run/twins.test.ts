import { readdir, truncate } from 'node:fs/promises';
import { join } from 'node:path';
import type { Delivery } from '@promenade/contract/delivery';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { foldName } from '../../catalogue/names/artistNames.ts';
import { createLabelImporter } from '../../testing/deliveries.ts';

const { db, dataDir, now, deliver, deliverSong, run, imported, refusal } = await createLabelImporter();
let count = 0;

test('a twin is refused with the choice, in any spelling, and an import of the same identity is none', async () => {
  const label = { name: 'Twin Label' };
  const first = await imported({ id: 't1', title: 'Double Sided', artist: 'Kité', label });
  for (const [title, artist] of [
    ['Double Sided', 'Kité'],
    ['double  sided', 'KITÉ '],
    ['Double\u200b Sided', 'Kite\u0301'],
  ])
    expect(await refusal({ upc: '12345678', title, artist, label: { name: 'twin label' } })).toMatch(
      new RegExp(`"Double Sided" by Kité \\(release ${first.releaseid}\\).*--replace.*--new`),
    );
  expect(await imported({ id: 't1', title: 'Double Sided', artist: 'Kité', label, c_line: 'x' })).toMatchObject({
    id: first.id,
    c_line: 'x',
  });
  expect(
    (await imported({ upc: '12345678', title: 'Double Sided', artist: 'Kité', label: { name: 'Other' } })).id,
  ).not.toBe(first.id);
});

test('--replace updates the twin, which keeps its id, marks and shares, and the replaced original is kept', async () => {
  const label = { name: 'Replacer' };
  const first = await imported({ id: 'r1', title: 'Renewed', artist: 'Kite', label, packages: ['Everyone'] });
  const [account] = await db.insertInto('accounts').values({ verified: true }).returning('id').execute();
  const [sharer] = await db.insertInto('accounts').values({ verified: true }).returning('id').execute();
  const ids = { account_id: account?.id ?? 0, release_id: first.id };
  await db
    .insertInto('marks')
    .values({ ...ids, flagged_at: now, archived_at: null })
    .execute();
  await db
    .insertInto('shares')
    .values({ release_id: first.id, from_id: sharer?.id ?? 0, to_id: ids.account_id, message: '', at: now })
    .execute();
  const originals = await readdir(join(dataDir, 'media', 'audio'));
  const renewed = { upc: '87654321', title: 'Renewed', artist: 'Kite', label, packages: ['Everyone'] };
  const second = await imported(renewed, { twins: 'replace' }, 'opus.ogg');
  expect(second).toMatchObject({ id: first.id, releaseid: first.releaseid, upc: '87654321', identity: 'upc:87654321' });
  expect(second.audience).toContain(-ids.account_id);
  expect(await db.selectFrom('marks').selectAll().where('release_id', '=', first.id).execute()).toMatchObject([ids]);
  expect(await readdir(join(dataDir, 'media', 'audio'))).toEqual(expect.arrayContaining(originals));
  expect((await imported(renewed, {}, 'opus.ogg')).id).toBe(first.id);
});

test('--new keeps both, after which --replace needs the identity', async () => {
  const label = { name: 'Keeper' };
  const twin = (id: string): Delivery => ({ id, title: 'Both', artist: 'Kite', label });
  const first = await imported(twin('n1'));
  const second = await imported(twin('n2'), { twins: 'new' });
  expect(second.id).not.toBe(first.id);
  expect(await refusal(twin('n3'), { twins: 'replace' })).toMatch(/has 2 releases like "Both"/);
  expect((await imported({ ...twin('n2'), c_line: 'x' })).id).toBe(second.id);
});

test('of two twins in one run the first by name is imported, with --new both', async () => {
  for (const twins of ['refuse', 'replace', 'new'] as const) {
    const name = `pair-${count++}`;
    const twin = (id: string): Delivery => ({
      id: `${name}${id}`,
      title: name,
      artist: 'Kite',
      label: { name: 'Pair' },
    });
    // The first one takes longer to read.
    const first = await deliver(`${name}/a`, { '1.wav': 'wav16.wav', '2.ogg': 'vorbis.ogg' }, twin('a'));
    await truncate(join(first, '1.wav'), 16 * 1024 ** 2);
    const root = join(await deliver(`${name}/b`, { '1.ogg': 'opus.ogg' }, twin('b')), '..');
    const { releases, failed } = await run(root, { twins });
    expect(releases.map(({ tracks }) => tracks)).toEqual(twins === 'new' ? [2, 1] : [2]);
    expect(failed.map(({ path }) => path)).toEqual(twins === 'new' ? [] : [join(root, 'b')]);
    for (const { reason } of failed) expect(reason).toMatch(/same label, artist and title as .*\/a,/);
  }
});

test('twins that two imports publish at once are one release and one refusal', async () => {
  const label = { name: 'Racer' };
  const roots = [
    await deliverSong({ id: 'x1', title: 'Race', artist: 'Kite', label }),
    await deliverSong({ id: 'x2', title: 'Race', artist: 'Kite', label }, 'opus.ogg'),
  ];
  const runs = await db.transaction().execute(async (other) => {
    await sql`lock table release_artist in exclusive mode`.execute(other);
    const started = roots.map((root) => run(root));
    const countWaiting = async () => (await sql`select from pg_locks where not granted`.execute(other)).rows.length;
    await expect.poll(countWaiting, { timeout: 30_000 }).toBe(2);
    return { started };
  });
  const results = await Promise.all(runs.started);
  expect(results.flatMap(({ releases }) => releases)).toHaveLength(1);
  expect(results.flatMap(({ failed }) => failed)).toMatchObject([{ reason: expect.stringMatching(/--replace/) }]);
});

test.each([
  ['Istanbul Plak', 'İstanbul Plak'],
  ['თბილისი', 'ᲗᲑᲘᲚᲘᲡᲘ'],
  ['Οδος', 'ΟΔΟΣ'],
])('the names %s and %s are one label and one artist', async (name, other) => {
  const first = await imported({ id: `${name} 1`, title: 'One', artist: name, label: { name } });
  const second = await imported({ id: `${name} 2`, title: 'Two', artist: other, label: { name: other } });
  expect(second.owner_label_id).toBe(first.owner_label_id);
  expect(foldName(other)).toBe(foldName(name));
  const { rows } = await sql<{ folded: string }>`select distinct fold_name(name) as folded from artists
    where fold_name(name) in (fold_name(${name}), fold_name(${other}))`.execute(db);
  expect(rows).toEqual([{ folded: foldName(name) }]);
});

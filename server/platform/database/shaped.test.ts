import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { testDb } from '../../testing/database.ts';
import { shaped } from './shaped.ts';

const { db, quick } = await testDb();

test('a statement is put together once for each shape, and asked with its own values each time', async () => {
  const built: boolean[] = [];
  const doubled = shaped<{ isNegative: boolean }, { number: number; ids: number[] }, { sum: number; count: number }>(
    ({ isNegative }, { number, ids }) => {
      built.push(isNegative);
      const sum = sql`${number}::int + ${number}::int + ${1}::int`;
      return sql`select ${isNegative ? sql`-(${sum})` : sum} as sum, cardinality(${ids}::int[]) as count`;
    },
  );
  const asked = [1, 2, 3].flatMap((number) => [
    doubled(db, { isNegative: false }, { number, ids: [] }),
    doubled(quick, { isNegative: true }, { number, ids: Array(number).fill(-7) }),
  ]);
  expect((await Promise.all(asked)).flat()).toEqual([
    { sum: 3, count: 0 },
    { sum: -3, count: 1 },
    { sum: 5, count: 0 },
    { sum: -5, count: 2 },
    { sum: 7, count: 0 },
    { sum: -7, count: 3 },
  ]);
  expect(built).toEqual([false, true]);
});

test('a value that stands in several places is sent once, and null is a value', async () => {
  const number = shaped<0, { text: string | null; other: string }, { is_null: boolean; text: string }>(
    (_one, { text, other }) =>
      sql`select ${text}::text is null as is_null, coalesce(${text}::text, ${other}::text, ${text}::text) as text`,
  );
  expect(await number(db, 0, { text: null, other: 'other' })).toEqual([{ is_null: true, text: 'other' }]);
  expect(await number(db, 0, { text: 'one', other: 'other' })).toEqual([{ is_null: false, text: 'one' }]);
});

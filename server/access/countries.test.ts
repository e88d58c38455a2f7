import { countries as countriesRoute } from '@promenade/contract/signUp';
import { expect, test } from 'vitest';
import { startTestServer } from '../testing/testServer.ts';

const server = await startTestServer();
const { status, body } = await server.call(countriesRoute);
const { countries, states } = body.data;

test('countries are ISO 3166 alpha-2 codes, including territories and Kosovo', {
  tags: ['A-ENUM-12', 'A-ENUM-13'],
}, () => {
  expect(status).toBe(200);
  expect(countries).toHaveLength(250);
  expect(new Set(countries).size).toBe(250);
  expect(countries).toEqual(expect.arrayContaining(['XK', 'CA', 'US', 'GB', 'DE', 'PR', 'GU']));
});

test('the United States have 50 states and a district, Canada 13 provinces and territories', {
  tags: ['A-ENUM-12', 'A-ENUM-13'],
}, () => {
  expect(Object.keys(states).sort()).toEqual(['CA', 'US']);
  const codes = (country: string) => states[country]?.map(({ code }) => code) ?? [];
  expect(codes('US')).toHaveLength(51);
  expect(codes('US')).toEqual(expect.arrayContaining(['AK', 'DC', 'HI', 'OR']));
  expect(codes('US')).not.toContain('PR');
  expect(codes('CA').sort()).toEqual('AB BC MB NB NL NS NT NU ON PE QC SK YT'.split(' '));
});

test('states are sorted by name', { tags: ['A-ENUM-12'] }, () => {
  for (const country of ['US', 'CA']) {
    const names = states[country]?.map(({ name }) => name) ?? [];
    expect(names).toEqual(names.toSorted());
  }
  expect(states['US']?.[0]).toEqual({ code: 'AL', name: 'Alabama' });
});

import { AccessClaims, refresh } from '@promenade/contract/access';
import { registerDevice } from '@promenade/contract/notify';
import { type Profile, profile as profileRoute, saveProfile } from '@promenade/contract/profile';
import type { RouteRequest } from '@promenade/contract/route';
import { countries as countriesRoute } from '@promenade/contract/signUp';
import { decodeJwt } from 'jose';
import { expect, test } from 'vitest';
import { refused } from '../testing/client.ts';
import { type SignedIn, startTestServer } from '../testing/testServer.ts';

const server = await startTestServer();

type Form = RouteRequest<typeof saveProfile>['body'];
const formOf = (mailto: string): Form => ({
  firstname: 'Rosa',
  lastname: 'Lindqvist',
  title: 'Music Director',
  company: 'Radio One',
  phone: '+46 8 123 456',
  website: 'radio-one.example',
  country: 'SE',
  state: '',
  city: 'Stockholm',
  language: 'en',
  mailto,
  mailpref: 'weekly',
  format: 'wav',
});

const save = ({ call, email }: SignedIn, change: Partial<Record<keyof Form | 'emails', unknown>> = {}) =>
  // The cast allows values of the wrong type.
  call(saveProfile, { body: { ...formOf(email), ...change } as Form });
const getProfile = async ({ call }: SignedIn): Promise<Profile> => (await call(profileRoute)).body;

test('the profile is saved and returned as it is read later', {
  tags: ['A-PROFILE-01', 'A-PROFILE-06', 'A-API-23'],
}, async () => {
  const player = await server.signedIn();
  const answer = await save(player);
  expect(answer.status).toBe(200);
  expect(answer.body).toEqual({ ...formOf(player.email), countrycheck: null, emails: [player.email] });
  expect(await getProfile(player)).toEqual(answer.body);
});

test('fields that are left out become empty', { tags: ['A-PROFILE-15'] }, async () => {
  const player = await server.signedIn();
  await save(player);
  await save(player, { company: undefined, phone: undefined, website: '', city: '  ', language: undefined });
  expect(await getProfile(player)).toMatchObject({ company: '', phone: '', website: '', city: '', language: 'en' });
});

test("only the caller's profile is saved, and its addresses stay", {
  tags: ['A-PROFILE-02'],
}, async () => {
  const [player, stranger] = [await server.signedIn(), await server.signedIn()];
  const before = await getProfile(stranger);
  await save(player, { emails: [stranger.email] });
  expect((await getProfile(player)).emails).toEqual([player.email]);
  expect(await getProfile(stranger)).toEqual(before);
});

test.each(['firstname', 'lastname', 'title', 'country'] as const)(
  'without %s nothing is saved and the field is reported',
  { tags: ['A-PROFILE-10', 'A-PROFILE-11'] },
  async (field) => {
    const player = await server.signedIn();
    const before = await getProfile(player);
    for (const missing of ['', '   ']) {
      const answer = await save(player, { [field]: missing });
      expect(answer).toMatchObject(refused('VALIDATION'));
      expect(answer.refusal?.fields).toEqual({ [field]: 'This field is mandatory' });
    }
    expect(await getProfile(player)).toEqual(before);
  },
);

test('mail settings can be saved while the rest of the form is empty', {
  tags: ['A-EMAILS-05'],
}, async () => {
  const player = await server.signedIn();
  const { emails: _emails, ...empty } = await getProfile(player);
  const answer = await player.call(saveProfile, { body: { ...empty, mailpref: 'none' } });
  expect(answer).toMatchObject({ status: 200, body: { firstname: '', mailpref: 'none' } });
  expect(await player.call(saveProfile, { body: { ...empty, city: 'Oslo' } })).toMatchObject(refused('VALIDATION'));
});

test('all invalid fields are reported at once', async () => {
  const player = await server.signedIn();
  const answer = await save(player, { firstname: '', title: '', phone: 'call me' });
  expect(Object.keys(answer.refusal?.fields ?? {}).sort()).toEqual(['firstname', 'phone', 'title']);
});

test.each([
  ['CA', 'QC', 'NY'],
  ['US', 'NY', 'QC'],
])('in %s a state of that country is required', { tags: ['A-PROFILE-12'] }, async (country, valid, foreign) => {
  const player = await server.signedIn();
  for (const state of ['', foreign, 'Nowhere']) {
    const answer = await save(player, { country, state });
    expect(answer).toMatchObject(refused('VALIDATION'));
    expect(Object.keys(answer.refusal?.fields ?? {})).toEqual(['state']);
  }
  expect((await save(player, { country, state: valid })).body).toMatchObject({ country, state: valid });
});

test('in other countries the state is free text; the country must exist', {
  tags: ['A-PROFILE-12', 'A-ENUM-13'],
}, async () => {
  const player = await server.signedIn();
  expect((await save(player, { country: 'SE', state: 'Skåne' })).body).toMatchObject({ state: 'Skåne' });
  for (const country of ['XX', 'USA', 'Sweden', 'se']) {
    const answer = await save(player, { country });
    expect(answer).toMatchObject(refused('VALIDATION'));
    expect(Object.keys(answer.refusal?.fields ?? {})).toEqual(['country']);
  }
});

test('the country list has alpha-2 codes, 50 states and DC, 13 provinces and territories', {
  tags: ['A-ENUM-12', 'A-ENUM-13'],
}, async () => {
  const { countries, states } = (await server.call(countriesRoute)).body.data;
  expect(countries.every((code) => /^[A-Z]{2}$/.test(code))).toBe(true);
  expect(countries).toEqual(expect.arrayContaining(['CA', 'US', 'GB', 'SE', 'PR']));
  expect(countries.length).toBeGreaterThan(240);
  expect(states['US']).toHaveLength(51);
  expect(states['US']).toContainEqual({ code: 'DC', name: 'District of Columbia' });
  expect(states['CA']).toHaveLength(13);
  expect(Object.keys(states)).toEqual(['CA', 'US']);
});

test('a given phone number and web address are validated', {
  tags: ['A-PROFILE-13', 'A-PROFILE-14'],
}, async () => {
  const player = await server.signedIn();
  const phone = await save(player, { phone: 'not a number' });
  expect(phone.refusal?.fields).toEqual({ phone: 'Invalid phone number' });
  const website = await save(player, { website: 'no url' });
  expect(website.refusal?.fields).toEqual({ website: 'Must be a valid URL' });
  expect((await save(player, { website: 'https://radio-one.example/live' })).status).toBe(200);
});

test('notifications go to an address of the account only', { tags: ['A-GEN-07', 'A-PROFILE-02'] }, async () => {
  const [player, stranger] = [await server.signedIn(), await server.signedIn()];
  const second = `second.${player.email}`;
  await server.db.insertInto('account_emails').values({ email: second, account_id: player.accountid }).execute();
  expect((await save(player, { mailto: second })).body).toMatchObject({ mailto: second });
  for (const mailto of [stranger.email, 'unknown@test.example']) {
    const answer = await save(player, { mailto, firstname: 'Changed' });
    expect(answer).toMatchObject(refused('VALIDATION'));
    expect(Object.keys(answer.refusal?.fields ?? {})).toEqual(['mailto']);
  }
  expect(await getProfile(player)).toMatchObject({ mailto: second, firstname: 'Rosa' });
});

test('mails are sent never, daily, weekly or per release; "track" means per release', {
  tags: ['A-GEN-07', 'A-ENUM-06', 'A-ENUM-07'],
}, async () => {
  const player = await server.signedIn();
  for (const mailpref of ['none', 'daily', 'weekly', 'per-release']) {
    expect((await save(player, { mailpref })).body).toMatchObject({ mailpref });
  }
  await save(player, { mailpref: 'daily' });
  expect((await save(player, { mailpref: 'track' })).body).toMatchObject({ mailpref: 'per-release' });
  expect(await save(player, { mailpref: 'hourly' })).toMatchObject(refused('VALIDATION'));
});

test('the preferred format is one of downloads, by default mp3', {
  tags: ['A-PROFILE-02', 'A-PROFILE-04', 'A-ENUM-05'],
}, async () => {
  const player = await server.signedIn();
  expect((await getProfile(player)).format).toBe('mp3');
  for (const format of ['wav', 'aiff', 'flac', 'mp3'])
    expect((await save(player, { format })).body).toMatchObject({ format });
  await save(player, { format: 'wav' });
  expect((await save(player, { format: undefined })).body).toMatchObject({ format: 'mp3' });
  expect(await save(player, { format: 'ogg' })).toMatchObject(refused('VALIDATION'));
});

test('the next tokens have the new name', async () => {
  const player = await server.signedIn();
  await save(player);
  const claims = await refreshedClaims(player);
  expect(claims).toMatchObject({ fullname: 'Rosa Lindqvist', username: player.email });
});

async function refreshedClaims({ refreshToken }: SignedIn) {
  const { body } = await server.call(refresh, { body: { 'refresh-token': refreshToken } });
  return AccessClaims.parse(decodeJwt(body['access-token']));
}

test("a browser's push subscription belongs to the account that registered it last", {
  tags: ['A-API-29', 'C-API-56'],
}, async () => {
  const [player, next] = [await server.signedIn(), await server.signedIn()];
  const endpoint = 'https://push.test.example/abc';
  const subscription = { endpoint, expirationTime: null, keys: { p256dh: 'BPx', auth: 'xyz' } };
  const answer = await player.call(registerDevice, { body: subscription });
  expect(answer).toMatchObject({ status: 200, body: {} });
  await next.call(registerDevice, { body: { ...subscription, keys: { p256dh: 'new', auth: 'new' } } });
  const stored = await server.db.selectFrom('devices').select(['endpoint', 'account_id', 'subscription']).execute();
  expect(stored).toEqual([
    {
      endpoint,
      account_id: next.accountid,
      subscription: { ...subscription, keys: { p256dh: 'new', auth: 'new' } },
    },
  ]);
  expect(await player.call(registerDevice, { body: { endpoint: 'no address' } })).toMatchObject(refused('VALIDATION'));
});

test('of a device nothing is kept that a database cannot hold', async () => {
  const { call, accountid } = await server.signedIn();
  const unknown = JSON.parse(`${'['.repeat(50_000)}${']'.repeat(50_000)}`);
  const body = { endpoint: 'https://push.test.example/\ud800', unknown };
  expect(await call(registerDevice, { body })).toMatchObject({ status: 200, body: {} });
  const devices = server.db.selectFrom('devices').select('subscription').where('account_id', '=', accountid);
  expect(await devices.execute()).toEqual([{ subscription: { endpoint: 'https://push.test.example/%EF%BF%BD' } }]);
  const long = `https://push.test.example/${'ö'.repeat(1_900)}`;
  expect(await call(registerDevice, { body: { endpoint: long } })).toMatchObject(refused('VALIDATION'));
});

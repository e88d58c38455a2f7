import { signIn, signOut } from '@promenade/contract/access';
import { DEVICES_MAX, DEVICES_PER_HOUR } from '@promenade/contract/limits';
import { registerDevice } from '@promenade/contract/notify';
import { expect, test } from 'vitest';
import { createClient, refused } from '../testing/client.ts';
import { PASSWORD, startTestServer } from '../testing/testServer.ts';

const server = await startTestServer();

test.each([
  'http://push.example.com/a',
  'file:///etc/passwd',
  'https://user:secret@push.example.com/a',
  'https://localhost/a',
  'https://printer/a',
  'https://push.example.com:8443/a',
  'https://push.example.com:22/a',
  'https://db.internal/a',
  'https://router.local/a',
  'https://127.0.0.1/a',
  'https://2130706433/a',
  'https://0x7f.1/a',
  'https://10.1.2.3/a',
  'https://172.16.0.1/a',
  'https://192.168.1.1/a',
  'https://100.64.0.1/a',
  'https://169.254.169.254/latest/meta-data',
  'https://0.0.0.0/a',
  'https://[::1]/a',
  'https://[::]/a',
  'https://[::ffff:10.0.0.1]/a',
  'https://[::ffff:7f00:1]/a',
  'https://[64:ff9b::a00:1]/a',
  'https://[2002:a00:1::1]/a',
  'https://[fe80::1]/a',
  'https://[fd00::1]/a',
])('the push address %s is refused with a sentence', { tags: ['C-API-56'] }, async (endpoint) => {
  const { call, accountid } = await server.signedIn();
  const answer = await call(registerDevice, { body: { endpoint } });
  expect(answer).toMatchObject({
    ...refused('VALIDATION'),
    refusal: { fields: { endpoint: expect.stringMatching(/^The endpoint must .+\.$/) } },
  });
  const devices = await server.db
    .selectFrom('devices')
    .where('account_id', '=', accountid)
    .select('endpoint')
    .execute();
  expect(devices).toEqual([]);
});

test.each(['https://push.example.com/a', 'https://8.8.8.8/a', 'https://[2606:4700::1111]/a'])(
  'the push address %s is stored',
  { tags: ['C-API-56'] },
  async (endpoint) => {
    const { call } = await server.signedIn();
    expect((await call(registerDevice, { body: { endpoint } })).status).toBe(200);
  },
);

const listEndpoints = async (accountid: number) => {
  const rows = await server.db.selectFrom('devices').select('endpoint').where('account_id', '=', accountid).execute();
  return rows.map(({ endpoint }) => endpoint).sort();
};

test('an account keeps the twenty newest subscriptions, and registers sixty an hour', async () => {
  const { call, accountid } = await server.signedIn();
  const register = (number: number) => {
    server.advanceClock(1);
    return call(registerDevice, { body: { endpoint: `https://push.example.com/many/${100 + number}` } });
  };
  for (let number = 0; number < DEVICES_PER_HOUR; number++) expect((await register(number)).status).toBe(200);
  const newest = Array.from({ length: DEVICES_MAX }, (_, index) => 100 + DEVICES_PER_HOUR - DEVICES_MAX + index);
  expect(await listEndpoints(accountid)).toEqual(newest.map((number) => `https://push.example.com/many/${number}`));
  expect(await register(60)).toMatchObject(refused('TOO_MANY_REQUESTS'));
});

test('signing out of a browser ends its notifications, and no others', async () => {
  const [laptop, other] = [await server.signedIn(), await server.signedIn()];
  const signedIn = await server.call(signIn, { body: { username: laptop.email, password: PASSWORD } });
  const phone = { call: createClient(server.url, signedIn.body['access-token']) };
  await laptop.call(registerDevice, { body: { endpoint: 'https://push.example.com/laptop' } });
  await phone.call(registerDevice, { body: { endpoint: 'https://push.example.com/phone' } });
  await other.call(registerDevice, { body: { endpoint: 'https://push.example.com/other' } });
  await laptop.call(signOut, {});
  expect(await listEndpoints(laptop.accountid)).toEqual(['https://push.example.com/phone']);
  expect(await listEndpoints(other.accountid)).toHaveLength(1);
});

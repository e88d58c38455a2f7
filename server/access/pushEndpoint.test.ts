import { registerDevice } from '@promenade/contract/profile';
import { expect, test } from 'vitest';
import { refused } from '../testing/client.ts';
import { startTestServer } from '../testing/testServer.ts';

const server = await startTestServer();

test.each([
  'http://push.example.com/a',
  'file:///etc/passwd',
  'https://user:secret@push.example.com/a',
  'https://localhost/a',
  'https://printer/a',
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

import { recipientForm1, recipientForm2 } from '@promenade/contract/signUp';
import { expect, test } from 'vitest';
import { aboutCompany, aboutYou, applicants, newNetwork } from '../testing/applicants.ts';
import { refused } from '../testing/client.ts';
import { startTestServer } from '../testing/testServer.ts';

const server = await startTestServer({ env: { TRUST_PROXY: '127.0.0.1' } });
const { application } = applicants(server);
let addresses = 0;
const newEmail = () => `recipient${++addresses}@station.example`;

const first = (email: string, more: object = {}) =>
  server.call(recipientForm1, { body: { ...aboutYou, email, ...more } }, newNetwork());
const second = (email: string, more: object = {}) =>
  server.call(recipientForm2, { body: { ...aboutCompany, email, ...more } }, newNetwork());
const halves = async (email: string) =>
  (await server.db.selectFrom('application_halves').select('half').where('email', '=', email).execute()).length;

test.each([
  ['the person first', [first, second]],
  ['the company first', [second, first]],
] as const)(
  'two halves of one address are an application, %s',
  { tags: ['A-API-29'] },
  async (_order, [one, other]) => {
    const email = newEmail();
    expect(await one(email)).toMatchObject({ status: 200, body: {} });
    expect(await application(email)).toBeUndefined();
    expect(await other(email.toUpperCase())).toMatchObject({ status: 200, body: {} });
    expect(await application(email)).toMatchObject({
      status: 'pending',
      decision: null,
      title: 'Staff writer',
      company: 'Harbour Press',
      answers: { email, industry: 'press-publicity-media', city: 'Whitby', media_type: 'Magazine' },
    });
    expect(await halves(email)).toBe(0);
  },
);

test('both halves at the same time are one application', { tags: ['A-API-29'] }, async () => {
  const emails = Array.from({ length: 25 }, newEmail);
  for (const email of emails) {
    const answers = await Promise.all([first(email), second(email)]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    expect(await application(email)).toMatchObject({ status: 'pending' });
  }
});

test('both paths take the second half, and the first one as well', { tags: ['A-API-30'] }, async () => {
  const email = newEmail();
  const send = (path: string, body: object) =>
    fetch(`${server.url}/api/${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...newNetwork() },
      body: JSON.stringify({ ...body, email }),
    });
  const answers = [
    await send('newrecipient/recipient_form2', aboutCompany),
    await send('player/v2/recipient_form2', { ...aboutCompany, city: 'York' }),
    await send('recipient_form1', aboutYou),
  ];
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
  expect(await answers[1]?.json()).toEqual({});
  expect(await application(email)).toMatchObject({ answers: { city: 'York' } });
});

test('a half that is sent again replaces itself', { tags: ['A-API-29'] }, async () => {
  const email = newEmail();
  await first(email, { first_name: 'Mai' });
  await first(email);
  await second(email);
  expect(await application(email)).toMatchObject({ answers: { first_name: 'Mia' } });
});

test('the halves are checked like a sign-up, and a refused one is not kept', { tags: ['A-API-29'] }, async () => {
  const email = newEmail();
  expect((await first(email, { phone: 'abc' })).refusal?.fields).toHaveProperty('phone');
  expect((await second(email, { country: 'Canada' })).refusal?.fields).toHaveProperty('country');
  expect((await second(email, { country: 'CA' })).refusal?.fields).toHaveProperty('state');
  expect(await halves(email)).toBe(0);
});

test('the industry of the first half decides what the second one must tell', {
  tags: ['A-API-29', 'A-ROLE-06'],
}, async () => {
  const email = newEmail();
  await first(email, { industry: 'radio' });
  const refusal = { fields: { reporting: 'This field is required', call_letter: 'This field is required' } };
  expect(await second(email)).toMatchObject({ ...refused('VALIDATION'), refusal });
  expect(await halves(email)).toBe(1);
  expect((await second(email, { reporting: 'BDS', call_letter: 'KXYZ' })).status).toBe(200);
  expect(await application(email)).toMatchObject({ answers: { industry: 'radio', call_letter: 'KXYZ' } });
});

test('an address that has an account gets the same answer, and nothing is kept', async () => {
  const { email } = await server.account();
  expect(await first(email)).toMatchObject({ status: 200, body: {} });
  expect(await second(email)).toMatchObject({ status: 200, body: {} });
  expect(await halves(email)).toBe(0);
  expect(await application(email)).toBeUndefined();
});

test('a network sends 20 halves an hour', async () => {
  const network = newNetwork();
  const send = () => server.call(recipientForm1, { body: { ...aboutYou, email: newEmail() } }, network);
  for (let sent = 0; sent < 20; sent++) expect((await send()).status).toBe(200);
  expect(await send()).toMatchObject(refused('TOO_MANY_REQUESTS'));
});

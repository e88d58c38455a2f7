import { recipientForm1, recipientForm2 } from '@promenade/contract/signUp';
import { expect, test } from 'vitest';
import { companyAnswers, createApplicants, createNetworkHeader, personAnswers } from '../testing/applicants.ts';
import { refused } from '../testing/client.ts';
import { startTestServer } from '../testing/testServer.ts';

const server = await startTestServer({ runsJobs: true, env: { TRUST_PROXY: '127.0.0.1' } });
const { application } = createApplicants(server);
let addresses = 0;
const newEmail = () => `recipient${++addresses}@station.example`;

const first = (email: string, more: object = {}) =>
  server.call(recipientForm1, { body: { ...personAnswers, email, ...more } }, createNetworkHeader());
const second = (email: string, more: object = {}) =>
  server.call(recipientForm2, { body: { ...companyAnswers, email, ...more } }, createNetworkHeader());
const halves = async (email: string) =>
  (await server.db.selectFrom('application_halves').select('half').where('email', '=', email).execute()).length;

test.each([
  ['the person first', [first, second]],
  ['the company first', [second, first]],
] as const)(
  'two halves of one address make an application, %s',
  { tags: ['A-API-29'] },
  async (_order, [sendFirst, sendSecond]) => {
    const email = newEmail();
    expect(await sendFirst(email)).toMatchObject({ status: 200, body: {} });
    expect(await application(email)).toBeUndefined();
    expect(await sendSecond(email.toUpperCase())).toMatchObject({ status: 200, body: {} });
    await expect
      .poll(() => application(email))
      .toMatchObject({
        status: 'pending',
        decision: null,
        title: 'Staff writer',
        company: 'Harbour Press',
        answers: { email, industry: 'press-publicity-media', city: 'Whitby', media_type: 'Magazine' },
      });
    await expect.poll(() => halves(email)).toBe(0);
  },
);

test('two concurrent halves make one application', { tags: ['A-API-29'] }, async () => {
  const emails = Array.from({ length: 25 }, newEmail);
  for (const email of emails) {
    const answers = await Promise.all([first(email), second(email)]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    await expect.poll(() => application(email)).toMatchObject({ status: 'pending' });
  }
});

test('both paths accept either half', { tags: ['A-API-30'] }, async () => {
  const email = newEmail();
  const send = (path: string, body: object) =>
    fetch(`${server.url}/api/${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...createNetworkHeader() },
      body: JSON.stringify({ ...body, email }),
    });
  const answers = [
    await send('newrecipient/recipient_form2', companyAnswers),
    await send('player/v2/recipient_form2', { ...companyAnswers, city: 'York' }),
    await send('recipient_form1', personAnswers),
  ];
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
  expect(await answers[1]?.json()).toEqual({});
  await expect.poll(() => application(email)).toMatchObject({ answers: { city: 'York' } });
});

test('a half that is sent again is replaced', { tags: ['A-API-29'] }, async () => {
  const email = newEmail();
  await first(email, { first_name: 'Mai' });
  await first(email);
  await second(email);
  await expect.poll(() => application(email)).toMatchObject({ answers: { first_name: 'Mia' } });
});

test('the halves are validated like a sign-up, and a refused one is not stored', { tags: ['A-API-29'] }, async () => {
  const email = newEmail();
  expect((await first(email, { phone: 'abc' })).refusal?.fields).toHaveProperty('phone');
  expect((await second(email, { country: 'Canada' })).refusal?.fields).toHaveProperty('country');
  expect((await second(email, { country: 'CA' })).refusal?.fields).toHaveProperty('state');
  expect(await halves(email)).toBe(0);
});

test('the industry of the first half decides which fields of the second are required', {
  tags: ['A-API-29', 'A-ROLE-06'],
}, async () => {
  const email = newEmail();
  await first(email, { industry: 'radio' });
  const refusal = { fields: { reporting: 'This field is required', call_letter: 'This field is required' } };
  expect(await second(email)).toMatchObject({ ...refused('VALIDATION'), refusal });
  expect(await halves(email)).toBe(1);
  expect((await second(email, { reporting: 'BDS', call_letter: 'KXYZ' })).status).toBe(200);
  await expect.poll(() => application(email)).toMatchObject({ answers: { industry: 'radio', call_letter: 'KXYZ' } });
});

test('a registered address gets the same response, and nothing is stored', async () => {
  const { email } = await server.account();
  expect(await first(email)).toMatchObject({ status: 200, body: {} });
  expect(await second(email)).toMatchObject({ status: 200, body: {} });
  await expect.poll(() => halves(email)).toBe(0);
  expect(await application(email)).toBeUndefined();
});

test('a network sends 20 halves an hour', async () => {
  const network = createNetworkHeader();
  const send = () => server.call(recipientForm1, { body: { ...personAnswers, email: newEmail() } }, network);
  for (let sent = 0; sent < 20; sent++) expect((await send()).status).toBe(200);
  expect(await send()).toMatchObject(refused('TOO_MANY_REQUESTS'));
});

import * as access from '@promenade/contract/access';
import { confirmSignUp } from '@promenade/contract/signUp';
import { expect, test } from 'vitest';
import { LinkToken, signToken } from '../platform/http/tokens.ts';
import { companyAnswers, createApplicants, createNetworkHeader, personAnswers } from '../testing/applicants.ts';
import { refused } from '../testing/client.ts';
import { PASSWORD, startTestServer } from '../testing/testServer.ts';

const HOUR = 3600_000;
const server = await startTestServer({ env: { TRUST_PROXY: '127.0.0.1' } });
const { confirmEmail: proof, confirm, application } = createApplicants(server);
let addresses = 0;
const newEmail = () => `applicant${++addresses}@station.example`;
const signIn = (username: string) => server.call(access.signIn, { body: { username, password: PASSWORD } });

test('a proof of the address creates a pending application', {
  tags: ['A-API-16', 'A-SIGNUP-39', 'A-SIGNUP-55', 'A-ROLE-10', 'A-GEN-04'],
}, async () => {
  const email = newEmail();
  const email_token = await proof(email);
  const optionalAnswers = {
    web_site: 'harbour.press/music',
    secondary_format: 'Folk',
    additional_format: 'Blues',
    sign_up_page_url: 'http://promenade.test/signup',
    language: 'en',
  } as const;
  const { status } = await confirm(email, {
    ...optionalAnswers,
    email_token,
    inviter_email: '',
    inviter_relationship: '',
  });
  expect(status).toBe(204);
  expect(await application(email)).toEqual({
    answers: {
      email,
      first_name: 'Mia',
      last_name: 'Ostrander',
      industry: 'press-publicity-media',
      role: 'Staff writer',
      phone: '+44 20 7946 0958',
      group_owner: 'Harbour Press',
      country: 'GB',
      state: '',
      city: 'Whitby',
      reporting: '',
      call_letter: '',
      primary_format: 'Jazz',
      media_type: 'Magazine',
      ...optionalAnswers,
      terms_accepted_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
    },
    decision: null,
    decided_at: null,
    status: 'pending',
    verified: false,
    title: 'Staff writer',
    company: 'Harbour Press',
    website: 'harbour.press/music',
    language: 'en',
  });
});

test('the profile has the answers of the sign-up', { tags: ['A-SIGNUP-39'] }, async () => {
  const email = newEmail();
  await confirm(email, { email_token: await proof(email), country: 'CA', state: 'ON', city: ' Toronto ' });
  const columns = ['firstname', 'lastname', 'phone', 'country', 'state', 'city', 'password_hash'] as const;
  const account = await server.db
    .selectFrom('account_emails')
    .innerJoin('accounts', 'accounts.id', 'account_id')
    .where('email', '=', email)
    .select(columns)
    .executeTakeFirst();
  expect(account).toEqual({
    firstname: 'Mia',
    lastname: 'Ostrander',
    phone: '+44 20 7946 0958',
    country: 'CA',
    state: 'ON',
    city: 'Toronto',
    password_hash: null,
  });
});

test('a sign-up without an invitation sets no password', { tags: ['A-SIGNUP-55'] }, async () => {
  const email = newEmail();
  await confirm(email, { email_token: await proof(email), password: PASSWORD, confirm_password: PASSWORD });
  expect(await signIn(email)).toMatchObject(refused('INVALID_CREDENTIALS'));
});

test('the proof is accepted under either name', { tags: ['A-SIGNUP-40'] }, async () => {
  const email = newEmail();
  expect((await confirm(email, { token: await proof(email), email_token: '' })).status).toBe(204);
});

test('without accepted terms no account is created and the proof stays valid', { tags: ['A-SIGNUP-13'] }, async () => {
  const email = newEmail();
  const email_token = await proof(email);
  const answer = await confirm(email, { email_token, hasAcceptedTerms: false });
  expect(answer).toMatchObject(refused('TERMS_NOT_ACCEPTED'));
  expect(await application(email)).toBeUndefined();
  expect((await confirm(email, { email_token })).status).toBe(204);
});

test('an invalid, forged, foreign or expired proof does not sign up', {
  tags: ['A-SIGNUP-41', 'A-ERR-09'],
}, async () => {
  const email = newEmail();
  const own = await proof(email);
  const foreign = await proof(newEmail());
  const claims = { kind: 'reset', email, welcome_email: false, jti: 'x' } as const;
  const reset = await signToken(server.secrets, LinkToken, claims, new Date(server.now().getTime() + HOUR));
  for (const email_token of ['', 'x.y.z', `${own}x`, foreign, reset]) {
    const answer = await confirm(email, { email_token });
    expect(answer).toMatchObject(refused('INVALID_EMAIL_TOKEN'));
    expect(answer).toMatchObject({ status: 403, refusal: { message: 'invitation link has expired' } });
  }
  server.advanceClock(24 * HOUR);
  expect(await confirm(email, { email_token: own })).toMatchObject(refused('INVALID_EMAIL_TOKEN'));
  expect(await application(email)).toBeUndefined();
});

test('an address that got an account in the meantime is refused as taken', {
  tags: ['A-ERR-05', 'A-ERR-22'],
}, async () => {
  const email = newEmail();
  const email_token = await proof(email);
  await server.account({ email });
  expect(await confirm(email, { email_token })).toMatchObject(refused('EMAIL_TAKEN'));
});

test('concurrent sign-ups create one account', { tags: ['A-ERR-05'] }, async () => {
  const email = newEmail();
  const email_token = await proof(email);
  const answers = await Promise.all([confirm(email, { email_token }), confirm(email, { email_token })]);
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([204, 409]));
  expect(answers.find(({ status }) => status === 409)).toMatchObject(refused('EMAIL_TAKEN'));
});

test('a proof works once, even when its address is free again', { tags: ['A-SIGNUP-43', 'A-ERR-10'] }, async () => {
  const email = newEmail();
  const email_token = await proof(email);
  await confirm(email, { email_token });
  await server.db.deleteFrom('account_emails').where('email', '=', email).execute();
  const answer = await confirm(email, { email_token });
  expect(answer).toMatchObject(refused('SIGNUP_FAILED'));
  expect(answer.refusal?.message).toBe('Oops something went wrong. Please try again.');
  expect(await application(email)).toBeUndefined();
});

test('control characters and unpaired surrogates in a line are replaced', async () => {
  const email = newEmail();
  const first_name = 'Mia\u0000\u001b[31m\r\nBcc: all';
  const odd = { first_name, city: 'Whit\ud800by', sign_up_page_url: 'http://x.test/\u0000' };
  expect((await confirm(email, { ...odd, email_token: await proof(email) })).status).toBe(204);
  expect(await application(email)).toMatchObject({
    answers: { first_name: 'Mia [31m Bcc: all', city: 'Whit\ufffdby' },
  });
});

test('a network signs up 20 times an hour', async () => {
  const network = createNetworkHeader();
  const body = { ...personAnswers, ...companyAnswers, email: newEmail(), hasAcceptedTerms: true };
  const send = () => server.call(confirmSignUp, { body }, network);
  for (let sent = 0; sent < 20; sent++) expect(await send()).toMatchObject(refused('INVALID_EMAIL_TOKEN'));
  expect(await send()).toMatchObject(refused('TOO_MANY_REQUESTS'));
});

import { checkEmail, confirmSignUp } from '@promenade/contract/signUp';
import { screen } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { type FakeServer, fakeServer } from '../testing/server.ts';
import {
  answerSignUp,
  at,
  back,
  box,
  fillCompany,
  fillYou,
  finish,
  next,
  openSignUp,
  optionsOf,
  passCode,
  rosa,
  sent,
  toCompany,
} from '../testing/signUp.ts';
import { SignUp } from './SignUp.tsx';

let server: FakeServer;
beforeEach(() => {
  server = fakeServer();
  answerSignUp(server);
});

test('without an invitation there are three numbered steps, sent together at the end', {
  tags: ['A-GEN-04', 'A-ROUTE-08', 'A-SIGNUP-01', 'A-SIGNUP-03', 'A-SIGNUP-05', 'A-SIGNUP-39', 'A-SIGNUP-55'],
}, async () => {
  const user = openSignUp(<SignUp />);
  expect(await at()).toBe('Step 1 of 3About you');
  expect(screen.queryByLabelText('Password')).toBeNull();
  await fillYou(user);
  await user.click(next());
  await screen.findByLabelText('Verification code');
  expect(await at()).toBe('Step 2 of 3Verify your email');
  await passCode(user);
  expect(await at()).toBe('Step 3 of 3About your company');
  fillCompany();
  await user.click(finish());
  await screen.findByRole('heading', { name: 'we got your request' });
  expect(sent(server, confirmSignUp)).toEqual({
    ...rosa,
    industry: 'radio',
    role: 'press',
    hasAcceptedTerms: true,
    email_token: 'proof',
    group_owner: 'Radio One',
    web_site: '',
    country: 'CA',
    state: 'ON',
    city: 'Toronto',
    reporting: 'BDS',
    call_letter: 'CXYZ',
    primary_format: 'Jazz',
    secondary_format: '',
    additional_format: '',
    media_type: '',
    language: 'en',
    inviter_email: '',
    inviter_id: '',
    inviter_relationship: '',
    sign_up_page_url: `${window.location.origin}/signup`,
  });
});

test('after the request there is a link to sign in', { tags: ['A-SIGNUP-45', 'A-SIGNUP-46'] }, async () => {
  const user = await toCompany(<SignUp />);
  fillCompany();
  await user.click(finish());
  expect((await screen.findByRole('status')).textContent).toContain('under review');
  expect(screen.getByRole('link', { name: 'Back to sign in' }).getAttribute('href')).toBe('/');
});

test('each invalid field of the first step shows its error, and the first gets the focus', {
  tags: ['A-SIGNUP-07', 'A-SIGNUP-51', 'A-SIGNUP-52', 'A-ERR-31'],
}, async () => {
  const user = openSignUp(<SignUp />);
  await user.click(next());
  const required = screen.getAllByText('This field is required');
  expect(required).toHaveLength(5);
  expect(screen.getByText('Email is required')).toBeDefined();
  expect(document.activeElement).toBe(box('First name'));
  expect(server.calls).toEqual([]);
  await user.type(box('Email'), 'rosa@');
  await user.type(box('Phone'), 'call me');
  await user.click(next());
  expect(screen.getByText('Please enter a valid email address')).toBeDefined();
  expect(screen.getByText('Please enter a valid phone number')).toBeDefined();
});

test('an error disappears when its field changes; the others stay', { tags: ['A-SIGNUP-51'] }, async () => {
  const user = openSignUp(<SignUp />);
  await user.click(next());
  await user.type(box('First name'), 'R');
  expect(screen.getAllByText('This field is required')).toHaveLength(4);
});

test('industry and role offer three options each', {
  tags: ['A-SIGNUP-08', 'A-SIGNUP-09', 'A-SIGNUP-10', 'A-ENUM-04'],
}, () => {
  openSignUp(<SignUp />);
  expect(optionsOf('Industry')).toEqual(['', 'radio', 'press-publicity-media', 'other']);
  expect(optionsOf('Role')).toEqual(['', 'radio', 'press', 'other']);
});

test.each([['12345'], ['+1 (416) 555-0199'], ['416.555.0199'], ['0049 30 1234567']])(
  '%s is a valid phone number',
  { tags: ['A-SIGNUP-11', 'A-SIGNUP-12'] },
  async (phone) => {
    const user = openSignUp(<SignUp />);
    await user.type(box('Phone'), phone);
    await user.click(next());
    expect(screen.queryByText('Please enter a valid phone number')).toBeNull();
  },
);

test('the terms must be accepted before the next step', {
  tags: ['A-SIGNUP-13', 'A-SIGNUP-53', 'A-ERR-08', 'A-ERR-24'],
}, async () => {
  const user = openSignUp(<SignUp />);
  await fillYou(user);
  await user.click(screen.getByRole('checkbox', { name: 'I accept the terms and conditions' }));
  await user.click(next());
  const banner = screen.getByRole('alert');
  expect([...banner.querySelectorAll('p, div div')].map((words) => words.textContent)).toEqual(
    expect.arrayContaining(['The fields are incomplete', 'please accept terms']),
  );
  expect(document.activeElement).toBe(screen.getByRole('checkbox'));
  expect(server.calls).toEqual([]);
});

test('the first step checks the address, then sends a code', {
  tags: ['A-SIGNUP-17', 'A-SIGNUP-19'],
}, async () => {
  const user = openSignUp(<SignUp />);
  await fillYou(user);
  await user.click(next());
  await screen.findByLabelText('Verification code');
  expect(server.calls.map(({ path, body }) => [path.split('/').at(-1), body])).toEqual([
    ['check-accounts-by-email', { email: rosa.email }],
    ['send-email-verification-code', { email: rosa.email }],
  ]);
});

test('an address with an account ends the form, with links to sign in and back', {
  tags: ['A-SIGNUP-17', 'A-SIGNUP-47', 'A-ERR-06'],
}, async () => {
  server.refuse(checkEmail, 'CHECK_EMAIL_FAILED');
  const user = openSignUp(<SignUp />);
  await fillYou(user);
  await user.click(next());
  await screen.findByRole('heading', { name: 'you already have an account' });
  expect(screen.getByRole('link', { name: 'Back to sign in' }).getAttribute('href')).toBe('/');
  await user.click(screen.getByRole('button', { name: 'Use another email' }));
  expect(box('First name').value).toBe('Rosa');
});

test('any other failure of the check shows the generic error and keeps the values', {
  tags: ['A-SIGNUP-54', 'A-ERR-20'],
}, async () => {
  server.fail(checkEmail, 500);
  const user = openSignUp(<SignUp />);
  await fillYou(user);
  await user.click(next());
  expect((await screen.findByRole('alert')).textContent).toBe('Something went wrongPlease try again later.');
  expect([box('Email').value, await at()]).toEqual([rosa.email, 'Step 1 of 3About you']);
});

test('going back keeps every value, and no second code is sent to the same address', {
  tags: ['A-SIGNUP-04'],
}, async () => {
  const user = await toCompany(<SignUp />);
  await user.type(box('Company'), 'Radio One');
  await user.click(back());
  await screen.findByText('rosa@demo.test is verified.');
  await user.click(back());
  expect([box('First name').value, box('Phone').value, box('Industry').value]).toEqual(['Rosa', rosa.phone, 'radio']);
  const before = server.calls.length;
  await user.click(next());
  await screen.findByText('rosa@demo.test is verified.');
  await user.click(next());
  expect((await screen.findByLabelText<HTMLInputElement>('Company')).value).toBe('Radio One');
  expect(server.calls.slice(before)).toEqual([]);
});

test('a field that the server refuses shows its error on its step', {
  tags: ['A-SIGNUP-30', 'A-SIGNUP-39'],
}, async () => {
  const refuse = (fields: Record<string, string>) =>
    server.fail(confirmSignUp, 400, JSON.stringify({ error: { code: 'VALIDATION', message: 'no', fields } }));
  const user = await toCompany(<SignUp />);
  fillCompany();
  refuse({ city: 'Unknown' });
  await user.click(finish());
  await screen.findByText('Please check this field');
  expect(box('City').getAttribute('aria-invalid')).toBe('true');
  refuse({ phone: 'No' });
  await user.click(finish());
  await screen.findByText('Please enter a valid phone number');
  expect([await at(), box('Phone').value]).toEqual(['Step 1 of 3About you', rosa.phone]);
});

test.each([
  ['SIGNUP_FAILED', 'something went wrongOops something went wrong. Please try again.'],
  ['EMAIL_TAKEN', 'Something went wrongPlease try again later.'],
  ['UNEXPECTED', 'Something went wrongPlease try again later.'],
] as const)(
  '%s shows its error and keeps the values of the form',
  { tags: ['A-SIGNUP-43', 'A-ERR-05', 'A-ERR-10', 'A-ERR-22'] },
  async (code, words) => {
    server.refuse(confirmSignUp, code);
    const user = await toCompany(<SignUp />);
    fillCompany();
    await user.click(finish());
    expect((await screen.findByRole('alert')).textContent).toBe(words);
    expect(box('Company').value).toBe('Radio One');
  },
);

test('an expired email token ends the form; signing up again keeps the values', {
  tags: ['A-SIGNUP-41', 'A-SIGNUP-42', 'A-SIGNUP-48'],
}, async () => {
  server.refuse(confirmSignUp, 'INVALID_EMAIL_TOKEN');
  const user = await toCompany(<SignUp />);
  fillCompany();
  await user.click(finish());
  expect((await screen.findByRole('alert')).textContent).toContain('invitation link has expired');
  await user.click(screen.getByRole('link', { name: 'Sign up' }));
  expect(await at()).toBe('Step 1 of 3About you');
  expect(box('First name').value).toBe('Rosa');
});

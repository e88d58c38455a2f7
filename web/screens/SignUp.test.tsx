import { checkEmail, confirmSignUp } from '@promenade/contract/signUp';
import { screen } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { type FakeServer, fakeServer } from '../testing/fakeServer.ts';
import {
  answerSignUp,
  fillCompanyStep,
  fillContactStep,
  findStepTitle,
  getBackButton,
  getContinueButton,
  getField,
  getSentBody,
  getSubmitButton,
  listOptions,
  openCompanyStep,
  openSignUp,
  passCodeStep,
  rosa,
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
  expect(await findStepTitle()).toBe('Step 1 of 3About you');
  expect(screen.queryByLabelText('Password')).toBeNull();
  await fillContactStep(user);
  await user.click(getContinueButton());
  await screen.findByLabelText('Verification code');
  expect(await findStepTitle()).toBe('Step 2 of 3Verify your email');
  await passCodeStep(user);
  expect(await findStepTitle()).toBe('Step 3 of 3About your company');
  fillCompanyStep();
  await user.click(getSubmitButton());
  await screen.findByRole('heading', { name: 'we got your request' });
  expect(getSentBody(server, confirmSignUp)).toEqual({
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
  const user = await openCompanyStep(<SignUp />);
  fillCompanyStep();
  await user.click(getSubmitButton());
  expect((await screen.findByRole('status')).textContent).toContain('under review');
  expect(screen.getByRole('link', { name: 'Back to sign in' }).getAttribute('href')).toBe('/');
});

test('each invalid field of the first step shows its error, and the first gets the focus', {
  tags: ['A-SIGNUP-07', 'A-SIGNUP-51', 'A-SIGNUP-52', 'A-ERR-31'],
}, async () => {
  const user = openSignUp(<SignUp />);
  await user.click(getContinueButton());
  const required = screen.getAllByText('This field is required');
  expect(required).toHaveLength(5);
  expect(screen.getByText('Email is required')).toBeDefined();
  expect(document.activeElement).toBe(getField('First name'));
  expect(server.calls).toEqual([]);
  await user.type(getField('Email'), 'rosa@');
  await user.type(getField('Phone'), 'call me');
  await user.click(getContinueButton());
  expect(screen.getByText('Please enter a valid email address')).toBeDefined();
  expect(screen.getByText('Please enter a valid phone number')).toBeDefined();
});

test('an error disappears when its field changes; the others stay', { tags: ['A-SIGNUP-51'] }, async () => {
  const user = openSignUp(<SignUp />);
  await user.click(getContinueButton());
  await user.type(getField('First name'), 'R');
  expect(screen.getAllByText('This field is required')).toHaveLength(4);
});

test('industry and role offer three options each', {
  tags: ['A-SIGNUP-08', 'A-SIGNUP-09', 'A-SIGNUP-10', 'A-ENUM-04'],
}, () => {
  openSignUp(<SignUp />);
  expect(listOptions('Industry')).toEqual(['', 'radio', 'press-publicity-media', 'other']);
  expect(listOptions('Role')).toEqual(['', 'radio', 'press', 'other']);
});

test.each([['12345'], ['+1 (416) 555-0199'], ['416.555.0199'], ['0049 30 1234567']])(
  '%s is a valid phone number',
  { tags: ['A-SIGNUP-11', 'A-SIGNUP-12'] },
  async (phone) => {
    const user = openSignUp(<SignUp />);
    await user.type(getField('Phone'), phone);
    await user.click(getContinueButton());
    expect(screen.queryByText('Please enter a valid phone number')).toBeNull();
  },
);

test('the terms must be accepted before the next step', {
  tags: ['A-SIGNUP-13', 'A-SIGNUP-53', 'A-ERR-08', 'A-ERR-24'],
}, async () => {
  const user = openSignUp(<SignUp />);
  await fillContactStep(user);
  await user.click(screen.getByRole('checkbox', { name: 'I accept the terms and conditions' }));
  await user.click(getContinueButton());
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
  await fillContactStep(user);
  await user.click(getContinueButton());
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
  await fillContactStep(user);
  await user.click(getContinueButton());
  await screen.findByRole('heading', { name: 'you already have an account' });
  expect(screen.getByRole('link', { name: 'Back to sign in' }).getAttribute('href')).toBe('/');
  await user.click(screen.getByRole('button', { name: 'Use another email' }));
  expect(getField('First name').value).toBe('Rosa');
});

test('any other failure of the check shows the generic error and keeps the values', {
  tags: ['A-SIGNUP-54', 'A-ERR-20'],
}, async () => {
  server.fail(checkEmail, 500);
  const user = openSignUp(<SignUp />);
  await fillContactStep(user);
  await user.click(getContinueButton());
  expect((await screen.findByRole('alert')).textContent).toBe('Something went wrongPlease try again later.');
  expect([getField('Email').value, await findStepTitle()]).toEqual([rosa.email, 'Step 1 of 3About you']);
});

test('going back keeps every value, and no second code is sent to the same address', {
  tags: ['A-SIGNUP-04'],
}, async () => {
  const user = await openCompanyStep(<SignUp />);
  await user.type(getField('Company'), 'Radio One');
  await user.click(getBackButton());
  await screen.findByText('rosa@demo.test is verified.');
  await user.click(getBackButton());
  expect([getField('First name').value, getField('Phone').value, getField('Industry').value]).toEqual([
    'Rosa',
    rosa.phone,
    'radio',
  ]);
  const before = server.calls.length;
  await user.click(getContinueButton());
  await screen.findByText('rosa@demo.test is verified.');
  await user.click(getContinueButton());
  expect((await screen.findByLabelText<HTMLInputElement>('Company')).value).toBe('Radio One');
  expect(server.calls.slice(before)).toEqual([]);
});

test('a field that the server refuses shows its error on its step', {
  tags: ['A-SIGNUP-30', 'A-SIGNUP-39'],
}, async () => {
  const refuse = (fields: Record<string, string>) =>
    server.fail(confirmSignUp, 400, JSON.stringify({ error: { code: 'VALIDATION', message: 'no', fields } }));
  const user = await openCompanyStep(<SignUp />);
  fillCompanyStep();
  refuse({ city: 'Unknown' });
  await user.click(getSubmitButton());
  await screen.findByText('Please check this field');
  expect(getField('City').getAttribute('aria-invalid')).toBe('true');
  refuse({ phone: 'No' });
  await user.click(getSubmitButton());
  await screen.findByText('Please enter a valid phone number');
  expect([await findStepTitle(), getField('Phone').value]).toEqual(['Step 1 of 3About you', rosa.phone]);
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
    const user = await openCompanyStep(<SignUp />);
    fillCompanyStep();
    await user.click(getSubmitButton());
    expect((await screen.findByRole('alert')).textContent).toBe(words);
    expect(getField('Company').value).toBe('Radio One');
  },
);

test('an expired email token ends the form; signing up again keeps the values', {
  tags: ['A-SIGNUP-41', 'A-SIGNUP-42', 'A-SIGNUP-48'],
}, async () => {
  server.refuse(confirmSignUp, 'INVALID_EMAIL_TOKEN');
  const user = await openCompanyStep(<SignUp />);
  fillCompanyStep();
  await user.click(getSubmitButton());
  expect((await screen.findByRole('alert')).textContent).toContain('invitation link has expired');
  await user.click(screen.getByRole('link', { name: 'Sign up' }));
  expect(await findStepTitle()).toBe('Step 1 of 3About you');
  expect(getField('First name').value).toBe('Rosa');
});

import type { LinkClaims } from '@promenade/contract/access';
import { checkEmail, confirmSignUp } from '@promenade/contract/signUp';
import { screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { startSession } from '../platform/session.ts';
import { site } from '../platform/site.ts';
import { parseLinkToken } from '../platform/tokens.ts';
import { type FakeServer, fakeServer } from '../testing/fakeServer.ts';
import {
  answerSignUp,
  fillCompanyStep,
  fillContactStep,
  fillField,
  findStepTitle,
  getContinueButton,
  getField,
  getSentBody,
  getSubmitButton,
  openSignUp,
} from '../testing/signUp.ts';
import { createAccessToken, createLinkToken } from '../testing/tokens.ts';
import { SignUp } from './SignUp.tsx';

const GOOD = 'Promena-1';
let server: FakeServer;
beforeEach(() => {
  server = fakeServer();
  answerSignUp(server);
});

const invitation = (more: Partial<LinkClaims> = {}) =>
  createLinkToken({
    kind: 'invitation',
    email: 'new@demo.test',
    inviter_email: 'ada@demo.test',
    inviter_id: 'player-7',
    inviter_name: 'Ada Byron',
    relationship: 'industry-contact',
    ...more,
  });

async function toCompany(token = invitation()) {
  const user = openSignUp(<SignUp />, `/signup/${token}`);
  await fillContactStep(user);
  fillField('Password', GOOD);
  fillField('Confirm password', GOOD);
  await user.click(getContinueButton());
  await screen.findByText('Canada');
  return user;
}

async function finishAll(token = invitation()) {
  const user = await toCompany(token);
  fillCompanyStep();
  await user.click(getSubmitButton());
  return user;
}

test('an invitation has two steps and a read-only address', {
  tags: ['A-GEN-04', 'A-ROUTE-08', 'A-SIGNUP-02', 'A-SIGNUP-03', 'A-SIGNUP-06', 'A-SIGNUP-16', 'A-SESSION-20'],
}, async () => {
  const token = invitation();
  expect(parseLinkToken(token)).toMatchObject({ inviter_id: 'player-7', relationship: 'industry-contact' });
  openSignUp(<SignUp />, `/signup/${token}`);
  expect(await findStepTitle()).toBe('Step 1 of 2About you');
  expect([getField('Email').value, getField('Email').readOnly]).toEqual(['new@demo.test', true]);
  expect(screen.getByText('Invited by Ada Byron')).toBeDefined();
  expect([getField('Password').type, getField('Confirm password').type]).toEqual(['password', 'password']);
  expect(document.querySelector('[name=inviter_id], [name=token]')).toBeNull();
});

test('an invited address is checked too, without a code', {
  tags: ['A-SIGNUP-02', 'A-SIGNUP-17', 'A-SIGNUP-18'],
}, async () => {
  await toCompany();
  expect(await findStepTitle()).toBe('Step 2 of 2About your company');
  expect(server.calls.map(({ path }) => path.split('/').at(-1))).toContain('check-accounts-by-email');
  expect(server.calls.map(({ path }) => path.split('/').at(-1))).not.toContain('send-email-verification-code');
  expect(getSentBody(server, checkEmail)).toEqual({ email: 'new@demo.test' });
});

test('an invitation whose address has an account, such as a used one, says so at once and leads to sign-in', {
  tags: ['A-SIGNUP-18', 'A-SIGNUP-47', 'requirements decision 44'],
}, async () => {
  server.refuse(checkEmail, 'CHECK_EMAIL_FAILED');
  openSignUp(<SignUp />, `/signup/${invitation()}`);
  expect(screen.getByText('Invited by Ada Byron')).toBeDefined();
  await screen.findByRole('heading', { name: 'you already have an account' });
  expect(screen.queryByRole('button', { name: 'Use another email' })).toBeNull();
});

test('password and confirmation are required, meet the rules and match', {
  tags: ['A-SIGNUP-14', 'A-SIGNUP-15', 'A-SIGNUP-51'],
}, async () => {
  const user = openSignUp(<SignUp />, `/signup/${invitation()}`);
  await fillContactStep(user);
  await user.click(getContinueButton());
  expect(screen.getAllByText('This field is required')).toHaveLength(2);
  expect(document.activeElement).toBe(getField('Password'));
  fillField('Password', 'promenade');
  fillField('Confirm password', 'other');
  const rules = () => screen.getAllByRole('listitem').map((rule) => rule.textContent?.endsWith('done'));
  expect(rules()).toEqual([true, false, false]);
  await user.click(getContinueButton());
  expect(screen.getByText('Passwords must match')).toBeDefined();
  expect(getField('Password').getAttribute('aria-invalid')).toBe('true');
  fillField('Password', GOOD);
  fillField('Confirm password', GOOD);
  expect(rules()).toEqual([true, true, true]);
  await user.click(getContinueButton());
  await screen.findByText('Canada');
});

test('the invitation is sent as email token together with its sender', {
  tags: ['A-SIGNUP-39', 'A-SIGNUP-40'],
}, async () => {
  const token = invitation();
  await finishAll(token);
  await screen.findByRole('heading', { name: 'we got your request' });
  expect(getSentBody(server, confirmSignUp)).toMatchObject({
    email: 'new@demo.test',
    password: GOOD,
    confirm_password: GOOD,
    email_token: token,
    token,
    language: 'en',
    inviter_email: 'ada@demo.test',
    inviter_id: 'player-7',
    inviter_relationship: 'industry-contact',
    sign_up_page_url: `${window.location.origin}/signup`,
  });
});

test('an invited co-worker is redirected to sign-in', { tags: ['A-SIGNUP-44', 'A-SIGNUP-50'] }, async () => {
  await finishAll(invitation({ relationship: 'coworker' }));
  expect((await screen.findByTestId('elsewhere')).textContent).toBe('/?successSignUpCoworker=true');
});

test.each(['industry-contact', 'other'] as const)(
  'an invited %s waits for the review',
  { tags: ['A-SIGNUP-45', 'A-SIGNUP-50'] },
  async (relationship) => {
    await finishAll(invitation({ relationship }));
    expect(await screen.findByRole('heading', { name: 'we got your request' })).toBeDefined();
  },
);

test('a refused invitation ends the form, with a link to sign up without it', {
  tags: ['A-SIGNUP-41', 'A-SIGNUP-42', 'A-SIGNUP-48', 'A-ERR-09'],
}, async () => {
  server.refuse(confirmSignUp, 'INVALID_EMAIL_TOKEN');
  const user = await finishAll();
  expect((await screen.findByRole('alert')).textContent).toBe(
    'invitation link has expiredAsk Ada Byron for a new invitation, or sign up without one.',
  );
  expect(screen.getByRole('link', { name: 'Sign in' }).getAttribute('href')).toBe('/');
  await user.click(screen.getByRole('link', { name: 'Sign up' }));
  await waitFor(async () => expect(await findStepTitle()).toBe('Step 1 of 3About you'));
  expect([getField('Email').value, getField('Email').readOnly]).toEqual(['', false]);
  expect(screen.queryByText('Invited by Ada Byron')).toBeNull();
});

test.each([
  ['says nothing', () => 'scrambled'],
  ['ran out', () => invitation({ exp: Date.now() / 1000 - 1 })],
  ['is for something else', () => createLinkToken({ kind: 'reset' })],
])(
  'a link that %s is shown as expired at once; sign-up starts empty',
  { tags: ['A-SIGNUP-42', 'A-SIGNUP-48', 'A-SIGNUP-49'] },
  async (_what, token) => {
    const user = openSignUp(<SignUp />, `/signup/${token()}`);
    expect(screen.getByRole('alert').textContent).toContain('invitation link has expired');
    await user.click(screen.getByRole('link', { name: 'Sign up' }));
    expect(await findStepTitle()).toBe('Step 1 of 3About you');
    expect(getField('Email').value).toBe('');
  },
);

test('signed-in people can open the page too', { tags: ['A-ROUTE-36'] }, async () => {
  startSession({ 'access-token': createAccessToken(1800), 'refresh-token': 'r' }, false);
  openSignUp(<SignUp />, `/signup/${invitation()}`);
  expect(await findStepTitle()).toBe('Step 1 of 2About you');
});

test('the terms open in a new tab, at their own address or the company’s', {
  tags: ['A-SIGNUP-53', 'A-ROUTE-16'],
}, () => {
  Object.assign(site, { termsUrl: 'https://promenade.test/terms' });
  openSignUp(<SignUp />);
  const link = screen.getByRole('link', { name: 'Read the terms and conditions' });
  Object.assign(site, { termsUrl: '' });
  expect([link.getAttribute('href'), link.getAttribute('target'), link.getAttribute('rel')]).toEqual([
    'https://promenade.test/terms',
    '_blank',
    'noopener',
  ]);
});

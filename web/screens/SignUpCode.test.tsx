import { sendCode, validateCode } from '@promenade/contract/signUp';
import { screen } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { type FakeServer, fakeServer } from '../testing/fakeServer.ts';
import {
  answerSignUp,
  fillContactStep,
  fillField,
  findStepTitle,
  getBackButton,
  getContinueButton,
  getField,
  getSentBody,
  openCompanyStep,
  openSignUp,
  rosa,
} from '../testing/signUp.ts';
import { SignUp } from './SignUp.tsx';

let server: FakeServer;
beforeEach(() => {
  server = fakeServer();
  answerSignUp(server);
});

test('a code that could not be sent shows an error and the step stays', {
  tags: ['A-SIGNUP-20', 'A-ERR-14'],
}, async () => {
  server.fail(sendCode, 500);
  const user = openSignUp(<SignUp />);
  await fillContactStep(user);
  await user.click(getContinueButton());
  expect((await screen.findByRole('alert')).textContent).toContain('Failed to send verification code');
  server.refuse(sendCode, 'TOO_MANY_REQUESTS');
  await user.click(getContinueButton());
  await screen.findByText('Too many requests');
  expect(await findStepTitle()).toBe('Step 1 of 3About you');
});

test('another address requires another code', { tags: ['A-SIGNUP-19', 'A-SIGNUP-24'] }, async () => {
  const user = await openCompanyStep(<SignUp />);
  await user.click(getBackButton());
  await user.click(getBackButton());
  fillField('Email', 'rosa@demo.test.org');
  await user.click(getContinueButton());
  await screen.findByText(/We sent a 5-digit code/);
  expect(getField('Verification code').value).toBe('');
  expect(getSentBody(server, sendCode)).toEqual({ email: 'rosa@demo.test.org' });
});

test('the code field accepts five digits and supports autofill on phones', {
  tags: ['A-SIGNUP-23', 'A-CONST-04'],
}, async () => {
  const user = openSignUp(<SignUp />);
  await fillContactStep(user);
  await user.click(getContinueButton());
  const code = await screen.findByLabelText<HTMLInputElement>('Verification code');
  expect([code.inputMode, code.autocomplete]).toEqual(['numeric', 'one-time-code']);
  await user.click(code);
  await user.paste('12a 34-567');
  expect(code.value).toBe('12345');
});

test('an empty, a short and a wrong code have different errors', {
  tags: ['A-SIGNUP-21', 'A-SIGNUP-22', 'A-SIGNUP-26'],
}, async () => {
  const user = openSignUp(<SignUp />);
  await fillContactStep(user);
  await user.click(getContinueButton());
  const code = await screen.findByLabelText('Verification code');
  await user.click(getContinueButton());
  expect(screen.getByText('Please input a valid verification code')).toBeDefined();
  await user.type(code, '1234');
  await user.click(getContinueButton());
  expect(screen.getByText('Verification code must be 5 digits long')).toBeDefined();
  server.refuse(validateCode, 'INVALID_CODE');
  await user.type(code, '5{Enter}');
  await screen.findByText('Please input a valid verification code');
  expect(code.getAttribute('aria-invalid')).toBe('true');
  expect(getSentBody(server, validateCode)).toEqual({ email: rosa.email, code: '12345' });
});

test('an expired code shows the specified message, and a new one can be sent', {
  tags: ['A-SIGNUP-24', 'A-SIGNUP-25', 'A-SIGNUP-26', 'A-ERR-11', 'A-ERR-24'],
}, async () => {
  server.refuse(validateCode, 'CODE_EXPIRED');
  const user = openSignUp(<SignUp />);
  await fillContactStep(user);
  await user.click(getContinueButton());
  await user.type(await screen.findByLabelText('Verification code'), '12345{Enter}');
  expect((await screen.findByRole('alert')).textContent).toBe(
    'verification code expiredplease request a new verification code',
  );
  await user.click(screen.getByRole('button', { name: 'Resend code' }));
  await screen.findByText('Email sent');
  expect(screen.queryByRole('alert')).toBeNull();
  answerSignUp(server);
  await user.click(getContinueButton());
  await screen.findByLabelText('Company');
});

test('a code that cannot be sent again shows an error', { tags: ['A-SIGNUP-20', 'A-ERR-14'] }, async () => {
  const user = openSignUp(<SignUp />);
  await fillContactStep(user);
  await user.click(getContinueButton());
  server.disconnect(sendCode);
  await user.click(await screen.findByRole('button', { name: 'Resend code' }));
  expect((await screen.findByRole('alert')).textContent).toContain('Failed to send verification code');
});

import { countries } from '@promenade/contract/profile';
import type { Route as Call } from '@promenade/contract/route';
import { checkEmail, confirmSignUp, sendCode, validateCode } from '@promenade/contract/signUp';
import { fireEvent, screen } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { createElement, type ReactNode } from 'react';
import { Route, Routes, useLocation } from 'react-router';
import { paths } from '../platform/paths.ts';
import type { FakeServer } from './server.ts';
import { show } from './show.ts';

/** For tests: what Rosa types about herself. */
export const rosa = { first_name: 'Rosa', last_name: 'Vance', email: 'rosa@demo.test', phone: '+1 416 555 0199' };

/** For tests: a server on which every call of the sign-up succeeds. */
export function answerSignUp(server: FakeServer): void {
  server.answer(countries, {
    data: {
      countries: ['CA', 'DE', 'US'],
      states: {
        CA: [{ code: 'ON', name: 'Ontario' }],
        US: [
          { code: 'CA', name: 'California' },
          { code: 'NY', name: 'New York' },
        ],
      },
    },
  });
  server.answer(checkEmail, undefined);
  server.answer(sendCode, undefined);
  server.answer(validateCode, { data: { email_token: 'proof' } });
  server.answer(confirmSignUp, undefined);
}

/** For tests: the sign-up at its two addresses; elsewhere the address is shown. */
export function openSignUp(signUp: ReactNode, address = '/signup'): UserEvent {
  const at = (path: string, element: ReactNode) => createElement(Route, { key: path, path, element });
  const routes = [at(paths.signUp, signUp), at(paths.invited, signUp), at('*', createElement(Elsewhere))];
  return show(createElement(Routes, null, routes), address);
}

function Elsewhere() {
  const { pathname, search } = useLocation();
  return createElement('p', { 'data-testid': 'elsewhere' }, pathname + search);
}

/** For tests: a field by its label. */
export const box = (label: string): HTMLInputElement => screen.getByLabelText<HTMLInputElement>(label);
/** For tests: the values that a list offers. */
export const optionsOf = (label: string): string[] =>
  [...screen.getByLabelText<HTMLSelectElement>(label).options].map(({ value }) => value);
/** For tests: a field's new value at once, as autofill gives it. */
export function fill(label: string, value: string): void {
  fireEvent.change(screen.getByLabelText(label), { target: { value } });
}
/** For tests: leads to the next step. */
export const next = (): HTMLElement => screen.getByText('Continue');
/** For tests: leads to the step before. */
export const back = (): HTMLElement => screen.getByText('Back');
/** For tests: sends it all. */
export const finish = (): HTMLElement => screen.getByText(/^(Send request|Create account)$/);

/** For tests: the counter and the title of the step. */
export async function at(): Promise<string> {
  const heading = await screen.findByRole('heading', { level: 2 });
  return heading.parentElement?.textContent ?? '';
}

/** For tests: fills the first step in, terms accepted. */
export async function fillYou(user: UserEvent, industry = 'radio'): Promise<void> {
  fill('First name', rosa.first_name);
  fill('Last name', rosa.last_name);
  if (!box('Email').readOnly) fill('Email', rosa.email);
  fill('Industry', industry);
  fill('Role', 'press');
  fill('Phone', rosa.phone);
  await user.click(screen.getByLabelText('I accept the terms and conditions'));
}

/** For tests: types a code and goes on. */
export async function passCode(user: UserEvent): Promise<void> {
  await screen.findByLabelText('Verification code');
  fill('Verification code', '12345');
  await user.click(next());
  await screen.findByText('Canada');
}

/** For tests: fills the last step in. */
export function fillCompany(industry = 'radio'): void {
  fill('Company', 'Radio One');
  fill('Country', 'CA');
  fill('Province', 'ON');
  fill('City', 'Toronto');
  fill('Primary format', 'Jazz');
  if (industry !== 'radio') return;
  fill('Reports to', 'BDS');
  fill('Call letters', 'CXYZ');
}

/** For tests: opens the sign-up and walks to its last step. */
export async function toCompany(signUp: ReactNode, industry = 'radio'): Promise<UserEvent> {
  const user = openSignUp(signUp);
  await fillYou(user, industry);
  await user.click(next());
  await passCode(user);
  return user;
}

/** For tests: the body of the newest call of a route. */
export const sent = (server: FakeServer, route: Call): unknown =>
  server.calls.findLast(({ path }) => path === `/api${route.path}`)?.body;

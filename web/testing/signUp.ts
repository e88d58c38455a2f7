import type { Route as ContractRoute } from '@promenade/contract/route';
import { checkEmail, confirmSignUp, countries, sendCode, validateCode } from '@promenade/contract/signUp';
import { fireEvent, screen } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { createElement, type ReactNode } from 'react';
import { Route, Routes, useLocation } from 'react-router';
import { paths } from '../platform/paths.ts';
import type { FakeServer } from './fakeServer.ts';
import { renderScreen } from './render.ts';

export const rosa = { first_name: 'Rosa', last_name: 'Vance', email: 'rosa@demo.test', phone: '+1 416 555 0199' };

/** Every call of the sign-up succeeds. */
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

/** Renders the sign-up at its two paths; other paths show the URL. */
export function openSignUp(signUp: ReactNode, address = '/signup'): UserEvent {
  const createRoute = (path: string, element: ReactNode) => createElement(Route, { key: path, path, element });
  const routes = [
    createRoute(paths.signUp, signUp),
    createRoute(paths.invited, signUp),
    createRoute('*', createElement(UrlText)),
  ];
  return renderScreen(createElement(Routes, null, routes), address);
}

function UrlText() {
  const { pathname, search } = useLocation();
  return createElement('p', { 'data-testid': 'elsewhere' }, pathname + search);
}

export const getField = (label: string): HTMLInputElement => screen.getByLabelText<HTMLInputElement>(label);
export const listOptions = (label: string): string[] =>
  [...screen.getByLabelText<HTMLSelectElement>(label).options].map(({ value }) => value);
/** Sets the value at once, as autofill does. */
export function fillField(label: string, value: string): void {
  fireEvent.change(screen.getByLabelText(label), { target: { value } });
}
export const getContinueButton = (): HTMLElement => screen.getByText('Continue');
export const getBackButton = (): HTMLElement => screen.getByText('Back');
export const getSubmitButton = (): HTMLElement => screen.getByText(/^(Send request|Create account)$/);

/** Counter and title of the current step. */
export async function findStepTitle(): Promise<string> {
  const heading = await screen.findByRole('heading', { level: 2 });
  return heading.parentElement?.textContent ?? '';
}

/** Fills in the first step and accepts the terms. */
export async function fillContactStep(user: UserEvent, industry = 'radio'): Promise<void> {
  fillField('First name', rosa.first_name);
  fillField('Last name', rosa.last_name);
  if (!getField('Email').readOnly) fillField('Email', rosa.email);
  fillField('Industry', industry);
  fillField('Role', 'press');
  fillField('Phone', rosa.phone);
  await user.click(screen.getByLabelText('I accept the terms and conditions'));
}

export async function passCodeStep(user: UserEvent): Promise<void> {
  await screen.findByLabelText('Verification code');
  fillField('Verification code', '12345');
  await user.click(getContinueButton());
  await screen.findByText('Canada');
}

export function fillCompanyStep(industry = 'radio'): void {
  fillField('Company', 'Radio One');
  fillField('Country', 'CA');
  fillField('Province', 'ON');
  fillField('City', 'Toronto');
  fillField('Primary format', 'Jazz');
  if (industry !== 'radio') return;
  fillField('Reports to', 'BDS');
  fillField('Call letters', 'CXYZ');
}

/** Opens the sign-up and completes all steps before the last. */
export async function openCompanyStep(signUp: ReactNode, industry = 'radio'): Promise<UserEvent> {
  const user = openSignUp(signUp);
  await fillContactStep(user, industry);
  await user.click(getContinueButton());
  await passCodeStep(user);
  return user;
}

/** Body of the last call of a route. */
export const getSentBody = (server: FakeServer, route: ContractRoute): unknown =>
  server.calls.findLast(({ path }) => path === `/api${route.path}`)?.body;

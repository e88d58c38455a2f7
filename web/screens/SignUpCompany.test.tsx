import { confirmSignUp, mediaTypes, reportFormats, reportSources } from '@promenade/contract/signUp';
import { screen } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { type FakeServer, fakeServer } from '../testing/fakeServer.ts';
import {
  answerSignUp,
  fillCompanyStep,
  fillField,
  getField,
  getSentBody,
  getSubmitButton,
  listOptions,
  openCompanyStep,
} from '../testing/signUp.ts';
import { SignUp } from './SignUp.tsx';

let server: FakeServer;
beforeEach(() => {
  server = fakeServer();
  answerSignUp(server);
});

test('the company step has its required fields, and more for radio', {
  tags: ['A-SIGNUP-28', 'A-SIGNUP-33', 'A-SIGNUP-51'],
}, async () => {
  const user = await openCompanyStep(<SignUp />);
  await user.click(getSubmitButton());
  const missing = [...document.querySelectorAll('[aria-invalid=true]')].map((field) => field.getAttribute('name'));
  expect(missing).toEqual(['group_owner', 'country', 'city', 'reporting', 'call_letter', 'primary_format']);
  expect(document.activeElement).toBe(getField('Company'));
});

test('other industries see the fields of radio and may leave them empty', {
  tags: ['A-SIGNUP-33', 'A-SIGNUP-38'],
}, async () => {
  const user = await openCompanyStep(<SignUp />, 'other');
  expect(listOptions('Reports to (optional)')).toEqual(['', ...reportSources]);
  expect(getField('Call letters (optional)')).toBeDefined();
  await user.click(getSubmitButton());
  const missing = [...document.querySelectorAll('[aria-invalid=true]')].map((field) => field.getAttribute('name'));
  expect(missing).toEqual(['group_owner', 'country', 'city', 'primary_format']);
});

test('the lists offer the specified values', {
  tags: ['A-SIGNUP-37', 'A-ENUM-08', 'A-ENUM-09', 'A-ENUM-10'],
}, async () => {
  await openCompanyStep(<SignUp />);
  expect(listOptions('Reports to')).toEqual(['', ...reportSources]);
  expect(listOptions('Primary format')).toEqual(['', ...reportFormats]);
});

test('the industry is a hidden field', { tags: ['A-SIGNUP-27', 'A-SIGNUP-36'] }, async () => {
  await openCompanyStep(<SignUp />);
  const industry = document.querySelector<HTMLInputElement>('input[name=industry]');
  expect([industry?.type, industry?.value]).toEqual(['hidden', 'radio']);
});

test('only the press has the optional media type', {
  tags: ['A-SIGNUP-34', 'A-ENUM-11'],
}, async () => {
  const user = await openCompanyStep(<SignUp />, 'press-publicity-media');
  expect(listOptions('Media type (optional)')).toEqual(['', ...mediaTypes]);
  fillField('Media type (optional)', 'Magazine');
  fillCompanyStep('press-publicity-media');
  await user.click(getSubmitButton());
  await screen.findByRole('heading', { name: 'we got your request' });
  expect(getSentBody(server, confirmSignUp)).toMatchObject({
    industry: 'press-publicity-media',
    media_type: 'Magazine',
  });
});

test('radio has no media type', { tags: ['A-SIGNUP-34'] }, async () => {
  await openCompanyStep(<SignUp />);
  expect(screen.queryByLabelText(/Media type/)).toBeNull();
});

test('the website field opens on request and is validated', {
  tags: ['A-SIGNUP-29', 'A-SIGNUP-30', 'A-ERR-32'],
}, async () => {
  const user = await openCompanyStep(<SignUp />);
  expect(screen.queryByLabelText(/Website/)).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Add website' }));
  expect(document.activeElement).toBe(getField('Website (optional)'));
  await user.keyboard('no url');
  fillCompanyStep();
  await user.click(getSubmitButton());
  expect(screen.getByText('Please enter a valid URL')).toBeDefined();
  await user.clear(getField('Website (optional)'));
  await user.type(getField('Website (optional)'), 'radio.one/jazz');
  await user.click(getSubmitButton());
  await screen.findByRole('heading', { name: 'we got your request' });
  expect(getSentBody(server, confirmSignUp)).toMatchObject({ web_site: 'radio.one/jazz' });
});

test('two more formats can be added; the first is the secondary one', {
  tags: ['A-SIGNUP-35', 'A-CONST-05'],
}, async () => {
  const user = await openCompanyStep(<SignUp />);
  const add = () => screen.getByRole('button', { name: 'Add another format' });
  await user.click(add());
  expect(document.activeElement).toBe(getField('Additional format 1'));
  await user.click(add());
  expect(screen.queryByRole('button', { name: 'Add another format' })).toBeNull();
  fillField('Additional format 1', 'Blues');
  fillField('Additional format 2', 'Country');
  await user.click(screen.getByRole('button', { name: 'Remove additional format 1' }));
  expect(getField('Additional format 1').value).toBe('Country');
  await user.click(add());
  fillField('Additional format 2', 'Dance');
  fillCompanyStep();
  await user.click(getSubmitButton());
  await screen.findByRole('heading', { name: 'we got your request' });
  expect(getSentBody(server, confirmSignUp)).toMatchObject({ secondary_format: 'Country', additional_format: 'Dance' });
});

test('Canada and the United States require a listed state; elsewhere it is free text', {
  tags: ['A-SIGNUP-31', 'A-SIGNUP-32', 'A-ENUM-12'],
}, async () => {
  const user = await openCompanyStep(<SignUp />);
  fillField('Country', 'DE');
  await user.type(getField('State or region (optional)'), 'Bavaria');
  fillField('Country', 'US');
  expect([listOptions('State'), getField('State').value]).toEqual([['', 'CA', 'NY'], '']);
  await user.click(getSubmitButton());
  expect(getField('State').getAttribute('aria-invalid')).toBe('true');
  fillField('Country', 'CA');
  expect(listOptions('Province')).toEqual(['', 'ON']);
});

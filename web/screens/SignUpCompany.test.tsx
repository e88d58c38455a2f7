import { confirmSignUp, mediaTypes, reportFormats, reportSources } from '@promenade/contract/signUp';
import { screen } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { type FakeServer, fakeServer } from '../testing/server.ts';
import { answerSignUp, box, fill, fillCompany, finish, optionsOf, sent, toCompany } from '../testing/signUp.ts';
import { SignUp } from './SignUp.tsx';

let server: FakeServer;
beforeEach(() => {
  server = fakeServer();
  answerSignUp(server);
});

test('the company step has its required fields, and more for radio', {
  tags: ['A-SIGNUP-28', 'A-SIGNUP-33', 'A-SIGNUP-51'],
}, async () => {
  const user = await toCompany(<SignUp />);
  await user.click(finish());
  const missing = [...document.querySelectorAll('[aria-invalid=true]')].map((field) => field.getAttribute('name'));
  expect(missing).toEqual(['group_owner', 'country', 'city', 'reporting', 'call_letter', 'primary_format']);
  expect(document.activeElement).toBe(box('Company'));
});

test('other industries see the fields of radio and may leave them empty', {
  tags: ['A-SIGNUP-33', 'A-SIGNUP-38'],
}, async () => {
  const user = await toCompany(<SignUp />, 'other');
  expect(optionsOf('Reports to (optional)')).toEqual(['', ...reportSources]);
  expect(box('Call letters (optional)')).toBeDefined();
  await user.click(finish());
  const missing = [...document.querySelectorAll('[aria-invalid=true]')].map((field) => field.getAttribute('name'));
  expect(missing).toEqual(['group_owner', 'country', 'city', 'primary_format']);
});

test('the lists offer the specified values', {
  tags: ['A-SIGNUP-37', 'A-ENUM-08', 'A-ENUM-09', 'A-ENUM-10'],
}, async () => {
  await toCompany(<SignUp />);
  expect(optionsOf('Reports to')).toEqual(['', ...reportSources]);
  expect(optionsOf('Primary format')).toEqual(['', ...reportFormats]);
});

test('the industry is a hidden field', { tags: ['A-SIGNUP-27', 'A-SIGNUP-36'] }, async () => {
  await toCompany(<SignUp />);
  const industry = document.querySelector<HTMLInputElement>('input[name=industry]');
  expect([industry?.type, industry?.value]).toEqual(['hidden', 'radio']);
});

test('only the press has the optional media type', {
  tags: ['A-SIGNUP-34', 'A-ENUM-11'],
}, async () => {
  const user = await toCompany(<SignUp />, 'press-publicity-media');
  expect(optionsOf('Media type (optional)')).toEqual(['', ...mediaTypes]);
  fill('Media type (optional)', 'Magazine');
  fillCompany('press-publicity-media');
  await user.click(finish());
  await screen.findByRole('heading', { name: 'we got your request' });
  expect(sent(server, confirmSignUp)).toMatchObject({ industry: 'press-publicity-media', media_type: 'Magazine' });
});

test('radio has no media type', { tags: ['A-SIGNUP-34'] }, async () => {
  await toCompany(<SignUp />);
  expect(screen.queryByLabelText(/Media type/)).toBeNull();
});

test('the website field opens on request and is validated', {
  tags: ['A-SIGNUP-29', 'A-SIGNUP-30', 'A-ERR-32'],
}, async () => {
  const user = await toCompany(<SignUp />);
  expect(screen.queryByLabelText(/Website/)).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Add website' }));
  expect(document.activeElement).toBe(box('Website (optional)'));
  await user.keyboard('no url');
  fillCompany();
  await user.click(finish());
  expect(screen.getByText('Please enter a valid URL')).toBeDefined();
  await user.clear(box('Website (optional)'));
  await user.type(box('Website (optional)'), 'radio.one/jazz');
  await user.click(finish());
  await screen.findByRole('heading', { name: 'we got your request' });
  expect(sent(server, confirmSignUp)).toMatchObject({ web_site: 'radio.one/jazz' });
});

test('two more formats can be added; the first is the secondary one', {
  tags: ['A-SIGNUP-35', 'A-CONST-05'],
}, async () => {
  const user = await toCompany(<SignUp />);
  const add = () => screen.getByRole('button', { name: 'Add another format' });
  await user.click(add());
  expect(document.activeElement).toBe(box('Additional format 1'));
  await user.click(add());
  expect(screen.queryByRole('button', { name: 'Add another format' })).toBeNull();
  fill('Additional format 1', 'Blues');
  fill('Additional format 2', 'Country');
  await user.click(screen.getByRole('button', { name: 'Remove additional format 1' }));
  expect(box('Additional format 1').value).toBe('Country');
  await user.click(add());
  fill('Additional format 2', 'Dance');
  fillCompany();
  await user.click(finish());
  await screen.findByRole('heading', { name: 'we got your request' });
  expect(sent(server, confirmSignUp)).toMatchObject({ secondary_format: 'Country', additional_format: 'Dance' });
});

test('Canada and the United States require a listed state; elsewhere it is free text', {
  tags: ['A-SIGNUP-31', 'A-SIGNUP-32', 'A-ENUM-12'],
}, async () => {
  const user = await toCompany(<SignUp />);
  fill('Country', 'DE');
  await user.type(box('State or region (optional)'), 'Bavaria');
  fill('Country', 'US');
  expect([optionsOf('State'), box('State').value]).toEqual([['', 'CA', 'NY'], '']);
  await user.click(finish());
  expect(box('State').getAttribute('aria-invalid')).toBe('true');
  fill('Country', 'CA');
  expect(optionsOf('Province')).toEqual(['', 'ON']);
});

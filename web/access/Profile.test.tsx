import { refresh } from '@promenade/contract/access';
import { profile, saveProfile } from '@promenade/contract/profile';
import { countries } from '@promenade/contract/signUp';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { beforeEach, expect, test } from 'vitest';
import { useNotices } from '../platform/notices.ts';
import { startSession, useSession } from '../platform/session.ts';
import { createProfile } from '../testing/accounts.ts';
import { type FakeServer, fakeServer } from '../testing/fakeServer.ts';
import { renderScreen, withProviders } from '../testing/render.ts';
import { createAccessToken } from '../testing/tokens.ts';
import { Profile } from './Profile.tsx';

const renewed = createAccessToken(1799, { fullname: 'Rose Vance' });
const field = (name: string) => screen.getByLabelText<HTMLInputElement>(name);
const button = (name: string) => screen.getByRole('button', { name });
const saved = () => server.calls.filter(({ method, path }) => method === 'POST' && path === '/api/profile');
const notices = () =>
  useNotices.getState().notices.map(({ category, notificationType }) => [category, notificationType]);
let server: FakeServer;

beforeEach(() => {
  useNotices.setState({ notices: [] });
  server = fakeServer();
  server.answer(profile, createProfile());
  server.answer(saveProfile, createProfile());
  server.answer(refresh, { 'access-token': renewed, 'refresh-token': 'r2' });
  server.answer(countries, {
    data: {
      countries: ['CA', 'DE', 'US'],
      states: { CA: [{ code: 'QC', name: 'Quebec' }], US: [{ code: 'TX', name: 'Texas' }] },
    },
  });
  startSession({ 'access-token': createAccessToken(1800), 'refresh-token': 'r' }, false);
});

async function edit(): Promise<UserEvent> {
  const user = renderScreen(withProviders(<Profile />));
  await user.click(await screen.findByRole('button', { name: 'Edit profile' }));
  await screen.findByRole('option', { name: 'Germany' });
  return user;
}

async function retype(user: UserEvent, name: string, words: string): Promise<void> {
  await user.clear(field(name));
  if (words) await user.type(field(name), words);
}

test('a country that waits for an operator, or was refused, says so', async () => {
  server.answer(profile, createProfile({ countrycheck: 'waiting' }));
  server.answer(saveProfile, createProfile({ countrycheck: 'refused' }));
  const user = renderScreen(withProviders(<Profile />));
  expect(await screen.findByText(/^Your country is being checked\./)).toBeTruthy();
  await user.click(await screen.findByRole('button', { name: 'Edit profile' }));
  await retype(user, 'City', 'Kiel');
  server.answer(profile, createProfile({ countrycheck: 'refused' }));
  await user.click(button('Save'));
  expect(await screen.findByText(/^Your country was not accepted/)).toBeTruthy();
});

test('the profile shows exactly these fields, to read and to edit', {
  tags: ['A-PROFILE-01', 'A-PROFILE-04', 'A-PROFILE-05'],
}, async () => {
  server.answer(profile, createProfile({ phone: '', country: 'CA', state: 'QC' }));
  const user = renderScreen(withProviders(<Profile />));
  await screen.findByRole('heading', { name: 'Rosa Vance' });
  await screen.findByText('Quebec');
  expect(screen.getByText('Canada')).toBeDefined();
  expect(screen.getByText('Not given')).toBeDefined();
  expect(screen.queryByRole('textbox')).toBeNull();
  await user.click(button('Edit profile'));
  const names = [...screen.getByRole<HTMLFormElement>('form').elements].map((element) => element.getAttribute('name'));
  expect(names.filter(Boolean)).toEqual([
    'firstname',
    'lastname',
    'title',
    'company',
    'phone',
    'website',
    'country',
    'state',
    'city',
    'language',
    'format',
  ]);
});

test('the preferred format is one of downloads', { tags: ['A-PROFILE-02', 'A-ENUM-05'] }, async () => {
  const user = await edit();
  const format = field('Preferred download format');
  expect(format.value).toBe('mp3');
  expect(
    within(format)
      .getAllByRole<HTMLOptionElement>('option')
      .map(({ value }) => value),
  ).toEqual(['mp3', 'wav', 'aiff', 'flac']);
  await user.selectOptions(format, 'WAV');
  await user.click(button('Save'));
  await waitFor(() => expect(saved()).toMatchObject([{ body: { format: 'wav' } }]));
});

test('saving sends the whole profile, confirms it and renews the tokens', {
  tags: ['A-PROFILE-06', 'A-PROFILE-16', 'A-PROFILE-17', 'A-ERR-26', 'A-ERR-28'],
}, async () => {
  const user = await edit();
  await retype(user, 'First name', 'Rose{Enter}');
  await screen.findByRole('heading', { name: 'Rose Vance' });
  expect(saved()).toMatchObject([{ body: createProfile({ firstname: 'Rose' }) }]);
  expect(notices()).toEqual([['profileUpdated', 'success']]);
  await waitFor(() => expect(useSession.getState().accessToken).toBe(renewed));
});

test('a failed save keeps the values, shows the generic toast and marks the refused fields', {
  tags: ['A-PROFILE-18'],
}, async () => {
  server.fail(
    saveProfile,
    400,
    JSON.stringify({ error: { code: 'VALIDATION', message: 'No', fields: { city: 'too odd' } } }),
  );
  const user = await edit();
  await retype(user, 'City', 'Bonn');
  await user.click(button('Save'));
  expect(await screen.findByText('Please check this field')).toBeDefined();
  expect(notices()).toEqual([['somethingWrong', 'error']]);
  expect([field('City').value, document.activeElement]).toEqual(['Bonn', field('City')]);
  expect(useSession.getState().accessToken).not.toBe(renewed);
});

test('four fields are mandatory; the first invalid one gets the focus', {
  tags: ['A-PROFILE-10', 'A-PROFILE-11', 'A-ERR-30'],
}, async () => {
  const user = await edit();
  for (const name of ['First name', 'Last name', 'Job title']) await retype(user, name, ' ');
  await user.selectOptions(field('Country'), '');
  await user.click(button('Save'));
  expect(screen.getAllByText('This field is mandatory')).toHaveLength(4);
  expect(document.activeElement).toBe(field('First name'));
  expect(saved()).toEqual([]);
});

test.each([
  ['United States', 'State', 'Texas', 'TX'],
  ['Canada', 'Province', 'Quebec', 'QC'],
])('%s requires its %s', { tags: ['A-PROFILE-12', 'A-ENUM-12'] }, async (country, label, name, code) => {
  const user = await edit();
  await user.selectOptions(field('Country'), country);
  await user.click(button('Save'));
  expect(screen.getByText('This field is mandatory')).toBeDefined();
  expect(document.activeElement).toBe(field(label));
  await user.selectOptions(field(label), name);
  await user.click(button('Save'));
  await waitFor(() => expect(saved()).toMatchObject([{ body: { state: code } }]));
});

test('phone number and website are validated when they are filled in', {
  tags: ['A-PROFILE-13', 'A-PROFILE-14'],
}, async () => {
  const user = await edit();
  await retype(user, 'Phone (optional)', 'none');
  await retype(user, 'Website (optional)', 'not one');
  await user.click(button('Save'));
  expect(screen.getByText('Invalid phone number')).toBeDefined();
  expect(screen.getByText('Must be a valid URL')).toBeDefined();
  expect(saved()).toEqual([]);
});

test('the other fields may stay empty', { tags: ['A-PROFILE-13', 'A-PROFILE-14', 'A-PROFILE-15'] }, async () => {
  const user = await edit();
  for (const name of ['Company (optional)', 'Phone (optional)', 'Website (optional)', 'City'])
    await retype(user, name, '');
  await user.click(button('Save'));
  await waitFor(() => expect(saved()).toMatchObject([{ body: { company: '', phone: '', website: '', city: '' } }]));
});

test('cancel returns at once without changes and asks with changes', { tags: ['A-PROFILE-07'] }, async () => {
  const user = await edit();
  await user.click(button('Cancel'));
  expect(document.activeElement).toBe(await screen.findByRole('button', { name: 'Edit profile' }));
  await user.click(await screen.findByRole('button', { name: 'Edit profile' }));
  await retype(user, 'City', 'Bonn');
  await user.click(button('Cancel'));
  await screen.findByRole('alertdialog', { name: 'Unsaved changes' });
  await user.click(button('Stay'));
  expect(field('City').value).toBe('Bonn');
  await user.click(button('Cancel'));
  await user.click(await screen.findByRole('button', { name: 'Leave' }));
  expect(await screen.findByText('Berlin')).toBeDefined();
  expect(screen.queryByText('Bonn')).toBeNull();
  expect(saved()).toEqual([]);
});

test('the browser warns before it unloads the page only while editing', { tags: ['A-PROFILE-08'] }, async () => {
  const unload = () => fireEvent(window, new Event('beforeunload', { cancelable: true }));
  const user = await edit();
  expect(unload()).toBe(false);
  await user.click(button('Cancel'));
  expect(unload()).toBe(true);
});

test('the languages come from the locale host; the chosen one is applied', {
  tags: ['A-GEN-08'],
}, async () => {
  server.answer(profile, createProfile({ language: 'fr' }));
  const user = await edit();
  const choice = field('Language');
  expect(
    within(choice)
      .getAllByRole('option')
      .map((option) => option.textContent),
  ).toEqual(['fr', 'English']);
  await user.selectOptions(choice, 'English');
  document.documentElement.lang = '';
  await user.click(button('Save'));
  await waitFor(() => expect(document.documentElement.lang).toBe('en'));
  expect(saved()).toMatchObject([{ body: { language: 'en' } }]);
});

test('a profile that failed to load can be retried', async () => {
  server.refuse(profile, 'FORBIDDEN');
  const user = renderScreen(withProviders(<Profile />));
  await screen.findByText('Your profile could not be loaded');
  server.answer(profile, createProfile());
  await user.click(button('Try again'));
  expect(await screen.findByRole('heading', { name: 'Rosa Vance' })).toBeDefined();
});

test('a skeleton is shown while the profile loads', () => {
  server.stall(profile, 'nothing');
  renderScreen(withProviders(<Profile />));
  expect(screen.getByRole('status', { name: 'Loading' })).toBeDefined();
});

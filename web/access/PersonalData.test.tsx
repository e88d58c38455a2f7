import { cancelDeletion, deletion, personalData, requestDeletion } from '@promenade/contract/privacy';
import { screen, waitFor } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { useNotices } from '../platform/notices.ts';
import { startSession } from '../platform/session.ts';
import { type FakeServer, fakeServer } from '../testing/fakeServer.ts';
import { mockSavedFiles } from '../testing/mockSavedFiles.ts';
import { renderScreen, withProviders } from '../testing/render.ts';
import { createAccessToken } from '../testing/tokens.ts';
import { PersonalData } from './PersonalData.tsx';

const DAY = '2026-11-25T09:00:00.000Z';
let server: FakeServer;
const button = (name: string) => screen.findByRole('button', { name });
const sent = (method: string) => server.calls.filter((call) => call.method === method).map(({ path }) => path);
const categories = () => useNotices.getState().notices.map(({ category }) => category);

// Loads the lazy parts before the tests, outside their timeouts.
beforeAll(() => import('../design/Dialog.tsx'), 60_000);

beforeEach(() => {
  useNotices.setState({ notices: [] });
  server = fakeServer();
  server.answer(deletion, { requestedat: null });
  startSession({ 'access-token': createAccessToken(1800), 'refresh-token': 'r' }, false);
});

const open = (): UserEvent => renderScreen(withProviders(<PersonalData />), '/account/settings-preferences');

test('everything about the account is saved as a JSON file', async () => {
  const files = mockSavedFiles();
  server.answer(personalData, { profile: { firstname: 'Rosa' }, plays: [] });
  const user = open();
  await user.click(await button('Download my data'));
  await waitFor(() => expect(files.map(({ name }) => name)).toEqual(['my-data.json']));
  const [file = { bytes: new Blob() }] = files;
  expect(JSON.parse(await file.bytes.text())).toEqual({ profile: { firstname: 'Rosa' }, plays: [] });
});

test('a download that fails is reported', async () => {
  server.refuse(personalData, 'TOO_MANY_REQUESTS');
  const user = open();
  await user.click(await button('Download my data'));
  await waitFor(() => expect(categories()).toEqual(['somethingWrong']));
});

test('an outage is reported once, and a later failure during it as well', async () => {
  server.refuse(personalData, 'BUSY');
  const user = open();
  const download = async () => {
    await user.click(await button('Download my data'));
    await waitFor(async () => expect((await button('Download my data')).getAttribute('aria-disabled')).toBeNull());
  };
  await download();
  expect(categories()).toEqual(['serviceUnavailable']);
  useNotices.setState({ notices: [] });
  await download();
  expect(categories()).toEqual(['somethingWrong']);
});

test('the deletion is asked for after a question, by keyboard too, and can be taken back', async () => {
  server.answer(requestDeletion, { requestedat: DAY });
  server.answer(cancelDeletion, { requestedat: null });
  const user = open();
  (await button('Delete my account')).focus();
  await user.keyboard('{Enter}');
  await screen.findByRole('alertdialog', { name: 'Delete your account?' });
  expect(sent('POST')).toEqual([]);
  await user.click(await button('Ask to delete it'));
  expect(await screen.findByText('Asked on November 25, 2026. We email you when it is done.')).toBeDefined();
  expect(sent('POST')).toEqual(['/api/profile/deletion']);
  await user.click(await button('Keep my account'));
  expect(await button('Delete my account')).toBeDefined();
  expect(sent('DELETE')).toEqual(['/api/profile/deletion']);
});

test('nothing is asked for when the question is answered with no', async () => {
  const user = open();
  await user.click(await button('Delete my account'));
  await screen.findByRole('alertdialog', { name: 'Delete your account?' });
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
  expect(sent('POST')).toEqual([]);
});

test('an open request shows when the page is loaded, and an unknown one can be asked again', async () => {
  server.refuse(deletion, 'INVALID_CODE');
  const user = open();
  expect(await screen.findByText('We could not check whether you asked to delete your account.')).toBeDefined();
  server.answer(deletion, { requestedat: DAY });
  await user.click(await button('Try again'));
  expect(await screen.findByText('You asked to delete your account')).toBeDefined();
});

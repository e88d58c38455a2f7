import { connections, deleteConnection } from '@promenade/contract/network';
import { screen, waitFor, within } from '@testing-library/react';
import { beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { createConnection, signInAs } from '../testing/accounts.ts';
import { type FakeServer, fakeServer } from '../testing/fakeServer.ts';
import { renderScreen, withProviders } from '../testing/render.ts';
import { MyNetwork } from './MyNetwork.tsx';

const mara = createConnection('Mara Lind');
const jonas = createConnection('Jonas Berg', { verified: false });
let server: FakeServer;
let log: ReturnType<typeof vi.spyOn>;

// Loads the lazy dialog before the tests.
beforeAll(() => import('../design/Dialog.tsx'));

beforeEach(() => {
  server = fakeServer();
  log = vi.spyOn(console, 'error').mockReturnValue();
  signInAs();
});

const are = (...people: (typeof mara)[]) => server.answer(connections, { data: { connections: people } });
const shown = () => renderScreen(withProviders(<MyNetwork />));
const names = () => screen.queryAllByRole('listitem').map((row) => row.querySelector('bdi')?.textContent);
const calls = (method: string) => server.calls.filter((call) => call.method === method);

test('the page has its label and lists the connections with their addresses', {
  tags: ['A-NETWORK-01', 'A-NETWORK-03', 'A-ROLE-03'],
}, async () => {
  are(mara, jonas);
  shown();
  expect(await screen.findByText('2 connections')).toBeTruthy();
  expect(screen.getByText('Only for verified users')).toBeTruthy();
  expect(names()).toEqual(['Mara Lind', 'Jonas Berg']);
  expect(screen.getByText('mara@demo.test')).toBeTruthy();
});

test('an unverified connection is marked as pending', { tags: ['A-NETWORK-04', 'A-ERR-33'] }, async () => {
  are(mara, jonas);
  shown();
  const [first, second] = await screen.findAllByRole('listitem');
  expect(second?.textContent).toContain('Verification pending');
  expect(first?.textContent).not.toContain('Verification pending');
});

test('an unverified account sees the list without actions', {
  tags: ['A-NETWORK-02', 'A-NETWORK-11'],
}, async () => {
  signInAs({ verified: false, label_staff: true });
  are(mara);
  shown();
  expect(await screen.findByText('Mara Lind')).toBeTruthy();
  expect(screen.getByText('Only for verified users')).toBeTruthy();
  expect(screen.queryByRole('button')).toBeNull();
});

test('an empty network offers an invitation', { tags: ['A-NETWORK-10'] }, async () => {
  are();
  shown();
  expect(await screen.findByRole('heading', { name: 'You have no connections yet' })).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Invite' })).toBeTruthy();
});

test('an empty network tells an unverified account when it can invite', async () => {
  signInAs({ verified: false });
  are();
  shown();
  expect(await screen.findByText(/^As soon as your account is verified/)).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Invite' })).toBeNull();
});

test('a skeleton is shown while the list loads', { tags: ['A-NETWORK-07'] }, () => {
  server.stall(connections, 'nothing');
  shown();
  expect(screen.getByRole('status', { name: 'Loading' })).toBeTruthy();
});

test('a list that failed to load can be retried', { tags: ['A-NETWORK-07'] }, async () => {
  server.refuse(connections, 'NOT_FOUND');
  const user = shown();
  const again = await screen.findByRole('button', { name: 'Try again' });
  expect(screen.getByRole('alert').textContent).toContain('Your connections could not be loaded');
  are(mara);
  await user.click(again);
  expect(await screen.findByText('Mara Lind')).toBeTruthy();
  expect(screen.queryByRole('alert')).toBeNull();
});

test('a removal asks first, shows at once and reloads the list', {
  tags: ['A-NETWORK-08', 'A-NETWORK-10'],
}, async () => {
  are(mara, jonas);
  server.answer(deleteConnection, undefined);
  const user = shown();
  await user.click(await screen.findByRole('button', { name: 'Remove Mara Lind' }));
  const question = await screen.findByRole('alertdialog', { name: 'Remove Mara Lind?' });
  expect(calls('DELETE')).toEqual([]);
  are(jonas);
  await user.click(within(question).getByRole('button', { name: 'Remove' }));
  await waitFor(() => expect(names()).toEqual(['Jonas Berg']));
  await waitFor(() => expect(calls('GET')).toHaveLength(2));
  expect(calls('DELETE')[0]?.body).toEqual({ connected_player_id: 'mara-lind' });
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('list', { name: 'Connections' })));
});

test('a connection leaves the list before the server has answered', { tags: ['A-NETWORK-08'] }, async () => {
  are(mara, jonas);
  server.stall(deleteConnection, 'nothing');
  const user = shown();
  await user.click(await screen.findByRole('button', { name: 'Remove Mara Lind' }));
  await user.click(await screen.findByRole('button', { name: 'Remove' }));
  await waitFor(() => expect(names()).toEqual(['Jonas Berg']));
});

test('cancelling the dialog removes nobody', { tags: ['A-NETWORK-10'] }, async () => {
  are(mara);
  const user = shown();
  await user.click(await screen.findByRole('button', { name: 'Remove Mara Lind' }));
  await user.click(await screen.findByRole('button', { name: 'Cancel' }));
  expect(screen.queryByRole('alertdialog')).toBeNull();
  expect([names(), calls('DELETE')]).toEqual([['Mara Lind'], []]);
});

test.each([
  [
    'the server’s words',
    () => server.refuse(deleteConnection, 'CONNECTION_NOT_FOUND'),
    'This person is not one of your connections.',
  ],
  ['words of its own', () => server.fail(deleteConnection, 500), 'Failed to delete connection'],
])(
  'a failed removal is undone and logged by %s without a message',
  { tags: ['A-NETWORK-09', 'A-ERR-14', 'A-ERR-23'] },
  async (_which, fails, words) => {
    are(mara);
    fails();
    const user = shown();
    await user.click(await screen.findByRole('button', { name: 'Remove Mara Lind' }));
    await user.click(await screen.findByRole('button', { name: 'Remove' }));
    await waitFor(() => expect(log).toHaveBeenCalledWith(words, expect.anything()));
    await waitFor(() => expect(names()).toEqual(['Mara Lind']));
    expect(screen.queryByRole('alert')).toBeNull();
  },
);

test('either name of the id is accepted', { tags: ['A-NETWORK-05', 'A-NETWORK-06', 'A-STATE-01'] }, async () => {
  are(createConnection('Mara Lind', { player_id: '', connected_player_id: 'other-name' }));
  server.answer(deleteConnection, undefined);
  const user = shown();
  await user.click(await screen.findByRole('button', { name: 'Remove Mara Lind' }));
  await user.click(await screen.findByRole('button', { name: 'Remove' }));
  await waitFor(() => expect(calls('DELETE')[0]?.body).toEqual({ connected_player_id: 'other-name' }));
});

test('a long list can be filtered by name', { tags: ['A-NETWORK-03'] }, async () => {
  are(...Array.from({ length: 30 }, (_, at) => createConnection(`Person ${at}`)));
  const user = shown();
  expect(await screen.findByText('30 connections')).toBeTruthy();
  const letters = screen.getByLabelText('Find by name');
  await user.type(letters, 'person 2');
  expect(names()).toHaveLength(11);
  expect(screen.getByText('11 found')).toBeTruthy();
  await user.type(letters, 'x');
  expect(screen.getByText('No connections match this name.')).toBeTruthy();
});

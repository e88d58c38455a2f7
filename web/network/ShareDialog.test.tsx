import { connections, shareRelease } from '@promenade/contract/network';
import { screen, waitFor } from '@testing-library/react';
import { beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { useNotices } from '../platform/notices.ts';
import { createConnection, signInAs } from '../testing/accounts.ts';
import { type FakeServer, fakeServer } from '../testing/fakeServer.ts';
import { createRelease } from '../testing/releases.ts';
import { renderScreen, withProviders } from '../testing/render.ts';
import { NetworkButtons } from './ReleaseButtons.tsx';

let server: FakeServer;

beforeAll(() => Promise.all([import('../design/Dialog.tsx'), import('./ShareDialog.tsx')]));

beforeEach(() => {
  server = fakeServer();
  server.answer(connections, {
    data: {
      connections: [
        createConnection('Mara Lind'),
        createConnection('Jonas Berg', { verified: false }),
        createConnection('Ola Ek'),
      ],
    },
  });
  useNotices.setState({ notices: [] });
  vi.spyOn(console, 'error').mockReturnValue();
  signInAs();
});

const shown = (more: Parameters<typeof createRelease>[1] = {}) =>
  renderScreen(withProviders(<NetworkButtons release={createRelease('r', { title: 'Lines', ...more })} />));
const box = (name: string) => screen.findByRole<HTMLInputElement>('checkbox', { name });
const share = () => screen.getByRole('button', { name: 'Share' });
const posts = () => server.calls.filter(({ method }) => method === 'POST');

async function opened() {
  const user = shown();
  await user.click(share());
  await screen.findByRole('dialog', { name: 'Share “Lines”' });
  await box('Mara Lind');
  return user;
}

test.each([
  ['a verified person', {}, {}, 1],
  ['somebody not verified', { verified: false }, {}, 0],
  ['label staff not verified', { verified: false, label_staff: true }, {}, 0],
  ['a release that may not be shared', {}, { allow_sharing: false }, 0],
] as const)(
  '%s: share button shown or not',
  { tags: ['A-NETWORK-37', 'A-ROLE-04', 'A-ROLE-12', 'C-ROLE-03', 'C-ROLE-04'] },
  (_who, claims, more, count) => {
    signInAs(claims);
    shown(more);
    expect(screen.queryAllByRole('button', { name: 'Share' })).toHaveLength(count);
  },
);

test('only verified connections can be chosen', { tags: ['A-NETWORK-37', 'A-NETWORK-44', 'A-ROLE-04'] }, async () => {
  const user = await opened();
  const jonas = await box('Jonas Berg');
  expect(jonas.disabled).toBe(true);
  expect(jonas.closest('label')?.textContent).toContain('Verification pending');
  await user.click(jonas);
  await user.click(await box('Mara Lind'));
  expect([jonas.checked, (await box('Mara Lind')).checked]).toEqual([false, true]);
});

test('the dialog explains what sharing will cost', { tags: ['A-ACCOUNT-03', 'A-ACCOUNT-04'] }, async () => {
  await opened();
  expect(screen.getByText('Sharing is free for 6 months as part of an upcoming premium tier.')).toBeTruthy();
});

test('at least one connection must be chosen', { tags: ['A-NETWORK-38', 'A-NETWORK-43'] }, async () => {
  const user = await opened();
  await user.click(share());
  expect(screen.getByText('Please select at least one connection')).toBeTruthy();
  expect(document.activeElement).toBe(await box('Mara Lind'));
  expect(posts()).toEqual([]);
  await user.click(await box('Mara Lind'));
  expect(screen.queryByText('Please select at least one connection')).toBeNull();
});

test('a release is shared with the chosen connections and a message, and the dialog closes', {
  tags: ['A-NETWORK-40', 'A-NETWORK-41', 'A-NETWORK-43', 'A-ERR-28'],
}, async () => {
  server.answer(shareRelease, undefined);
  const user = await opened();
  for (const name of ['Mara Lind', 'Ola Ek', 'Ola Ek', 'Ola Ek']) await user.click(await box(name));
  await user.type(screen.getByRole('textbox', { name: 'Message (optional)' }), ' For you. ');
  await user.click(share());
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(posts().map(({ path, body }) => [path, body])).toEqual([
    [
      '/api/accounts/player/connections/share-release',
      { release_id: 'r', players_id: ['mara-lind', 'ola-ek'], message: 'For you.' },
    ],
  ]);
  expect(useNotices.getState().notices).toMatchObject([{ category: 'releaseShared', notificationType: 'success' }]);
});

test('the message is optional and has at most 500 characters', { tags: ['A-NETWORK-39', 'A-CONST-08'] }, async () => {
  server.answer(shareRelease, undefined);
  const user = await opened();
  const message = screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Message (optional)' });
  await user.click(message);
  await user.paste('a'.repeat(501));
  expect([message.value.length, screen.getByText('500/500').textContent]).toEqual([500, '500/500']);
  await user.clear(message);
  await user.click(await box('Mara Lind'));
  await user.click(share());
  await waitFor(() => expect(posts()[0]?.body).toMatchObject({ message: '' }));
});

test('a failure shows the server’s message and keeps the form', {
  tags: ['A-NETWORK-42', 'A-ERR-17'],
}, async () => {
  server.refuse(shareRelease, 'NOT_CONNECTED');
  const user = await opened();
  await user.click(await box('Mara Lind'));
  await user.click(share());
  const banner = await screen.findByText('Unable to share release');
  expect(banner.closest('[role=alert]')?.textContent).toBe(
    'Unable to share releaseYou can share with your verified connections only.',
  );
  expect((await box('Mara Lind')).checked).toBe(true);
  expect(useNotices.getState().notices).toEqual([]);
});

test('an account without connections is offered to invite people, and the focus returns to the share button', async () => {
  server.answer(connections, { data: { connections: [] } });
  const user = shown();
  await user.click(share());
  await user.click(await screen.findByRole('button', { name: 'Invite' }));
  await screen.findByRole('dialog', { name: 'Invite your connections' });
  await user.keyboard('{Escape}');
  await waitFor(() => expect(document.activeElement?.textContent).toBe('Invite'));
  await user.click(screen.getByRole('button', { name: 'Close' }));
  expect(screen.queryByRole('dialog')).toBeNull();
  await waitFor(() => expect(document.activeElement).toBe(share()));
  expect(posts()).toEqual([]);
});

test('a long list can be filtered by name, and Enter in the filter does not submit', async () => {
  const many = Array.from({ length: 13 }, (_, at) => createConnection(`Person ${at}`));
  server.answer(connections, { data: { connections: many } });
  const user = shown();
  await user.click(share());
  await user.click(await box('Person 3'));
  await user.type(screen.getByRole('searchbox', { name: 'Find by name' }), 'person 12{Enter}');
  expect(screen.getAllByRole('checkbox')).toHaveLength(1);
  expect(posts()).toEqual([]);
});

test('Escape asks before a choice or a message is lost', async () => {
  const user = await opened();
  await user.click(await box('Mara Lind'));
  await user.keyboard('{Escape}');
  await user.click(await screen.findByRole('button', { name: 'Stay' }));
  const chosen = await box('Mara Lind');
  expect(chosen.checked).toBe(true);
  await waitFor(() => expect(document.activeElement).toBe(chosen));
  await user.keyboard('{Escape}');
  await user.click(await screen.findByRole('button', { name: 'Leave' }));
  expect(screen.queryByRole('dialog')).toBeNull();
});

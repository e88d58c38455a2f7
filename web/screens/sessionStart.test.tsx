import '../testing/render.ts';
import { acceptInvitation, connect, connections } from '@promenade/contract/network';
import { timeZone } from '@promenade/contract/notify';
import { options } from '@promenade/contract/options';
import { playlists } from '@promenade/contract/playlists';
import { profile } from '@promenade/contract/profile';
import { QueryClientProvider } from '@tanstack/react-query';
import { render, waitFor } from '@testing-library/react';
import { StrictMode } from 'react';
import { beforeEach, expect, test, vi } from 'vitest';
import { useConnections } from '../network/data.ts';
import { useBrowserState } from '../platform/browserStateStore.ts';
import { getConnectionToken, setConnectionToken } from '../platform/connectionToken.ts';
import { useNotices } from '../platform/notices.ts';
import { createQueryClient } from '../platform/queryClient.ts';
import { allPlaylistsQuery } from '../playlists/data.ts';
import { createConnection, createProfile, signInAs } from '../testing/accounts.ts';
import { type FakeServer, fakeServer } from '../testing/fakeServer.ts';
import { emptyOptions } from '../testing/options.ts';
import { createPlaylist } from '../testing/playlists.ts';
import { useSessionStart } from './sessionStart.ts';

let server: FakeServer;
/** Lists the logged messages. */
let listLogged: () => unknown[];

beforeEach(() => {
  server = fakeServer();
  server.answer(profile, createProfile());
  server.answer(options, emptyOptions);
  server.answer(playlists, { items: [createPlaylist('1')], total: 1, page: 1, pagesize: 100 });
  server.answer(timeZone, undefined);
  server.answer(connections, { data: { connections: [] } });
  server.answer(acceptInvitation, undefined);
  server.answer(connect, { data: { connected: [] } });
  useNotices.setState({ notices: [] });
  useBrowserState.setState({ timeZoneTold: undefined });
  const spy = vi.spyOn(console, 'error').mockReturnValue();
  listLogged = () => spy.mock.calls.map(([message]) => message as unknown);
  signInAs();
});

function startShell(cache = createQueryClient()) {
  const Shell = () => {
    useSessionStart(cache);
    return (
      <ul>
        {useConnections().connections?.map(({ full_name }) => (
          <li key={full_name}>{full_name}</li>
        ))}
      </ul>
    );
  };
  return render(
    <StrictMode>
      <QueryClientProvider client={cache}>
        <Shell />
      </QueryClientProvider>
    </StrictMode>,
  );
}

const PROFILE = 'GET /api/profile';
const OPTIONS = 'GET /api/options';
const PLAYLISTS = 'GET /api/playlist';
const TIME_ZONE = 'PUT /api/notifications/timezone';
const CONNECTIONS = 'GET /api/accounts/player/connections';
const ACCEPT = 'POST /api/accounts/player/invitations/accept';
const CONNECT = 'POST /api/accounts/player/invitations/connect';
const listCalls = () => server.calls.map(({ method, path }) => `${method} ${path.split('?')[0]}`);
const waitForLastStep = () => waitFor(() => expect(listCalls()).toContain(CONNECT));
const listNotices = () => useNotices.getState().notices.map(({ category, message }) => [category, message]);

test('a session start loads profile, options, playlists, languages and connections, then accepts invitations', {
  tags: ['A-STATE-07', 'A-NETWORK-35', 'A-API-34'],
}, async () => {
  setConnectionToken('t');
  const cache = createQueryClient();
  startShell(cache);
  await waitForLastStep();
  expect(cache.getQueryData(allPlaylistsQuery.queryKey)).toMatchObject([{ playlistid: '1' }]);
  expect(server.calls.find(({ path }) => path.startsWith('/api/playlist'))?.path).toContain('summary=true');
  // The screen also loads the connections, at any time.
  expect([...new Set(listCalls())].filter((call) => call !== CONNECTIONS)).toEqual([
    PROFILE,
    OPTIONS,
    PLAYLISTS,
    TIME_ZONE,
    ACCEPT,
    CONNECT,
  ]);
  expect(listCalls().filter((call) => call === ACCEPT)).toHaveLength(1);
  expect(listLogged()).toEqual([]);
});

test('a step waits for the previous one', { tags: ['A-STATE-07'] }, async () => {
  setConnectionToken('t');
  server.stall(connections, 'nothing');
  startShell();
  await waitFor(() => expect(listCalls()).toContain(CONNECTIONS));
  await waitFor(() => expect(listCalls()).toContain(PROFILE));
  expect(listCalls()).not.toContain(ACCEPT);
  expect(listCalls()).not.toContain(CONNECT);
});

test('a step that fails is logged, and the later ones still run', { tags: ['A-STATE-08'] }, async () => {
  server.refuse(profile, 'NOT_FOUND');
  server.refuse(options, 'NOT_FOUND');
  server.refuse(connections, 'NOT_FOUND');
  startShell();
  await waitForLastStep();
  expect(listLogged()).toEqual([
    'Session start failed: profile',
    'Session start failed: options',
    'Session start failed: connections',
  ]);
});

test('a stored invitation is accepted and cleared', { tags: ['A-NETWORK-30', 'A-NETWORK-34'] }, async () => {
  setConnectionToken('the.kept.token');
  startShell();
  await waitForLastStep();
  expect(server.calls.find(({ path }) => path.endsWith('/accept'))?.body).toEqual({
    invitation_token: 'the.kept.token',
  });
  expect([getConnectionToken(), listNotices()]).toEqual([undefined, []]);
});

test('without a stored invitation no accept request is sent', { tags: ['A-NETWORK-30'] }, async () => {
  startShell();
  await waitForLastStep();
  expect(listCalls()).not.toContain(ACCEPT);
});

test.each([
  ['INVITATION_ACCEPTED', [['invitationAlreadyAccepted', '']], undefined],
  ['INVITATION_NOT_YOURS', [['invitationNotForUser', '']], undefined],
  ['TOKEN_EXPIRED', [], undefined],
  ['INVALID_TOKEN', [], undefined],
  ['UNEXPECTED', [], 't'],
] as const)(
  'an accept response of %s gives the notices %j and leaves the token %s',
  { tags: ['A-NETWORK-31', 'A-NETWORK-32', 'A-NETWORK-33', 'A-NETWORK-34', 'A-ERR-28'] },
  async (code, expected, storedToken) => {
    setConnectionToken('t');
    server.refuse(acceptInvitation, code);
    startShell();
    await waitForLastStep();
    expect([listNotices(), getConnectionToken()]).toEqual([expected, storedToken]);
    expect(listLogged()).toEqual(expected.length > 0 ? [] : ['Session start failed: pending invitation']);
  },
);

test('an invitation without a response is kept for the next start', { tags: ['A-NETWORK-34'] }, async () => {
  setConnectionToken('t');
  server.disconnect(acceptInvitation);
  startShell();
  await waitForLastStep();
  expect(getConnectionToken()).toBe('t');
});

test('new connections are named in a notice and appear in the list', {
  tags: ['A-NETWORK-35', 'A-NETWORK-36', 'A-STATE-09'],
}, async () => {
  const newConnections = [createConnection('Mara Lind'), createConnection('Jonas Berg')];
  const cache = createQueryClient();
  await cache.query({ queryKey: ['connections'], queryFn: () => [] });
  server.answer(connections, { data: { connections: newConnections } });
  server.answer(connect, { data: { connected: newConnections } });
  const { findByText } = startShell(cache);
  expect(await findByText('Mara Lind')).toBeTruthy();
  expect(listNotices()).toEqual([['connectionAccepted', 'Mara Lind and Jonas Berg']]);
});

test('the time zone is sent once per account and zone', {
  tags: ['requirements decision 17'],
}, async () => {
  const listSentZones = () => server.calls.filter(({ path }) => path.endsWith('/timezone')).map(({ body }) => body);
  const mockTimeZone = (name: string) =>
    vi.spyOn(Intl.DateTimeFormat.prototype, 'resolvedOptions').mockReturnValue({
      ...new Intl.NumberFormat().resolvedOptions(),
      timeZone: name,
    } as unknown as Intl.ResolvedDateTimeFormatOptions);
  const restart = async () => {
    server.calls.length = 0;
    startShell().unmount();
    startShell();
    await waitForLastStep();
    return listSentZones();
  };
  mockTimeZone('Europe/Berlin');
  expect(await restart()).toEqual([{ timezone: 'Europe/Berlin' }]);
  expect(await restart()).toEqual([]);
  mockTimeZone('America/Denver');
  expect(await restart()).toEqual([{ timezone: 'America/Denver' }]);
  signInAs({ playerid: 'another' });
  expect(await restart()).toEqual([{ timezone: 'America/Denver' }]);
});

test('unmounting the shell aborts the remaining steps', { tags: ['A-STATE-07'] }, async () => {
  setConnectionToken('t');
  server.stall(acceptInvitation, 'nothing');
  const { unmount } = startShell();
  await waitFor(() => expect(listCalls()).toContain(ACCEPT));
  unmount();
  // When the second shell has reached the same step, the first one would have continued.
  startShell();
  await waitFor(() => expect(listCalls().filter((call) => call === ACCEPT)).toHaveLength(2));
  expect([listCalls().includes(CONNECT), getConnectionToken(), listLogged()]).toEqual([false, 't', []]);
});

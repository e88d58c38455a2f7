import '../testing/show.ts';
import { acceptInvitation, connect, connections } from '@promenade/contract/network';
import { timeZone } from '@promenade/contract/notify';
import { options } from '@promenade/contract/options';
import { profile } from '@promenade/contract/profile';
import { QueryClientProvider } from '@tanstack/react-query';
import { render, waitFor } from '@testing-library/react';
import { StrictMode } from 'react';
import { beforeEach, expect, test, vi } from 'vitest';
import { useConnections } from '../network/data.ts';
import { connectionToken, keepConnectionToken } from '../platform/connectionToken.ts';
import { useNotices } from '../platform/notices.ts';
import { useGlobal } from '../platform/online.ts';
import { makeQueryClient } from '../platform/queryClient.ts';
import { noOptions } from '../testing/options.ts';
import { asAccount, connection } from '../testing/people.ts';
import { person } from '../testing/person.ts';
import { type FakeServer, fakeServer } from '../testing/server.ts';
import { useStart } from './useStart.ts';

let server: FakeServer;
/** What was logged, without the failures themselves. */
let log: () => unknown[];

beforeEach(() => {
  server = fakeServer();
  server.answer(profile, person());
  server.answer(options, noOptions);
  server.answer(timeZone, undefined);
  server.answer(connections, { data: { connections: [] } });
  server.answer(acceptInvitation, undefined);
  server.answer(connect, { data: { connected: [] } });
  useNotices.setState({ notices: [] });
  useGlobal.setState({ timeZoneTold: undefined });
  const spy = vi.spyOn(console, 'error').mockReturnValue();
  log = () => spy.mock.calls.map(([what]) => what as unknown);
  asAccount();
});

function start(cache = makeQueryClient()) {
  const Starting = () => {
    useStart(cache);
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
        <Starting />
      </QueryClientProvider>
    </StrictMode>,
  );
}

const PROFILE = 'GET /api/profile';
const OPTIONS = 'GET /api/options';
const TIME_ZONE = 'PUT /api/notifications/timezone';
const CONNECTIONS = 'GET /api/accounts/player/connections';
const ACCEPT = 'POST /api/accounts/player/invitations/accept';
const CONNECT = 'POST /api/accounts/player/invitations/connect';
const calls = () => server.calls.map(({ method, path }) => `${method} ${path}`);
const done = () => waitFor(() => expect(calls()).toContain(CONNECT));
const notices = () => useNotices.getState().notices.map(({ category, message }) => [category, message]);

test('a session starts with profile, options and languages, then connections, then what waits to be connected', {
  tags: ['A-STATE-07', 'A-NETWORK-35', 'A-API-34'],
}, async () => {
  keepConnectionToken('t');
  start();
  await done();
  // Whoever is on the screen may have asked for the connections already: the first time that each is asked counts.
  expect([...new Set(calls())].filter((call) => call !== CONNECTIONS)).toEqual([
    PROFILE,
    OPTIONS,
    TIME_ZONE,
    ACCEPT,
    CONNECT,
  ]);
  expect(calls().filter((call) => call === ACCEPT)).toHaveLength(1);
  expect(log()).toEqual([]);
});

test('a step waits for the one before', { tags: ['A-STATE-07'] }, async () => {
  keepConnectionToken('t');
  server.stall(connections, 'nothing');
  start();
  await waitFor(() => expect(calls()).toContain(CONNECTIONS));
  await waitFor(() => expect(calls()).toContain(PROFILE));
  expect(calls()).not.toContain(ACCEPT);
  expect(calls()).not.toContain(CONNECT);
});

test('a step that fails is logged, and the later ones still run', { tags: ['A-STATE-08'] }, async () => {
  server.refuse(profile, 'NOT_FOUND');
  server.refuse(options, 'NOT_FOUND');
  server.refuse(connections, 'NOT_FOUND');
  start();
  await done();
  expect(log()).toEqual(['At the start: profile', 'At the start: options', 'At the start: connections']);
});

test('a kept invitation is accepted and forgotten', { tags: ['A-NETWORK-30', 'A-NETWORK-34'] }, async () => {
  keepConnectionToken('the.kept.token');
  start();
  await done();
  expect(server.calls.find(({ path }) => path.endsWith('/accept'))?.body).toEqual({
    invitation_token: 'the.kept.token',
  });
  expect([connectionToken(), notices()]).toEqual([undefined, []]);
});

test('without a kept invitation nothing is accepted', { tags: ['A-NETWORK-30'] }, async () => {
  start();
  await done();
  expect(calls()).not.toContain(ACCEPT);
});

test.each([
  ['INVITATION_ACCEPTED', [['invitationAlreadyAccepted', '']], undefined],
  ['INVITATION_NOT_YOURS', [['invitationNotForUser', '']], undefined],
  ['TOKEN_EXPIRED', [], undefined],
  ['INVALID_TOKEN', [], undefined],
  ['UNEXPECTED', [], 't'],
] as const)(
  'an invitation answered by %s gives %j and leaves %s',
  { tags: ['A-NETWORK-31', 'A-NETWORK-32', 'A-NETWORK-33', 'A-NETWORK-34', 'A-ERR-28'] },
  async (code, expected, kept) => {
    keepConnectionToken('t');
    server.refuse(acceptInvitation, code);
    start();
    await done();
    expect([notices(), connectionToken()]).toEqual([expected, kept]);
    expect(log()).toEqual(expected.length > 0 ? [] : ['At the start: pending invitation']);
  },
);

test('an invitation that nobody answered waits for the next start', { tags: ['A-NETWORK-34'] }, async () => {
  keepConnectionToken('t');
  server.silence(acceptInvitation);
  start();
  await done();
  expect(connectionToken()).toBe('t');
});

test('new connections are told by name, and the list has them', {
  tags: ['A-NETWORK-35', 'A-NETWORK-36', 'A-STATE-09'],
}, async () => {
  const joined = [connection('Mara Lind'), connection('Jonas Berg')];
  const cache = makeQueryClient();
  await cache.query({ queryKey: ['connections'], queryFn: () => [] });
  server.answer(connections, { data: { connections: joined } });
  server.answer(connect, { data: { connected: joined } });
  const { findByText } = start(cache);
  expect(await findByText('Mara Lind')).toBeTruthy();
  expect(notices()).toEqual([['connectionAccepted', 'Mara Lind and Jonas Berg']]);
});

test('the time zone is told once for an account, and again when it is another one', {
  tags: ['requirements decision 17'],
}, async () => {
  const told = () => server.calls.filter(({ path }) => path.endsWith('/timezone')).map(({ body }) => body);
  const zone = (name: string) =>
    vi.spyOn(Intl.DateTimeFormat.prototype, 'resolvedOptions').mockReturnValue({
      ...new Intl.NumberFormat().resolvedOptions(),
      timeZone: name,
    } as unknown as Intl.ResolvedDateTimeFormatOptions);
  const again = async () => {
    server.calls.length = 0;
    start().unmount();
    start();
    await done();
    return told();
  };
  zone('Europe/Berlin');
  expect(await again()).toEqual([{ timezone: 'Europe/Berlin' }]);
  expect(await again()).toEqual([]);
  zone('America/Denver');
  expect(await again()).toEqual([{ timezone: 'America/Denver' }]);
  asAccount({ playerid: 'another' });
  expect(await again()).toEqual([{ timezone: 'America/Denver' }]);
});

test('leaving the shell ends what is still to do', { tags: ['A-STATE-07'] }, async () => {
  keepConnectionToken('t');
  server.stall(acceptInvitation, 'nothing');
  const { unmount } = start();
  await waitFor(() => expect(calls()).toContain(ACCEPT));
  unmount();
  // The next shell comes as far as this one did; meanwhile this one would have gone on.
  start();
  await waitFor(() => expect(calls().filter((call) => call === ACCEPT)).toHaveLength(2));
  expect([calls().includes(CONNECT), connectionToken(), log()]).toEqual([false, 't', []]);
});

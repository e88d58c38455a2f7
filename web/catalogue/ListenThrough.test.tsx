import * as contract from '@promenade/contract/desk';
import { errors } from '@promenade/contract/errors';
import { act, screen, waitFor, within } from '@testing-library/react';
import { useLocation } from 'react-router';
import { beforeEach, expect, test, vi } from 'vitest';
import { emitServerEvent } from '../platform/events.ts';
import { useNotices } from '../platform/notices.ts';
import { signInAs } from '../testing/accounts.ts';
import { type FakeServer, fakeServer } from '../testing/fakeServer.ts';
import { renderScreen, withProviders } from '../testing/render.ts';
import { ListenThrough, OpenRuns } from './ListenThrough.tsx';

const RUN = '00000000-0000-4000-8000-000000000045';
let server: FakeServer;

const run = (more: Partial<contract.RunDetail> = {}): contract.RunDetail => ({
  runid: RUN,
  title: '',
  source: 'gallery',
  total: 212,
  listed: 212,
  position: 174,
  counts: { flagged: 0, archived: 0, reacted: 0, later: 0, playlists: 0, undecided: 0, lost: 0, left: 38 },
  startedat: '2026-11-24T09:00:00.000Z',
  usedat: '2026-11-24T09:00:00.000Z',
  finishedat: null,
  releaseids: [],
  decisions: [],
  lost: [],
  failed: [],
  ...more,
});
const Address = () => <output>{useLocation().pathname}</output>;
const start = () =>
  renderScreen(
    withProviders(
      <>
        <ListenThrough source={{ kind: 'flagged' }} total={37} />
        <Address />
      </>,
    ),
  );
const refuseOpen = () => {
  const [status, message] = errors.RUN_OPEN;
  const error = { code: 'RUN_OPEN', message, fields: { runid: RUN } };
  server.respondWith(contract.startRun, (_signal, { body }) =>
    (body as { anew: boolean }).anew
      ? Response.json(run({ runid: RUN.replace('45', '46') }), { status: 201 })
      : Response.json({ error }, { status }),
  );
};

beforeEach(() => {
  vi.spyOn(console, 'error').mockReturnValue();
  server = fakeServer();
  useNotices.setState({ notices: [] });
  signInAs();
});

test('a list becomes a run', async () => {
  server.answer(contract.startRun, run());
  const user = start();
  await user.click(screen.getByRole('button', { name: 'Listen through 37' }));
  expect(await screen.findByText(`/desk/${RUN}`)).toBeTruthy();
  expect(server.calls.at(-1)?.body).toEqual({ source: { kind: 'flagged' }, anew: false });
});

test('of an open run over the same list it asks whether to continue or to start anew', async () => {
  refuseOpen();
  const user = start();
  const press = async (name: string) => {
    await user.click(screen.getByRole('button', { name: /Listen through/ }));
    const question = within(await screen.findByRole('alertdialog'));
    await user.click(question.getByRole('button', { name }));
  };
  await press('Cancel');
  expect(screen.getByText('/')).toBeTruthy();
  await press('Continue');
  expect(await screen.findByText(`/desk/${RUN}`)).toBeTruthy();
  await press('Start anew');
  expect(await screen.findByText(`/desk/${RUN.replace('45', '46')}`)).toBeTruthy();
});

test.for([
  ['RUN_EMPTY', 'Nothing to hear here'],
  ['TOO_MANY_RUNS', 'Too many runs are open. Finish or delete one first.'],
] as const)('%s is said', async ([code, message]) => {
  server.refuse(contract.startRun, code);
  const user = start();
  await user.click(screen.getByRole('button', { name: /Listen through/ }));
  await waitFor(() => expect(useNotices.getState().notices).toMatchObject([{ message }]));
});

test('open runs say what is left, follow changes, and leave out finished ones', async () => {
  server.answer(contract.runs, {
    items: [
      run({ startedat: new Date().toISOString() }),
      run({ runid: RUN.replace('45', '47'), finishedat: '2026-11-24T10:00:00Z' }),
    ],
  });
  renderScreen(withProviders(<OpenRuns />));
  const weekday = new Date().toLocaleDateString('en', { weekday: 'long' });
  expect((await screen.findByRole('listitem')).textContent).toBe(`${weekday}’s run: 38 of 212 leftContinue`);
  expect(screen.getByRole('link', { name: 'Continue' }).getAttribute('href')).toBe(`/desk/${RUN}`);
  server.answer(contract.runs, { items: [] });
  act(() => emitServerEvent({ type: 'run-changed', runid: RUN }));
  await waitFor(() => expect(screen.queryByRole('list')).toBeNull());
});

test('all open runs can be reached, and an older one has its date', async () => {
  const items = Array.from({ length: 5 }, (_, index) => run({ runid: RUN.replace('45', String(50 + index)) }));
  server.answer(contract.runs, {
    items: items.map((item, index) => ({ ...item, startedat: `2025-01-07T12:0${index}:00.000Z` })),
  });
  const user = renderScreen(withProviders(<OpenRuns />));
  expect((await screen.findAllByText(/^Run of Jan 7, \d+:0\d/)).length).toBe(3);
  await user.click(screen.getByRole('button', { name: '2 more open runs' }));
  expect(screen.getAllByText(/^Run of Jan 7, /).length).toBe(5);
});

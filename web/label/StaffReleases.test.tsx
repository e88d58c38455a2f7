import {
  changeRelease,
  countRecipients,
  restoreStaffRelease,
  type StaffRelease,
  staffLabels,
  staffRelease,
  staffReleases,
  withdrawStaffRelease,
} from '@promenade/contract/label';
import { labelReport } from '@promenade/contract/reports';
import { screen, waitFor, within } from '@testing-library/react';
import type { ReactNode } from 'react';
import { useLocation } from 'react-router';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { useNotices } from '../platform/notices.ts';
import { signInAs } from '../testing/accounts.ts';
import { mockLayout, mockWindowWidth } from '../testing/browserMocks.ts';
import { type FakeServer, fakeServer } from '../testing/fakeServer.ts';
import { renderScreen, withProviders } from '../testing/render.ts';
import { countPeople } from '../testing/staffDocument.ts';
import { LabelReport } from './LabelReport.tsx';
import { StaffReleases } from './StaffReleases.tsx';

const harbour = '00000000-0000-4000-8000-0000000000a1';
let server: FakeServer;
const Address = () => <output aria-label="address">{useLocation().search}</output>;
const address = () => screen.getByLabelText('address').textContent;
const open = (page: ReactNode, search = '') =>
  renderScreen(
    withProviders(
      <>
        {page}
        <Address />
      </>,
    ),
    `/label${search}`,
  );

beforeAll(() => mockLayout({ width: 1400, height: 900, scrollHeight: 4000 }));
beforeEach(() => {
  mockWindowWidth(1440);
  useNotices.setState({ notices: [] });
  server = fakeServer();
  signInAs({ haslabels: true });
  const labels = ['Harbour Records', 'Nine Tides'].map((name, index) => ({
    labelid: `${harbour.slice(0, -1)}${index + 1}`,
    name,
    role: 'editor' as const,
    releases: 2,
  }));
  server.answer(staffLabels, { items: labels, total: 2, page: 1, pagesize: 100 });
});

const row: StaffRelease = {
  releaseid: '00000000-0000-4000-8000-000000000001',
  title: 'Night Ferry',
  artist: 'Mara Lind',
  thumbnail: null,
  labelid: harbour,
  label: 'Harbour Records',
  state: 'available',
  available: '2026-11-20T08:00:00.000Z',
  impact: null,
  tracks: 3,
  recipients: 120,
  opened: 41,
  heard: 37,
  downloaded: 5,
};
const answer = (items: StaffRelease[], total = items.length) =>
  server.answer(staffReleases, { items, total, page: 1, pagesize: 40 });
const asked = () => server.calls.filter(({ path }) => path.startsWith('/api/label/releases')).map(({ path }) => path);

test('a release has its state and figures, and leads to its report', async () => {
  answer([row]);
  open(<StaffReleases />);
  const table = await screen.findByRole('grid', { name: 'Releases of your labels' });
  const link = within(table).getByRole('link', { name: 'Night Ferry' });
  expect(link.getAttribute('href')).toBe(`/label/releases/${row.releaseid}/report`);
  for (const text of ['Available', '120', '41', '37', '20-Nov-2026'])
    expect(within(table).getAllByText(text).length).toBeGreaterThan(0);
});

test('the zone of the days is said once', async () => {
  answer([row]);
  open(<StaffReleases />);
  await screen.findByRole('link', { name: 'Night Ferry' });
  expect(screen.getAllByText(/^Times are in/)).toHaveLength(1);
});

test('filters and order are asked from the server and stay in the address', async () => {
  answer([row], 90);
  const user = open(<StaffReleases />);
  await user.selectOptions(await screen.findByRole('combobox', { name: 'Label' }), 'Harbour Records');
  await user.selectOptions(screen.getByRole('combobox', { name: 'State' }), 'Withdrawn');
  await user.click(await screen.findByRole('button', { name: 'Next page' }));
  expect(address()).toBe(`?label=${harbour}&state=withdrawn&page=2`);
  expect(asked().at(-1)).toBe(`/api/label/releases?sort=-date&page=2&labelid=${harbour}&state=withdrawn`);
  await user.click(screen.getByRole('button', { name: 'Artist' }));
  expect(asked().at(-1)).toBe(`/api/label/releases?sort=artist&page=1&labelid=${harbour}&state=withdrawn`);
});

test('a page behind the last row leads to the last page', async () => {
  server.answer(staffReleases, { items: [], total: 41, page: 7, pagesize: 40 });
  open(<StaffReleases />, '?page=7');
  await waitFor(() => expect(address()).toBe('?page=2'));
  expect(screen.queryByText('Nothing found')).toBeNull();
});

const otherId = '00000000-0000-4000-8000-000000000002';

test('a release is withdrawn from its menu, after a sentence of what happens and to how many', async () => {
  answer([row, { ...row, releaseid: otherId, title: 'Gone', state: 'withdrawn' }]);
  server.respondWith(withdrawStaffRelease, () => Response.json({}));
  server.answer(countRecipients, { ...countPeople(117), operators: 3 });
  const user = open(<StaffReleases />);
  await user.click(await screen.findByRole('button', { name: 'More of Gone' }));
  expect((await screen.findAllByRole('menuitem')).map(({ textContent }) => textContent)).toEqual([
    'Edit',
    'Report',
    'Restore',
  ]);
  await user.keyboard('{Escape}');
  await user.click(screen.getByRole('button', { name: 'More of Night Ferry' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Withdraw' }));
  const question = await screen.findByRole('alertdialog', { name: 'Withdraw Night Ferry?' });
  expect(within(question).getByText(/nobody can hear or download it any more.*lose it: 117/)).toBeTruthy();
  within(question).getByText(/Counted apart: 3 operators\.$/);
  await user.click(within(question).getByRole('button', { name: 'Withdraw' }));
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
  expect(server.calls.filter(({ method }) => method === 'POST').map(({ path, body }) => [path, body])).toEqual([
    ['/api/label/recipients', { releaseids: [row.releaseid] }],
    [`/api/label/releases/${row.releaseid}/withdraw?confirmed=1`, undefined],
  ]);
});

test('a withdrawal is taken back by the Undo of its toast', async () => {
  answer([row, { ...row, releaseid: otherId, title: 'Second' }]);
  const taken = (path: string) => path.split('/').slice(-2).join('/');
  server.respondWith(withdrawStaffRelease, () => Response.json({}));
  server.respondWith(restoreStaffRelease, () => Response.json({}));
  server.answer(countRecipients, countPeople(35));
  const user = open(<StaffReleases />);
  await screen.findByRole('link', { name: 'Second' });
  await user.click(screen.getByRole('checkbox', { name: 'Select all on this page' }));
  await user.click(await screen.findByRole('button', { name: 'Withdraw' }));
  const question = await screen.findByRole('alertdialog', { name: 'Withdraw 2 releases?' });
  await user.click(within(question).getByRole('button', { name: 'Withdraw' }));
  await waitFor(() => expect(useNotices.getState().notices.at(-1)?.message).toBe('2 releases withdrawn'));
  useNotices.getState().notices.at(-1)?.undo?.();
  await waitFor(() => expect(useNotices.getState().notices.at(-1)?.category).toBe('undone'));
  expect(server.calls.filter(({ method }) => method === 'POST').map(({ path }) => taken(path))).toEqual([
    'label/recipients',
    ...[row.releaseid, otherId].map((releaseid) => `${releaseid}/withdraw?confirmed=1`),
    ...[row.releaseid, otherId].map((releaseid) => `${releaseid}/restore?confirmed=1`),
  ]);
});

test('the question about several releases counts each person once', async () => {
  answer([row, { ...row, releaseid: otherId, title: 'Second' }]);
  server.answer(countRecipients, countPeople(35));
  const user = open(<StaffReleases />);
  await screen.findByRole('link', { name: 'Second' });
  await user.click(screen.getByRole('checkbox', { name: 'Select all on this page' }));
  await user.click(await screen.findByRole('button', { name: 'Withdraw' }));
  const question = await screen.findByRole('alertdialog', { name: 'Withdraw 2 releases?' });
  within(question).getByText(/Recipients who lose them, each counted once: 35\./);
  expect(server.calls.at(-1)?.body).toEqual({ releaseids: [row.releaseid, otherId] });
});

test('dates and genres of several releases are changed over their versions; what failed is said and tried again', async () => {
  answer([row, { ...row, releaseid: otherId, title: 'Second' }]);
  const delivered = { genres: ['Jazz', 'Dub'] };
  const edited = { genres: ['Jazz', 'Dub', 'House'], impactdate: '2026-12-24' };
  let now: object = delivered;
  server.respondWith(staffRelease, () => Response.json({ version: 7, document: now }));
  let isRefused = true;
  server.respondWith(changeRelease, (_signal, { path }) =>
    isRefused && path.endsWith(otherId)
      ? Response.json({ error: { code: 'EDITED_MEANWHILE', message: 'Edited meanwhile.' } }, { status: 412 })
      : Response.json({ version: 8, document: edited }),
  );
  const changes = () => server.calls.filter(({ method }) => method === 'PATCH');
  const user = open(<StaffReleases />);
  await screen.findByRole('link', { name: 'Second' });
  for (const mark of document.querySelectorAll('[data-mark]')) await user.click(mark);
  await user.click(await screen.findByRole('button', { name: 'Dates and genres' }));
  const dialog = await screen.findByRole('dialog', { name: 'Dates and genres of 2 releases' });
  const save = within(dialog).getByRole('button', { name: 'Change them' });
  await user.click(save);
  await within(dialog).findByText('Fill in what is to change.');
  await user.click(within(dialog).getByRole('button', { name: 'Add a genre' }));
  await user.type(screen.getByRole('combobox', { name: 'Add a genre' }), 'House; Jazz ;{Enter}{Escape}');
  await user.type(within(dialog).getByLabelText('Impact date'), '2026-12-24');
  await user.click(save);
  await within(dialog).findByText('Second');
  expect(within(dialog).getByRole('alert').textContent).toBe('1 could not be changed:Second: Edited meanwhile.');
  expect(changes().map(({ headers, body }) => [headers['if-match'], body])).toEqual(
    Array.from({ length: 2 }, () => ['"7"', edited]),
  );
  isRefused = false;
  await user.click(save);
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(changes().map(({ path }) => path.split('/').at(-1))).toEqual([row.releaseid, otherId, otherId]);
  await waitFor(() => expect(screen.queryByRole('group', { name: 'Selected releases' })).toBeNull());
  const [notice] = useNotices.getState().notices;
  expect(notice?.message).toBe('2 releases were changed');
  // Somebody gave them another date since.
  now = { ...edited, impactdate: '2027-01-15' };
  notice?.undo?.();
  await waitFor(() => expect(changes()).toHaveLength(5));
  expect(
    changes()
      .slice(3)
      .map(({ body }) => body),
  ).toEqual(Array.from({ length: 2 }, () => ({ genres: ['Jazz', 'Dub'] })));
  await waitFor(() =>
    expect(useNotices.getState().notices.map(({ message }) => message)).toContain(
      '2 releases were edited since: those edits stay.',
    ),
  );
});

test('several dates that move releases are listed with their people, and sent once more; genres are replaced', async () => {
  answer([row]);
  server.respondWith(staffRelease, () => Response.json({ version: 7, document: { genres: ['Jazz'] } }));
  const message = '"Night Ferry" is available and would be scheduled again, away from 26 people: nothing was changed.';
  const fields = { title: 'Night Ferry', from: 'available', to: 'scheduled', people: '26' };
  server.respondWith(changeRelease, (_signal, { path }) =>
    path.endsWith('?confirmed=1')
      ? Response.json({ version: 8 })
      : Response.json({ error: { code: 'STATE_UNCONFIRMED', message, fields } }, { status: 409 }),
  );
  const user = open(<StaffReleases />);
  await screen.findByRole('link', { name: 'Night Ferry' });
  screen.getByRole('link', { name: 'Night Ferry' }).focus();
  await user.keyboard('{Shift>} {/Shift}');
  await user.click(await screen.findByRole('button', { name: 'Dates and genres' }));
  const dialog = within(await screen.findByRole('dialog'));
  await user.click(dialog.getByRole('button', { name: 'Add a genre' }));
  await user.type(screen.getByRole('combobox', { name: 'Add a genre' }), 'House{Enter}{Escape}');
  await user.selectOptions(dialog.getByLabelText('These genres'), 'replace those of each release');
  await user.type(dialog.getByLabelText('Available from'), '2099-01-01T10:00');
  await user.click(dialog.getByRole('button', { name: 'Change them' }));
  await dialog.findByText(/away from 26 people/);
  await user.click(dialog.getByRole('button', { name: 'Change these, too' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  const body = { available: new Date('2099-01-01T10:00').toISOString(), genres: ['House'] };
  expect(server.calls.filter(({ method }) => method === 'PATCH').map(({ body }) => body)).toEqual([body, body]);
});

test('nothing that matches offers to clear the filters; a failure can be tried again', async () => {
  server.refuse(staffReleases, 'UNEXPECTED');
  const user = open(<StaffReleases />, '?q=nothing');
  const retry = await screen.findByRole('button', { name: 'Try again' });
  expect(screen.getByRole('alert').textContent).toBe('The releases could not be loadedTry again in a moment.Try again');
  answer([]);
  await user.click(retry);
  await user.click(await screen.findByRole('button', { name: 'Clear the filters' }));
  expect(address()).toBe('');
});

test('the report over releases has each release, country and company, and who heard nothing', async () => {
  const figures = { recipients: 120, opened: 41, heard: 37, minutes: 95.4 };
  const counts = { mailed: 110, finished: 3, downloaded: 5, wrote: 1, passedon: 0, reacted: 0 };
  const { releaseid, title, artist, thumbnail, available } = row;
  server.answer(labelReport, {
    releases: [{ releaseid, title, artist, thumbnail, available, ...figures, ...counts }],
    total: 1,
    countries: [{ name: 'DE', ...figures }],
    companies: [{ name: 'Radio Meridian', ...figures }],
    silent: [{ playerid: releaseid, name: 'Jonas Berg', title: 'Writer', company: 'Blatt', country: 'SE' }],
    silenttotal: 4,
  });
  const user = open(<LabelReport />);
  expect(await screen.findByRole('heading', { name: 'Report of Harbour Records' })).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Label settings' }).getAttribute('href')).toMatch(
    /^\/label\/settings\/[\w-]+$/,
  );
  const [releases] = await screen.findAllByRole('table');
  expect(within(releases as HTMLElement).getByText('110')).toBeTruthy();
  for (const text of ['Germany', 'Radio Meridian', 'Jonas Berg', 'and 3 more'])
    expect(screen.getByText(text)).toBeTruthy();
  await user.selectOptions(screen.getByRole('combobox', { name: 'Label' }), 'Nine Tides');
  expect(address()).toBe(`?label=${harbour.slice(0, -1)}2`);
});

test('what opens from the console of operators stays in it', async () => {
  answer([row]);
  window.history.replaceState(null, '', '/operator/releases');
  renderScreen(withProviders(<StaffReleases />), '/operator/releases');
  const link = await screen.findByRole('link', { name: 'Night Ferry' });
  expect(link.getAttribute('href')).toBe(`/operator/releases/${row.releaseid}/report`);
  expect(screen.getByRole('link', { name: 'Over all releases' }).getAttribute('href')).toBe('/operator/report');
  window.history.replaceState(null, '', '/');
});

test.each([
  ['the labels', staffLabels],
  ['the report', labelReport],
])('a report says that it could not be loaded without %s', async (_name, route) => {
  server.refuse(route, 'UNEXPECTED');
  open(<LabelReport />);
  const { textContent } = await screen.findByRole('alert');
  expect(textContent).toBe('The report could not be loadedTry again in a moment.Try again');
});

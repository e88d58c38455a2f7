import { type StaffRelease, staffLabels, staffReleases } from '@promenade/contract/label';
import { labelReport } from '@promenade/contract/reports';
import { screen, within } from '@testing-library/react';
import type { ReactNode } from 'react';
import { useLocation } from 'react-router';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { signInAs } from '../testing/accounts.ts';
import { mockLayout, mockWindowWidth } from '../testing/browserMocks.ts';
import { type FakeServer, fakeServer } from '../testing/fakeServer.ts';
import { renderScreen, withProviders } from '../testing/render.ts';
import { LabelReport } from './LabelReport.tsx';
import { StaffReleases } from './StaffReleases.tsx';

const harbour = '00000000-0000-4000-8000-0000000000a1';
let server: FakeServer;
const Address = () => <output>{useLocation().search}</output>;
const address = () => screen.getByRole('status').textContent;
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

test('nothing that matches offers to clear the filters; a failure can be tried again', async () => {
  server.refuse(staffReleases, 'UNEXPECTED');
  const user = open(<StaffReleases />, '?q=nothing');
  const retry = await screen.findByRole('button', { name: 'Try again' });
  answer([]);
  await user.click(retry);
  await user.click(await screen.findByRole('button', { name: 'Clear the filters' }));
  expect(address()).toBe('');
});

test('the report over releases has each release, country and company, and who heard nothing', async () => {
  const figures = { recipients: 120, opened: 41, heard: 37, minutes: 95.4 };
  const counts = { mailed: 110, finished: 3, downloaded: 5, wrote: 1, passedon: 0 };
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
  const [releases] = await screen.findAllByRole('table');
  expect(within(releases as HTMLElement).getByText('110')).toBeTruthy();
  for (const text of ['Germany', 'Radio Meridian', 'Jonas Berg', 'and 3 more'])
    expect(screen.getByText(text)).toBeTruthy();
  await user.selectOptions(screen.getByRole('combobox', { name: 'Label' }), 'Nine Tides');
  expect(address()).toBe(`?label=${harbour.slice(0, -1)}2`);
});

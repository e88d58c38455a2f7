import { staffRelease } from '@promenade/contract/label';
import {
  followUp,
  type ReleaseReport as Report,
  releaseReport,
  reportRecipients,
  sendFollowUp,
} from '@promenade/contract/reports';
import { screen, waitFor, within } from '@testing-library/react';
import type { ComponentType } from 'react';
import { Route, Routes } from 'react-router';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { emitServerEvent } from '../platform/events.ts';
import { signInAs } from '../testing/accounts.ts';
import { mockCanvas, mockDialogs, mockLayout, mockWindowWidth } from '../testing/browserMocks.ts';
import { type FakeServer, fakeServer } from '../testing/fakeServer.ts';
import { renderScreen, withProviders } from '../testing/render.ts';
import { countPeople, createStaffDocument, noMails } from '../testing/staffDocument.ts';

const releaseid = '00000000-0000-4000-8000-000000000001';
const trackid = '00000000-0000-4000-8000-00000000000a';
let server: FakeServer;
beforeAll(() => mockLayout({ width: 1400, height: 900, scrollHeight: 4000 }));
beforeAll(mockCanvas);
// The library of the chart asks for the density of the screen when it is imported.
let ReleaseReport: ComponentType;
beforeAll(async () => {
  mockWindowWidth(1440);
  ({ ReleaseReport } = await import('./ReleaseReport.tsx'));
});
beforeEach(() => {
  mockWindowWidth(1440);
  mockDialogs();
  server = fakeServer();
  signInAs({ haslabels: true });
  server.answer(followUp, { ...toFollowUp, sentat: null });
  server.answer(reportRecipients, {
    items: [
      {
        playerid: trackid,
        name: 'Jonas Berg',
        title: 'Writer',
        company: 'Blatt',
        country: 'SE',
        mailed: null,
        nomail: true,
        opened: null,
        tracks: [{ trackid, title: 'One', version: '', seconds: 2, ranges: [[1, 3]] }],
        downloaded: [],
        wrote: null,
        reaction: {
          kind: 'version',
          version: 'Radio edit',
          note: 'The intro',
          trackid,
          second: 2,
          at: '2026-11-22T08:00:00.000Z',
        },
        passedon: ['Mia Ostrander'],
      },
    ],
    total: 1,
    page: 1,
    pagesize: 100,
  });
});

const toFollowUp = { people: 3, recipients: 100, opened: 90, unwanted: 5, cameback: 2, lost: 0 };
const none = { mailed: 0, opened: 0, heard: 0, finished: 0, downloaded: 0, wrote: 0, passedon: 0, reacted: 0 };
const report: Report = {
  release: {
    releaseid,
    title: 'Night Ferry',
    artist: 'Mara Lind',
    thumbnail: null,
    labelid: releaseid,
    label: 'Harbour Records',
    state: 'withdrawn',
    available: '2026-11-20T08:00:00.000Z',
  },
  mayedit: true,
  recipients: 100,
  people: { ...countPeople(100), operators: 2 },
  mails: { ...noMails, daily: 90, unwanted: 10 },
  ...none,
  reacted: 5,
  reactions: { rotation: 3, considering: 0, 'not-for-us': 1, version: 1 },
  opened: 50,
  heard: 41,
  finished: 10,
  downloadedwav: 0,
  downloadedmp3: 0,
  minutes: 12.4,
  usual: { releases: 20, ...none, opened: 0.41, heard: 0.41, finished: 0.2 },
  ownstaff: { opened: 2, heard: 1, downloaded: 0 },
  tracks: [
    { trackid, title: 'One', version: '', duration: 4, waveform: null, heard: 3, seconds: 8, strip: [3, 3, 2, 0] },
  ],
  days: [{ day: '2026-11-21', opened: 5, heard: 4, minutes: 12.4, downloaded: 0 }],
  countries: [{ name: 'SE', recipients: 1 }],
  companies: [{ name: 'Blatt', recipients: 1 }],
};

const open = (answer?: Partial<Report>, search = '') => {
  if (answer) server.answer(releaseReport, { ...report, ...answer });
  return renderScreen(
    withProviders(
      <Routes>
        <Route path="/label/releases/:releaseid/report" element={<ReleaseReport />} />
      </Routes>,
    ),
    `/label/releases/${releaseid}/report${search}`,
  );
};

test('each count has its share and what is usual for the label; own staff stand apart', async () => {
  open({});
  const figures = await screen.findByRole('region', { name: 'Figures' });
  const figure = (name: string) =>
    within(figures).getByText(name).parentElement?.textContent?.replaceAll('\u00a0', ' ');
  expect(figure('Recipients')).toBe('Recipients100');
  expect(figure('Mailed')).toBe('Mailed00 %as usual');
  within(figures).getByText(/Counted apart: 2 operators\.$/);
  expect(figure('Opened')).toBe('Opened5050 %usual 41 %');
  expect(figure('Heard')).toBe('Heard4141 %as usual');
  expect(figure('Finished')).toBe('Finished1010 %usual 20 %');
  expect(figure('Reacted')).toBe('Reacted55 %usual 0 %');
  for (const note of [
    'Mailed: 90 in their next daily mail · 10 want none',
    'Heard: 12.4 minutes in all',
    'Reacted: Adding to rotation 3 · Not for us 1 · Need another version 1',
    'Usual: the median of your last 20 releases at this age',
  ])
    within(figures).getByText(
      (_, element) => element?.textContent?.replaceAll('\u00a0', ' ') === note && element.matches('li'),
    );
  expect(within(figures).getByText(/^Your own staff, not counted above: 2 opened, 1 heard/)).toBeTruthy();
  expect(screen.getByText('Withdrawn')).toBeTruthy();
});

test('strips and days can be read without seeing them', async () => {
  open({});
  expect(
    await screen.findByRole('img', { name: 'Heard of One: 3 at the start, at most 3 at 0:00, 0 at the end' }),
  ).toBeTruthy();
  expect(within(screen.getByRole('table')).getByRole('row', { name: '21-Nov-2026 5 4 0 12.4' })).toBeTruthy();
});

test('recipients have their own strips, and are filtered and sorted by the server', async () => {
  const user = open({});
  const grid = await screen.findByRole('grid', { name: 'Recipients' });
  expect(
    within(grid).getByRole('img', {
      name: 'Heard of One: 0:01 to 0:03. Need another version: Radio edit, “The intro” at 0:02',
    }),
  ).toBeTruthy();
  expect(
    within(grid).getByText(
      'Not opened · Heard 0:02 · Need another version: Radio edit, “The intro” at 0:02 · Passed on to Mia Ostrander · does not want mails',
    ),
  ).toBeTruthy();
  await user.selectOptions(screen.getByRole('combobox', { name: 'Country' }), 'Sweden');
  await user.selectOptions(screen.getByRole('combobox', { name: 'State' }), 'Reacted');
  await user.click(within(grid).getByRole('button', { name: 'Company' }));
  const asked = server.calls.map(({ path }) => path).filter((path) => path.includes('/recipients'));
  expect(asked.at(-1)).toContain('sort=company&country=SE&state=reacted&page=1&pagesize=100');
});

test('the address says which recipients are shown, and in which order', async () => {
  open({}, '?state=reacted&country=SE&sort=company');
  await screen.findByRole('grid', { name: 'Recipients' });
  expect(screen.getByRole<HTMLSelectElement>('combobox', { name: 'State' }).value).toBe('reacted');
  const asked = server.calls.map(({ path }) => path).filter((path) => path.includes('/recipients'));
  expect(asked).toEqual([expect.stringContaining('sort=company&country=SE&state=reacted&page=1')]);
});

test('an editor mails it again once, after seeing to how many', async () => {
  server.answer(sendFollowUp, { ...toFollowUp, sentat: '2026-11-22T08:00:00.000Z' });
  const user = open({ release: { ...report.release, state: 'available' } });
  await user.click(await screen.findByRole('button', { name: 'Mail again' }));
  const dialog = await screen.findByRole('dialog', { name: 'Mail this release again?' });
  expect(within(dialog).getByText(/^3 of 100 recipients have not opened it/)).toBeTruthy();
  within(dialog).getByText('Not mailed: 90 opened it, 5 want no mails, 2 cannot be reached.');
  expect(within(dialog).getByTitle('The mail').getAttribute('src')).toBe(
    `/api/label/releases/${releaseid}/follow-up/mail`,
  );
  await user.click(within(dialog).getByRole('button', { name: 'Mail again' }));
  expect(await screen.findByText(/^Mailed again Nov 22, 2026, 8:00\sAM to 3 people$/)).toBeTruthy();
});

test('a viewer cannot mail it again, and what happens meanwhile is shown without a reload', async () => {
  open({ mayedit: false });
  const figures = await screen.findByRole('region', { name: 'Figures' });
  expect(screen.queryByRole('button', { name: 'Mail again' })).toBeNull();
  server.answer(releaseReport, { ...report, mayedit: false, opened: 51 });
  emitServerEvent({ type: 'report-changed', releaseid });
  await waitFor(() => expect(within(figures).getByText('51')).toBeTruthy());
});

test('a release that is withdrawn meanwhile can no longer be mailed again', async () => {
  open({ release: { ...report.release, state: 'available' } });
  await screen.findByRole('button', { name: 'Mail again' });
  server.answer(releaseReport, report);
  emitServerEvent({ type: 'release-changed', releaseid });
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Mail again' })).toBeNull());
});

test('a release that is not out yet shows what will happen instead of zeros', async () => {
  const release = { ...report.release, state: 'scheduled' as const };
  server.answer(
    staffRelease,
    createStaffDocument([{ title: 'One' }], { release, checks: [{ code: 'NO_ISRC', trackid }] }),
  );
  open({ release });
  const upcoming = within(await screen.findByRole('region', { name: 'What will happen' }));
  upcoming.getByText('3 recipients');
  upcoming.getByText('Nobody is mailed about it.');
  upcoming.getByText('1 warning');
  expect(screen.queryByRole('region', { name: 'Figures' })).toBeNull();
});

test('a release of another label has no report', async () => {
  server.refuse(releaseReport, 'RELEASE_NOT_FOUND');
  open();
  expect(await screen.findByRole('heading', { name: 'There is no report here', level: 1 })).toBeTruthy();
});

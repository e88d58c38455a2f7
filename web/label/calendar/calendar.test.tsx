import { type CalendarRelease, calendar, calendarFeed, makeCalendarFeed } from '@promenade/contract/calendar/calendar';
import { changeRelease, type StaffDocument, staffRelease } from '@promenade/contract/label';
import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { signInAs } from '../../testing/accounts.ts';
import { mockWindowWidth } from '../../testing/browserMocks.ts';
import { type FakeServer, fakeServer } from '../../testing/fakeServer.ts';
import { renderScreen, withProviders } from '../../testing/render.ts';
import { createStaffDocument } from '../../testing/staffDocument.ts';
import { Calendar } from './Calendar.tsx';
import { addMonths, listWeeks, moveTo } from './days.ts';

const release: CalendarRelease = {
  releaseid: '00000000-0000-4000-8000-000000000001',
  title: 'Night Ferry',
  artist: 'Mara Lind',
  label: 'Harbour',
  labelid: null,
  state: 'scheduled',
  mayedit: true,
  available: null,
  ends: null,
  impact: '2027-03-10',
};

let server: FakeServer;
let shown: CalendarRelease;
const patches: unknown[] = [];

beforeEach(() => {
  mockWindowWidth(1440);
  signInAs({ haslabels: true });
  patches.length = 0;
  shown = release;
  server = fakeServer();
  let document: StaffDocument = createStaffDocument([{ title: 'One' }], {});
  server.respondWith(calendar, () => Response.json({ items: [shown], undated: [] }));
  server.respondWith(staffRelease, () => Response.json(document));
  server.respondWith(changeRelease, (_signal, { body, path }) => {
    patches.push(body);
    const { impactdate = '' } = body as { impactdate?: string };
    if (impactdate === '2027-03-17' && !path.includes('confirmed'))
      return Response.json(
        {
          error: {
            code: 'STATE_UNCONFIRMED',
            message: '',
            fields: { title: 'Night Ferry', from: 'scheduled', to: 'available', people: '3' },
          },
        },
        { status: 409 },
      );
    document = { ...document, version: document.version + 1, document: { ...document.document, impactdate } };
    shown = { ...shown, impact: impactdate };
    return Response.json(document);
  });
});

const cellOf = (title: string) => screen.getByRole('link', { name: new RegExp(title) }).closest('td')?.dataset['day'];

test('a day is moved by keys, keeps the focus, and can be taken back', async () => {
  const user = renderScreen(withProviders(<Calendar />), '/label/calendar?month=2027-03');
  const table = await screen.findByRole('table', { name: 'March 2027' });
  const link = await within(table).findByRole('link', { name: /Impact Night Ferry/ });
  expect(cellOf('Night Ferry')).toBe('2027-03-10');
  link.focus();
  await user.keyboard('{Shift>}{ArrowRight}{/Shift}');
  await waitFor(() => expect(cellOf('Night Ferry')).toBe('2027-03-11'));
  await waitFor(() => expect(document.activeElement?.textContent).toContain('Night Ferry'));
  expect(patches).toEqual([{ impactdate: '2027-03-11' }]);
});

test('a move over the border of a state asks first, and no leaves it where it is', async () => {
  const user = renderScreen(withProviders(<Calendar />), '/label/calendar?month=2027-03');
  (await screen.findByRole('link', { name: /Night Ferry/ })).focus();
  await user.keyboard('{Shift>}{ArrowDown}{/Shift}');
  const question = await screen.findByRole('alertdialog');
  await user.click(within(question).getByRole('button', { name: 'Cancel' }));
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
  expect(cellOf('Night Ferry')).toBe('2027-03-10');
  screen.getByRole('link', { name: /Night Ferry/ }).focus();
  await user.keyboard('{Shift>}{ArrowDown}{/Shift}');
  await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: /Publish|now/i }));
  await waitFor(() => expect(cellOf('Night Ferry')).toBe('2027-03-17'));
});

test('a phone shows the days below one another', async () => {
  mockWindowWidth(390);
  renderScreen(withProviders(<Calendar />), '/label/calendar?month=2027-03');
  await screen.findByRole('heading', { name: /Mar.*10|10.*Mar/ });
  expect(screen.queryByRole('table')).toBeNull();
});

test('the address of the feed is shown once', async () => {
  server.answer(calendarFeed, { since: null, used: null });
  server.answer(makeCalendarFeed, { url: 'https://a.example/api/label/calendar/x.ics' });
  const user = renderScreen(withProviders(<Calendar />), '/label/calendar');
  await user.click(await screen.findByRole('button', { name: 'Subscribe' }));
  await user.click(await screen.findByRole('button', { name: 'Make an address' }));
  expect((await screen.findByRole<HTMLInputElement>('textbox', { name: 'Address' })).value).toMatch(/\.ics$/);
});

test('a month has whole weeks from Monday, and an instant that is moved keeps its time', () => {
  const weeks = listWeeks('2027-02');
  expect([weeks.length, weeks[0]?.[0], weeks.at(-1)?.[6]]).toEqual([4, '2027-02-01', '2027-02-28']);
  expect(listWeeks('2027-05').flat()).toHaveLength(42);
  expect(addMonths('2027-12', 1)).toBe('2028-01');
  const available = new Date(2027, 2, 27, 10, 30).toISOString();
  const moved = moveTo({ release: { ...release, available }, kind: 'available' }, '2027-03-29');
  expect(moved).toEqual({ available: new Date(2027, 2, 29, 10, 30).toISOString() });
  expect(moveTo({ release, kind: 'available' }, '2027-03-29')).toEqual({
    available: new Date(2027, 2, 29, 9).toISOString(),
  });
});

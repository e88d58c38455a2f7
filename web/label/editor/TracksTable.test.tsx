import { changeRelease } from '@promenade/contract/label';
import { replaceRecording } from '@promenade/contract/uploads';
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { Route, Routes } from 'react-router';
import { beforeEach, expect, test } from 'vitest';
import { endSession } from '../../platform/session.ts';
import { signInAs } from '../../testing/accounts.ts';
import { mockDialogs, mockWindowWidth } from '../../testing/browserMocks.ts';
import { type FakeServer, fakeServer } from '../../testing/fakeServer.ts';
import { createDelivery, fakeUploads } from '../../testing/fakeUploads.ts';
import { renderScreen, withProviders } from '../../testing/render.ts';
import { createStaffDocument, serveStaffDocument, staffReleaseId, staffTrackIds } from '../../testing/staffDocument.ts';
import { ReleaseEditor } from './ReleaseEditor.tsx';
import { parseClipboard } from './trackCells.ts';

const [one = '', two = '', three = ''] = staffTrackIds;
const release = createStaffDocument([
  { title: 'One', composer: 'Ada' },
  { title: 'Two' },
  { title: 'Three', explicit: 'clean' },
]);
let server: FakeServer;
beforeEach(() => {
  mockWindowWidth(1440);
  server = fakeServer();
  signInAs({ haslabels: true });
  serveStaffDocument(server, release);
});

async function open(): Promise<UserEvent> {
  const user = renderScreen(
    withProviders(
      <Routes>
        <Route path="/label/releases/:releaseid" element={<ReleaseEditor />} />
      </Routes>,
    ),
    `/label/releases/${staffReleaseId}`,
  );
  await screen.findByRole('grid', { name: 'Tracks' });
  return user;
}

const headers = () => screen.getAllByRole('columnheader').map(({ textContent }) => textContent);
/** The cell of a row, counted from 1 below the headers. */
function cell(row: number, column: string): HTMLElement {
  const cells = within(screen.getAllByRole('row')[row] as HTMLElement).getAllByRole('cell');
  return cells[headers().indexOf(column) - 1] as HTMLElement;
}
const columnTexts = (column: string) =>
  screen.getAllByRole('row').flatMap((_, row) => (row === 0 ? [] : [cell(row, column).textContent]));
const patches = () => server.calls.filter(({ method }) => method === 'PATCH').map(({ body }) => body);

test('cells are typed in with the keys of a spreadsheet, and saved when they are left', async () => {
  const user = await open();
  await user.click(cell(1, 'Title'));
  await user.keyboard('Uno{Enter}Dos{Tab}');
  expect(document.activeElement).toBe(cell(2, 'Version'));
  await user.keyboard('{ArrowUp}{F2}mix{Escape}');
  await user.keyboard('{ArrowRight}{ArrowRight}c{Enter}');
  await waitFor(() => expect(columnTexts('Title')).toEqual(['Uno', 'Dos', 'Three']));
  await waitFor(() =>
    expect(patches()).toEqual([
      { tracks: { [one]: { title: 'Uno' } } },
      { tracks: { [two]: { title: 'Dos' } } },
      { tracks: { [one]: { explicit: 'clean' } } },
    ]),
  );
  await screen.findByText('Saved');
  // Escape and then Tab leave the table; on the way out nothing is edited.
  await user.keyboard('{Escape}{Tab}');
  expect(screen.getByRole('grid').contains(document.activeElement)).toBe(false);
});

test('a part of a spreadsheet is pasted over rows and columns, and undone at once', async () => {
  const user = await open();
  await user.click(cell(1, 'Explicit'));
  await user.paste('yes\tUS-QX9-13-00108\t"Ada; ""B"""\nno\tnonsense\tCleo\r\nclean\t\t\nsurplus\t1\t2\n');
  await waitFor(() => expect(patches()).toHaveLength(1));
  expect(patches()).toEqual([
    {
      tracks: {
        [one]: { explicit: 'explicit', isrc: 'USQX91300108', composer: 'Ada; "B"' },
        [two]: { explicit: 'clean', composer: 'Cleo' },
      },
    },
  ]);
  screen.getByText('3 copied cells did not fit into the table.');
  await waitFor(() => expect(columnTexts('ISRC')).toEqual(['USQX91300108', 'nonsense', '']));
  // What is not accepted stays with its sentence.
  await user.click(cell(2, 'ISRC'));
  expect(cell(2, 'ISRC').getAttribute('aria-invalid')).toBe('true');
  screen.getByText('This is no ISRC, such as US-QX9-13-00108.');
  await user.keyboard('{Control>}z{/Control}');
  await waitFor(() => expect(columnTexts('Composer')).toEqual(['Ada', '', '']));
  expect(patches()[1]).toEqual({
    tracks: { [one]: { explicit: null, isrc: null, composer: 'Ada' }, [two]: { explicit: null, composer: null } },
  });
});

test('times, numbers, names and yes or no are understood as people write them', async () => {
  const user = await open();
  await user.click(cell(1, 'Hook start'));
  await user.paste('1:23,5\t128,5\t8A\tYes\n0:01:05\tfast\tH\tno\n12\t90\tf# major\tx');
  await waitFor(() => expect(columnTexts('Hook start')).toEqual(['1:23.5', '1:05', '0:12']));
  await user.click(cell(1, 'Writers'));
  await user.paste('Ada; Cleo');
  await waitFor(() => expect(patches()).toHaveLength(2));
  expect(patches()).toEqual([
    {
      tracks: {
        [one]: { hookstart: 83.5, bpm: 128.5, key: 'A minor', stream_only: true },
        [two]: { hookstart: 65, stream_only: false },
        [three]: { hookstart: 12, bpm: 90, key: 'F# major', stream_only: true },
      },
    },
    { tracks: { [one]: { writers: ['Ada', 'Cleo'] } } },
  ]);
});

test('values fill the cells below, and one copied value all chosen cells', async () => {
  const user = await open();
  await user.click(cell(1, 'Composer'));
  await user.keyboard('{Shift>}{ArrowDown}{ArrowDown}{/Shift}{Control>}d{/Control}');
  await waitFor(() => expect(columnTexts('Composer')).toEqual(['Ada', 'Ada', 'Ada']));
  await user.click(cell(1, 'Producer'));
  await user.keyboard('{Shift>}{ArrowDown}{/Shift}');
  await user.paste('Bo');
  await waitFor(() => expect(columnTexts('Producer')).toEqual(['Bo', 'Bo', '']));
  await user.click(cell(3, 'Producer'));
  await user.click(screen.getByRole('button', { name: 'Fill down' }));
  await waitFor(() => expect(columnTexts('Producer')).toEqual(['Bo', 'Bo', 'Bo']));
  await user.keyboard('{Shift>}{ArrowUp}{ArrowLeft}{/Shift}');
  let copied = '';
  fireEvent.copy(document.activeElement ?? document.body, {
    clipboardData: { setData: (_type: string, text: string) => (copied = text) },
  });
  expect(copied).toBe('\tBo\n\tBo');
  await user.keyboard('{Delete}');
  await waitFor(() => expect(columnTexts('Producer')).toEqual(['Bo', '', '']));
});

test('selected tracks are edited at once; what differs is mixed, which is not empty', async () => {
  const user = await open();
  await user.click(screen.getByRole('checkbox', { name: 'Select track 1: One' }));
  await user.click(screen.getByRole('checkbox', { name: 'Select track 3: Three' }));
  screen.getByRole('rowheader', { name: '2 selected tracks' });
  expect([cell(1, 'Title').textContent, cell(1, 'Composer').textContent, cell(1, 'Version').textContent]).toEqual([
    'mixed',
    'mixed',
    '',
  ]);
  // Looking changes nothing.
  await user.click(cell(1, 'Composer'));
  await user.keyboard('{Enter}{Tab}');
  expect(patches()).toEqual([]);
  await user.keyboard('{ArrowLeft}Cleo{Enter}');
  await waitFor(() => expect(columnTexts('Composer')).toEqual(['Cleo', 'Cleo', '', 'Cleo']));
  expect(patches()).toEqual([{ tracks: { [one]: { composer: 'Cleo' }, [three]: { composer: 'Cleo' } } }]);
});

test('tracks are put in another order by keys, over discs', async () => {
  serveStaffDocument(
    server,
    createStaffDocument([
      { title: 'One', disc: 1, ordinal: 1 },
      { title: 'Two', disc: 1, ordinal: 2 },
      { title: 'Three', disc: 2, ordinal: 3 },
    ]),
  );
  const user = await open();
  screen.getByRole('button', { name: 'Move track 3: Three' }).focus();
  await user.keyboard('{ArrowUp}');
  await waitFor(() => expect(columnTexts('Title')).toEqual(['One', 'Three', 'Two']));
  await waitFor(() =>
    expect(patches()).toEqual([{ tracks: { [three]: { disc: 1, ordinal: 2 }, [two]: { disc: 2, ordinal: 3 } } }]),
  );
});

test('who edited meanwhile is named, and what was typed stays until it is saved', async () => {
  const user = await open();
  server.respondWith(changeRelease, () =>
    Response.json({ error: { code: 'EDITED_MEANWHILE', message: '', fields: { tracks: 'Edda' } } }, { status: 412 }),
  );
  await user.click(cell(2, 'Title'));
  await user.keyboard('Dos{Tab}');
  await screen.findByText(/Edda changed this meanwhile/);
  expect(cell(2, 'Title').textContent).toBe('Dos');
  serveStaffDocument(server, release);
  await user.click(cell(2, 'Title'));
  await user.keyboard('{Enter}{Enter}');
  await screen.findByText('Saved');
  expect(patches().at(-1)).toEqual({ tracks: { [two]: { title: 'Dos' } } });
});

test('an edited cell tells what was delivered, who edited it, and follows the delivery again', async () => {
  serveStaffDocument(server, {
    ...release,
    delivered: createStaffDocument([{ title: 'Won', composer: 'Ada' }]).document,
    edited: { [`tracks.${one}.title`]: { by: 'Edda', at: '2026-11-02T00:00:00.000Z' } },
  });
  const user = await open();
  await user.click(cell(1, 'Title'));
  screen.getByText('Delivered: Won');
  screen.getByText(/^Edited by Edda, Nov 2, 2026, 12:00\sAM$/);
  await user.click(screen.getByRole('button', { name: "Use the delivery's value of Title" }));
  await waitFor(() => expect(columnTexts('Title')[0]).toBe('Won'));
});

test('the recording of a track is replaced by an uploaded file', async () => {
  mockDialogs();
  const fake = fakeUploads(server);
  server.respondWith(replaceRecording, () => Response.json(createDelivery({ state: 'importing' }), { status: 202 }));
  const user = await open();
  await user.click(screen.getByRole('button', { name: 'Replace the recording of Two' }));
  const dialog = await screen.findByRole('dialog', { name: 'Replace the recording of Two' });
  await user.upload(
    within(dialog).getByLabelText('Choose an audio file', { selector: 'input' }),
    new File(['new sound'], 'two.wav'),
  );
  const path = `/api/label/releases/${staffReleaseId}/tracks/${two}/recording`;
  await waitFor(() => expect(server.calls.filter((call) => call.path === path)).toHaveLength(1));
  expect([...fake.received.values()]).toEqual(['new sound']);
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

test('a viewer reads the table, and changes nothing', async () => {
  serveStaffDocument(server, { ...release, mayedit: false });
  const user = await open();
  await user.click(cell(1, 'Title'));
  await user.keyboard('X{Enter}{Delete}{Control>}d{/Control}');
  await user.paste('X');
  expect(screen.queryByRole('checkbox', { name: /Select track/ })).toBeNull();
  expect(screen.queryByRole('button', { name: /Replace the recording/ })).toBeNull();
  expect(columnTexts('Title')).toEqual(['One', 'Two', 'Three']);
  expect(patches()).toEqual([]);
});

test('on a phone the tracks are a list to read', async () => {
  mockWindowWidth(390);
  renderScreen(
    withProviders(
      <Routes>
        <Route path="/label/releases/:releaseid" element={<ReleaseEditor />} />
      </Routes>,
    ),
    `/label/releases/${staffReleaseId}`,
  );
  await screen.findByRole('heading', { name: '1. One' });
  screen.getByText('Ada');
  expect(screen.queryByRole('grid')).toBeNull();
});

test.each([
  ['quotes of a title', '"Heroes"\t"Heroes"', [['"Heroes"', '"Heroes"']]],
  ['inches below a quote', '"Heroes\n7"', [['"Heroes'], ['7"']]],
  [
    'quotes over two rows of a grid',
    '"Heroes\tA\r\nRemix"\tB\r\n',
    [
      ['"Heroes', 'A'],
      ['Remix"', 'B'],
    ],
  ],
  ['quotes within titles', '"Weird Al" Yankovic\n7" Mix', [['"Weird Al" Yankovic'], ['7" Mix']]],
  ['two quotes alone', '""\tB', [['""', 'B']]],
  [
    'a line end',
    '"One\nTwo"\tB\nC\tD',
    [
      ['One\nTwo', 'B'],
      ['C', 'D'],
    ],
  ],
  [
    'a line end within the second of three',
    'Ada\t"Ada\nBob"\tHarbour\nEve\t"Eve\nDan"\tPier',
    [
      ['Ada', 'Ada\nBob', 'Harbour'],
      ['Eve', 'Eve\nDan', 'Pier'],
    ],
  ],
  ['a line end before a year', '"Night Pier\n2026"', [['Night Pier\n2026']]],
  ['a line end alone', '"One\nTwo"', [['One\nTwo']]],
  ['a tab', '"One\tTwo"\tB', [['One\tTwo', 'B']]],
  ['doubled quotes', '"7"" and\n12"""\tB', [['7" and\n12"', 'B']]],
  [
    'empty cells',
    'A\t\n\tB',
    [
      ['A', ''],
      ['', 'B'],
    ],
  ],
])('%s in pasted cells', (_what, text, rows) => {
  expect(parseClipboard(text)).toEqual(rows);
});

test('a text in a cell that is not left survives a reload, and one that could not be saved another sign-in', async () => {
  const user = await open();
  await user.click(cell(2, 'Composer'));
  await user.keyboard('Grace{Tab}');
  await waitFor(() => expect(patches()).toHaveLength(1));
  await waitFor(() => expect(cell(2, 'Composer').getAttribute('aria-invalid')).toBeNull());
  server.refuse(changeRelease, 'UNAUTHENTICATED');
  await user.click(cell(3, 'Composer'));
  await user.keyboard('Kay{Tab}');
  await waitFor(() => expect(cell(3, 'Composer').getAttribute('aria-invalid')).toBe('true'));
  await user.click(cell(1, 'Version'));
  await user.keyboard('Dub');
  endSession({ keepsState: true });
  cleanup();
  signInAs({ haslabels: true, playerid: 'another' });
  await open();
  expect(columnTexts('Composer')).toEqual(['Ada', 'Grace', '']);
  cleanup();
  signInAs({ haslabels: true });
  await open();
  expect(columnTexts('Composer')).toEqual(['Ada', 'Grace', 'Kay']);
  expect(columnTexts('Version')).toEqual(['Dub', '', '']);
});

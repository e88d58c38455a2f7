import { cancelMail, sendTestMail } from '@promenade/contract/announcements';
import { setAudience } from '@promenade/contract/audience';
import {
  changeRelease,
  deleteDraft,
  labelPackages,
  labelPeople,
  publishDraft,
  type StaffDocument,
  type StaffPerson,
  staffRelease,
  staffReleases,
  withdrawStaffRelease,
} from '@promenade/contract/label';
import { releaseHistory, undoChange } from '@promenade/contract/releaseHistory';
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { Route, Routes } from 'react-router';
import { beforeEach, expect, test } from 'vitest';
import { signInAs } from '../../testing/accounts.ts';
import { mockWindowWidth } from '../../testing/browserMocks.ts';
import { type FakeServer, fakeServer } from '../../testing/fakeServer.ts';
import { renderScreen, withProviders } from '../../testing/render.ts';
import {
  countPeople,
  createStaffDocument,
  noMails,
  serveStaffDocument,
  staffReleaseId,
  staffTrackIds,
} from '../../testing/staffDocument.ts';
import { DropTarget } from '../deliver/NewRelease.tsx';
import { ReleaseEditor } from './ReleaseEditor.tsx';

const releaseid = staffReleaseId;
const [trackid = ''] = staffTrackIds;
const answer = createStaffDocument([{ title: 'One', explicit: 'unknown' }], {
  checks: [{ code: 'NO_ISRC', trackid }],
});
const { document } = answer;
let server: FakeServer;
beforeEach(() => {
  mockWindowWidth(1440);
  server = fakeServer();
  signInAs({ haslabels: true });
  server.answer(staffRelease, answer);
  server.answer(releaseHistory, { items: [], total: 0, page: 1, pagesize: 100 });
});

const open = () =>
  renderScreen(
    withProviders(
      <>
        <DropTarget />
        <Routes>
          <Route path="/label/releases/:releaseid" element={<ReleaseEditor />} />
        </Routes>
      </>,
    ),
    `/label/releases/${releaseid}`,
  );

/** What is said of an edited field shows while its mark has the focus. */
async function focusMark(field: string): Promise<void> {
  const mark = await screen.findByRole('button', { name: `${field} is edited` });
  act(() => mark.focus());
}

const patches = () => server.calls.filter(({ method }) => method === 'PATCH');

test('a field is saved when it is left, over the version that is shown, and can follow the delivery again', async () => {
  const user = open();
  const title = (await screen.findAllByLabelText('Title'))[0] as HTMLInputElement;
  server.answer(changeRelease, { ...answer, version: 5, document: { ...document, title: 'Night Ferry' } });
  await user.clear(title);
  await user.type(title, 'Night Ferry');
  expect(patches()).toEqual([]);
  await user.tab();
  await screen.findByText('Saved');
  expect(patches()).toMatchObject([{ body: { title: 'Night Ferry' }, headers: { 'if-match': '"4"' } }]);
  expect(screen.queryByText('Delivered: Nigth Ferry')).toBeNull();
  await focusMark('Title');
  screen.getByText('Delivered: Nigth Ferry');
  await user.click(screen.getByRole('button', { name: "Use the delivery's value of Title" }));
  await waitFor(() =>
    expect(patches()[1]).toMatchObject({ body: { title: 'Nigth Ferry' }, headers: { 'if-match': '"5"' } }),
  );
});

test('a press text is pasted, chosen as a file, and shown as the server sanitised it; lyrics are per track', async () => {
  serveStaffDocument(
    server,
    createStaffDocument([{ title: 'One' }, { title: 'Two', lyrics: 'La la' }], {
      delivered: { ...document, promo: '<p>Delivered</p>' },
    }),
  );
  const user = open();
  const press = await screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'Press text (HTML)' });
  const clipboard: Record<string, string> = { 'text/html': '<html><body><!--x--><b>Out</b> now</body></html>' };
  await user.click(press);
  fireEvent.paste(press, { clipboardData: { getData: (type: string) => clipboard[type] ?? '' } });
  expect(press.value).toBe('<b>Out</b> now');
  await user.tab();
  const frame = await screen.findByTitle<HTMLIFrameElement>(/Nigth Ferry/);
  expect(frame.srcdoc).toContain('<b>Out</b> now');
  await user.upload(screen.getByLabelText('Choose an HTML file'), new File([new Uint8Array([0xfc])], 'promo.html'));
  await waitFor(() => expect(press.value).toBe('ü'));
  await focusMark('Press text (HTML)');
  await user.click(screen.getByRole('button', { name: "Use the delivery's value of Press text (HTML)" }));
  await waitFor(() => expect(press.value).toBe('<p>Delivered</p>'));
  await user.selectOptions(screen.getByLabelText('Lyrics of'), '2. Two');
  await user.type(screen.getByDisplayValue('La la'), ' la{Tab}');
  await waitFor(() =>
    expect(patches().map(({ body }) => body)).toEqual([
      { promo: '<b>Out</b> now' },
      { promo: 'ü' },
      { promo: '<p>Delivered</p>' },
      { tracks: { [staffTrackIds[1] ?? '']: { lyrics: 'La la la' } } },
    ]),
  );
});

test('who edited meanwhile is named, and what was typed stays', async () => {
  const user = open();
  server.respondWith(changeRelease, () =>
    Response.json({ error: { code: 'EDITED_MEANWHILE', message: '', fields: { title: 'Edda' } } }, { status: 412 }),
  );
  const title = (await screen.findAllByLabelText('Title'))[0] as HTMLInputElement;
  await user.type(title, '!{Tab}');
  await screen.findByText(/Edda changed this meanwhile/);
  expect(title.value).toBe('Nigth Ferry!');
});

test('the history tells who changed what, and sets an edit or a delivery back; a viewer changes nothing', async () => {
  const at = '2026-11-01T00:00:00.000Z';
  const delivered = { at, by: null, action: 'import.update', before: null, after: null };
  server.answer(releaseHistory, {
    items: [
      {
        changeid: '7',
        at: '2026-11-02T00:00:00.000Z',
        by: 'Edda',
        action: 'release.edit',
        before: { title: 'Old', tracks: { [trackid]: { isrc: null } } },
        after: { title: 'Nigth Ferry', tracks: { [trackid]: { isrc: 'USQX91300108' } } },
        undoable: true,
      },
      { ...delivered, changeid: '6', undoable: true },
      { ...delivered, changeid: '5', undoable: true },
      { ...delivered, changeid: '4', undoable: false },
    ],
    total: 4,
    page: 1,
    pagesize: 100,
  });
  const user = open();
  await screen.findByText('Title: Old → Nigth Ferry');
  screen.getByText('ISRC of track 1: nothing → USQX91300108');
  server.answer(undoChange, answer);
  const buttons = screen.getAllByRole('button', { name: 'Set back' });
  expect(buttons).toHaveLength(3);
  for (const button of buttons) await user.click(button);
  const isUndone = (change: string) => server.calls.some(({ path }) => path.endsWith(`/history/${change}/undo`));
  await waitFor(() => expect([isUndone('7'), isUndone('6')]).toEqual([true, true]));
  expect(isUndone('5')).toBe(false);
  const dialog = within(await screen.findByRole('alertdialog'));
  dialog.getByText(/: 1 later delivery or recording goes with it\./);
  await user.click(dialog.getByRole('button', { name: 'Set back' }));
  await waitFor(() => expect(isUndone('5')).toBe(true));
  cleanup();
  server.answer(staffRelease, { ...answer, mayedit: false });
  open();
  await screen.findByText(/Editors of the label can change it/);
  expect(screen.getByLabelText<HTMLInputElement>('UPC').disabled).toBe(true);
  expect(screen.queryByRole('button', { name: 'Add a genre' })).toBeNull();
  expect(screen.queryByRole('button', { name: 'Set back' })).toBeNull();
});

test('the summary leads to the field of a check, and names the other release', async () => {
  const other = { releaseid: '00000000-0000-4000-8000-000000000002', title: 'Elsewhere' };
  server.answer(staffRelease, {
    ...answer,
    edited: { title: { by: 'Edda', at: '2026-11-02T00:00:00.000Z' } },
    delivered: { ...document, title: 'Old' },
    checks: [
      { code: 'SAME_RECORDING', trackid, other },
      { code: 'NO_ARTIST', trackid: null },
      { code: 'NO_ISRC', trackid },
    ],
  });
  const user = open();
  await user.click(await screen.findByText('1 error, 2 warnings, 3 recipients'));
  await user.click(screen.getByRole('link', { name: 'The release has no artist.' }));
  expect(window.document.activeElement).toBe(screen.getByLabelText('Artist'));
  await user.click(screen.getByRole('link', { name: 'Track 1 has no ISRC.' }));
  expect(window.document.activeElement?.getAttribute('data-field')).toBe('isrc');
  expect(screen.getByRole('link', { name: 'Open Elsewhere' }).getAttribute('href')).toBe(
    `/label/releases/${other.releaseid}`,
  );
  await focusMark('Title');
  await screen.findByText(/^Edited by Edda, Nov 2, 2026, 12:00\sAM$/);
});

const person = (name: string, id: number): StaffPerson => ({
  playerid: `00000000-0000-4000-8000-0000000001${id}`,
  name,
  title: 'Programmer',
  company: 'Wave FM',
  country: 'DE',
});
const [mona, nils] = [person('Mona', 10), person('Nils', 11)];
const page = { total: 2, page: 1, pagesize: 100 };

test('the audience is packages, people, addresses and everyone of another release; the answer says how many', async () => {
  const otherid = '00000000-0000-4000-8000-000000000002';
  const undecided = { ...answer.audience, decided: false, packages: [], excluded: [nils], counts: countPeople(0) };
  const counted = { ...countPeople(37), addresses: 2, former: 1, ownstaff: 3, operators: 1 };
  let current: StaffDocument = { ...answer, audience: undecided };
  const bodies: unknown[] = [];
  server.respondWith(staffRelease, (_signal, { path }) =>
    Response.json(
      path.endsWith(otherid)
        ? {
            ...answer,
            audience: { ...undecided, packages: ['Press', 'Closed'], people: [mona], addresses: ['a@b.test'] },
          }
        : current,
    ),
  );
  server.answer(labelPackages, {
    items: [
      { name: 'Press', people: 5 },
      { name: 'Radio', people: 30 },
    ],
    ...page,
  });
  server.answer(labelPeople, { items: [mona, nils] });
  server.answer(staffReleases, {
    items: [{ ...current.release, ...counts, releaseid: otherid, title: 'Elsewhere' }],
    ...page,
  });
  server.respondWith(setAudience, (_signal, { body }) => {
    bodies.push(body);
    const { packages, people, excluded, addresses } = body as typeof undecided & {
      people: string[];
      excluded: string[];
    };
    const named = (ids: string[]) => [mona, nils].filter(({ playerid }) => ids.includes(playerid));
    const chosen = { packages, people: named(people), excluded: named(excluded), addresses };
    const audience = { ...undecided, ...chosen, decided: true, counts: counted };
    current = { ...current, version: current.version + 1, audience };
    return Response.json(current);
  });
  const user = open();
  await screen.findByText('Nobody has decided yet who receives it.');
  const audience = within(screen.getByRole('region', { name: 'Audience' }));
  await user.click(await audience.findByRole('checkbox', { name: 'Radio' }));
  const question = within(await screen.findByRole('alertdialog', { name: 'Give it to Radio?' }));
  expect(bodies).toEqual([]);
  await user.click(question.getByRole('button', { name: 'Give it to them' }));
  await audience.findByText('37 recipients, 2 typed addresses');
  audience.getByText(
    'Recipients are the active accounts to which it is, was or will be delivered. 1 of them lost it. Counted apart: 3 of your own staff, 1 operator.',
  );
  await user.click(audience.getByRole('button', { name: 'Add people' }));
  await user.click(await screen.findByRole('option', { name: /Nils/ }));
  await user.click(audience.getByRole('button', { name: 'Add people' }));
  await user.type(screen.getByRole('combobox'), 'new@radio.test');
  await user.click(await screen.findByRole('option', { name: 'Deliver to new@radio.test' }));
  await user.click(audience.getByRole('button', { name: 'Everyone who got …' }));
  await user.click(await screen.findByRole('option', { name: /Elsewhere/ }));
  await audience.findByText('Mona');
  audience.getByText('Left out, because the label may not deliver to it: Closed');
  await user.click(audience.getByRole('button', { name: 'Remove Nils' }));
  const none = { packages: ['Radio'], people: [], excluded: [], addresses: [], lists: [], excludedlists: [] };
  const all = { ...none, packages: ['Radio', 'Press'], addresses: ['new@radio.test', 'a@b.test'] };
  await waitFor(() =>
    expect(bodies).toEqual([
      { ...none, excluded: [nils.playerid] },
      { ...none, people: [nils.playerid] },
      { ...none, people: [nils.playerid], addresses: ['new@radio.test'] },
      { ...all, people: [nils.playerid, mona.playerid] },
      { ...all, people: [mona.playerid] },
    ]),
  );
  const matches = server.calls.filter(({ method }) => method === 'PUT').map(({ headers }) => headers['if-match']);
  expect(matches).toEqual(['"4"', '"5"', '"6"', '"7"', '"8"']);
});

const counts = { impact: null, tracks: 1, recipients: 1, opened: 0, heard: 0, downloaded: 0 };
const draft: StaffDocument = {
  ...answer,
  release: { ...answer.release, state: 'draft' },
  audience: { ...answer.audience, counts: countPeople(0) },
};
const sent = (end: string) => server.calls.filter(({ method, path }) => method === 'POST' && path.endsWith(end));

test('an incomplete draft lists what is missing and is not published; one for nobody asks once', async () => {
  server.answer(staffRelease, { ...draft, checks: [{ code: 'NO_TITLE', trackid: null }] });
  const fields = { title: 'Night Ferry', from: 'draft', to: 'available', people: '0' };
  server.respondWith(publishDraft, (_signal, { body }) =>
    (body as { confirmed: boolean }).confirmed
      ? Response.json({ error: { code: 'RELEASE_INCOMPLETE', message: '' } }, { status: 409 })
      : Response.json({ error: { code: 'STATE_UNCONFIRMED', message: '', fields } }, { status: 409 }),
  );
  const user = open();
  const region = within(await screen.findByRole('region', { name: 'Publish' }));
  region.getByRole('link', { name: 'The release has no title.' });
  await user.type(region.getByLabelText('Message above the release'), 'Out soon');
  await user.click(region.getByRole('button', { name: 'Publish' }));
  const dialog = within(await screen.findByRole('alertdialog'));
  dialog.getByText('Nobody receives it.');
  await user.click(dialog.getByRole('button', { name: 'Publish' }));
  await screen.findByText(/It cannot be published yet/);
  const body = { available: null, mail: { at: null, subject: '', message: 'Out soon' } };
  expect(sent('/publish').map(({ body }) => body)).toEqual([
    { ...body, confirmed: false },
    { ...body, confirmed: true },
  ]);
});

test('a draft is published at an instant, with a mail at another, after a test mail', async () => {
  const announcement = { ...draft.announcement, counts: { ...noMails, daily: 34, weekly: 1, unwanted: 2 } };
  server.answer(staffRelease, { ...draft, audience: { ...draft.audience, counts: countPeople(37) }, announcement });
  server.answer(sendTestMail, undefined);
  server.answer(publishDraft, { ...answer, release: { ...answer.release, state: 'scheduled' } });
  const user = open();
  const region = within(await screen.findByRole('region', { name: 'Publish' }));
  await user.click(region.getByRole('button', { name: 'Send a test mail to me' }));
  await region.findByText('The test mail is on its way to you.');
  const forecast =
    'Mails to the recipients: 0 at once · 34 in their next daily mail · 1 in their next weekly mail · 2 want none.';
  region.getByText(forecast);
  await user.selectOptions(region.getByLabelText('Available'), 'At a day and time');
  await user.selectOptions(region.getByLabelText('Mail about it'), 'At another day and time');
  await user.click(region.getByRole('button', { name: 'Schedule' }));
  expect(region.getAllByText('Choose a day and time.')).toHaveLength(2);
  await user.type(region.getByLabelText('Day and time'), '2099-01-02T10:00');
  await user.type(region.getByLabelText('Day and time of the mail'), '2099-01-01T10:00');
  await user.click(region.getByRole('button', { name: 'Schedule' }));
  region.getByText('The mail cannot come before the release.');
  await user.clear(region.getByLabelText('Day and time of the mail'));
  await user.type(region.getByLabelText('Day and time of the mail'), '2099-01-03T10:00');
  await user.click(region.getByRole('button', { name: 'Schedule' }));
  await screen.findByText(/It becomes available/);
  expect(sent('/publish').map(({ body }) => body)).toEqual([
    {
      available: new Date('2099-01-02T10:00').toISOString(),
      mail: { at: new Date('2099-01-03T10:00').toISOString(), subject: '', message: '' },
      confirmed: false,
    },
  ]);
});

test('a draft is deleted; a published release is withdrawn after a sentence of what happens, its mail cancelled', async () => {
  server.answer(staffRelease, draft);
  server.answer(deleteDraft, undefined);
  const user = open();
  await user.click(await screen.findByRole('button', { name: 'Delete draft' }));
  await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Delete draft' }));
  await waitFor(() => expect(server.calls.some(({ method }) => method === 'DELETE')).toBe(true));
  cleanup();
  const announcement = {
    at: '2099-01-01T00:00:00.000Z',
    withrelease: false,
    subject: '',
    message: '',
    sent: false,
    counts: noMails,
  };
  server.answer(staffRelease, { ...answer, announcement });
  server.answer(cancelMail, answer);
  const fields = { title: 'Night Ferry', from: 'available', to: 'withdrawn', people: '3' };
  server.respondWith(withdrawStaffRelease, (_signal, { path }) =>
    path.endsWith('?confirmed=1')
      ? Response.json({ ...answer, release: { ...answer.release, state: 'withdrawn' } })
      : Response.json({ error: { code: 'STATE_UNCONFIRMED', message: '', fields } }, { status: 409 }),
  );
  const again = open();
  await again.click(await screen.findByRole('button', { name: 'Cancel the mail' }));
  await screen.findByText('Nobody is mailed about it.');
  await again.click(screen.getByRole('button', { name: 'Withdraw' }));
  const dialog = within(await screen.findByRole('alertdialog'));
  dialog.getByText(/3 people lose it/);
  await again.click(dialog.getByRole('button', { name: 'Withdraw' }));
  await screen.findByText(/It is withdrawn/);
  screen.getByRole('button', { name: 'Restore' });
});

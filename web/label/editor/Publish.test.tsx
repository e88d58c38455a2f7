import { cancelMail, changeMail } from '@promenade/contract/announcements';
import { changeRelease, publishDraft, type StaffDocument, staffRelease } from '@promenade/contract/label';
import { releaseHistory, undoChange } from '@promenade/contract/releaseHistory';
import { act, screen, waitFor, within } from '@testing-library/react';
import { Route, Routes } from 'react-router';
import { beforeEach, expect, test } from 'vitest';
import { signInAs } from '../../testing/accounts.ts';
import { mockWindowWidth } from '../../testing/browserMocks.ts';
import { type FakeServer, fakeServer } from '../../testing/fakeServer.ts';
import { renderScreen, withProviders } from '../../testing/render.ts';
import { createStaffDocument, noMails, staffReleaseId } from '../../testing/staffDocument.ts';
import { ReleaseEditor } from './ReleaseEditor.tsx';

const answer = createStaffDocument([{ title: 'One', explicit: 'unknown' }]);
let server: FakeServer;
beforeEach(() => {
  mockWindowWidth(1440);
  server = fakeServer();
  signInAs({ haslabels: true });
  server.answer(releaseHistory, { items: [], total: 0, page: 1, pagesize: 100 });
});

const open = () =>
  renderScreen(
    withProviders(
      <Routes>
        <Route path="/label/releases/:releaseid" element={<ReleaseEditor />} />
      </Routes>,
    ),
    `/label/releases/${staffReleaseId}`,
  );

/** What is said of an edited field shows while its mark has the focus. */
async function focusMark(field: string): Promise<void> {
  const mark = await screen.findByRole('button', { name: `${field} is edited` });
  act(() => mark.focus());
}

const patches = () => server.calls.filter(({ method }) => method === 'PATCH');

const refusal = (fields: object, code = 'STATE_UNCONFIRMED') =>
  Response.json({ error: { code, message: '', fields } }, { status: code === 'VALIDATION' ? 400 : 409 });

test('the delivered date and "Set back" ask before they bring a release out, and say why they cannot', async () => {
  const scheduled: StaffDocument = {
    ...answer,
    release: { ...answer.release, state: 'scheduled' },
    document: { ...answer.document, available: '2099-01-01T09:00:00.000Z' },
    delivered: { ...answer.delivered, available: '2026-01-01T00:00:00.000Z' },
    edited: { available: { by: 'Edda Editor', at: '2026-11-01T00:00:00.000Z' } },
  };
  server.answer(staffRelease, scheduled);
  const change = {
    changeid: '7',
    at: '2026-11-20T10:00:00.000Z',
    by: 'Edda Editor',
    action: 'release.edit',
    undoable: true,
  };
  const [before, after] = [{ available: '2026-01-01T00:00:00.000Z' }, { available: '2099-01-01T09:00:00.000Z' }];
  server.answer(releaseHistory, { items: [{ ...change, before, after }], total: 1, page: 1, pagesize: 100 });
  const fields = { title: 'Night Ferry', from: 'scheduled', to: 'available', people: '26' };
  server.respondWith(changeRelease, (_signal, { path }) =>
    path.endsWith('?confirmed=1') ? Response.json({ ...answer, version: 9 }) : refusal(fields),
  );
  server.respondWith(undoChange, () => refusal({ available: 'A release needs its date.' }, 'VALIDATION'));
  const user = open();
  await focusMark('Available from');
  const use = () => screen.getByRole('button', { name: "Use the delivery's value of Available from" });
  await user.click(use());
  const question = async () => within(await screen.findByRole('alertdialog', { name: 'Publish Night Ferry now?' }));
  (await question()).getByText('26 people can hear it at once.');
  await user.click((await question()).getByRole('button', { name: 'Cancel' }));
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
  expect(patches()).toHaveLength(1);
  await user.click(await screen.findByRole('button', { name: 'Set back' }));
  await screen.findByText('A release needs its date.');
  await focusMark('Available from');
  await user.click(use());
  await user.click((await question()).getByRole('button', { name: 'Publish' }));
  await waitFor(() => expect(patches()).toHaveLength(3));
  expect(patches().at(-1)?.path).toContain('?confirmed=1');
});

test('a date that no delivery said offers no way back', async () => {
  const { available: _available, ...delivered } = answer.delivered;
  const edited = { available: { by: 'Edda Editor', at: '2026-11-01T00:00:00.000Z' } };
  const document = { ...answer.document, available: '2099-01-01T09:00:00.000Z' };
  server.answer(staffRelease, { ...answer, delivered, document, edited });
  open();
  await focusMark('Available from');
  screen.getByText(/Edda Editor/);
  expect(screen.queryByRole('button', { name: "Use the delivery's value of Available from" })).toBeNull();
});

test('until it is sent a mail is read and changed, and a cancelled one is put back', async () => {
  const announcement = {
    at: '2099-01-01T00:00:00.000Z',
    withrelease: true,
    subject: 'Out',
    message: 'Hear it',
    sent: false,
    counts: noMails,
  };
  server.answer(staffRelease, { ...answer, announcement });
  server.answer(cancelMail, { ...answer, announcement: { ...announcement, at: null } });
  server.answer(changeMail, { ...answer, announcement: { ...announcement, subject: 'Out now' } });
  const user = open();
  await screen.findByText(/Its mails are due when it is available/);
  await screen.findByText(/Subject: Out · Hear it/);
  await user.click(screen.getByRole('button', { name: 'Cancel the mail' }));
  await user.click(await screen.findByRole('button', { name: 'Mail people after all' }));
  const subject = screen.getByLabelText('Subject');
  expect([subject, screen.getByLabelText('Mail about it')].map((field) => (field as HTMLInputElement).value)).toEqual([
    'Out',
    'same',
  ]);
  await user.type(subject, ' now');
  await user.click(screen.getByRole('button', { name: 'Save the mail' }));
  await screen.findByText(/Subject: Out now/);
  const put = server.calls.find(({ method, path }) => method === 'PUT' && path.endsWith('/mail'));
  expect(put?.body).toEqual({ at: null, subject: 'Out now', message: 'Hear it' });
});

test('names that are only proposed say so', async () => {
  server.answer(staffRelease, { ...answer, proposed: { genres: ['Ska'], moods: [], instruments: [] } });
  open();
  const genres = within(await screen.findByRole('group', { name: 'Genres' }));
  expect(genres.getByText('Ska').parentElement?.textContent).toBe('Skaproposed');
  expect(genres.getByText('Dub').parentElement?.textContent).toBe('Dub');
});

test('after a publication by keyboard the focus stays in the section', async () => {
  const draft: StaffDocument = { ...answer, release: { ...answer.release, state: 'draft' } };
  server.answer(staffRelease, draft);
  server.answer(publishDraft, { ...answer, version: answer.version + 1 });
  const user = open();
  const section = await screen.findByRole('region', { name: 'Publish' });
  within(section).getByRole('button', { name: 'Publish' }).focus();
  await user.keyboard('{Enter}');
  await within(section).findByText(/^It is available since/);
  await waitFor(() => expect(window.document.activeElement).toBe(section));
});

test('a release that is not out yet opens with what will happen', async () => {
  server.answer(staffRelease, {
    ...answer,
    release: { ...answer.release, state: 'scheduled', available: '2099-01-01T09:00:00.000Z' },
    document: { ...answer.document, impactdate: '2099-01-09' },
    announcement: {
      ...answer.announcement,
      at: '2099-01-01T09:00:00.000Z',
      withrelease: true,
      counts: { ...noMails, daily: 3 },
    },
  });
  open();
  const upcoming = await screen.findByRole('region', { name: 'What will happen' });
  expect(upcoming.textContent?.replaceAll(/\s/g, ' ')).toBe(
    'Comes outJan 1, 2099, 9:00 AMImpact date 09-Jan-2099To3 recipientsMailsWhen it is available3 in their next daily mail',
  );
});

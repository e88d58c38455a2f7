import { cancelMail, changeMail } from '@promenade/contract/announcements';
import { changeRelease, releaseHistory, type StaffDocument, staffRelease, undoChange } from '@promenade/contract/label';
import { labelVocabulary } from '@promenade/contract/labelVocabulary';
import { screen, waitFor, within } from '@testing-library/react';
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
  const use = await screen.findByRole('button', { name: "Use the delivery's value of Available from" });
  await user.click(use);
  const question = async () => within(await screen.findByRole('alertdialog', { name: 'Publish Night Ferry now?' }));
  (await question()).getByText('26 people can hear it at once.');
  await user.click((await question()).getByRole('button', { name: 'Cancel' }));
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
  expect(patches()).toHaveLength(1);
  await user.click(await screen.findByRole('button', { name: 'Set back' }));
  await screen.findByText('A release needs its date.');
  await user.click(use);
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
  await screen.findByText(/Edda Editor/);
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

test('genres are completed from the vocabulary, and those that are only proposed are named', async () => {
  server.answer(staffRelease, { ...answer, proposed: { genres: ['Ska'], moods: [], instruments: [] } });
  server.answer(labelVocabulary, { items: ['House', 'Deep House'] });
  const user = open();
  await screen.findByText(/^Proposed: Ska\./);
  const field = screen.getByLabelText<HTMLInputElement>('Genres');
  await user.type(field, '; hou');
  await waitFor(() =>
    expect([...(field.list?.options ?? [])].map(({ value }) => value)).toEqual([
      'Dub; Ska; House',
      'Dub; Ska; Deep House',
    ]),
  );
  expect(server.calls.at(-1)?.path).toContain('filter=hou');
});

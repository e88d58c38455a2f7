import { staffLabels, staffRelease } from '@promenade/contract/label';
import { restoreAttachments, restoreCover, setAttachments, setCover } from '@promenade/contract/labelFiles';
import { releaseHistory } from '@promenade/contract/releaseHistory';
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { Route, Routes } from 'react-router';
import { beforeEach, expect, test } from 'vitest';
import { signInAs } from '../../testing/accounts.ts';
import { mockDialogs, mockWindowWidth } from '../../testing/browserMocks.ts';
import { type FakeServer, fakeServer } from '../../testing/fakeServer.ts';
import { fakeUploads } from '../../testing/fakeUploads.ts';
import { renderScreen, withProviders } from '../../testing/render.ts';
import { createStaffDocument, staffReleaseId } from '../../testing/staffDocument.ts';
import { DropTarget } from '../deliver/NewRelease.tsx';
import { ReleaseEditor } from './ReleaseEditor.tsx';

const releaseid = staffReleaseId;
const answer = createStaffDocument([{ title: 'One' }]);
const page = { total: 1, page: 1, pagesize: 100 };
let server: FakeServer;
beforeEach(() => {
  mockWindowWidth(1440);
  server = fakeServer();
  signInAs({ haslabels: true });
  server.answer(staffRelease, answer);
  server.answer(releaseHistory, { items: [], ...page });
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

test('a release is delivered again from its editor, where a drop asks whether it is meant', async () => {
  mockDialogs();
  const fake = fakeUploads(server);
  const label = { labelid: answer.release.labelid ?? '', name: 'Harbour', role: 'editor' as const, releases: 1 };
  server.answer(staffLabels, { items: [label], ...page });
  const checks = [{ code: 'COVER_NOT_SQUARE' as const, trackid: null }];
  server.answer(staffRelease, { ...answer, checks });
  const user = open();
  const section = within(await screen.findByRole('region', { name: 'Pictures and files' }));
  section.getByText('The cover is not square: its edges are cut off.');
  await screen.findByText('1 warning', { exact: false });
  await user.upload(section.getByLabelText('Choose files'), new File(['again'], 'One.wav'));
  await user.click(await section.findByRole('button', { name: 'Make a draft release' }));
  await waitFor(() => expect(fake.imports).toHaveLength(1));
  await section.findByText(/The draft release is made of/);
  const drop = (name: string) => {
    const entry = {
      name,
      fullPath: `/${name}`,
      isDirectory: false,
      file: (done: (file: File) => void) => done(new File(['x'], name)),
    };
    fireEvent.drop(window, { dataTransfer: { types: ['Files'], items: [{ webkitGetAsEntry: () => entry }] } });
  };
  drop('Two.wav');
  const dialog = () => screen.findByRole('dialog', { name: 'New release' });
  await user.click(within(await dialog()).getByRole('button', { name: 'Upload' }));
  await waitFor(() => expect(fake.deliveries).toHaveLength(2));
  drop('Three.wav');
  await user.selectOptions(within(await dialog()).getByLabelText('Deliver as'), 'New release');
  await user.click(within(await dialog()).getByRole('button', { name: 'Upload' }));
  await waitFor(() => expect(fake.deliveries).toHaveLength(3));
  expect(fake.deliveries.map((delivery) => delivery.releaseid)).toEqual([null, releaseid, releaseid]);
});

test('another cover is chosen or dropped, is uploaded, and can be set back; what is wrong with it is said', async () => {
  const fake = fakeUploads(server);
  const by = { by: 'Edda', at: '2026-11-02T00:00:00.000Z' };
  const edited = { ...answer, version: 5, editedfiles: ['cover' as const], edited: { cover: by } };
  const warning = 'The cover (400 × 300 pixels) is not square, so its edges are cut off.';
  server.answer(setCover, { ...edited, warning });
  server.answer(restoreCover, { ...answer, version: 6 });
  const user = open();
  const section = within(await screen.findByRole('region', { name: 'Pictures and files' }));
  const choose = () => section.getByLabelText('Choose a cover');
  await user.upload(choose(), new File(['picture'], 'cover.jpg', { type: 'image/jpeg' }));
  await section.findByText(warning);
  section.getByText(/^Edited by Edda, Nov 2, 2026, 12:00\sAM$/);
  const [upload] = fake.deliveries;
  expect(upload).toMatchObject({ releaseid, purpose: 'edit', files: [{ state: 'complete' }] });
  const changes = () => server.calls.filter(({ path }) => path.endsWith('/cover'));
  expect(changes()).toMatchObject([
    { method: 'PUT', body: { uploadid: upload?.files[0]?.uploadid }, headers: { 'if-match': '"4"' } },
  ]);
  await user.click(section.getByRole('button', { name: "Use the delivery's value of Cover" }));
  await waitFor(() => expect(section.queryByText(warning)).toBeNull());
  expect(changes()[1]).toMatchObject({ method: 'DELETE', headers: { 'if-match': '"5"' } });
  const reason = 'The picture cannot be used: it must be JPEG, PNG, WebP, GIF, TIFF or AVIF.';
  server.respondWith(setCover, () =>
    Response.json({ error: { code: 'VALIDATION', message: '', fields: { cover: reason } } }, { status: 400 }),
  );
  const file = (done: (file: File) => void) => done(new File(['x'], 'x.svg'));
  const entry = { name: 'x.svg', fullPath: '/x.svg', isDirectory: false, file };
  fireEvent.drop(section.getByText(/^Or drop a picture here/), {
    dataTransfer: { types: ['Files'], items: [{ webkitGetAsEntry: () => entry }] },
  });
  expect((await section.findByRole('alert')).textContent).toBe(reason);
  expect(fake.deliveries.flatMap(({ files }) => files)).toHaveLength(1);
  expect(fake.imports).toEqual([]);
});

test('attachments are added, renamed, put in another order and removed; a viewer reads them', async () => {
  const fake = fakeUploads(server);
  const attachments = [
    { title: 'One sheet', filename: 'sheet.pdf', bytes: 1_000_000 },
    { title: 'Notes', filename: 'notes.txt', bytes: 2_000_000 },
  ];
  server.answer(staffRelease, { ...answer, attachments });
  server.answer(setAttachments, { ...answer, attachments, editedfiles: ['attachments'], version: 5, warning: null });
  server.answer(restoreAttachments, { ...answer, version: 6 });
  const user = open();
  const section = within(await screen.findByRole('region', { name: 'Pictures and files' }));
  const title = await section.findByLabelText<HTMLInputElement>(/^sheet\.pdf, /);
  await user.clear(title);
  await user.type(title, 'Sheet{Tab}');
  section.getByRole('button', { name: 'Move Notes' }).focus();
  await user.keyboard('{ArrowUp}');
  await user.click(section.getByRole('button', { name: 'Remove One sheet' }));
  await user.upload(section.getByLabelText('Add attachments'), new File(['more'], 'more.pdf'));
  const changes = () => server.calls.filter(({ path }) => path.endsWith('/attachments'));
  await waitFor(() => expect(changes()).toHaveLength(4));
  const [sheet, notes] = [
    { place: 0, title: 'One sheet' },
    { place: 1, title: 'Notes' },
  ];
  const { uploadid } = fake.deliveries[0]?.files[0] ?? {};
  expect(changes().map(({ body }) => body)).toEqual(
    [[{ place: 0, title: 'Sheet' }, notes], [notes, sheet], [notes], [sheet, notes, { uploadid }]].map((list) => ({
      attachments: list,
    })),
  );
  await user.click(await section.findByRole('button', { name: "Use the delivery's value of Attachments" }));
  await section.findByText('This release has no attachments.');
  cleanup();
  server.answer(staffRelease, { ...answer, attachments, mayedit: false });
  open();
  await screen.findByText('One sheet');
  expect(screen.queryByRole('button', { name: 'Remove One sheet' })).toBeNull();
});

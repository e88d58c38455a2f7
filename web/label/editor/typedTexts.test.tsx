import { setAudience } from '@promenade/contract/audience';
import { changeRelease, staffRelease } from '@promenade/contract/label';
import { releaseHistory } from '@promenade/contract/releaseHistory';
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { Route, Routes } from 'react-router';
import { beforeEach, expect, test } from 'vitest';
import { endSession, startSession } from '../../platform/session.ts';
import { signInAs } from '../../testing/accounts.ts';
import { mockWindowWidth } from '../../testing/browserMocks.ts';
import { type FakeServer, fakeServer } from '../../testing/fakeServer.ts';
import { renderScreen, withProviders } from '../../testing/render.ts';
import { createStaffDocument, staffReleaseId, staffTrackIds } from '../../testing/staffDocument.ts';
import { createAccessToken } from '../../testing/tokens.ts';
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

const patches = () => server.calls.filter(({ method }) => method === 'PATCH');

test('plain text pasted as press text keeps its paragraphs; a single line stays as it is', async () => {
  const user = open();
  const press = await screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'Press text (HTML)' });
  const paste = (plain: string) =>
    fireEvent.paste(press, { clipboardData: { getData: (type: string) => (type === 'text/plain' ? plain : '') } });
  await user.click(press);
  paste('one line');
  expect(press.value).toBe('');
  paste('Out & now:\r\n"Ferry"\r\n\r\n\r\nSee <you> there\n');
  expect(press.value).toBe('<p>Out &amp; now:<br>"Ferry"</p>\n<p>See &lt;you&gt; there</p>');
});

test('a press text that is typed when the session ends is there after the sign-in of the same person, and after a reload', async () => {
  const user = open();
  const find = () => screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'Press text (HTML)' });
  await user.type(await find(), 'Typed for an hour');
  server.refuse(changeRelease, 'UNAUTHENTICATED');
  await user.tab();
  await waitFor(() => expect(patches()).toHaveLength(1));
  endSession({ keepsState: true });
  cleanup();
  signInAs({ haslabels: true, playerid: 'another' });
  open();
  expect((await find()).value).toBe('');
  cleanup();
  signInAs({ haslabels: true });
  const again = open();
  expect((await find()).value).toBe('Typed for an hour');
  screen.getByText('This is not saved yet.');
  server.answer(changeRelease, { ...answer, version: 5, document: { ...document, promo: 'Typed for an hour.' } });
  await again.type(await find(), '.');
  await again.tab();
  await waitFor(() => expect(screen.queryByText('This is not saved yet.')).toBeNull());
  await again.type(await find(), 'x');
  cleanup();
  const last = open();
  expect((await find()).value).toContain('x');
  await last.click(screen.getByRole('button', { name: 'Undo what was typed: Press text (HTML)' }));
  expect((await find()).value).not.toContain('x');
});

test('what is typed in a picker and not taken is there after a reload, and its button says so', async () => {
  const user = open();
  await user.click(await screen.findByRole('button', { name: 'Add people' }));
  await user.type(await screen.findByRole('combobox', { name: 'Add people' }), 'new@radio.test');
  cleanup();
  const again = open();
  const button = await screen.findByRole('button', { name: 'Add people' });
  expect(button.textContent).toBe('Add people: new@radio.test …');
  await again.click(button);
  const field = await screen.findByRole<HTMLInputElement>('combobox', { name: 'Add people' });
  expect(field.value).toBe('new@radio.test');
  server.answer(setAudience, answer);
  await again.click(await screen.findByRole('option', { name: 'Deliver to new@radio.test' }));
  await waitFor(() => expect(button.textContent).toBe('Add people'));
});

test('nothing that is typed on a public computer is stored', async () => {
  startSession({ 'access-token': createAccessToken(1800, { haslabels: true }), 'refresh-token': 'r' }, true);
  const user = open();
  await user.type(await screen.findByRole('textbox', { name: 'Press text (HTML)' }), 'Secret words');
  window.dispatchEvent(new Event('pagehide'));
  expect(JSON.stringify([{ ...localStorage }, { ...sessionStorage }])).not.toContain('Secret words');
  endSession({ keepsState: true });
  cleanup();
  signInAs({ haslabels: true });
  open();
  expect((await screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'Press text (HTML)' })).value).toBe('');
});

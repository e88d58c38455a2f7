import { comment, commentClick } from '@promenade/contract/network';
import { act, render, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { BrowserRouter, Link, Route, Routes } from 'react-router';
import { beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { useNotices } from '../platform/notices.ts';
import { usePopstateBlocker } from '../platform/unsavedChanges.ts';
import { signInAs } from '../testing/accounts.ts';
import { type FakeServer, fakeServer } from '../testing/fakeServer.ts';
import { createRelease } from '../testing/releases.ts';
import { renderScreen, withProviders } from '../testing/render.ts';
import { NetworkButtons } from './ReleaseButtons.tsx';

const TYPES = [
  'feedback to artist/label',
  'additional promo materials',
  'additional music',
  'interview',
  'WAV/MP3 file for stream-only releases',
  'different song version',
  'artist liner',
  'other',
];
let server: FakeServer;

beforeAll(() => Promise.all([import('../design/Dialog.tsx'), import('./ContactDialog.tsx')]));

beforeEach(() => {
  server = fakeServer();
  server.answer(commentClick, undefined);
  server.answer(comment, undefined);
  useNotices.setState({ notices: [] });
  vi.spyOn(console, 'error').mockReturnValue();
  signInAs({ username: 'rosa@radio.test' });
});

const shown = (more: Parameters<typeof createRelease>[1] = {}) =>
  renderScreen(withProviders(<NetworkButtons release={createRelease('r', more)} />));
const field = <Kind extends HTMLElement = HTMLTextAreaElement>(name: string) => screen.getByLabelText<Kind>(name);
const calls = () => server.calls.map(({ method, path, body }) => [method, path, body]);

async function opened() {
  const user = shown();
  await user.click(screen.getByRole('button', { name: 'Contact' }));
  await screen.findByRole('dialog', { name: 'Contact the label' });
  return user;
}

test('a release without contact requests has no contact button', {
  tags: ['A-CONTACT-01', 'A-ROLE-08', 'C-CONTACT-01'],
}, () => {
  shown({ commenting_enabled: false });
  expect(screen.queryByRole('button', { name: 'Contact' })).toBeNull();
});

test('opening the form is reported to the server', {
  tags: ['A-CONTACT-06', 'C-CONTACT-07', 'C-DETAIL-24'],
}, async () => {
  await opened();
  expect(calls()).toEqual([['POST', '/api/release/r/comment_click', undefined]]);
});

test('the form opens even if the report fails', { tags: ['A-CONTACT-06'] }, async () => {
  server.refuse(commentClick, 'UNEXPECTED');
  await opened();
  expect(useNotices.getState().notices).toEqual([]);
});

test('the form has the account’s address, a type and a message', {
  tags: ['A-CONTACT-02', 'C-CONTACT-02', 'C-CONTACT-03'],
}, async () => {
  await opened();
  expect(field<HTMLInputElement>('Email')).toMatchObject({ value: 'rosa@radio.test', readOnly: true });
  expect([field('Request type').tagName, field('Message').tagName]).toEqual(['SELECT', 'TEXTAREA']);
});

test('the types are listed in order with the ids 1 to 8', {
  tags: ['A-CONTACT-08', 'C-CONTACT-06', 'C-CONTACT-11'],
}, async () => {
  await opened();
  const [first, ...options] = field<HTMLSelectElement>('Request type').options;
  expect(first?.value).toBe('');
  expect(options.map(({ text, value }) => [value, text])).toEqual(
    TYPES.map((type, index) => [String(index + 1), type]),
  );
});

test('type and message are required', {
  tags: ['A-CONTACT-03', 'A-CONTACT-04', 'C-CONTACT-04', 'C-CONTACT-05', 'C-CONTACT-11'],
}, async () => {
  const user = await opened();
  expect(screen.queryByText('Request type is required')).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Send' }));
  expect(screen.getByText('Request type is required')).toBeTruthy();
  expect(screen.getByText('This field is required')).toBeTruthy();
  expect(document.activeElement).toBe(field('Request type'));
  await user.selectOptions(field('Request type'), 'interview');
  await user.type(field('Message'), '  ');
  expect(screen.queryByText('Request type is required')).toBeNull();
  expect(screen.getByText('This field is required')).toBeTruthy();
  expect(calls()).toHaveLength(1);
});

test('the message has a counter and at most 3000 characters', {
  tags: ['A-CONTACT-04', 'A-CONST-08', 'C-CONTACT-05', 'C-CONTACT-11'],
}, async () => {
  const user = await opened();
  expect(screen.getByText('0/3000')).toBeTruthy();
  await user.click(field('Message'));
  await user.paste('a'.repeat(3_001));
  expect(field('Message').value).toHaveLength(3_000);
  expect(screen.getByText('3000/3000')).toBeTruthy();
});

async function sent() {
  const user = await opened();
  await user.selectOptions(field('Request type'), 'WAV/MP3 file for stream-only releases');
  await user.click(field('Message'));
  await user.paste('A WAV for the late show, please.');
  await user.click(screen.getByRole('button', { name: 'Send' }));
  return user;
}

test('a request is sent, confirmed and the dialog closes', {
  tags: ['A-CONTACT-05', 'A-CONTACT-07', 'A-ERR-28', 'C-CONTACT-08', 'C-CONTACT-09'],
}, async () => {
  await sent();
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(calls()[1]).toEqual([
    'POST',
    '/api/release/r/comment',
    {
      player_email: 'rosa@radio.test',
      comment_type_id: '5',
      comment_type: 'WAV/MP3 file for stream-only releases',
      comment_text: 'A WAV for the late show, please.',
    },
  ]);
  expect(useNotices.getState().notices).toMatchObject([{ category: 'contactRequestSent' }]);
});

test('the back button of the browser asks before a message is lost', async () => {
  window.history.replaceState(null, '', '/list');
  function App() {
    usePopstateBlocker();
    return (
      <Routes>
        <Route path="/list" element={<Link to="/page">Open</Link>} />
        <Route path="/page" element={<NetworkButtons release={createRelease('r')} />} />
      </Routes>
    );
  }
  render(<BrowserRouter>{withProviders(<App />)}</BrowserRouter>);
  const user = userEvent.setup();
  await user.click(screen.getByRole('link', { name: 'Open' }));
  await user.click(screen.getByRole('button', { name: 'Contact' }));
  await user.type(await screen.findByLabelText('Message'), 'Please');
  act(() => window.history.back());
  await user.click(await screen.findByRole('button', { name: 'Stay' }));
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
  expect([window.location.pathname, field('Message').value]).toEqual(['/page', 'Please']);
  act(() => window.history.back());
  await user.click(await screen.findByRole('button', { name: 'Leave' }));
  // Back closes what was opened last: the dialog, then the page.
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(window.location.pathname).toBe('/page');
  act(() => window.history.back());
  expect(await screen.findByRole('link', { name: 'Open' })).toBeTruthy();
});

test('a failure shows an error and keeps the message', {
  tags: ['A-CONTACT-07', 'A-ERR-17', 'C-CONTACT-10'],
}, async () => {
  server.refuse(comment, 'TOO_MANY_REQUESTS');
  const user = await sent();
  const banner = await screen.findByRole('alert');
  expect(banner.textContent).toContain('Unable to send contact request');
  expect(field('Message').value).toBe('A WAV for the late show, please.');
  expect(field<HTMLSelectElement>('Request type').value).toBe('5');
  expect(useNotices.getState().notices).toEqual([]);
  server.answer(comment, undefined);
  await user.click(screen.getByRole('button', { name: 'Send' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

test.each(['Escape', 'Cancel'])('%s asks before a message is lost; without one it closes at once', async (way) => {
  const user = await opened();
  const close = () =>
    way === 'Escape' ? user.keyboard('{Escape}') : user.click(screen.getByRole('button', { name: 'Cancel' }));
  await user.type(field('Message'), 'Hello');
  await close();
  await screen.findByRole('alertdialog', { name: 'Unsaved changes' });
  await user.click(screen.getByRole('button', { name: 'Stay' }));
  expect(field('Message').value).toBe('Hello');
  await waitFor(() =>
    expect(document.activeElement).toBe(
      way === 'Escape' ? field('Message') : screen.getByRole('button', { name: way }),
    ),
  );
  await close();
  await user.click(await screen.findByRole('button', { name: 'Leave' }));
  expect(screen.queryByRole('dialog')).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Contact' }));
  await screen.findByRole('dialog', { name: 'Contact the label' });
  await close();
  expect([screen.queryByRole('dialog'), screen.queryByRole('alertdialog')]).toEqual([null, null]);
});

import { act, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { dismissNotice, notify, useNotices } from '../platform/notices.ts';
import { renderScreen } from '../testing/render.ts';
import { Notices } from './Notices.tsx';

test('a notice has the type and text of its category', {
  tags: ['A-ERR-26', 'C-TOAST-02', 'C-TOAST-05'],
}, async () => {
  const user = renderScreen(<Notices />);
  act(() => void notify({ category: 'hasError', message: 'August Water', notificationType: 'error' }));
  expect(screen.getByRole('alert').textContent).toBe('has error: August Water, please refresh');
  await user.click(screen.getByRole('button', { name: 'Close' }));
  expect(screen.queryByRole('alert')).toBeNull();
  act(() => void notify({ category: 'settingSaved' }));
  const [notice] = useNotices.getState().notices;
  expect(notice).toMatchObject({ category: 'settingSaved', message: '', notificationType: 'success' });
  act(() => dismissNotice(notice?.id ?? 0));
});

test('toasts are 400 px wide, 443 px at most', { tags: ['A-SHELL-26', 'A-CONST-15', 'C-TOAST-07'] }, () => {
  renderScreen(<Notices />);
  const { style } = screen.getByRole('region', { name: 'Notifications' });
  expect([style.getPropertyValue('--width'), style.getPropertyValue('--max-width')]).toEqual(['400px', '443px']);
});

test.each([
  ['addDownloadQueue', 'August Water added to download queue'],
  ['downloadFinished', 'August Water downloaded'],
  ['flag', 'August Water flagged'],
  ['unFlag', 'August Water unflagged'],
  ['archive', 'August Water archived'],
  ['unArchive', 'August Water restored'],
  ['playlistCreated', 'Playlist August Water created'],
  ['playlistUpdated', 'Playlist August Water updated'],
  ['addedToPlaylist', 'August Water'],
  ['hasError', 'has error: August Water, please refresh'],
] as const)('a notice of the category %s reads: %s', { tags: ['A-ERR-27'] }, (category, text) => {
  renderScreen(<Notices />);
  act(() => void notify({ category, message: 'August Water' }));
  expect(screen.getAllByText(text)).not.toEqual([]);
  act(() => useNotices.setState({ notices: [] }));
});

test('a text begins with a capital letter, a name is unchanged', { tags: ['A-ERR-25', 'A-EMAILS-26'] }, () => {
  renderScreen(<Notices />);
  act(() => void notify({ category: 'emailSuccessfullyLinked', message: 'rosa@demo.test' }));
  act(() => void notify({ category: 'contactRequestSent' }));
  expect(screen.getByText('rosa@demo.test has been successfully linked').className).not.toContain('sentence');
  expect(screen.getByText('contact request sent').className).toContain('sentence');
  act(() => useNotices.setState({ notices: [] }));
});

test('closing a toast returns the focus to the element that had it before', async () => {
  const user = renderScreen(
    <>
      <button type="button">Before</button>
      <Notices />
    </>,
  );
  act(() => void notify({ category: 'flag', message: 'August Water' }));
  screen.getByRole('button', { name: 'Before' }).focus();
  await user.click(screen.getByRole('button', { name: 'Close' }));
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Before' }));
});

import { act, cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { mockDialogs } from '../testing/browserMocks.ts';
import { FullScreen } from './FullScreen.tsx';
import { Toasts } from './Toasts.tsx';

beforeEach(() => vi.useFakeTimers());
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

function show() {
  const closed: number[] = [];
  const toasts = [
    { id: 1, text: 'downloaded', kind: 'success' as const },
    { id: 2, text: 'has error', kind: 'error' as const },
  ];
  const close = (id: number) => void closed.push(id);
  render(
    <Toasts
      toasts={toasts}
      label="Notifications"
      closeLabel="Close"
      durationMs={5000}
      width={400}
      maxWidth={443}
      onClose={close}
    />,
  );
  return closed;
}

test('toasts are in one live region, an error is announced at once', { tags: ['A-SHELL-25', 'C-TOAST-02'] }, () => {
  show();
  expect(screen.getByRole('region', { name: 'Notifications' }).textContent).toContain('downloaded');
  expect(screen.getByRole('alert').textContent).toContain('has error');
});

test('a toast closes by itself after its time, unless the pointer is over it', {
  tags: ['A-CONST-19', 'C-TOAST-09'],
}, () => {
  const closed = show();
  const hovered = screen.getByText('has error');
  fireEvent.pointerEnter(hovered.parentElement as HTMLElement);
  act(() => void vi.advanceTimersByTime(4999));
  expect(closed).toEqual([]);
  act(() => void vi.advanceTimersByTime(1));
  expect(closed).toEqual([1]);
  fireEvent.pointerLeave(hovered.parentElement as HTMLElement);
  act(() => void vi.advanceTimersByTime(5000));
  expect(closed).toContain(2);
});

test('a toast can be closed', { tags: ['A-CONST-19', 'C-TOAST-09'] }, () => {
  const closed = show();
  fireEvent.click(screen.getAllByRole('button', { name: 'Close' })[1] as HTMLElement);
  expect(closed).toEqual([2]);
});

test('a toast can have one action: it says its key, stays longer, and its press also closes the toast', () => {
  const done: string[] = [];
  const action = { label: 'Undo', onPress: () => void done.push('undone'), keyHint: 'Press F6' };
  render(
    <Toasts
      toasts={[{ id: 7, text: 'archived', kind: 'success', action }]}
      label="Notifications"
      closeLabel="Close"
      durationMs={5000}
      width={400}
      maxWidth={443}
      onClose={(id) => void done.push(`closed ${id}`)}
    />,
  );
  expect(screen.getByRole('region').textContent).toContain('Press F6');
  act(() => void vi.advanceTimersByTime(19_999));
  expect(done).toEqual([]);
  fireEvent.keyDown(document.body, { key: 'F6' });
  const button = screen.getByRole('button', { name: 'Undo' });
  expect(document.activeElement).toBe(button);
  // The time stands still.
  act(() => void vi.advanceTimersByTime(60_000));
  fireEvent.click(button);
  expect(done).toEqual(['closed 7', 'undone']);
});

test('toasts are inside an open full-screen dialog, which covers the page', () => {
  mockDialogs();
  const nothing = () => undefined;
  const player = (
    <FullScreen key="player" label="Player" onClose={nothing}>
      <p>A song</p>
    </FullScreen>
  );
  const toasts = (
    <Toasts
      key="toasts"
      toasts={[{ id: 1, text: 'August Water was withdrawn', kind: 'info' }]}
      label="Notifications"
      closeLabel="Close"
      durationMs={5000}
      width={400}
      maxWidth={443}
      onClose={nothing}
    />
  );
  const { rerender } = render([player, toasts]);
  expect(within(screen.getByRole('dialog', { name: 'Player' })).getByText('August Water was withdrawn')).toBeTruthy();
  rerender([toasts]);
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(screen.getByText('August Water was withdrawn')).toBeTruthy();
});

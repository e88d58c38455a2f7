import { act, fireEvent, render, screen } from '@testing-library/react';
import { StrictMode } from 'react';
import { expect, onTestFinished, test, vi } from 'vitest';
import { CoverArt } from './CoverArt.tsx';

test('the request of a cover that left the page is cancelled', async () => {
  const { unmount } = render(
    <StrictMode>
      <CoverArt src="/covers/one.webp" alt="One" />
    </StrictMode>,
  );
  const picture = screen.getByRole<HTMLImageElement>('img', { name: 'One' });
  await Promise.resolve();
  expect(picture.getAttribute('src')).toBe('/covers/one.webp');
  unmount();
  await vi.waitFor(() => expect(picture.getAttribute('src')).toBeNull());
});

test('a cover that a busy server refused is asked for again, twice', () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  render(<CoverArt src="/covers/one.webp" alt="One" />);
  const isPicture = () => screen.getByRole('img', { name: 'One' }) instanceof HTMLImageElement;
  const fail = () => fireEvent.error(screen.getByRole('img', { name: 'One' }));
  const advance = (ms: number) => act(() => void vi.advanceTimersByTime(ms));
  fail();
  expect(isPicture()).toBe(false);
  advance(2_000);
  expect(isPicture()).toBe(true);
  fail();
  advance(10_000);
  expect(isPicture()).toBe(true);
  fail();
  advance(60_000);
  expect(isPicture()).toBe(false);
});
